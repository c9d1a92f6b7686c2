import Archives
import Mapping
import Records

/// Writes a package whose content is a Common Data Model folder: manifest, definitions, partitions.
///
/// Descriptions come first and know only the tables with records, so partitions are deflated aside, and the package is put
/// together at the end. Without records there is none.
final class DescribedPackageWriter {
  /// A table of the package.
  private final class Table {
    let schema: EntitySchema
    let encoder: PartitionEncoder
    var spool: DeflatedSpool?
    var buffer = OutputBuffer.none
    var records = 0

    init(_ schema: EntitySchema, _ fields: [(name: String, field: Int)]) {
      self.schema = schema
      encoder = PartitionEncoder(schema, fields)
    }

    /// The bytes of records so far, before deflating.
    var plainBytes: UInt64 { (spool?.plainBytes ?? 0) + UInt64(buffer.count) }

    /// Hands the bytes on that were collected.
    func flush() throws {
      guard let spool else { return }
      try buffer.drain { (bytes) throws(ArchiveError) in try spool.write(bytes) }
    }
  }

  private let output: DescribedPackageOutput
  private let chunk: Int
  private var tables: [Table] = []
  private var current: Table?
  private var aside: Table?

  /// A writer that hands bytes on in chunks of about the given size.
  init(_ output: DescribedPackageOutput, chunk: Int) {
    self.output = output
    self.chunk = chunk
  }

  /// The tables that are not written yet.
  private var open: [Table] { [current, aside].compactMap(\.self) }

  /// The records of all tables.
  var records: Int { (tables + open).reduce(0) { $0 + $1.records } }

  /// The bytes of records so far, before deflating.
  var plainBytes: UInt64 { (tables + open).reduce(0) { $0 + $1.plainBytes } }

  /// Begins a table.
  func begin(_ schema: EntitySchema, fields: [(name: String, field: Int)]) { current = Table(schema, fields) }

  /// Begins a table whose records come while those of another one are written, and stand behind it.
  func beginAside(_ schema: EntitySchema, fields: [String]) { aside = Table(schema, fields.map { ($0, -1) }) }

  private func table(aside isAside: Bool) -> Table {
    guard let table = isAside ? aside : current else { preconditionFailure("no table has begun") }
    return table
  }

  /// What makes rows of the table under way, or of the one beside it.
  func encoder(aside isAside: Bool = false) -> PartitionEncoder { table(aside: isAside).encoder }

  /// Lends the buffer to which a record of the table is appended. `put` gives it back.
  func lend(_ buffer: inout OutputBuffer, aside isAside: Bool = false) throws {
    let table = table(aside: isAside)
    if table.spool == nil {
      table.spool = try output.makeSpool()
      table.buffer = OutputBuffer(capacity: chunk + 4096)
    }
    swap(&buffer, &table.buffer)
  }

  /// Takes the buffer back with a record more.
  func put(_ buffer: inout OutputBuffer, aside isAside: Bool = false) throws {
    let table = table(aside: isAside)
    swap(&buffer, &table.buffer)
    table.records += 1
    if table.buffer.count >= chunk { try table.flush() }
  }

  /// Ends the table, and the one beside it.
  func end() throws {
    for table in open where table.records > 0 {
      try table.flush()
      table.buffer = .none
      tables.append(table)
    }
    (current, aside) = (nil, nil)
  }

  /// Puts the package together; false if there is none, since no record came.
  func finish() throws -> Bool {
    if tables.isEmpty { return false }
    let zip = try output.makeZip()
    func add(_ name: String, _ document: JSONValue) throws {
      try zip.begin(name)
      try zip.write(document.document)
      try zip.end()
    }
    let descriptions = tables.map {
      WrittenDescription(name: $0.schema.name, label: $0.schema.label, columns: $0.encoder.columns)
    }
    try add(ManifestDocument.usualName, WrittenDescription.manifest(output.name, descriptions))
    if let location = output.location {
      try add(
        ModelDocument.fileName,
        WrittenDescription.model(output.name, descriptions, at: "\(location)/\(output.path())", time: output.time))
    }
    for description in descriptions { try add("\(description.name).cdm.json", description.definition) }
    for table in tables {
      try zip.begin("\(table.schema.name)/\(table.schema.name).csv")
      if let spool = table.spool { try zip.append(spool) }
      try zip.end()
    }
    try zip.finish()
    tables = []
    return true
  }
}
