/// How alike texts are spelt.
package enum Spelling {
  /// The least score that is worth a suggestion, in thousandths.
  package static let leastScore = 750
  /// The least length of a value whose spelling is compared.
  package static let leastLength = 4

  /// The score of two texts in thousandths, halves up: 1 less the share of characters that differ. What is far below `least` is 0.
  package static func score(
    _ one: [Unicode.Scalar], _ other: [Unicode.Scalar], least: Int = leastScore
  ) -> Int {
    let length = max(one.count, other.count)
    guard length > 0 else { return 0 }
    // What differs in length alone is too far apart.
    if (length - abs(one.count - other.count)) * 1000 < (least - 1) * length { return 0 }
    let same = length - distance(one, other)
    return (same * 2000 + length) / (2 * length)
  }

  /// The least number of characters to insert, remove or change, and of neighbours to swap, none of them twice (optimal string
  /// alignment).
  static func distance(_ one: [Unicode.Scalar], _ other: [Unicode.Scalar]) -> Int {
    var before = Array(repeating: 0, count: other.count + 1)
    var last = Array(0...other.count)
    var row = last
    for i in one.indices {
      row[0] = i + 1
      for j in other.indices {
        row[j + 1] = min(last[j + 1] + 1, row[j] + 1, last[j] + (one[i] == other[j] ? 0 : 1))
        if i > 0, j > 0, one[i] == other[j - 1], one[i - 1] == other[j] {
          row[j + 1] = min(row[j + 1], before[j - 1] + 1)
        }
      }
      (before, last, row) = (last, row, before)
    }
    return last[other.count]
  }
}
