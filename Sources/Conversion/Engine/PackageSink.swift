import Archives
import Mapping
import Packages
import Records

/// Takes records of a template that are written and puts them into one package, or into several where the format has a limit.
final class PackageSink {
  private enum Writer {
    case finops(FinopsPackageWriter)
    case sales(SalesPackageWriter)
    case none
  }

  private let context: RunContext
  private let makePath: () -> String
  private var files: [(path: String, file: OutputFile)] = []
  private var writer = Writer.none
  private var items: PriceListItems?
  private var tally: WritingTally?
  /// The entity under way, where its files do not tell it by themselves.
  private var entity: String?
  /// What must be found when the packages are read back; complete with the last entity's end.
  private(set) var tallies: [EntityTally] = []
  /// The records written so far, generated ones among them, but no price list items.
  private(set) var records = 0

  /// Reads the packages while they are written; nil if they are read back afterwards, or not at all.
  let tailing: TailingPackages?

  /// A sink whose package gets the path that `makePath` gives when its first record comes. One of many takes little room.
  init(
    _ template: Template, context: RunContext, isOneOfMany: Bool, isTailed: Bool, makePath: @escaping () -> String
  ) {
    tailing = isTailed ? TailingPackages(schemas: context.schemas) : nil
    self.context = context
    self.makePath = makePath
    if context.options.isDryRun || context.output == nil { return }
    let makeZip = { [unowned self] () throws -> ZipWriter in try self.makeZip() }
    let chunk = isOneOfMany ? 64 << 10 : 1 << 20
    let makeSpool = { () throws -> DeflatedSpool in
      DeflatedSpool(file: try context.temporaryFile(), level: context.options.compression, pool: context.pool)
    }
    let described = DescribedPackageOutput(
      name: template.name, location: context.options.folderLocation, time: DateTime(epoch: context.time.seconds),
      makeSpool: makeSpool, makeZip: makeZip
    ) { [unowned self] in OutputFolder.stem(of: self.files.last?.path ?? "") }
    if template.destination == .finops {
      let project = "P2C-\(template.name.filter { $0 != "'" })"
      writer = .finops(
        FinopsPackageWriter(
          project: project, format: context.options.fileFormat, chunk: chunk, makeFile: context.temporaryFile,
          described: described, makeZip: makeZip))
    } else {
      var output = SalesPackageOutput(
        timestamp: DateTime(epoch: context.time.seconds), chunk: chunk, makeZip: makeZip,
        makeFile: context.temporaryFile, makeSpool: makeSpool)
      output.described = described
      writer = .sales(context.options.salesFormat.makeWriter(output))
    }
  }

  /// Opens the next package; the one before is complete.
  private func makeZip() throws -> ZipWriter {
    guard let output = context.output else { preconditionFailure("a run without output writes no packages") }
    try files.last?.file.close(sync: false)
    let path = makePath()
    let file = try output.file(path)
    files.append((path, file))
    return ZipWriter(
      file: file, level: context.options.compression, time: context.time.seconds, pool: context.pool
    ) { [unowned self] entry in
      // What begins between the entities is small, and read when the package has ended.
      if tally != nil { tailing?.follow(entry, entity: entity) }
    }
  }

  /// The bytes of the entity under way and of what its records make besides, before deflating. It only grows while an
  /// entity is under way.
  var plainBytes: UInt64 {
    switch writer {
    case .finops(let finops): finops.plainBytes
    case .sales(let sales): sales.plainBytes
    case .none: 0
    }
  }

  /// Begins the entity of a task.
  func begin(_ entity: WrittenEntity) throws {
    items = nil
    switch writer {
    case .finops(let finops): finops.begin(entity.schema, fields: entity.fields, level: entity.level)
    case .sales(let sales):
      sales.begin(entity.schema, fields: entity.fields)
      if entity.generatesItems {
        guard let schema = try context.schemas.schema(named: ProductCatalogue.items) else {
          throw ConversionError.unknownEntity(ProductCatalogue.items)
        }
        items = PriceListItems(entity.task, schema, writer: sales, context: context)
      }
    case .none: break
    }
    tally = writesNothing ? nil : WritingTally(entity, hasIDs: hasIDs)
    self.entity = entity.schema.side == .finops ? entity.schema.name : nil
    if let tally { tailing?.expect(tally.tally) }
    if let items { tailing?.expect(items.tally) }
  }

  private var writesNothing: Bool {
    if case .none = writer { true } else { false }
  }

  /// Whether the package has the records' ids.
  private var hasIDs: Bool {
    if case .sales = writer { context.options.salesFormat.hasIDs } else { false }
  }

  /// Writes a record, which has its id if it goes to Sales.
  func write(_ record: inout RecordView, _ lookups: borrowing LookupContext) throws {
    records += 1
    switch writer {
    case .finops(let finops):
      if finops.isFull {
        let format = context.options.fileFormat
        throw ConversionError.tooManyRecords(entity: entity ?? "", format: format.name, most: format.mostRecords)
      }
      try finops.write(record.mapper, record.batch)
      tally?.add(record.mapper, record.batch)
    case .sales(let sales):
      guard let id = record.id else { preconditionFailure("a record goes to Sales without an id") }
      try sales.write(record.mapper, record.batch, id: id, lookups)
      tally?.add(record.mapper, record.batch, id: id)
      try items?.add(&record, lookups)
    case .none: break
    }
  }

  /// Writes the price list item of a record that is not written itself.
  func writeItem(_ record: inout RecordView, _ lookups: borrowing LookupContext) throws {
    try items?.add(&record, lookups)
  }

  /// Writes a generated record of the entity under way.
  func write(generated record: borrowing GeneratedRecord, id: GUID, _ lookups: borrowing LookupContext) throws {
    records += 1
    if case .sales(let sales) = writer { try sales.write(generated: record, id: id, lookups) }
    tally?.add(generated: record, id: id)
  }

  /// Ends the entity, and writes what its records have made besides.
  func end() throws {
    switch writer {
    case .finops(let finops): try finops.end()
    case .sales(let sales): try sales.end()
    case .none: break
    }
    if let tally { tallies.add(tally.tally) }
    if let items { tallies.add(items.tally) }
    tally = nil
  }

  /// Ends the package; what was written, but for its digest.
  func finish() throws -> [PackageReport] {
    let isWritten: Bool
    var counts = [records]
    switch writer {
    case .finops(let finops): isWritten = try finops.finish()
    case .sales(let sales):
      isWritten = try sales.finish()
      counts = sales.recordsOfPackages
    case .none: isWritten = false
    }
    // The writers' buffers are not needed any more, while other packages are still written.
    (writer, items) = (.none, nil)
    guard isWritten else { return [] }
    try files.last?.file.close(sync: false)
    return zip(files, counts).map { file, records in
      PackageReport(path: file.path, bytes: file.file.bytesWritten, records: records)
    }
  }
}
