// Hot path: no allocation for a value that was seen before.

import Records

/// Counts values with their texts, in the order in which they come. Values beyond a number of different ones are counted
/// together.
struct ValueTally {
  private let most: Int
  private var texts = KeyIndex()
  private var counts: [Int] = []
  /// How many values came in all.
  private(set) var total = 0

  init(most: Int) { self.most = most }

  /// Counts a value.
  mutating func add(_ text: Span<UInt8>) {
    total += 1
    if let entry = texts.find(text) {
      counts[entry] += 1
    } else if counts.count < most {
      _ = texts.insert(text, value: 0)
      counts.append(1)
    }
  }

  /// All values that have a count of their own, in the order in which they came.
  var values: [(text: String, count: Int)] {
    counts.indices.map { (text($0), counts[$0]) }
  }

  /// The most frequent values, then by code points.
  func ranked(_ number: Int) -> [ColumnProfile.Value] {
    let order = counts.indices.sorted { left, right in
      counts[left] == counts[right] ? bytes(left).lexicographicallyPrecedes(bytes(right)) : counts[left] > counts[right]
    }
    return order.prefix(number).map { ColumnProfile.Value(text: text($0), count: counts[$0]) }
  }

  private func bytes(_ entry: Int) -> [UInt8] {
    var output = OutputBuffer(capacity: 64)
    texts.appendKey(entry, to: &output)
    return output.take()
  }

  private func text(_ entry: Int) -> String { String(decoding: bytes(entry), as: UTF8.self) }
}
