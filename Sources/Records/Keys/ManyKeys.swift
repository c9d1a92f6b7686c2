// Hot path: what is looked up of indexes lies far apart in memory, beyond the caches. Asked for at once, it comes side by
// side; asked for key by key, each waits for the one before.

extension KeyIndex {
  /// The hash of a key, in this index only.
  public func hash(of key: Span<UInt8>) -> UInt32 { hash(key) }

  /// Has the places at hand of keys that are about to be added, by their hashes. The result says nothing; it must be kept
  /// somewhere, else nothing would have to be read.
  public func expect(_ hashes: [UInt32]) -> UInt64 {
    let slots = slots.span
    let mask = slots.count &- 1
    var sum: UInt64 = 0
    for place in hashes.indices { sum &+= slots[Int(hashes[place]) & mask] }
    return sum
  }
}

extension GUIDIndex {
  /// Whether the GUID is there.
  public func contains(_ key: GUID) -> Bool { value(of: key) != nil }

  /// Adds the GUIDs of records that follow one another, nil where one has none; the number of each is its place above `first`.
  /// Those that are there already, with the number under which they are.
  public mutating func insert(_ keys: [GUID?], first: UInt32) -> [(place: Int, value: UInt32)] {
    var entries = [UInt32](repeating: 0, count: keys.count)
    for place in keys.indices {
      if let key = keys[place] { entries[place] = slots[hash(key) & (slots.count - 1)] }
    }
    for place in keys.indices where entries[place] != 0 && self.keys[Int(entries[place] - 1)] != keys[place] {
      entries[place] = 0
    }
    var known: [(place: Int, value: UInt32)] = []
    for place in keys.indices {
      guard let key = keys[place] else { continue }
      let number = first &+ UInt32(truncatingIfNeeded: place)
      let (entry, isNew) = entries[place] != 0 ? (Int(entries[place] - 1), false) : insert(key, value: number)
      if !isNew { known.append((place, values[entry])) }
    }
    return known
  }
}
