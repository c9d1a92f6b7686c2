// Hot path (`write`): no allocation per record.

public import Archives
public import Mapping
public import Records

/// Writes zips of CSV files for the import wizard of Sales: one file for each table, named by its display name.
///
/// The wizard takes files of 8 MB and zips of 32 MB. A table that is larger goes on in a further zip, in a file of the same
/// name, as the name is what maps it; so a zip has one file for a table, and of the two or three tables of a template
/// none comes near to the second limit. Zips are to be imported one after the other: lines never come before headers.
///
/// Files have no column of ids: the wizard gives new records ids of its own, and finds the others by their numbers.
public final class ImportWizardWriter {
  /// The most bytes of a file that the wizard takes, with some to spare.
  public static let standardFileLimit = 8_000_000

  private let makeZip: (_ number: Int) throws -> ZipWriter
  private let fileLimit: Int
  private let encoder = CSVEncoder()
  private var zip: ZipWriter?
  private var schema: EntitySchema?
  private var columns: [ImportWizardColumn] = []
  private var isInFile = false
  private var rowsOfFile = 0
  private var flushed = 0
  private var buffer = OutputBuffer(capacity: (1 << 20) + (64 << 10))
  private var key = OutputBuffer(capacity: 128)
  private var isByName: [Bool] = []

  /// The bytes of all rows so far, before deflating.
  public private(set) var plainBytes: UInt64 = 0
  /// The records of each zip so far.
  public private(set) var recordsOfZips: [Int] = []

  /// A writer; `makeZip` opens the file of the zip of a number, from 1, when the one before is complete.
  public init(
    fileLimit: Int = ImportWizardWriter.standardFileLimit, makeZip: @escaping (_ number: Int) throws -> ZipWriter
  ) {
    self.fileLimit = fileLimit
    self.makeZip = makeZip
  }

  /// Begins a table. `fields` are the destination columns in the template's order and their places in it.
  public func begin(_ schema: EntitySchema, fields: [(name: String, field: Int)]) {
    self.schema = schema
    columns = ImportWizardColumn.columns(schema, fields)
  }

  /// Writes a record that a mapper has mapped.
  public func write(
    _ mapper: borrowing RecordMapper, _ batch: borrowing RecordBatch, _ knowledge: borrowing Knowledge
  ) throws {
    let start = try beginRow()
    for place in columns.indices {
      if place > 0 { encoder.delimiter(to: &buffer) }
      let field = columns[place].field
      guard field >= 0 else { continue }
      let slot = mapper.outputs[field]
      if slot.origin == .destination {
        key.truncate(to: 0)
        if isFoundByName(Int(slot.start), knowledge) {
          knowledge.destinations[Int(slot.start)].appendName(Int(slot.end), to: &key)
        } else {
          mapper.appendLookupKey(of: field, batch, knowledge, to: &key)
        }
        encoder.field(key.span, to: &buffer)
      } else {
        mapper.forText(of: field, batch) { append($0, place) }
      }
    }
    try endRow(start)
  }

  /// Writes a generated record of the table under way, with a value for each of its columns.
  public func write(generated record: borrowing GeneratedRecord, _ knowledge: borrowing Knowledge) throws {
    let start = try beginRow()
    for place in columns.indices {
      if place > 0 { encoder.delimiter(to: &buffer) }
      switch record.cells[place] {
      case .nothing: continue
      case .text(let start, let end): append(record.text(start, end), place)
      case .lookup(let table, let entry):
        key.truncate(to: 0)
        if isFoundByName(table, knowledge) {
          knowledge.destinations[table].appendName(entry, to: &key)
        } else if !record.name(place).isEmpty {
          key.append(record.name(place))
        } else {
          knowledge.destinations[table].appendKey(entry, to: &key)
        }
        encoder.field(key.span, to: &buffer)
      }
    }
    try endRow(start)
  }

  /// Writes a row of the table under way whose cells are encoded already, without the end of its line.
  public func write(row: ArraySlice<UInt8>) throws {
    let start = try beginRow()
    buffer.append(row.span)
    try endRow(start)
  }

  private func append(_ text: Span<UInt8>, _ place: Int) { columns[place].append(text, encoder, to: &buffer) }

  /// Whether records of a destination table are named by their primary name, not by a number that users know.
  private func isFoundByName(_ table: Int, _ knowledge: borrowing Knowledge) -> Bool {
    while isByName.count <= table {
      isByName.append(["name", "isocurrencycode"].contains(knowledge.destinations[isByName.count].keyColumn))
    }
    return isByName[table]
  }

  // MARK: Files and zips

  private func beginRow() throws -> Int {
    if !isInFile { try beginFile() }
    return buffer.count
  }

  private func endRow(_ start: Int) throws {
    encoder.lineEnd(to: &buffer)
    plainBytes += UInt64(buffer.count - start)
    if rowsOfFile > 0, flushed + buffer.count > fileLimit {
      // The row that would be too much begins the same table's file in the next zip.
      let row = Array(buffer.copy()[start...])
      buffer.truncate(to: start)
      try endFile()
      try endZip()
      try beginFile()
      buffer.append(row)
    }
    rowsOfFile += 1
    recordsOfZips[recordsOfZips.count - 1] += 1
    if buffer.count >= 1 << 20 { try flush() }
  }

  private func beginFile() throws {
    if zip == nil {
      recordsOfZips.append(0)
      zip = try makeZip(recordsOfZips.count)
    }
    try zip?.begin((schema?.label ?? "") + ".csv")
    isInFile = true
    (rowsOfFile, flushed) = (0, 0)
    // Without the mark the wizard takes UTF-8 for the code page of the user.
    buffer.append("\u{FEFF}" as StaticString)
    encoder.record(columns.map(\.heading), to: &buffer)
  }

  private func flush() throws {
    flushed += buffer.count
    try buffer.drain { (bytes) throws(ArchiveError) in try zip?.write(bytes) }
  }

  private func endFile() throws {
    try flush()
    try zip?.end()
    isInFile = false
  }

  private func endZip() throws {
    try zip?.finish()
    zip = nil
  }

  /// Ends the table.
  public func end() throws {
    if isInFile { try endFile() }
  }

  /// Ends the last zip; false if there is none, since no record came.
  public func finish() throws -> Bool {
    try endZip()
    return !recordsOfZips.isEmpty
  }
}
