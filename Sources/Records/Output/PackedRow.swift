/// Where a row and its key are in a buffer of rows.
///
/// Such a buffer is what passes between threads, and what a piece of a spooled file contains: for each row the lengths of
/// key and row in four bytes each, the lowest byte first, then the key and the row.
public struct PackedRow: Sendable {
  /// The bytes of the key.
  public let key: Range<Int>
  /// The bytes of the row.
  public let row: Range<Int>

  /// Reads the lengths of the row that begins at an offset of the buffer.
  public init(_ bytes: Span<UInt8>, at start: Int) {
    let lengths = bytes.word(at: start)
    let end = start + PackedRow.headSize + Int(UInt32(truncatingIfNeeded: lengths))
    key = start + PackedRow.headSize..<end
    row = end..<end + Int(lengths >> 32)
  }

  /// Where the next row begins.
  public var end: Int { row.upperBound }

  /// The bytes in front of a key.
  static let headSize = 8
}

extension OutputBuffer {
  /// Appends a row with its key, to be read by `PackedRow`.
  public mutating func append(row: Span<UInt8>, key: Span<UInt8>) {
    let start = count
    reserve(PackedRow.headSize + key.count + row.count)
    var target = storage.mutableSpan
    target.store(UInt64(key.count) | UInt64(row.count) << 32, at: start)
    target.copy(key, at: start + PackedRow.headSize)
    target.copy(row, at: start + PackedRow.headSize + key.count)
    advance(to: start + PackedRow.headSize + key.count + row.count)
  }
}
