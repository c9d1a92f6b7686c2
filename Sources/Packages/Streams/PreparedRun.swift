import Archives
import Mapping
import Records

/// Records that stand one behind another in a buffer, as workers have made them, and are written together.
struct PreparedRun {
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

  /// Hands the records out, if there are any, and lets go of them.
  mutating func end(
    _ write: (ArraySlice<UInt8>, SharedBuffer) throws(ArchiveError) -> Void
  ) throws(ArchiveError) {
    guard let buffer else { return }
    try write(buffer.bytes(range), buffer)
    (self.buffer, range) = (nil, 0..<0)
  }
}
