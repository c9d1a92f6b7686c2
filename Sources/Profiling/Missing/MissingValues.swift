import Conversion
import Findings
import Mapping
import Packages
import Records

/// Gathers the values of a run that no value map knows and that the destination lacks, as the run itself judges its records.
final class MissingValues: RunObserver {
  /// What makes a value one of these.
  static let codes: Set<FindingCode> = [
    .notInValueMap, .productUnknown, .customerUnknown, .unitUnknown, .priceListUnknown, .currencyUnknown,
    .orderUnknown, .severalCandidates, .unitGroupMissing,
  ]

  /// The values of one destination field, and what might be meant.
  struct Field {
    let template: String
    let task: String
    let field: String
    let source: String
    let map: String?
    let target: String?
    let code: FindingCode
    let choices: Choices
    var values: ValueTally
  }

  private let schemas: SchemaCatalogue
  private let most: Int
  private(set) var fields: [Field] = []
  /// For each task at hand, by field and code, the place among `fields`.
  private var places: [[Int: [FindingCode: Int]]] = []
  private var template: Template?
  private var tasks: [(task: TaskTemplate, source: EntitySchema?, destination: EntitySchema)] = []
  private var names: [String: [String]] = [:]
  private var text = OutputBuffer(capacity: 256)

  init(_ schemas: SchemaCatalogue, most: Int) {
    self.schemas = schemas
    self.most = most
  }

  func begin(
    _ template: Template, _ states: [TaskState], _ lookups: borrowing LookupContext, _ companies: ReferenceCompanies
  ) throws {
    self.template = template
    tasks = states.map { ($0.task, $0.source, $0.destination) }
    places = states.map { _ in [:] }
    names = [:]
    for state in states {
      for field in state.task.fields {
        guard let target = MissingValues.target(of: field, in: state.destination), names[target] == nil,
          let number = try lookups.destination(target, of: schemas)
        else { continue }
        names[target] = lookups.destinations[number].keyNames(most: Choices.mostNames)
      }
    }
  }

  /// The table of the destination that a field's records are looked up in first.
  private static func target(of field: FieldMapping, in destination: EntitySchema) -> String? {
    guard let attribute = destination.attribute(named: field.column), attribute.type == .lookup else { return nil }
    let path = SourcePath(field.destination)
    return path.targets.first?.table ?? attribute.targets.first?.lowercased()
  }

  func rejected(_ record: inout RecordView, _ lookups: borrowing LookupContext) throws {
    for place in record.issues.all.indices {
      let issue = record.issues.all[place]
      guard let field = issue.field, MissingValues.codes.contains(issue.code) else { continue }
      let slot = record.mapper.readValue(of: field, record.batch, record.index)
      if slot.isEmpty { continue }
      text.truncate(to: 0)
      record.mapper.append(slot, record.batch, to: &text)
      if text.count == 0 { continue }
      fields[self.place(of: issue.code, field, record.task)].values.add(text.span)
    }
  }

  private func place(of code: FindingCode, _ field: Int, _ index: Int) -> Int {
    if let known = places[index][field]?[code] { return known }
    let task = tasks[index]
    let mapping = task.task.fields[field]
    let isMap = code == .notInValueMap
    let target = isMap ? nil : MissingValues.target(of: mapping, in: task.destination)
    let map = mapping.valueMap
    let column = mapping.sources.first.flatMap { $0.isLookup ? nil : $0.column }
    fields.append(
      Field(
        template: template?.name ?? "", task: task.task.name, field: mapping.column,
        source: mapping.sources.map(\.text).joined(separator: ", "), map: map, target: target, code: code,
        choices: Choices(
          map: map.flatMap { template?.valueMaps[$0] }, attribute: column.flatMap { task.source?.attribute(named: $0) },
          names: target.flatMap { names[$0] } ?? [], isUnit: map == "unit" || target == "uom"),
        values: ValueTally(most: most)))
    places[index][field, default: [:]][code] = fields.count - 1
    return fields.count - 1
  }

  /// The fields with such values, in the order of templates, tasks, fields and codes.
  func results(_ templates: [Template]) -> [Field] {
    func rank(_ field: Field) -> (Int, Int, Int) {
      guard let template = templates.firstIndex(where: { $0.name == field.template }),
        let task = templates[template].tasks.firstIndex(where: { $0.name == field.task })
      else { return (0, 0, 0) }
      let place = templates[template].tasks[task].fields.firstIndex { $0.column == field.field } ?? 0
      return (template, task, place)
    }
    return fields.sorted { left, right in
      let (one, other) = (rank(left), rank(right))
      return one == other ? left.code < right.code : one < other
    }
  }
}
