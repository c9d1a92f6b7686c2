import Findings

/// Reads a template's YAML:
///
///     title: Accounts (Sales to Fin and Ops) - Direct
///     to: finops                  # the side that the records go to
///     order: 10                   # number of the package, and place in the import order
///     after: [title, …]           # what should be imported before
///     valueMaps: {…}              # maps of its own, as in value_maps.yaml
///     tasks:
///       customers:
///         from: account
///         to: CustCustomerV2Entity
///         filter: statecode eq 0
///         header: quoteid.quotenumber         # of lines
///         generates: price-list-items         # or freight-tax-lines
///         derive: {column: …}                 # see `DerivationReader`
///         fields: {Destination: …}            # see `FieldReader`
///
/// With `extends: NAME` it holds only what is different from that template: members replace those of the base, fields
/// replace fields of the same name in their place or come after the others, `remove: [Field]` takes fields away, and
/// `rename: {Old: New}` leaves everything but the name.
struct TemplateReader {
  private static let members = ["extends", "title", "to", "order", "after", "valueMaps", "tasks"]
  private static let taskMembers = [
    "from", "to", "filter", "header", "generates", "derive", "rename", "remove", "fields",
  ]

  /// The value maps that fields can name.
  var valueMaps: [String: ValueMap]
  /// How maps of the template's own are read.
  let mapReader: ValueMapReader
  /// Where what was read stands.
  private(set) var places: TemplatePlaces

  init(file: ProjectPlace, valueMaps: [String: ValueMap], mapReader: ValueMapReader) {
    self.valueMaps = valueMaps
    self.mapReader = mapReader
    places = TemplatePlaces(file: file)
  }

  /// The name of the template that this one extends.
  static func base(of root: LocatedNode) throws(ProjectError) -> (name: String, place: ProjectPlace)? {
    for member in try root.members() where member.name == "extends" {
      return (try member.value.text(), member.value.place)
    }
    return nil
  }

  /// The template of the file, made from its base if it has one.
  mutating func template(_ root: LocatedNode, named name: String, base: Template?) throws(ProjectError) -> Template {
    var template =
      base ?? Template(name: name, title: "", order: 0, destination: .finops, dependsOn: [], tasks: [], valueMaps: [:])
    template.name = name
    template.codes = mapReader.codes
    let members = try root.members(of: Self.members)
    if base == nil {
      try Self.require(["title", "to", "order", "tasks"], among: members, at: root.place, of: Message(verbatim: name))
    }
    for member in members {
      let value = member.value
      switch member.name {
      case "title": template.title = try value.text()
      case "to": template.destination = try Self.side(value)
      case "order": template.order = try Self.number(value)
      case "after": template.dependsOn = try value.texts()
      case "valueMaps": valueMaps.merge(try mapReader.maps(value)) { _, new in new }
      default: break
      }
    }
    for member in members where member.name == "tasks" {
      for task in try member.value.members() { try read(task, into: &template) }
    }
    for index in template.tasks.indices { template.tasks[index].order = template.order + index }
    template.valueMaps.merge(try namedMaps(of: template)) { base, _ in base }
    return template
  }

  private mutating func read(_ member: LocatedNode.Member, into template: inout Template) throws(ProjectError) {
    let index = template.tasks.firstIndex { $0.name == member.name }
    var task =
      index.map { template.tasks[$0] }
      ?? TaskTemplate(name: member.name, source: "", destination: "", order: 0, fields: [])
    let members = try member.value.members(of: Self.taskMembers)
    if index == nil {
      try Self.require(["from", "to", "fields"], among: members, at: member.place, of: "the task \(member.name)")
    }
    places.tasks[member.name] = member.place
    for part in members { try read(part, into: &task) }
    guard task.fields.contains(where: \.isKey) else {
      throw .missing(member.place, what: "a field with key: true", of: "the task \(member.name)")
    }
    if let index { template.tasks[index] = task } else { template.tasks.append(task) }
  }

  private mutating func read(_ part: LocatedNode.Member, into task: inout TaskTemplate) throws(ProjectError) {
    let value = part.value
    switch part.name {
    case "from": task.source = try value.text()
    case "to": task.destination = try value.text()
    case "filter":
      task.filterText = try value.text()
      do { task.filter = try FilterExpression.parse(task.filterText) } catch {
        throw .wrongFilter(value.place, task: task.name, error)
      }
      places.filters[task.name] = value.place
    case "header": task.header = try value.text()
    case "generates": task.generates = try FieldReader.choice(value, among: Generation.allCases)
    case "derive":
      for column in try value.members() {
        task.derivations[column.name] = try DerivationReader.derivation(column.value)
      }
    case "rename": try rename(value, in: &task)
    case "remove":
      for item in try value.items() {
        task.fields.remove(at: try position(of: try item.text(), at: item.place, in: task))
      }
    default: try readFields(value, into: &task)
    }
  }

  private func rename(_ node: LocatedNode, in task: inout TaskTemplate) throws(ProjectError) {
    for member in try node.members() {
      task.fields[try position(of: member.name, at: member.place, in: task)].destination = try member.value.text()
    }
  }

  private mutating func readFields(_ node: LocatedNode, into task: inout TaskTemplate) throws(ProjectError) {
    var seen: Set<String> = []
    for member in try node.members() {
      guard seen.insert(member.name.lowercased()).inserted else {
        throw .wrongValue(member.place, what: "the field", value: member.name, expected: "each destination field once")
      }
      let field = try FieldReader.field(member)
      if let map = field.valueMap, valueMaps[map] == nil {
        throw .unknownName(
          member.value.place, kind: .valueMap, name: map, of: "the tool", known: valueMaps.keys.sorted())
      }
      places.fields[[task.name, field.destination.lowercased()]] = member.place
      if let index = task.fields.firstIndex(where: { $0.destination.lowercased() == member.name.lowercased() }) {
        task.fields[index] = field
      } else {
        task.fields.append(field)
      }
    }
  }

  private func position(of field: String, at place: ProjectPlace, in task: TaskTemplate) throws(ProjectError) -> Int {
    guard let index = task.fields.firstIndex(where: { $0.destination.lowercased() == field.lowercased() }) else {
      throw .unknownName(
        place, kind: .field, name: field, of: "the task \(task.name)", known: task.fields.map(\.destination))
    }
    return index
  }

  private func namedMaps(of template: Template) throws(ProjectError) -> [String: ValueMap] {
    let names = Set(template.tasks.flatMap(\.fields).compactMap(\.valueMap))
    return valueMaps.filter { names.contains($0.key) }
  }
}
