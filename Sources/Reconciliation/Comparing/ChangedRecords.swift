// Hot path (`note`, `add`): no allocation per record while there is room.

import Records

/// The records of a task that differ: by their numbers, in which of the compared fields, and under which ids Sales holds
/// them. Costs 12 bytes a record, and 16 more for ids.
struct ChangedRecords {
  private var width = 1
  private var hasIDs = false
  private var numbers: [UInt32] = []
  /// For each record `width` words, a bit for each compared field.
  private var words: [UInt64] = []
  private var ids: [GUID] = []
  private var pending: [UInt64] = [0]
  /// The compared fields in which any of the records differs.
  private(set) var fields: [Int] = []

  /// No record of a task with so many compared fields; their ids are kept if the held ones have such.
  mutating func settle(fields: Int, hasIDs: Bool) {
    self.hasIDs = hasIDs
    width = fields / 64 + 1
    pending = Array(repeating: 0, count: width)
  }

  /// No record, of a task with the same fields.
  var emptied: ChangedRecords {
    var other = self
    (other.numbers, other.words, other.ids) = ([], [], [])
    return other
  }

  /// Adds the records of a partition.
  mutating func append(_ other: ChangedRecords) {
    numbers += other.numbers
    words += other.words
    ids += other.ids
  }

  /// Whether there is none.
  var isEmpty: Bool { numbers.isEmpty }

  /// Notes that the record at hand differs in a compared field.
  mutating func note(_ field: Int) { pending[field >> 6] |= 1 << UInt64(field & 63) }

  /// Forgets what was noted of the record at hand.
  mutating func forget() {
    for word in pending.indices { pending[word] = 0 }
  }

  /// Adds the record at hand by its number, with what was noted of it. A record that is held without an id gets the one
  /// that a conversion would give it.
  mutating func add(_ number: Int, id: GUID?) {
    numbers.append(UInt32(truncatingIfNeeded: number))
    for word in pending.indices { words.append(pending[word]) }
    if hasIDs { ids.append(id ?? ChangedRecords.noID) }
    forget()
  }

  private static let noID = GUID(high: 0, low: 0)

  /// Puts the records into the order of their numbers, so that they can be found: they may have come in parts.
  mutating func sort() {
    let order = numbers.indices.sorted { numbers[$0] < numbers[$1] }
    (numbers, ids) = (order.map { numbers[$0] }, hasIDs ? order.map { ids[$0] } : [])
    words = order.flatMap { words[$0 * width..<($0 + 1) * width] }
    var any = [UInt64](repeating: 0, count: width)
    for (index, word) in words.enumerated() { any[index % width] |= word }
    fields = (0..<width * 64).filter { any[$0 >> 6] & (1 << UInt64($0 & 63)) != 0 }
  }

  /// The place of a record; nil if it does not differ.
  func find(_ number: Int) -> Int? {
    var (low, high) = (0, numbers.count)
    while low < high {
      let middle = (low + high) / 2
      if numbers[middle] < number { low = middle + 1 } else { high = middle }
    }
    return low < numbers.count && numbers[low] == number ? low : nil
  }

  /// Whether the record at a place differs in a compared field.
  func has(_ field: Int, at place: Int) -> Bool {
    words[place * width + (field >> 6)] & (1 << UInt64(field & 63)) != 0
  }

  /// The id under which Sales holds the record at a place; nil if it is not known.
  func id(at place: Int) -> GUID? {
    hasIDs && ids[place] != ChangedRecords.noID ? ids[place] : nil
  }
}
