// Hot path: no allocation for a value that was seen before.

/// The different values of a column, as far as they are counted exactly: by digest, how often each came and what it is.
///
/// A slot has 16 bytes and the table is at most two thirds full: 24 bytes a value once it is as large as it may get.
struct ValueTable {
  /// What is known of a value beside its digest: how often it came in the lower bits, its traits in the upper ones.
  struct Entry {
    var digest: UInt64
    var bits: UInt64
  }

  static let countBits = 40
  private static let countMask: UInt64 = (1 << 40) - 1
  private static let keptBit: UInt64 = 1 << 63

  /// How many values are counted at most.
  let most: Int
  private(set) var count = 0
  private var slots: [Entry]

  init(most: Int) {
    self.most = most
    slots = Array(repeating: Entry(digest: 0, bits: 0), count: 24)
  }

  /// Whether another value has room.
  var hasRoom: Bool { count < most }

  @inline(__always)
  private func slot(of digest: UInt64) -> Int {
    var slot = Int(truncatingIfNeeded: digest.multipliedFullWidth(by: UInt64(slots.count)).high)
    while slots[slot].digest != 0, slots[slot].digest != digest {
      slot += 1
      if slot == slots.count { slot = 0 }
    }
    return slot
  }

  /// The place of a value until the next one is added; nil if it is not here.
  @inline(__always)
  func find(_ digest: UInt64) -> Int? {
    let slot = slot(of: digest)
    return slots[slot].digest == 0 ? nil : slot
  }

  /// Counts a value once more; how often it came.
  @inline(__always)
  mutating func countAgain(at slot: Int) -> UInt64 {
    slots[slot].bits &+= 1
    return slots[slot].bits & Self.countMask
  }

  /// Adds a value that came for the first time.
  mutating func insert(_ digest: UInt64, traits: UInt32) {
    if (count + 1) * 3 > slots.count * 2 { grow() }
    slots[slot(of: digest)] = Entry(digest: digest, bits: UInt64(traits) << UInt64(Self.countBits) | 1)
    count += 1
  }

  private mutating func grow() {
    let larger = min(slots.count * 2, most * 3 / 2 + 2)
    let old = slots
    slots = Array(repeating: Entry(digest: 0, bits: 0), count: max(larger, slots.count + 8))
    for entry in old where entry.digest != 0 { slots[slot(of: entry.digest)] = entry }
  }

  /// How often a value came.
  func occurrences(of digest: UInt64) -> Int { find(digest).map { Int(slots[$0].bits & Self.countMask) } ?? 0 }

  /// Whether the text of a value is kept.
  func isKept(at slot: Int) -> Bool { slots[slot].bits & Self.keptBit != 0 }

  /// Notes whether the text of a value is kept.
  mutating func setKept(_ isKept: Bool, _ digest: UInt64) {
    guard let slot = find(digest) else { return }
    slots[slot].bits = isKept ? slots[slot].bits | Self.keptBit : slots[slot].bits & ~Self.keptBit
  }

  /// Hands out every value: its digest, its traits and how often it came.
  func forEach(_ body: (_ digest: UInt64, _ traits: UInt32, _ count: Int) -> Void) {
    for entry in slots where entry.digest != 0 {
      let traits = UInt32(truncatingIfNeeded: (entry.bits & ~Self.keptBit) >> UInt64(Self.countBits))
      body(entry.digest, traits, Int(entry.bits & Self.countMask))
    }
  }
}
