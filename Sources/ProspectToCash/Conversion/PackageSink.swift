import Archives
import Mapping
import Packages
import Records

/// Takes the records of a template that go over and puts them into its package.
final class PackageSink {
  private enum Writer {
    case finops(FinopsPackageWriter)
    case sales(ConfigurationMigrationWriter)
    case none
  }

  /// The template's name as bytes.
  let templateName: [UInt8]
  private let context: RunContext
  private let template: Template
  private let path: String
  private var file: OutputFile?
  private var writer = Writer.none
  private var items: PriceListItems?
  private var table = ""
  private var tableNumber: Int?
  private var nameField: Int?
  private var isLine = false
  private var records = 0

  init(_ template: Template, context: RunContext) throws {
    self.template = template
    self.context = context
    templateName = Array(template.name.utf8)
    path = "packages/\(template.fileNumber)-\(template.name).zip"
    if context.options.isDryRun { return }
    let path = path
    let makeZip = { [unowned self] () throws -> ZipWriter in
      let file = try context.output.file(path)
      self.file = file
      return ZipWriter(file: file, level: context.options.compression, time: context.time, pool: context.pool)
    }
    if template.destination == .finops {
      let project = "P2C-\(template.name.filter { $0 != "'" })"
      writer = .finops(FinopsPackageWriter(project: project, format: context.options.fileFormat, makeZip: makeZip))
    } else {
      writer = .sales(ConfigurationMigrationWriter(timestamp: DateTime(epoch: context.time), makeZip: makeZip))
    }
  }

  /// Whether each record makes a price list item besides.
  var generatesItems: Bool { items != nil }

  /// Begins the entity of a task.
  func begin(_ state: TaskState, level: Int) {
    table = state.destination.name
    isLine = state.task.header != nil
    tableNumber = nil
    nameField = state.task.fields.firstIndex { $0.destination == state.destination.primaryName }
    switch writer {
    case .finops(let finops): finops.begin(state.destination, fields: state.written, level: level)
    case .sales(let sales): sales.begin(state.destination, fields: state.fieldsWithGenerated)
    case .none: break
    }
    if state.task.generates == .priceListItems, template.destination == .sales {
      items = PriceListItems(state.task, context: context)
    }
  }

  /// The number of the destination table that holds the natural keys of an entity of Sales.
  func ownTable(_ destination: String, _ knowledge: borrowing Knowledge) -> Int? {
    guard template.destination == .sales, let key = DestinationKnowledge.ownKeys[destination] else { return nil }
    return knowledge.destination(destination, key: key)
  }

  /// Writes a record for F&O.
  func write(_ mapper: borrowing RecordMapper, _ batch: borrowing RecordBatch) throws {
    records += 1
    if case .finops(let finops) = writer { try finops.write(mapper, batch) }
  }

  /// Writes a record for Sales under the id that it has there, or gets.
  func write(
    _ mapper: borrowing RecordMapper, _ batch: borrowing RecordBatch, _ verdict: borrowing RecordVerdict,
    _ knowledge: inout Knowledge, _ ids: inout NameBasedID, company: String
  ) throws -> GUID {
    records += 1
    if tableNumber == nil {
      tableNumber =
        isLine
        ? knowledge.destination(table, key: DestinationKnowledge.lineKey) : ownTable(table, knowledge) ?? -1
    }
    let number = tableNumber ?? -1
    let id: GUID
    if number >= 0, let entry = knowledge.destinations[number].find(verdict.comparable.span) {
      id = knowledge.destinations[number].id(entry)
    } else {
      id = PackageSink.newID(&ids, table, company, verdict.shown)
    }
    if case .sales(let sales) = writer { try sales.write(mapper, batch, id: id, knowledge) }
    if !isLine, number >= 0 {
      var name = OutputBuffer(capacity: 128)
      if let nameField { mapper.append(mapper.outputs[nameField], batch, to: &name) }
      knowledge.destinations[number].addWritten(key: verdict.comparable.span, id: id, name: name.span)
    }
    try items?.add(mapper, batch, product: id, verdict, knowledge, &ids)
    return id
  }

  /// The id of a new record: a UUID of version 5 of table, company and key.
  static func newID(
    _ ids: inout NameBasedID, _ table: String, _ company: String, _ key: borrowing OutputBuffer
  ) -> GUID {
    ids.begin()
    for byte in table.utf8 { ids.append(byte) }
    ids.append(UInt8(ascii: "|"))
    for byte in company.utf8 { ids.append(byte) }
    ids.append(UInt8(ascii: "|"))
    ids.append(key.span)
    return ids.finish()
  }

  /// Writes a generated record of the entity under way.
  func write(generated fields: borrowing OutputBuffer, id: GUID) throws {
    records += 1
    if case .sales(let sales) = writer { try sales.write(generated: fields, id: id) }
  }

  /// Ends the entity, and writes what its records have made besides.
  func end(_ knowledge: borrowing Knowledge) throws {
    switch writer {
    case .finops(let finops): try finops.end()
    case .sales(let sales):
      try sales.end()
      if let items {
        records += items.records
        try items.finish(sales)
      }
    case .none: break
    }
  }

  /// Ends the package; what was written.
  func finish() throws -> [PackageReport] {
    let isWritten: Bool
    switch writer {
    case .finops(let finops): isWritten = try finops.finish()
    case .sales(let sales): isWritten = try sales.finish()
    case .none: isWritten = false
    }
    guard isWritten else { return [] }
    try file?.close(sync: false)
    let digest = try FileDigest(path: context.output.temporaryPath(of: path))
    return [PackageReport(path: path, sha256: digest.sha256, bytes: digest.bytes, records: records)]
  }
}
