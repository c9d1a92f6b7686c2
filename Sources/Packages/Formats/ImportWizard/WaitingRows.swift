// Hot path (`add`): no allocation per row.

import Archives
import Records

/// Rows that wait in a scratch file, each behind its length, until the file that they belong to begins.
final class WaitingRows {
  private let file: ScratchFile
  private var buffer = OutputBuffer(capacity: (1 << 20) + 4096)

  init(file: ScratchFile) { self.file = file }

  /// Adds a row, whose cells are encoded.
  func add(_ row: borrowing OutputBuffer) throws {
    for shift in stride(from: 0, to: 32, by: 8) { buffer.append(UInt8(truncatingIfNeeded: row.count >> shift)) }
    buffer.append(row.span)
    if buffer.count >= 1 << 20 { try file.write(buffer.take()) }
  }

  /// Hands out all rows, in their order.
  func forEach(_ body: (ArraySlice<UInt8>) throws -> Void) throws {
    try file.write(buffer.take())
    file.rewind()
    var chunk = [UInt8](repeating: 0, count: 1 << 20)
    var count = 0
    while true {
      if count == chunk.count { chunk.append(addingCapacity: count) { $0.append(repeating: 0, count: count) } }
      let read = try file.read(into: &chunk, at: count, count: chunk.count - count)
      if read == 0 { return }
      count += read
      var start = 0
      while count - start >= 4, case let size = WaitingRows.size(chunk, at: start), count - start - 4 >= size {
        try body(chunk[start + 4..<start + 4 + size])
        start += 4 + size
      }
      // What is left is the beginning of a row.
      for index in start..<count { chunk[index - start] = chunk[index] }
      count -= start
    }
  }

  private static func size(_ bytes: [UInt8], at start: Int) -> Int {
    (0..<4).reduce(0) { $0 | Int(bytes[start + $1]) << (8 * $1) }
  }
}
