// Hot path (`write`): no allocation per record.

import Mapping
import Records

extension SalesFormat {
  /// Common Data Model folders.
  public static let commonDataModel = SalesFormat(
    "cdm", title: "Common Data Model folder", hasIDs: true,
    importSteps: ["lakeFolder"]
  ) { output in
    guard let described = output.described else { preconditionFailure("nobody says where the folder goes") }
    return CommonDataModelWriter(described, chunk: output.chunk)
  } encoder: {
    PartitionEncoder($0, $1)
  }
}

extension FinopsFileFormat {
  /// Common Data Model folders.
  public static let commonDataModel: FinopsFileFormat = {
    var format = FinopsFileFormat(.commonDataModel, fileExtension: "csv", sourceFormat: "") { _ in
      preconditionFailure("the folder is written as a whole")
    }
    (format.isDescribed, format.canBeTailed) = (true, false)
    return format
  }()
}

extension EntityFormat {
  /// Common Data Model folders that are written.
  static let commonDataModel = EntityFormat("cdm") { _, _, _ in nil }
}

/// Writes packages for Sales as Common Data Model folders.
final class CommonDataModelWriter: SalesPackageWriter {
  private let package: DescribedPackageWriter
  private var total = 0

  init(_ output: DescribedPackageOutput, chunk: Int) { package = DescribedPackageWriter(output, chunk: chunk) }

  /// Begins a record; what it is appended to.
  private func begin(aside isAside: Bool = false) throws -> OutputBuffer {
    total += 1
    var buffer = OutputBuffer.none
    try package.lend(&buffer, aside: isAside)
    return buffer
  }

  override func begin(_ schema: EntitySchema, fields: [Field]) { package.begin(schema, fields: fields) }

  override func write(
    _ mapper: borrowing RecordMapper, _ batch: borrowing RecordBatch, id: GUID, _ lookups: borrowing LookupContext
  ) throws {
    var buffer = try begin()
    package.encoder().append(mapper, batch, id: id, lookups, to: &buffer)
    try package.put(&buffer)
  }

  override func write(
    generated record: borrowing GeneratedRecord, id: GUID, _ lookups: borrowing LookupContext
  ) throws {
    var buffer = try begin()
    package.encoder().append(generated: record, id: id, lookups, to: &buffer)
    try package.put(&buffer)
  }

  override func beginAside(_ schema: EntitySchema, fields: [String]) { package.beginAside(schema, fields: fields) }

  override func write(
    aside record: borrowing GeneratedRecord, id: GUID, _ lookups: borrowing LookupContext
  ) throws {
    var buffer = try begin(aside: true)
    package.encoder(aside: true).append(generated: record, id: id, lookups, to: &buffer)
    try package.put(&buffer, aside: true)
  }

  override func end() throws { try package.end() }

  override func finish() throws -> Bool { try package.finish() }

  override var plainBytes: UInt64 { package.plainBytes }

  override var recordsOfPackages: [Int] { [total] }
}
