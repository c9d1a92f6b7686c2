import Archives
import Records

/// Rows that come in any order and go in the order of their keys, as bytes; rows of one key in the order they came.
///
/// What does not fit in memory is put aside in sorted runs, which are merged in the end.
final class SortedRows {
  private let memory: Int
  private let makeFile: () throws -> ScratchFile
  private var bytes = OutputBuffer(capacity: 1 << 16)
  /// For each row in memory where its key begins, where it ends and its text begins, and where that ends.
  private var places: [(key: Int, text: Int, end: Int)] = []
  private var runs: [RowSpool] = []
  private var isSorted = true
  /// How many rows there are.
  private(set) var count = 0

  /// No rows yet; about `memory` bytes of them are kept before they are put aside.
  init(memory: Int = 32 << 20, makeFile: @escaping () throws -> ScratchFile) {
    self.memory = memory
    self.makeFile = makeFile
  }

  /// Adds a row.
  func add(_ key: borrowing OutputBuffer, _ text: borrowing OutputBuffer) throws {
    let start = bytes.count
    bytes.append(key, 0..<key.count)
    bytes.append(text, 0..<text.count)
    places.append((start, start + key.count, bytes.count))
    if isSorted, places.count > 1 { isSorted = !comesBefore(places.count - 1, places.count - 2) }
    count += 1
    if bytes.count + places.count * 24 > memory { try putAside() }
  }

  private func comesBefore(_ left: Int, _ right: Int) -> Bool {
    let (one, other) = (places[left], places[right])
    let bytes = self.bytes
    let span = bytes.span
    return SortedRows.comesBefore(span.extracting(one.key..<one.text), span.extracting(other.key..<other.text))
  }

  private static func comesBefore(_ left: Span<UInt8>, _ right: Span<UInt8>) -> Bool {
    for index in 0..<min(left.count, right.count) where left[index] != right[index] {
      return left[index] < right[index]
    }
    return left.count < right.count
  }

  /// The numbers of the rows in memory in their order.
  private func order() -> [Int] {
    let numbers = Array(places.indices)
    if isSorted { return numbers }
    return numbers.sorted { comesBefore($0, $1) || (!comesBefore($1, $0) && $0 < $1) }
  }

  private func putAside() throws {
    let run = RowSpool(makeFile: makeFile)
    try forEachInMemory { try run.add($0, $1) }
    runs.append(run)
    bytes.truncate(to: 0)
    places.removeAll(keepingCapacity: true)
    isSorted = true
  }

  private func forEachInMemory(
    _ body: (_ key: borrowing OutputBuffer, _ text: borrowing OutputBuffer) throws -> Void
  ) throws {
    var key = OutputBuffer(capacity: 256)
    var text = OutputBuffer(capacity: 1024)
    for number in order() {
      let place = places[number]
      key.truncate(to: 0)
      key.append(bytes, place.key..<place.text)
      text.truncate(to: 0)
      text.append(bytes, place.text..<place.end)
      try body(key, text)
    }
  }

  /// Hands out all rows in their order.
  func forEach(_ body: (_ text: borrowing OutputBuffer) throws -> Void) throws {
    if runs.isEmpty { return try forEachInMemory { try body($1) } }
    if !places.isEmpty { try putAside() }
    var heads = runs.map { RowCursor($0) }
    for index in heads.indices { try heads[index].advance() }
    while true {
      var first = -1
      for index in heads.indices where !heads[index].isAtEnd {
        if first < 0 || SortedRows.comesBefore(heads[index].key, heads[first].key) { first = index }
      }
      if first < 0 { return }
      try body(heads[first].row)
      try heads[first].advance()
    }
  }

  private static func comesBefore(_ left: borrowing OutputBuffer, _ right: borrowing OutputBuffer) -> Bool {
    comesBefore(left.span, right.span)
  }
}
