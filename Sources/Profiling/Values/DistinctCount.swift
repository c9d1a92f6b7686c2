// Hot path: no allocation once the tables have grown.

/// How many different digests there are: exactly up to a bound, then an estimate.
struct DistinctCount {
  private let most: Int
  private var slots: [UInt64]
  private var known = 0
  private var estimate: DistinctEstimate?

  init(most: Int) {
    self.most = most
    slots = Array(repeating: 0, count: 24)
  }

  /// Whether the count is exact.
  var isExact: Bool { estimate == nil }

  /// The number of different digests.
  var count: Int { estimate.map { max($0.count, known + 1) } ?? known }

  /// Adds a digest.
  mutating func add(_ digest: UInt64) {
    if estimate != nil {
      estimate?.add(digest)
      return
    }
    var slot = self.slot(of: digest)
    if slots[slot] == digest { return }
    if known == most {
      var first = DistinctEstimate()
      for digest in slots where digest != 0 { first.add(digest) }
      first.add(digest)
      estimate = first
      slots = []
      return
    }
    if (known + 1) * 3 > slots.count * 2 {
      grow()
      slot = self.slot(of: digest)
    }
    slots[slot] = digest
    known += 1
  }

  private func slot(of digest: UInt64) -> Int {
    var slot = Int(truncatingIfNeeded: digest.multipliedFullWidth(by: UInt64(slots.count)).high)
    while slots[slot] != 0, slots[slot] != digest {
      slot += 1
      if slot == slots.count { slot = 0 }
    }
    return slot
  }

  private mutating func grow() {
    let old = slots
    slots = Array(repeating: 0, count: max(min(old.count * 2, most * 3 / 2 + 2), old.count + 8))
    for digest in old where digest != 0 { slots[slot(of: digest)] = digest }
  }
}
