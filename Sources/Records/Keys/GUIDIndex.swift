/// A set of GUIDs, each with a number. Costs about 30 bytes a GUID, its own 16 included.
public struct GUIDIndex: Sendable {
  private var keys: [GUID] = []
  private var values: [UInt32] = []
  private var slots: [UInt32] = Array(repeating: 0, count: 16)

  /// An empty index.
  public init() {}

  /// The number of GUIDs.
  public var count: Int { keys.count }

  /// Adds a GUID with its number unless it is there; the entry that has it, and whether it is new.
  public mutating func insert(_ key: GUID, value: UInt32) -> (entry: Int, isNew: Bool) {
    if (keys.count + 1) * 5 > slots.count * 4 { growSlots() }
    var slot = key.hashValue & (slots.count - 1)
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

  /// The number of a GUID; nil if it is not there.
  public func value(of key: GUID) -> UInt32? {
    var slot = key.hashValue & (slots.count - 1)
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
    slots = Array(repeating: 0, count: slots.count * 2)
    let mask = slots.count - 1
    for entry in keys.indices {
      var slot = keys[entry].hashValue & mask
      while slots[slot] != 0 { slot = (slot + 1) & mask }
      slots[slot] = UInt32(entry + 1)
    }
  }
}
