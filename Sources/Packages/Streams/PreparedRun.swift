import Archives
import Mapping
import Records

/// Records that stand one behind another in a buffer, as workers have made them, and are written together.
struct PreparedRun {
  /// A buffer is held on to for the sake of a quarter of what is in it. Where few of the records that were made are written, whoever
  /// waits for a piece to deflate would hold on to hundreds of buffers otherwise.
  private static let leastShare = 4

  private var buffer: SharedBuffer?
  private var range = 0..<0

  /// The bytes of the records.
  var count: Int { range.count }

  /// Takes a record on that stands in a buffer; false if it does not stand behind those that are there, which must be written
  /// before.
  @inline(__always)
  mutating func take(_ record: Range<Int>, of buffer: SharedBuffer) -> Bool {
    if self.buffer === buffer, range.upperBound == record.lowerBound {
      range = range.lowerBound..<record.upperBound
      return true
    }
    if !range.isEmpty { return false }
    self.buffer = buffer
    range = record
    return true
  }

  /// Whether the records may stay where they are until somebody reads them; else they should be copied.
  var isLendable: Bool { range.count >= (buffer?.content.count ?? 0) / PreparedRun.leastShare }

  /// Hands the records out, if there are any, and lets go of them.
  mutating func lend(
    _ write: (ArraySlice<UInt8>, SharedBuffer) throws(ArchiveError) -> Void
  ) throws(ArchiveError) {
    guard let buffer else { return }
    try write(buffer.bytes(range), buffer)
    (self.buffer, range) = (nil, 0..<0)
  }

  /// Appends a copy of the records, and lets go of them.
  mutating func move(to output: inout OutputBuffer) {
    if let buffer { output.append(buffer.content, range) }
    (self.buffer, range) = (nil, 0..<0)
  }
}
