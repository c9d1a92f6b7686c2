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
public final class ImportWizardWriter: SalesPackageWriter {
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
  private var row = OutputBuffer(capacity: 512)
  private var isByName: [Bool] = []

  /// The bytes of all rows so far, before deflating.
  public override var plainBytes: UInt64 { plain }
  private var plain: UInt64 = 0
  /// The records of each zip so far.
  public override var recordsOfPackages: [Int] { recordsOfZips }
  private var recordsOfZips: [Int] = []

  private let makeFile: () throws -> ScratchFile
  /// The table that is written aside, and its rows.
  private var aside: (schema: EntitySchema, fields: [Field], columns: [ImportWizardColumn])?
  private var rows: WaitingRows?

  /// A writer; `makeZip` opens the file of the zip of a number, from 1, when the one before is complete, `makeFile` files for
  /// what must wait.
  public init(
    fileLimit: Int = ImportWizardWriter.standardFileLimit,
    makeFile: @escaping () throws -> ScratchFile = { try ScratchFile() },
    makeZip: @escaping (_ number: Int) throws -> ZipWriter
  ) {
    self.fileLimit = fileLimit
    self.makeFile = makeFile
    self.makeZip = makeZip
  }

  /// Begins a table. `fields` are the destination columns in the template's order and their places in it.
  public override func begin(_ schema: EntitySchema, fields: [Field]) {
    self.schema = schema
    columns = ImportWizardColumn.columns(schema, fields)
  }

  /// Writes a record that a mapper has mapped; the id stays behind.
  public override func write(
    _ mapper: borrowing RecordMapper, _ batch: borrowing RecordBatch, id: GUID, _ lookups: borrowing LookupContext
  ) throws {
    let start = try beginRow()
    for place in columns.indices {
      if place > 0 { encoder.delimiter(to: &buffer) }
      let field = columns[place].field
      guard field >= 0 else { continue }
      let slot = mapper.output(field)
      if slot.origin == .destination {
        key.truncate(to: 0)
        if isFoundByName(Int(slot.start), lookups) {
          lookups.destinations[Int(slot.start)].appendName(Int(slot.end), to: &key)
        } else {
          mapper.appendLookupKey(of: field, batch, lookups, to: &key)
        }
        encoder.field(key.span, to: &buffer)
      } else {
        mapper.forText(of: field, batch) { append($0, place) }
      }
    }
    try endRow(start)
  }

  /// Writes a generated record of the table under way, with a value for each of its columns.
  public override func write(
    generated record: borrowing GeneratedRecord, id: GUID, _ lookups: borrowing LookupContext
  ) throws {
    let start = try beginRow()
    append(record, columns, lookups, to: &buffer)
    try endRow(start)
  }

  private func append(
    _ record: borrowing GeneratedRecord, _ columns: [ImportWizardColumn], _ lookups: borrowing LookupContext,
    to output: inout OutputBuffer
  ) {
    for place in columns.indices {
      if place > 0 { encoder.delimiter(to: &output) }
      switch record.cells[place] {
      case .nothing: continue
      case .text(let start, let end): columns[place].append(record.text(start, end), encoder, to: &output)
      case .record: encoder.field(record.name(place), to: &output)
      case .lookup(let table, let entry):
        key.truncate(to: 0)
        if isFoundByName(table, lookups) {
          lookups.destinations[table].appendName(entry, to: &key)
        } else if !record.name(place).isEmpty {
          key.append(record.name(place))
        } else {
          lookups.destinations[table].appendKey(entry, to: &key)
        }
        encoder.field(key.span, to: &output)
      }
    }
  }

  /// Says which table the records are of that are written aside. They wait in a file, since the wizard takes one file of a
  /// table.
  public override func beginAside(_ schema: EntitySchema, fields: [String]) {
    let fields = fields.map { (name: $0, field: -1) }
    aside = (schema, fields, ImportWizardColumn.columns(schema, fields))
  }

  /// Writes a generated record aside; the id stays behind.
  public override func write(
    aside record: borrowing GeneratedRecord, id: GUID, _ lookups: borrowing LookupContext
  ) throws {
    guard let aside else { preconditionFailure("no table is written aside") }
    let rows = try self.rows ?? WaitingRows(file: makeFile())
    self.rows = rows
    row.truncate(to: 0)
    append(record, aside.columns, lookups, to: &row)
    try rows.add(row)
  }

  /// Writes a row of the table under way whose cells are encoded already, without the end of its line.
  public func write(row: ArraySlice<UInt8>) throws {
    let start = try beginRow()
    buffer.append(row.span)
    try endRow(start)
  }

  private func append(_ text: Span<UInt8>, _ place: Int) { columns[place].append(text, encoder, to: &buffer) }

  /// Whether records of a destination table are named by their primary name, not by a number that users know.
  private func isFoundByName(_ table: Int, _ lookups: borrowing LookupContext) -> Bool {
    while isByName.count <= table {
      isByName.append(["name", "isocurrencycode"].contains(lookups.destinations[isByName.count].keyColumn))
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
    plain += UInt64(buffer.count - start)
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

  /// Ends the table, and puts behind it what was written aside.
  public override func end() throws {
    if isInFile { try endFile() }
    guard let aside, let rows else { return }
    (self.aside, self.rows) = (nil, nil)
    begin(aside.schema, fields: aside.fields)
    try rows.forEach(write)
    if isInFile { try endFile() }
  }

  /// Ends the last zip; false if there is none, since no record came.
  public override func finish() throws -> Bool {
    try endZip()
    return !recordsOfZips.isEmpty
  }
}
