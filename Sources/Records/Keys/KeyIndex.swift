/// A set of byte keys, each with a number: what must be known of millions of records while others pass by.
///
/// Costs about 25 bytes a key beyond the key itself. Keys lie in blocks that never move; the hash is seeded anew in
/// every process, so that no input can be made to collide, and nothing depends on its order.
public struct KeyIndex: Sendable {
  private static let blockBits = 18

  private var blocks: [[UInt8]] = []
  /// The bytes of the last block that are taken.
  private var used = 0
  private var places: [UInt64] = []
  private var values: [UInt32] = []
  /// The number of the entry above zero in the lower half, its hash in the upper one; 0 where there is none.
  private var slots: [UInt64] = Array(repeating: 0, count: 16)

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
    let slot = place(key, hash)
    if let entry = entry(in: slot) { return (entry, false) }
    places.append(store(key))
    values.append(value)
    slots[slot] = UInt64(hash) << 32 | UInt64(places.count)
    return (places.count - 1, true)
  }

  /// The entry of a key; nil if it is not there.
  public func find(_ key: Span<UInt8>) -> Int? {
    entry(in: place(key, KeyIndex.hash(key)))
  }

  private func entry(in slot: Int) -> Int? {
    slots[slot] == 0 ? nil : Int(UInt32(truncatingIfNeeded: slots[slot])) - 1
  }

  /// The slot that has the key, or the empty one where it would stand.
  private func place(_ key: Span<UInt8>, _ hash: UInt32) -> Int {
    let slots = slots.span
    let mask = slots.count - 1
    var slot = Int(hash) & mask
    while slots[slot] != 0 {
      if UInt32(slots[slot] >> 32) == hash, equals(Int(UInt32(truncatingIfNeeded: slots[slot])) - 1, key) { break }
      slot = (slot + 1) & mask
    }
    return slot
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
    return bytes.extracting(at..<at + key.count).equals(key)
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
    if blocks.isEmpty || used + need > blocks[blocks.count - 1].count {
      // The first blocks are small, since most indexes are.
      let size = 1 << min(KeyIndex.blockBits, 8 + 2 * blocks.count)
      blocks.append(Array(repeating: 0, count: max(need, size)))
      used = 0
    }
    let last = blocks.count - 1
    let start = used
    var block = blocks[last].mutableSpan
    var length = key.count
    while length >= 0x80 {
      block[used] = UInt8(length & 0x7F) | 0x80
      length >>= 7
      used += 1
    }
    block[used] = UInt8(length)
    used += 1
    block.copy(key, at: used)
    used += key.count
    return UInt64(last) << 32 | UInt64(start)
  }

  private mutating func growSlots() {
    let old = slots
    slots = Array(repeating: 0, count: old.count * 2)
    var target = slots.mutableSpan
    let mask = target.count - 1
    for content in old where content != 0 {
      var slot = Int(content >> 32) & mask
      while target[slot] != 0 { slot = (slot + 1) & mask }
      target[slot] = content
    }
  }

  private static func hash(_ key: Span<UInt8>) -> UInt32 {
    var hasher = Hasher()
    var index = 0
    while index + 8 <= key.count {
      hasher.combine(key.word(at: index))
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
