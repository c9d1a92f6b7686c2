import Findings
import Mapping
import Records
import TestSupport
import Testing

/// Maps records that a test makes up by a plan that it makes up.
struct PlanBench {
  /// What came of a record.
  struct Mapped: Equatable {
    /// The values by destination column; what stands in Sales as the ids that it has there.
    var values: [String: String] = [:]
    var codes: [UInt16] = []
    var passes = true
    var key = ""
    var comparable = ""
    var keyState = RecordMapper.KeyState.whole
  }

  /// The columns of the file. `column@table` and `column@name` are the further parts of a lookup.
  var columns: [String]
  var fields: [FieldMapping] = []
  var filter = FilterExpression.everything
  var header: String?
  /// Whether nothing shows the order of day and month in the file.
  var hasUnclearDates = false
  var valueMaps: [String: ValueMap] = [:]
  var sourceAttributes: [Attribute] = []
  var destinationAttributes: [Attribute] = []
  var destination = Side.finops
  var tables: [SourceLookupIndex] = []
  var destinations: [TargetKeyIndex] = []
  var numbers: [AssignedNumbers] = []
  /// Which values must exist in F&O.
  var existenceRules: [ExistenceRule] = []
  /// What names of countries, states and currencies mean; nothing unless a test gives it.
  var codes: CommonCodes?
  /// How many UTF-16 code units a value has at most in files.
  var mostCharacters = Int.max

  /// A bench with a file of the columns.
  init(columns: [String]) { self.columns = columns }

  /// A bench with one column and one field of the attribute.
  init(_ attribute: Attribute, to destination: Side = .finops, _ change: (inout FieldMapping) -> Void = { _ in }) {
    columns = ["source"]
    self.destination = destination
    destinationAttributes = [attribute]
    var field = FieldMapping(destination: attribute.name, sources: [SourcePath("source")])
    change(&field)
    fields = [field]
  }

  /// A bench that looks the product numbers of a file up in Sales.
  init(lookingUp products: TargetKeyIndex) {
    self.init(columns: ["ProductNumber"])
    destination = .sales
    destinations = [products]
    var product = Attribute(name: "productid", type: .lookup)
    product.targets = ["product"]
    product.missingCode = .productUnknown
    destinationAttributes = [product]
    fields = [FieldMapping(destination: "productid.productnumber", sources: [SourcePath("ProductNumber")])]
  }

  /// Maps the records, each a text for each column: one after another, and prepared in stretches of some lengths, which must
  /// give the same.
  func map(_ rows: [[String]]) -> [Mapped] {
    let batch = RecordBatch(width: columns.count, rows: rows)
    let lookups = lookups()
    var mapper = mapper()
    let mapped = rows.indices.map { record in
      mapper.begin()
      return self.mapped(record, of: batch, &mapper, lookups)
    }
    for length in [1, 3, rows.count] where length > 0 {
      #expect(prepared(rows, batch, lookups, length) == mapped, "prepared \(length) at a time")
    }
    return mapped
  }

  private func prepared(
    _ rows: [[String]], _ batch: RecordBatch, _ lookups: borrowing LookupContext, _ length: Int
  ) -> [Mapped] {
    var mapper = mapper()
    var form = RecordForm()
    var mapped: [Mapped] = []
    for start in stride(from: 0, to: rows.count, by: length) {
      let stretch = start..<min(start + length, rows.count)
      mapper.prepare(batch, stretch, [.filter, .key, .values, .parents], lookups, form: &form)
      for record in stretch {
        mapper.begin(record)
        mapped.append(self.mapped(record, of: batch, &mapper, lookups))
      }
    }
    return mapped
  }

  /// What comes of a record that was begun.
  private func mapped(
    _ record: Int, of batch: RecordBatch, _ mapper: inout RecordMapper, _ lookups: borrowing LookupContext
  ) -> Mapped {
    var mapped = Mapped(passes: mapper.passesFilter(batch, record, lookups))
    var (shown, comparable) = (OutputBuffer(capacity: 64), OutputBuffer(capacity: 64))
    mapped.keyState = mapper.key(batch, record, lookups, shown: &shown, comparable: &comparable)
    (mapped.key, mapped.comparable) = (shown.text, comparable.text)
    mapper.map(batch, record, lookups, parents: true)
    mapped.codes = mapper.issues.map(\.code.number)
    for (place, field) in fields.enumerated() {
      let slot = mapper.output(place)
      if slot.isEmpty { continue }
      var text = OutputBuffer(capacity: 64)
      if slot.origin == .destination {
        lookups.destinations[Int(slot.start)].id(Int(slot.end)).append(to: &text)
      } else {
        mapper.append(slot, batch, to: &text)
      }
      mapped.values[field.column] = text.text
    }
    return mapped
  }

  /// What is known of other records.
  func lookups() -> LookupContext {
    var lookups = LookupContext(existenceRules: existenceRules)
    lookups.tables = tables
    lookups.destinations = destinations
    lookups.numbers = numbers
    return lookups
  }

  /// Maps one record.
  func map(_ row: String...) -> Mapped { map([row])[0] }

  /// A mapper of the plan.
  func mapper() -> RecordMapper {
    var task = TaskTemplate(name: "records", source: "source", destination: "destination", order: 10, fields: fields)
    task.filter = filter
    task.header = header
    var template = Template(
      name: "test", title: "Test", order: 10, destination: destination, tasks: [task], valueMaps: valueMaps)
    if let codes { template.codes = codes }
    var places = SourceColumns(width: columns.count)
    places.hasUnclearDates = hasUnclearDates
    for (place, column) in columns.enumerated() {
      let parts = column.split(separator: "@").map { $0.lowercased() }
      switch parts.count > 1 ? parts[1] : "" {
      case "table": places.tables[parts[0]] = place
      case "name": places.names[parts[0]] = place
      default: places.values[parts[0]] = place
      }
    }
    let compiler = PlanCompiler(
      task, of: template,
      source: EntitySchema(
        side: destination.opposite, name: "source", label: "Source", keys: [], attributes: sourceAttributes),
      destination: EntitySchema(
        side: destination, name: "destination", label: "Destination", keys: [], attributes: destinationAttributes),
      inputColumns: Set(places.values.keys), lookups: LookupSchema(lookups()), mostCharacters: mostCharacters)
    return RecordMapper(compiler.plan(for: places))
  }
}

extension OutputBuffer {
  /// The bytes as a text.
  var text: String { String(decoding: copy(), as: UTF8.self) }
}

extension Attribute {
  /// An attribute of the type, changed as the test needs it.
  static func of(_ type: AttributeType, _ change: (inout Attribute) -> Void = { _ in }) -> Attribute {
    var attribute = Attribute(name: "Field", type: type)
    change(&attribute)
    return attribute
  }
}
