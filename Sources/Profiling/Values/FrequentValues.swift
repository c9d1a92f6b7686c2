// Hot path: no allocation for a value that is not among the most frequent ones.

import Records

/// The texts of the most frequent values while all are counted exactly (`ValueTable`).
///
/// No more texts are kept than are reported. A value that ends among the most frequent ones is there when it comes for the last
/// time: those above it then are above it in the end, too. Counts within the heap may be behind those of the table; they are
/// looked up when the last of the values is about to be replaced.
struct FrequentValues {
  /// A value with its text.
  struct Value {
    var digest: UInt64
    var text: KeptText
    var count: Int
  }

  private let most: Int
  /// The last one in front.
  private var heap: [Value] = []

  init(most: Int) { self.most = most }

  /// Notes that a value, whose text is not kept, came for the `count`th time.
  mutating func note(_ digest: UInt64, _ text: Span<UInt8>, count: Int, in table: inout ValueTable) {
    if most == 0 { return }
    if heap.count < most {
      heap.append(Value(digest: digest, text: KeptText(text), count: count))
      table.setKept(true, digest)
      rise(heap.count - 1)
      return
    }
    if count < heap[0].count { return }
    while case let now = table.occurrences(of: heap[0].digest), now != heap[0].count {
      heap[0].count = now
      sink()
    }
    guard count > heap[0].count || count == heap[0].count && heap[0].text.isPreceded(by: text) else { return }
    table.setKept(false, heap[0].digest)
    heap[0].digest = digest
    heap[0].count = count
    heap[0].text.set(text)
    table.setKept(true, digest)
    sink()
  }

  /// The values with their counts, the most frequent first, then by code points.
  func values(_ table: borrowing ValueTable) -> [Value] {
    var values = heap
    for index in values.indices { values[index].count = table.occurrences(of: values[index].digest) }
    return values.sorted { FrequentValues.isBehind($1, $0) }
  }

  /// Whether a value comes behind another one.
  static func isBehind(_ one: Value, _ other: Value) -> Bool {
    one.count == other.count ? other.text.precedes(one.text) : one.count < other.count
  }

  private mutating func rise(_ start: Int) {
    var place = start
    while place > 0, FrequentValues.isBehind(heap[place], heap[(place - 1) / 2]) {
      heap.swapAt(place, (place - 1) / 2)
      place = (place - 1) / 2
    }
  }

  private mutating func sink() {
    var place = 0
    while true {
      var last = place
      let child = 2 * place + 1
      if child < heap.count, FrequentValues.isBehind(heap[child], heap[last]) { last = child }
      if child + 1 < heap.count, FrequentValues.isBehind(heap[child + 1], heap[last]) { last = child + 1 }
      if last == place { return }
      heap.swapAt(place, last)
      place = last
    }
  }
}
