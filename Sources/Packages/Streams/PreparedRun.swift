import Archives
import Mapping
import Records

/// Records that stand one behind another in a buffer, as workers have made them, and are written together.
struct PreparedRun {
  /// A buffer is held on to for the sake of so much of its room. Where few of the records that were made are written, whoever waits
  /// for a piece to deflate would hold on to hundreds of buffers otherwise.
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

  /// Hands the records out, if there are any, and lets go of them: with their buffer if they may stay there, else to be copied.
  mutating func end(
    _ write: (ArraySlice<UInt8>, SharedBuffer?) throws(ArchiveError) -> Void
  ) throws(ArchiveError) {
    guard let buffer else { return }
    try write(buffer.bytes(range), range.count >= buffer.room / PreparedRun.leastShare ? buffer : nil)
    (self.buffer, range) = (nil, 0..<0)
  }
}
