// Hot path: no allocation per record.

import Records

/// Finds the fields of a row again.
struct RowReader {
  /// Where the fields of the row at hand are in it; `isAbsent` where the file has no such column.
  private(set) var fields: [FieldRange] = []

  /// Reads the row of so many fields that begins at a place of the buffer.
  mutating func read(_ bytes: Span<UInt8>, from start: Int, count: Int) {
    fields.removeAll(keepingCapacity: true)
    var index = start
    for _ in 0..<count {
      var length = 0
      var shift = 0
      while true {
        let byte = bytes[index]
        index += 1
        length |= Int(byte & 0x7F) << shift
        if byte < 0x80 { break }
        shift += 7
      }
      fields.append(FieldRange(start: 0, end: length))
    }
    for field in fields.indices where fields[field].end > 0 {
      let size = Int(fields[field].end) - 1
      fields[field] = FieldRange(start: index, end: index + size)
      index += size
    }
  }
}
