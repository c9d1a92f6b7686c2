// Hot path: no allocation per row while a block has room. Two places in memory are read for each key that is found.

/// Rows of bytes, each with a key: the build side of a join.
///
/// It is not copied, so that asking an object for a row of its table counts no references.
/// A row costs 21 to 35 bytes in addition to its own and those of its key. Keys and rows are in blocks that never move. The
/// hash is seeded anew for every table, so that no input can be made to collide; nothing depends on its order.
public struct RowTable: ~Copyable, Sendable {
  /// Where a row is.
  public struct Place: Equatable, Sendable {
    /// The number of the row, in the order in which rows were inserted.
    public let entry: Int
    /// The number of the block that it is in.
    public let block: Int
    /// The bytes of its key in the block.
    public let key: Range<Int>
    /// The bytes of the row in the block.
    public let row: Range<Int>
  }

  /// A position between two rows.
  public struct Cursor: Sendable {
    fileprivate var block = 0
    fileprivate var start = 0

    /// The position before the first row.
    public init() {}
  }

  /// The size at which a table must get no further rows: its blocks have numbers of 16 bits.
  public static let mostBytes = 15 << 30
  /// A block has 256 KiB together with the head of its array, but for the first ones and those of a single longer row.
  private static let blockSize = (256 << 10) - 64
  /// Rows begin at every fourth byte.
  private static let grainBits = 2
  /// The bytes of an entry in front of its lengths.
  private static let numberSize = 4

  /// For each row: its number in four bytes, the lengths of key and row, their bytes.
  private var blocks: [[UInt8]] = []
  /// How many bytes of each block are taken.
  private var ends: [Int] = []
  /// The place of a row and one in the lower half, the hash of its key in the upper one; 0 where there is none.
  private var slots: [UInt64] = Array(repeating: 0, count: 16)
  private var blockBytes = 0
  private let seed = (high: UInt64.random(in: 0 ... .max), low: UInt64.random(in: 0 ... .max))
  /// The number of rows.
  public private(set) var count = 0

  /// An empty table.
  public init() {}

  /// About how many bytes of memory the table takes.
  public var size: Int { blockBytes + slots.count * 8 }

  /// Adds a row unless there is one with its key. The result is where that one is; nil if the row was added.
  public mutating func insert(_ key: Span<UInt8>, _ row: Span<UInt8>) -> Place? {
    if (count + 1) * 5 > slots.count * 3 { growSlots() }
    let hash = hash(key)
    let slot = slot(of: key, hash)
    if slots[slot] != 0 { return place(in: slot) }
    slots[slot] = UInt64(hash) << 32 | UInt64(store(key, row) &+ 1)
    count += 1
    return nil
  }

  /// The row of a key; nil if there is none.
  public func find(_ key: Span<UInt8>) -> Place? {
    let slot = slot(of: key, hash(key))
    return slots[slot] == 0 ? nil : place(in: slot)
  }

  /// The bytes of a block, to read rows from. Whoever has them while a row is inserted causes a copy.
  public func block(_ number: Int) -> [UInt8] { blocks[number] }

  /// The row behind a position, which advances; nil behind the last one. Rows come in the order in which they were inserted.
  public func next(_ cursor: inout Cursor) -> Place? {
    while cursor.block < blocks.count, cursor.start == ends[cursor.block] {
      cursor.block += 1
      cursor.start = 0
    }
    guard cursor.block < blocks.count else { return nil }
    let place = place(cursor.block, cursor.start)
    cursor.start = RowTable.aligned(place.row.upperBound)
    return place
  }

  /// A number made of a key's bytes, the same in every process, by which keys are spread over partitions.
  public static func spread(_ key: Span<UInt8>) -> UInt64 {
    mix(key, (high: 0x9E37_79B9_7F4A_7C15, low: 0xC2B2_AE3D_27D4_EB4F))
  }

  // MARK: Blocks

  private static func aligned(_ place: Int) -> Int { (place + (1 << grainBits) - 1) & ~((1 << grainBits) - 1) }

  private mutating func store(_ key: Span<UInt8>, _ row: Span<UInt8>) -> UInt32 {
    let need = RowTable.aligned(RowTable.numberSize + 10 + key.count + row.count)
    if blocks.isEmpty || ends[ends.count - 1] + need > blocks[blocks.count - 1].count {
      // The first blocks are small, since most tables are.
      let size = max(need, min(RowTable.blockSize, 1 << (10 + 2 * min(blocks.count, 8))))
      blocks.append(Array(repeating: 0, count: size))
      ends.append(0)
      blockBytes += size
      precondition(blocks.count <= 1 << 16, "a table gets no rows beyond its most bytes")
    }
    let last = blocks.count - 1
    let start = ends[last]
    var block = blocks[last].mutableSpan
    for byte in 0..<RowTable.numberSize { block[start + byte] = UInt8(truncatingIfNeeded: count >> (8 * byte)) }
    var end = start + RowTable.numberSize
    block.putLength(key.count, at: &end)
    block.putLength(row.count, at: &end)
    block.copy(key, at: end)
    block.copy(row, at: end + key.count)
    ends[last] = RowTable.aligned(end + key.count + row.count)
    return UInt32(last) << 16 | UInt32(start >> RowTable.grainBits)
  }

  private func place(in slot: Int) -> Place {
    let place = UInt32(truncatingIfNeeded: slots[slot]) &- 1
    return self.place(Int(place >> 16), Int(place & 0xFFFF) << RowTable.grainBits)
  }

  private func place(_ number: Int, _ start: Int) -> Place {
    let block = blocks[number]
    let bytes = block.span
    var at = start + RowTable.numberSize
    let keyCount = KeyIndex.length(bytes, &at)
    let rowCount = KeyIndex.length(bytes, &at)
    return Place(
      entry: Int(UInt32(truncatingIfNeeded: bytes.word(at: start, start))), block: number, key: at..<at + keyCount,
      row: at + keyCount..<at + keyCount + rowCount)
  }

  // MARK: Slots

  /// The slot of the row that has the key, or the empty one where it would be.
  private func slot(of key: Span<UInt8>, _ hash: UInt32) -> Int {
    let slots = slots.span
    let mask = slots.count &- 1
    var slot = Int(hash) & mask
    while case let content = slots[slot], content != 0 {
      if UInt32(content >> 32) == hash, holds(key, at: UInt32(truncatingIfNeeded: content) &- 1) { break }
      slot = (slot &+ 1) & mask
    }
    return slot
  }

  private func holds(_ key: Span<UInt8>, at place: UInt32) -> Bool {
    let block = blocks[Int(place >> 16)]
    let bytes = block.span
    var at = Int(place & 0xFFFF) << RowTable.grainBits + RowTable.numberSize
    guard KeyIndex.length(bytes, &at) == key.count else { return false }
    _ = KeyIndex.length(bytes, &at)
    return bytes.extracting(at..<at + key.count).equals(key)
  }

  private mutating func growSlots() { slots = slots.withTwiceTheSlots() }

  private func hash(_ key: Span<UInt8>) -> UInt32 {
    let number = RowTable.mix(key, seed)
    return UInt32(truncatingIfNeeded: number ^ number >> 32)
  }

  private static func mix(_ key: Span<UInt8>, _ seed: (high: UInt64, low: UInt64)) -> UInt64 {
    var state = seed.low ^ UInt64(key.count)
    var index = 0
    while index < key.count {
      var word: UInt64 = 0
      if index &+ 8 <= key.count {
        word = key.word(at: index)
      } else {
        for place in index..<key.count { word = word << 8 | UInt64(key[place]) }
      }
      let product = (state ^ word).multipliedFullWidth(by: seed.high | 1)
      state = product.high ^ product.low
      index &+= 8
    }
    return state
  }
}

extension MutableSpan where Element == UInt8 {
  /// Puts a length where `KeyIndex.length` reads it: 7 bits a byte, the lowest first.
  @_lifetime(self: copy self)
  fileprivate mutating func putLength(_ length: Int, at place: inout Int) {
    var rest = length
    while rest >= 0x80 {
      self[place] = UInt8(rest & 0x7F) | 0x80
      rest >>= 7
      place += 1
    }
    self[place] = UInt8(rest)
    place += 1
  }
}
