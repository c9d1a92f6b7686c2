// Looking up is inlined into other modules: a call would hold on to every array of the index first.

/// A set of byte keys, each with a number: what must be known of millions of records while others pass by.
///
/// Costs 28 to 55 bytes a key beyond the key itself. Keys lie in blocks that never move; the hash is seeded anew for
/// every index, so that no input can be made to collide, and nothing depends on its order. Memory is asked for in two
/// places for each key that is looked up, not more: indexes are larger than caches.
public struct KeyIndex: Sendable {
  /// A block has 256 KiB, but for the first ones and those of a single longer key.
  private static let blockBits = 18
  /// Keys begin at every fourth byte.
  @usableFromInline static let grainBits = 2

  /// For each key: the number of its entry in four bytes, its length, its bytes.
  @usableFromInline var blocks: [[UInt8]] = []
  /// The bytes of the last block that are taken.
  private var used = 0
  /// Where each entry's key stands: the number of the block, and in the lower half how many grains lie in front of it.
  @usableFromInline var places: [UInt32] = []
  @usableFromInline var values: [UInt32] = []
  /// The place of a key and one in the lower half, its hash in the upper one; 0 where there is none.
  @usableFromInline var slots: [UInt64] = Array(repeating: 0, count: 16)
  @usableFromInline let seed = (high: UInt64.random(in: 0 ... .max), low: UInt64.random(in: 0 ... .max))

  /// An empty index.
  public init() {}

  /// The number of keys.
  public var count: Int { places.count }

  /// Whether there are no keys.
  public var isEmpty: Bool { places.isEmpty }

  /// Adds a key with its number unless it is there; the entry that has the key, and whether it is new.
  public mutating func insert(_ key: Span<UInt8>, value: UInt32) -> (entry: Int, isNew: Bool) {
    if (places.count + 1) * 5 > slots.count * 3 { growSlots() }
    let hash = hash(key)
    let slot = place(key, hash)
    if let entry = entry(in: slot) { return (entry, false) }
    let place = store(key, of: places.count)
    places.append(place)
    values.append(value)
    slots[slot] = UInt64(hash) << 32 | UInt64(place &+ 1)
    return (places.count - 1, true)
  }

  /// The entry of a key; nil if it is not there.
  @inlinable @inline(__always)
  public func find(_ key: Span<UInt8>) -> Int? {
    entry(in: place(key, hash(key)))
  }

  @inlinable @inline(__always)
  func entry(in slot: Int) -> Int? {
    let content = slots[slot]
    if content == 0 { return nil }
    let (number, start) = KeyIndex.position(UInt32(truncatingIfNeeded: content) &- 1)
    let block = blocks[number]
    return Int(UInt32(truncatingIfNeeded: block.span.word(at: start, start)))
  }

  /// The block of a place, and the offset in it.
  @inlinable @inline(__always)
  static func position(_ place: UInt32) -> (block: Int, start: Int) {
    (Int(place >> 16), Int(place & 0xFFFF) << grainBits)
  }

  /// The slot that has the key, or the empty one where it would stand.
  @inlinable @inline(__always)
  func place(_ key: Span<UInt8>, _ hash: UInt32) -> Int {
    let slots = slots.span
    let mask = slots.count &- 1
    var slot = Int(hash) & mask
    while case let content = slots[slot], content != 0 {
      if UInt32(content >> 32) == hash, holds(key, at: UInt32(truncatingIfNeeded: content) &- 1) { break }
      slot = (slot &+ 1) & mask
    }
    return slot
  }

  /// The number of an entry.
  public subscript(entry: Int) -> UInt32 {
    get { values[entry] }
    set { values[entry] = newValue }
  }

  /// Whether the key of an entry has these bytes.
  @inlinable @inline(__always)
  public func equals(_ entry: Int, _ key: Span<UInt8>) -> Bool { holds(key, at: places[entry]) }

  @inlinable @inline(__always)
  func holds(_ key: Span<UInt8>, at place: UInt32) -> Bool {
    let (number, start) = KeyIndex.position(place)
    let block = blocks[number]
    let bytes = block.span
    var at = start + 4
    guard KeyIndex.length(bytes, &at) == key.count else { return false }
    return bytes.extracting(at..<at + key.count).equals(key)
  }

  /// Appends the key of an entry.
  public func appendKey(_ entry: Int, to output: inout OutputBuffer) {
    let (number, start) = KeyIndex.position(places[entry])
    let block = blocks[number]
    let bytes = block.span
    var at = start + 4
    let count = KeyIndex.length(bytes, &at)
    output.append(bytes.extracting(at..<at + count))
  }

  /// The length in front of a key: 7 bits a byte, the lowest first.
  @inlinable @inline(__always)
  static func length(_ bytes: Span<UInt8>, _ at: inout Int) -> Int {
    var length = 0
    var shift = 0
    while true {
      let byte = bytes[at]
      at += 1
      length |= Int(byte & 0x7F) << shift
      if byte < 0x80 { return length }
      shift += 7
    }
  }

  private mutating func store(_ key: Span<UInt8>, of entry: Int) -> UInt32 {
    let need = key.count + 4 + 5
    if blocks.isEmpty || used + need > blocks[blocks.count - 1].count {
      // The first blocks are small, since most indexes are.
      let size = 1 << min(KeyIndex.blockBits, 8 + 2 * blocks.count)
      blocks.append(Array(repeating: 0, count: max(need, size)))
      precondition(blocks.count <= 1 << 16, "an index has at most 16 GiB of keys")
      used = 0
    }
    let last = blocks.count - 1
    let start = used
    var block = blocks[last].mutableSpan
    for byte in 0..<4 { block[used + byte] = UInt8(truncatingIfNeeded: entry >> (8 * byte)) }
    used += 4
    var length = key.count
    while length >= 0x80 {
      block[used] = UInt8(length & 0x7F) | 0x80
      length >>= 7
      used += 1
    }
    block[used] = UInt8(length)
    used += 1
    block.copy(key, at: used)
    let grain = 1 << KeyIndex.grainBits
    used = (used + key.count + grain - 1) & ~(grain - 1)
    return UInt32(last) << 16 | UInt32(start >> KeyIndex.grainBits)
  }

  private mutating func growSlots() { slots = slots.withTwiceTheSlots() }

  @inlinable @inline(__always)
  func hash(_ key: Span<UInt8>) -> UInt32 {
    var state = seed.low ^ UInt64(key.count)
    var index = 0
    while index &+ 8 <= key.count {
      state = mixed(state ^ key.word(at: index))
      index &+= 8
    }
    if index < key.count {
      var word: UInt64 = 0
      while index < key.count {
        word = word << 8 | UInt64(key[index])
        index &+= 1
      }
      state = mixed(state ^ word)
    }
    return UInt32(truncatingIfNeeded: state ^ state >> 32)
  }

  /// The product with the seed, its halves laid upon each other.
  @inlinable @inline(__always)
  func mixed(_ word: UInt64) -> UInt64 {
    let product = word.multipliedFullWidth(by: seed.high | 1)
    return product.high ^ product.low
  }
}
