import Findings

/// Reads what a project changes in one template, and checks every name in it.
struct TemplateChangesReader {
  private static let members = ["defaults", "valueMaps", "filters", "fields", "priceList", "unitGroup", "freightTax"]

  /// The template as it is without the project.
  let template: Template
  /// The project so far: its schemas, and where files that it names are.
  let project: ProjectFile

  /// The changes of the node. Members of the names in `others` are somebody else's.
  func changes(_ node: LocatedNode, besides others: [String] = []) throws(ProjectError) -> TemplateChanges {
    var changes = TemplateChanges()
    for member in try node.members(of: members + others) where !others.contains(member.name) {
      let value = member.value
      switch member.name {
      case "defaults":
        for field in try value.members() {
          try check(field)
          changes.defaults.append(
            Override(template: template.name, field: field.name, value: try field.value.text()))
        }
      case "valueMaps":
        for map in try value.members() { changes.valueMaps[map.name] = try valueMap(map) }
      case "filters":
        for task in try value.members() { changes.filters[task.name] = try filter(task) }
      case "fields":
        for field in try value.members() {
          try check(field)
          for option in try field.value.members(of: ["tooLong"]) {
            changes.truncates[field.name.lowercased()] = try FieldReader.tooLong(option.value)
          }
        }
      case "priceList": changes.priceList = try priceList(value)
      case "unitGroup": changes.unitGroup = try ProjectReader.name(value)
      default: changes.freightTax = try FieldReader.choice(value, among: FreightTax.allCases)
      }
    }
    return changes
  }

  /// The members that the template takes: price lists, unit groups and freight tax are not of every template.
  private var members: [String] {
    Self.members.filter { member in
      switch member {
      case "priceList": template.has(.priceList)
      case "unitGroup": template.looksUpUnits
      case "freightTax": template.has(.freightTax)
      default: true
      }
    }
  }

  private func check(_ field: LocatedNode.Member) throws(ProjectError) {
    guard template.hasField(named: field.name) else {
      throw .unknownName(
        field.place, kind: .field, name: field.name, of: "the template \(template.name)", known: template.fieldNames)
    }
  }

  private func valueMap(_ map: LocatedNode.Member) throws(ProjectError) -> TemplateChanges.ValueMapChange {
    let isOfField = template.valueMaps[map.name] == nil
    guard !isOfField || template.copiesField(named: map.name) else {
      throw .unknownName(
        map.place, kind: .valueMap, name: map.name, of: "the template \(template.name)",
        known: template.valueMaps.keys.sorted())
    }
    var change = TemplateChanges.ValueMapChange()
    if isOfField { change.otherwise = .keep }
    for member in try map.value.members(of: ["entries", "otherwise", "file", "states"]) {
      switch member.name {
      case "entries":
        change.entries.merge(try ValueMapReader.entries(member.value, of: map.name)) { _, new in new }
      case "otherwise": change.otherwise = try ValueMapReader.otherwise(member.value, of: map.name)
      case "states":
        if try member.value.flag() { change.entries.merge(try ValueMapReader.states()) { entry, _ in entry } }
      default:
        let place = ProjectPlace(file: project.path(of: try ProjectReader.name(member.value)), kind: .valueMap)
        let text = try TextFile.read(place.file, place: place)
        let entries = try ValueMapReader.entries(ofFile: text, place: place, map: map.name)
        change.entries.merge(entries) { entry, _ in entry }
      }
    }
    return change
  }

  private func filter(_ task: LocatedNode.Member) throws(ProjectError) -> TemplateChanges.FilterChange {
    guard let source = template.task(named: task.name)?.source else {
      throw .unknownName(
        task.place, kind: .task, name: task.name, of: "the template \(template.name)",
        known: template.tasks.map(\.name))
    }
    let text = try task.value.text()
    let filter: FilterExpression
    do { filter = try FilterExpression.parse(text) } catch {
      throw .wrongFilter(task.value.place, task: task.name, error)
    }
    if let schema = try project.schemas.schema(named: source) {
      try TemplateCheck.check(filter, against: schema, at: task.value.place)
    }
    return TemplateChanges.FilterChange(filter: filter, text: text)
  }

  private func priceList(_ node: LocatedNode) throws(ProjectError) -> PriceListChoice {
    guard node.isMapping else { return .named(try ProjectReader.name(node)) }
    var names: [String: String] = [:]
    for member in try node.members() {
      guard names.updateValue(try ProjectReader.name(member.value), forKey: member.name.uppercased()) == nil else {
        throw .wrongValue(member.place, what: node.what, value: member.name, expected: "each currency once")
      }
    }
    return .byCurrency(names)
  }
}
