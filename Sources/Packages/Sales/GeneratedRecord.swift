import Records

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
  }

  private(set) var bytes = OutputBuffer(capacity: 512)
  /// The values in the order of the columns.
  public private(set) var cells: [Cell] = []

  /// A record without values yet.
  public init() {}

  /// Begins another record; room is kept.
  public mutating func begin() {
    bytes.truncate(to: 0)
    cells.removeAll(keepingCapacity: true)
  }

  /// Leaves the next column empty.
  public mutating func appendNothing() { cells.append(.nothing) }

  /// Fills the next column with a text.
  public mutating func append(_ text: Span<UInt8>) {
    let start = bytes.count
    bytes.append(text)
    cells.append(.text(start: start, end: bytes.count))
  }

  /// Fills the next column with a text.
  public mutating func append(_ text: String) {
    let utf8 = Array(text.utf8)
    append(utf8.span)
  }

  /// Lets the next column point to a record of a destination table.
  public mutating func appendLookup(_ table: Int, _ entry: Int) { cells.append(.lookup(table: table, entry: entry)) }

  /// Empties a column.
  public mutating func clear(_ column: Int) { cells[column] = .nothing }

  /// The text between two places of the buffer.
  @_lifetime(borrow self)
  public borrowing func text(_ start: Int, _ end: Int) -> Span<UInt8> { bytes.span.extracting(start..<end) }
}
