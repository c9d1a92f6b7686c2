import Archives
import Mapping
import Packages
import Records

/// The package that brings assigned numbers back into Sales: ids and numbers, nothing else. It is numbered when it would
/// become larger than asked for.
final class NumbersPackage {
  /// More than manifest and schema take.
  private static let frame: UInt64 = 4096

  private let names = SplitNames(base: "packages/005-numbers")
  private let context: RunContext
  private var table: (schema: EntitySchema, column: String)?
  private var writer: SalesPackageWriter?
  private var file: (path: String, file: OutputFile)?
  private var record = GeneratedRecord()
  private var reports: [PackageReport] = []
  /// What must be found when the packages are read back.
  private(set) var tallies: [EntityTally] = []

  init(_ context: RunContext) { self.context = context }

  /// Begins a table.
  func begin(_ schema: EntitySchema, column: String) {
    table = (schema, column)
    writer?.begin(schema, fields: [(column, -1)])
  }

  /// Adds the number of a record.
  func add(_ number: borrowing OutputBuffer, id: GUID, _ lookups: borrowing LookupContext) throws {
    guard !context.options.isDryRun, context.writesNumbers, let output = context.output, let table else { return }
    if let writer, isFull(writer) {
      try writer.end()
      try close()
    }
    if writer == nil {
      let path = names.provisional(reports.count + 1)
      writer = makeWriter(output, path)
      writer?.begin(table.schema, fields: [(table.column, -1)])
    }
    record.begin()
    record.append(number.span)
    try writer?.write(generated: record, id: id, lookups)
    var tally = EntityTally(table.schema.name, key: .id)
    tally.add(id)
    tallies.add(tally)
  }

  /// A writer of the chosen format, or of the usual one where that has no ids.
  private func makeWriter(_ output: OutputDirectory, _ path: String) -> SalesPackageWriter {
    let context = context
    let makeZip = { [unowned self] () throws -> ZipWriter in
      let file = try output.file(path)
      self.file = (path, file)
      return ZipWriter(file: file, level: context.options.compression, time: context.time.seconds, pool: context.pool)
    }
    let makeSpool = { () throws -> DeflatedSpool in
      DeflatedSpool(file: try context.temporaryFile(), level: context.options.compression, pool: context.pool)
    }
    var described = SalesPackageOutput(
      timestamp: DateTime(epoch: context.time.seconds), chunk: 64 << 10, makeZip: makeZip,
      makeFile: context.temporaryFile, makeSpool: makeSpool)
    described.described = DescribedPackageOutput(
      name: "numbers", location: context.options.folderLocation, time: described.timestamp, makeSpool: makeSpool,
      makeZip: makeZip
    ) { OutputFolder.stem(of: path) }
    let format = context.options.salesFormat
    return (format.hasIDs ? format : .configurationMigration).makeWriter(described)
  }

  /// Whether another record could be one too many. Deflating only makes it less.
  private func isFull(_ writer: SalesPackageWriter) -> Bool {
    let records = writer.recordsOfPackages.first ?? 0
    if records == 0 { return false }
    if let most = context.options.maxRecords, records >= most { return true }
    return context.options.maxPackageSize.map { writer.plainBytes + NumbersPackage.frame > $0 } ?? false
  }

  /// Ends the table.
  func end() throws { try writer?.end() }

  /// Ends the last package; what was written.
  func finish() throws -> [PackageReport] {
    try close()
    for (index, name) in names.names(reports.count).enumerated() where reports[index].path != name {
      try context.output?.move(reports[index].path, to: name)
      reports[index].path = name
    }
    return reports
  }

  private func close() throws {
    guard let finished = writer, let output = context.output else { return }
    writer = nil
    let records = finished.recordsOfPackages.first ?? 0
    guard try finished.finish(), let file else { return }
    try file.file.close(sync: false)
    let digest = try FileDigest(path: output.temporaryPath(of: file.path))
    reports.append(
      PackageReport(path: file.path, sha256: digest.sha256, bytes: digest.bytes, records: records))
  }
}
