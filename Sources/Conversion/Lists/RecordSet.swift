/// Records of a task or an entity by their numbers, a bit each.
package struct RecordSet {
  private var words: [UInt64] = []

  package init() {
  }

  /// Whether no record is in it.
  package var isEmpty: Bool { words.isEmpty }

  /// Whether the record is in it.
  package func contains(_ number: Int) -> Bool {
    number >> 6 < words.count && words[number >> 6] & (1 << UInt64(number & 63)) != 0
  }

  /// Adds all records of another set.
  package mutating func formUnion(_ other: RecordSet) {
    if other.words.count > words.count {
      words += Array(repeating: 0, count: other.words.count - words.count)
    }
    for index in other.words.indices { words[index] |= other.words[index] }
  }

  /// Adds a record.
  package mutating func insert(_ number: Int) {
    if number >> 6 >= words.count { words += Array(repeating: 0, count: (number >> 6) + 1 - words.count) }
    words[number >> 6] |= 1 << UInt64(number & 63)
  }
}
