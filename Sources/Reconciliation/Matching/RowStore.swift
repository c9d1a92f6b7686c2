// Hot path: no allocation per record while a block has room.

import Records

/// Rows of bytes by number, in blocks that never move.
struct RowStore {
  private static let blockSize = 1 << 20

  private var blocks: [[UInt8]] = []
  /// For each row its block and the offset of its length there.
  private var places: [UInt64] = []
  private var room = 0

  /// The number of rows.
  var count: Int { places.count }

  /// About how many bytes of memory the rows take.
  var size: Int { blocks.count * RowStore.blockSize + places.count * 8 }

  /// Adds a row behind the others.
  mutating func append(_ row: borrowing OutputBuffer) {
    let need = row.count + 4
    if blocks.isEmpty || room < need {
      var block: [UInt8] = []
      block.reserveCapacity(max(need, RowStore.blockSize))
      blocks.append(block)
      room = max(need, RowStore.blockSize)
    }
    let last = blocks.count - 1
    // The block is taken out while it grows, so that it is asked only once whether it is shared.
    var block: [UInt8] = []
    swap(&block, &blocks[last])
    places.append(UInt64(last) << 32 | UInt64(block.count))
    for shift in stride(from: 0, to: 32, by: 8) { block.append(UInt8(truncatingIfNeeded: row.count >> shift)) }
    let bytes = row.span
    for index in 0..<bytes.count { block.append(bytes[index]) }
    room -= need
    swap(&block, &blocks[last])
  }

  /// Replaces the buffer's bytes by those of a row.
  func load(_ row: Int, to buffer: inout OutputBuffer) {
    buffer.truncate(to: 0)
    let block = blocks[Int(places[row] >> 32)]
    let bytes = block.span
    let start = Int(places[row] & 0xFFFF_FFFF)
    let count =
      Int(bytes[start]) | Int(bytes[start + 1]) << 8 | Int(bytes[start + 2]) << 16 | Int(bytes[start + 3]) << 24
    buffer.append(bytes.extracting(start + 4..<start + 4 + count))
  }
}
