/// Records of a task or an entity by their numbers, a bit each.
struct RecordSet {
  private var words: [UInt64] = []

  /// Whether no record is in it.
  var isEmpty: Bool { words.isEmpty }

  /// Whether the record is in it.
  func contains(_ number: Int) -> Bool {
    number >> 6 < words.count && words[number >> 6] & (1 << UInt64(number & 63)) != 0
  }

  /// Adds a record.
  mutating func insert(_ number: Int) {
    if number >> 6 >= words.count { words += Array(repeating: 0, count: (number >> 6) + 1 - words.count) }
    words[number >> 6] |= 1 << UInt64(number & 63)
  }
}
