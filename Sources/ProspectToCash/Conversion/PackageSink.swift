import Archives
import Mapping
import Packages
import Records

/// Takes the records of a template that go over and puts them into its package.
final class PackageSink {
  private enum Writer {
    case finops(FinopsPackageWriter)
    case sales(ConfigurationMigrationWriter)
    case wizard(ImportWizardWriter)
    case none
  }

  /// The template's name as bytes.
  let templateName: [UInt8]
  private let context: RunContext
  private let template: Template
  private var files: [(path: String, file: OutputFile)] = []
  private var writer = Writer.none
  private var items: PriceListItems?
  private var records = 0

  init(_ template: Template, context: RunContext) throws {
    self.template = template
    self.context = context
    templateName = Array(template.name.utf8)
    if context.options.isDryRun || context.output == nil { return }
    let makeZip = { [unowned self] () throws -> ZipWriter in try self.makeZip(1) }
    if template.destination == .finops {
      let project = "P2C-\(template.name.filter { $0 != "'" })"
      writer = .finops(FinopsPackageWriter(project: project, format: context.options.fileFormat, makeZip: makeZip))
    } else if context.options.writesSalesCSV {
      writer = .wizard(ImportWizardWriter { [unowned self] number in try self.makeZip(number) })
    } else {
      writer = .sales(ConfigurationMigrationWriter(timestamp: DateTime(epoch: context.time), makeZip: makeZip))
    }
  }

  /// Opens the package of a number; the one before is complete.
  private func makeZip(_ number: Int) throws -> ZipWriter {
    guard let output = context.output else { preconditionFailure("a run without output writes no packages") }
    try files.last?.file.close(sync: false)
    let path = "packages/\(template.fileNumber)-\(template.name)\(number > 1 ? "-\(number)" : "").zip"
    let file = try output.file(path)
    files.append((path, file))
    return ZipWriter(file: file, level: context.options.compression, time: context.time, pool: context.pool)
  }

  /// Whether each record makes a price list item besides.
  var generatesItems: Bool { items != nil }

  /// Begins the entity of a task.
  func begin(_ state: TaskState, level: Int) {
    switch writer {
    case .finops(let finops): finops.begin(state.destination, fields: state.written, level: level)
    case .sales(let sales): sales.begin(state.destination, fields: state.fieldsWithGenerated)
    case .wizard(let wizard): wizard.begin(state.destination, fields: state.fieldsWithGenerated)
    case .none: break
    }
    if state.task.generates == .priceListItems, template.destination == .sales {
      items = PriceListItems(state.task, context: context)
    }
  }

  /// Writes a record for F&O.
  func write(_ mapper: borrowing RecordMapper, _ batch: borrowing RecordBatch) throws {
    records += 1
    if case .finops(let finops) = writer { try finops.write(mapper, batch) }
  }

  /// Writes a record for Sales under its id.
  func write(
    _ mapper: borrowing RecordMapper, _ batch: borrowing RecordBatch, id: GUID, _ verdict: borrowing RecordVerdict,
    _ knowledge: borrowing Knowledge, _ ids: inout NameBasedID
  ) throws {
    records += 1
    switch writer {
    case .sales(let sales): try sales.write(mapper, batch, id: id, knowledge)
    case .wizard(let wizard): try wizard.write(mapper, batch, knowledge)
    default: break
    }
    try items?.add(mapper, batch, product: id, verdict, knowledge, &ids)
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
  func write(generated record: borrowing GeneratedRecord, id: GUID, _ knowledge: borrowing Knowledge) throws {
    records += 1
    switch writer {
    case .sales(let sales): try sales.write(generated: record, id: id, knowledge)
    case .wizard(let wizard): try wizard.write(generated: record, knowledge)
    default: break
    }
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
    case .wizard(let wizard):
      try wizard.end()
      try items?.finish(wizard)
    case .none: break
    }
  }

  /// Ends the package; what was written.
  func finish() throws -> [PackageReport] {
    let isWritten: Bool
    var counts = [records]
    switch writer {
    case .finops(let finops): isWritten = try finops.finish()
    case .sales(let sales): isWritten = try sales.finish()
    case .wizard(let wizard):
      isWritten = try wizard.finish()
      counts = wizard.recordsOfZips
    case .none: isWritten = false
    }
    guard isWritten, let output = context.output else { return [] }
    try files.last?.file.close(sync: false)
    return try zip(files, counts).map { file, records in
      let digest = try FileDigest(path: output.temporaryPath(of: file.path))
      return PackageReport(path: file.path, sha256: digest.sha256, bytes: digest.bytes, records: records)
    }
  }
}
