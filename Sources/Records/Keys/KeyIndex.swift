/// A set of byte keys, each with a number: what must be known of millions of records while others pass by.
///
/// Costs about 20 bytes a key beyond the key itself. Keys lie in blocks that never move; the hash is seeded anew in
/// every process, so that no input can be made to collide, and nothing depends on its order.
public struct KeyIndex: Sendable {
  private static let blockBits = 18

  private var blocks: [[UInt8]] = []
  private var room = 0
  private var places: [UInt64] = []
  private var hashes: [UInt32] = []
  private var values: [UInt32] = []
  private var slots: [UInt32] = Array(repeating: 0, count: 16)

  /// An empty index.
  public init() {}

  /// The number of keys.
  public var count: Int { places.count }

  /// Whether there are no keys.
  public var isEmpty: Bool { places.isEmpty }

  /// Adds a key with its number unless it is there; the entry that has the key, and whether it is new.
  public mutating func insert(_ key: Span<UInt8>, value: UInt32) -> (entry: Int, isNew: Bool) {
    if (places.count + 1) * 5 > slots.count * 4 { growSlots() }
    let hash = KeyIndex.hash(key)
    var slot = Int(hash) & (slots.count - 1)
    while slots[slot] != 0 {
      let entry = Int(slots[slot] - 1)
      if hashes[entry] == hash, equals(entry, key) { return (entry, false) }
      slot = (slot + 1) & (slots.count - 1)
    }
    places.append(store(key))
    hashes.append(hash)
    values.append(value)
    slots[slot] = UInt32(places.count)
    return (places.count - 1, true)
  }

  /// The entry of a key; nil if it is not there.
  public func find(_ key: Span<UInt8>) -> Int? {
    let hash = KeyIndex.hash(key)
    var slot = Int(hash) & (slots.count - 1)
    while slots[slot] != 0 {
      let entry = Int(slots[slot] - 1)
      if hashes[entry] == hash, equals(entry, key) { return entry }
      slot = (slot + 1) & (slots.count - 1)
    }
    return nil
  }

  /// The number of an entry.
  public subscript(entry: Int) -> UInt32 {
    get { values[entry] }
    set { values[entry] = newValue }
  }

  /// Whether the key of an entry has these bytes.
  public func equals(_ entry: Int, _ key: Span<UInt8>) -> Bool {
    let place = places[entry]
    let block = blocks[Int(place >> 32)]
    let bytes = block.span
    var at = Int(place & 0xFFFF_FFFF)
    guard KeyIndex.length(bytes, &at) == key.count else { return false }
    for index in 0..<key.count where bytes[at + index] != key[index] { return false }
    return true
  }

  /// Appends the key of an entry.
  public func appendKey(_ entry: Int, to output: inout OutputBuffer) {
    let place = places[entry]
    let block = blocks[Int(place >> 32)]
    let bytes = block.span
    var at = Int(place & 0xFFFF_FFFF)
    let count = KeyIndex.length(bytes, &at)
    output.append(bytes.extracting(at..<at + count))
  }

  /// The length in front of a key: 7 bits a byte, the lowest first.
  private static func length(_ bytes: Span<UInt8>, _ at: inout Int) -> Int {
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

  private mutating func store(_ key: Span<UInt8>) -> UInt64 {
    let need = key.count + 5
    if blocks.isEmpty || room < need {
      var block: [UInt8] = []
      block.reserveCapacity(max(need, 1 << KeyIndex.blockBits))
      blocks.append(block)
      room = max(need, 1 << KeyIndex.blockBits)
    }
    let last = blocks.count - 1
    // The block is taken out while it grows, so that it is asked only once whether it is shared.
    var block: [UInt8] = []
    swap(&block, &blocks[last])
    let start = block.count
    var length = key.count
    while length >= 0x80 {
      block.append(UInt8(length & 0x7F) | 0x80)
      length >>= 7
    }
    block.append(UInt8(length))
    for index in 0..<key.count { block.append(key[index]) }
    room -= block.count - start
    swap(&block, &blocks[last])
    return UInt64(last) << 32 | UInt64(start)
  }

  private mutating func growSlots() {
    slots = Array(repeating: 0, count: slots.count * 2)
    let mask = slots.count - 1
    for entry in hashes.indices {
      var slot = Int(hashes[entry]) & mask
      while slots[slot] != 0 { slot = (slot + 1) & mask }
      slots[slot] = UInt32(entry + 1)
    }
  }

  private static func hash(_ key: Span<UInt8>) -> UInt32 {
    var hasher = Hasher()
    var index = 0
    while index + 8 <= key.count {
      var word: UInt64 = 0
      for offset in 0..<8 { word |= UInt64(key[index + offset]) << UInt64(8 * offset) }
      hasher.combine(word)
      index += 8
    }
    var word = UInt64(key.count) << 56
    var shift: UInt64 = 0
    while index < key.count {
      word |= UInt64(key[index]) << shift
      shift += 8
      index += 1
    }
    hasher.combine(word)
    return UInt32(truncatingIfNeeded: hasher.finalize())
  }
}
