// Hot path: no allocation.

import Records

/// A number of 64 bits that a record's key gives. Those of all records of a file are added up, whatever their order is.
package struct KeyHash {
  private var state: UInt64 = 0xcbf2_9ce4_8422_2325

  package init() {}

  /// The number of an id.
  static func of(_ id: GUID) -> UInt64 { mixed(id.high ^ mixed(id.low)) }

  /// Adds the text of the key's next part.
  package mutating func append(_ text: Span<UInt8>) {
    for index in text.indices { state = (state ^ UInt64(text[index])) &* 0x0000_0100_0000_01b3 }
    end()
  }

  /// Adds a part that is a hash itself.
  package mutating func append(_ hash: UInt64) { state = (state ^ hash) &* 0x0000_0100_0000_01b3 }

  /// Adds a part that is empty, or ends one.
  mutating func end() { state = (state ^ 0x1FF) &* 0x0000_0100_0000_01b3 }

  /// The number of all parts so far.
  package var value: UInt64 { KeyHash.mixed(state) }

  /// Spreads every bit over all others, so that the sum of two hashes says nothing of another two's.
  private static func mixed(_ value: UInt64) -> UInt64 {
    var value = value
    value = (value ^ (value >> 30)) &* 0xbf58_476d_1ce4_e5b9
    value = (value ^ (value >> 27)) &* 0x94d0_49bb_1331_11eb
    return value ^ (value >> 31)
  }
}
