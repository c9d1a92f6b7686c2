public import Records

/// A record that is made besides those that are mapped: one value for each column of its table, in their order.
public struct GeneratedRecord: Sendable {
  /// The value of a column.
  public enum Cell: Sendable {
    /// No value.
    case nothing
    /// Bytes of the record's buffer.
    case text(start: Int, end: Int)
    /// A record of a destination table: its number, and the entry.
    case lookup(table: Int, entry: Int)
    /// A record of the table that the column points to, by its id, and its primary name as bytes of the buffer.
    case record(id: GUID, start: Int, end: Int)
  }

  private(set) var bytes: OutputBuffer
  /// The values in the order of the columns.
  public private(set) var cells: [Cell] = []
  /// Where the text by which a lookup is named stands, for each column; nothing where there is none.
  private var names: [Range<Int>] = []

  /// A record without values yet.
  public init() { bytes = OutputBuffer(capacity: 512) }

  private init(bytes: consuming OutputBuffer) { self.bytes = bytes }

  /// A record without room, which costs nothing to make; to stand in while another one is in use.
  public static var none: GeneratedRecord { GeneratedRecord(bytes: .none) }

  /// Begins another record; room is kept.
  public mutating func begin() {
    bytes.truncate(to: 0)
    cells.removeAll(keepingCapacity: true)
    names.removeAll(keepingCapacity: true)
  }

  /// Leaves the next column empty.
  public mutating func appendNothing() { add(.nothing) }

  /// Fills the next column with a text.
  public mutating func append(_ text: Span<UInt8>) {
    let start = bytes.count
    bytes.append(text)
    add(.text(start: start, end: bytes.count))
  }

  /// Fills the next column with a text.
  public mutating func append(_ text: String) {
    let utf8 = Array(text.utf8)
    append(utf8.span)
  }

  /// Lets the next column point to a record of a destination table.
  public mutating func appendLookup(_ table: Int, _ entry: Int) { add(.lookup(table: table, entry: entry)) }

  /// Lets the next column point to a record of a destination table, which files without ids name by the text.
  public mutating func appendLookup(_ table: Int, _ entry: Int, named text: Span<UInt8>) {
    let start = bytes.count
    bytes.append(text)
    add(.lookup(table: table, entry: entry), name: start..<bytes.count)
  }

  /// Lets the next column point to a record by its id and its primary name; files without ids name it by a number.
  public mutating func appendRecord(_ id: GUID, named name: Span<UInt8>, number: Span<UInt8>) {
    let start = bytes.count
    bytes.append(name)
    let end = bytes.count
    bytes.append(number)
    add(.record(id: id, start: start, end: end), name: end..<bytes.count)
  }

  private mutating func add(_ cell: Cell, name: Range<Int> = 0..<0) {
    cells.append(cell)
    names.append(name)
  }

  /// The text by which the lookup of a column is named; empty if none was given.
  @_lifetime(borrow self)
  public borrowing func name(_ column: Int) -> Span<UInt8> { bytes.span.extracting(names[column]) }

  /// Empties a column.
  public mutating func clear(_ column: Int) { cells[column] = .nothing }

  /// The text between two places of the buffer.
  @_lifetime(borrow self)
  public borrowing func text(_ start: Int, _ end: Int) -> Span<UInt8> { bytes.span.extracting(start..<end) }
}
