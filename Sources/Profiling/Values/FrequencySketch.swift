// Hot path: no allocation but for texts longer than all before in their place.

import Records

/// The most frequent values where there are too many to count them all: Space-Saving (Metwally, Agrawal, El Abbadi, 2005). Counts
/// are upper bounds.
struct FrequencySketch {
  private var digests: [UInt64]
  private var counts: [Int]
  /// The texts; empty for values that have not come again since the counters began.
  private var texts: [KeptText]
  /// One above the counter, by digest; open addressing.
  private var slots: [UInt32]
  /// The least count, and the counter from which the next one that has it is searched.
  private var least: Int
  private var cursor = 0

  /// Goes on from an exact count: the most frequent values of the table, those with texts among them.
  init(_ table: borrowing ValueTable, _ kept: [FrequentValues.Value], counters: Int) {
    var all: [(digest: UInt64, count: Int)] = []
    let texts = Set(kept.map(\.digest))
    table.forEach { digest, _, count in
      if !texts.contains(digest) { all.append((digest, count)) }
    }
    all.sort { $0.count == $1.count ? $0.digest < $1.digest : $0.count > $1.count }
    let others = all.prefix(max(0, counters - kept.count))
    // Those without a text first: of equal counts they give way first.
    digests = others.map(\.digest) + kept.map(\.digest)
    counts = others.map(\.count) + kept.map(\.count)
    self.texts = others.map { _ in KeptText() } + kept.map(\.text)
    least = 0
    slots = Array(repeating: 0, count: max(16, counters * 4).powerOfTwo)
    // A table of fewer values than counters leaves some of them free.
    while digests.count < counters {
      digests.append(0)
      counts.append(0)
      self.texts.append(KeptText())
    }
    for counter in digests.indices where digests[counter] != 0 {
      slots[slot(of: digests[counter])] = UInt32(counter + 1)
    }
    least = counts.min() ?? 0
  }

  private func home(_ digest: UInt64) -> Int { Int(truncatingIfNeeded: digest & UInt64(slots.count - 1)) }

  private func slot(of digest: UInt64) -> Int {
    var slot = home(digest)
    while slots[slot] != 0, digests[Int(slots[slot]) - 1] != digest { slot = (slot + 1) & (slots.count - 1) }
    return slot
  }

  /// Counts a value.
  mutating func add(_ digest: UInt64, _ text: Span<UInt8>) {
    let slot = slot(of: digest)
    if slots[slot] != 0 {
      let counter = Int(slots[slot]) - 1
      counts[counter] += 1
      if texts[counter].bytes.isEmpty { texts[counter].set(text) }
      return
    }
    let counter = leastCounter()
    if digests[counter] != 0 { remove(digests[counter]) }
    digests[counter] = digest
    counts[counter] = least + 1
    texts[counter].set(text)
    slots[self.slot(of: digest)] = UInt32(counter + 1)
  }

  /// A counter of the least count. Each is passed once for each count.
  private mutating func leastCounter() -> Int {
    while true {
      while cursor < counts.count {
        if counts[cursor] == least { return cursor }
        cursor += 1
      }
      least = counts.min() ?? 0
      cursor = 0
    }
  }

  /// Takes a digest out of the slots, closing the gap.
  private mutating func remove(_ digest: UInt64) {
    let mask = slots.count - 1
    var gap = slot(of: digest)
    slots[gap] = 0
    var next = (gap + 1) & mask
    while slots[next] != 0 {
      let home = home(digests[Int(slots[next]) - 1])
      if (next - home) & mask >= (next - gap) & mask {
        slots[gap] = slots[next]
        slots[next] = 0
        gap = next
      }
      next = (next + 1) & mask
    }
  }

  /// The most frequent values whose texts are known, the most frequent first, then by code points.
  func values(_ most: Int) -> [FrequentValues.Value] {
    let known = counts.indices.filter { !texts[$0].bytes.isEmpty }.map {
      FrequentValues.Value(digest: digests[$0], text: texts[$0], count: counts[$0])
    }
    return Array(known.sorted { FrequentValues.isBehind($1, $0) }.prefix(most))
  }
}

extension Int {
  /// The least power of two that is not less.
  fileprivate var powerOfTwo: Int {
    var power = 1
    while power < self { power *= 2 }
    return power
  }
}
