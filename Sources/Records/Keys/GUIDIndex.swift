// Looking up is inlined into other modules: a call would hold on to every array of the index first.

/// A set of GUIDs, each with a number. Costs about 30 bytes a GUID, its own 16 included.
///
/// The hash is seeded anew for every index, so that no input can be made to collide, and nothing depends on its order.
public struct GUIDIndex: Sendable {
  @usableFromInline var keys: [GUID] = []
  @usableFromInline var values: [UInt32] = []
  @usableFromInline var slots: [UInt32] = Array(repeating: 0, count: 16)
  @usableFromInline let seed = (high: UInt64.random(in: 0 ... .max), low: UInt64.random(in: 0 ... .max))

  /// An empty index.
  public init() {}

  /// The number of GUIDs.
  public var count: Int { keys.count }

  /// The GUID of an entry.
  public func key(_ entry: Int) -> GUID { keys[entry] }

  /// Adds a GUID with its number unless it is there; the entry that has it, and whether it is new.
  public mutating func insert(_ key: GUID, value: UInt32) -> (entry: Int, isNew: Bool) {
    if (keys.count + 1) * 5 > slots.count * 3 { growSlots() }
    var slot = hash(key) & (slots.count - 1)
    while slots[slot] != 0 {
      let entry = Int(slots[slot] - 1)
      if keys[entry] == key { return (entry, false) }
      slot = (slot + 1) & (slots.count - 1)
    }
    keys.append(key)
    values.append(value)
    slots[slot] = UInt32(keys.count)
    return (keys.count - 1, true)
  }

  @inlinable @inline(__always)
  func hash(_ key: GUID) -> Int {
    let product = (key.high ^ seed.high).multipliedFullWidth(by: key.low ^ seed.low)
    return Int(truncatingIfNeeded: product.high ^ product.low)
  }

  /// The number of a GUID; nil if it is not there.
  @inlinable @inline(__always)
  public func value(of key: GUID) -> UInt32? {
    var slot = hash(key) & (slots.count - 1)
    while slots[slot] != 0 {
      let entry = Int(slots[slot] - 1)
      if keys[entry] == key { return values[entry] }
      slot = (slot + 1) & (slots.count - 1)
    }
    return nil
  }

  /// The number of an entry.
  public subscript(entry: Int) -> UInt32 {
    get { values[entry] }
    set { values[entry] = newValue }
  }

  private mutating func growSlots() {
    slots = .zeroes(slots.count * 2)
    let mask = slots.count - 1
    for entry in keys.indices {
      var slot = hash(keys[entry]) & mask
      while slots[slot] != 0 { slot = (slot + 1) & mask }
      slots[slot] = UInt32(entry + 1)
    }
  }
}
