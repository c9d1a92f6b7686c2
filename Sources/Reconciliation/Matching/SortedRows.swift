// Hot path (`add`): no allocation per row while there is memory.

import Archives
import Records

/// Rows that come in any order and go in the order of their keys, as bytes; rows of one key in the order they came.
///
/// Rows that do not fit in memory are put aside in sorted runs, which are merged in the end. Rows that come in their order
/// make one run, and take little memory.
final class SortedRows {
  /// How many bytes of rows that came in their order are kept in memory.
  private static let sortedSize = 32 << 10
  /// How many bytes of rows are kept in memory when none come any more.
  private static let fewBytes = 16 << 10

  private let memory: Int
  private let makeFile: @Sendable () throws -> ScratchFile
  /// The rows in memory as `PackedRow` reads them.
  private var rows = OutputBuffer(capacity: 1024)
  /// Where the last row begins.
  private var last = 0
  private var isSorted = true
  private var runs: [RowSpool] = []
  /// The last key of the last run.
  private var lastKey = OutputBuffer(capacity: 64)
  /// The rows that others gathered.
  private var others: [SortedRows] = []
  private var ownCount = 0

  /// No rows yet; about `memory` bytes of them are kept before they are put aside.
  init(memory: Int = 32 << 20, makeFile: @escaping @Sendable () throws -> ScratchFile) {
    self.memory = memory
    self.makeFile = makeFile
  }

  /// Adds a row.
  func add(_ key: borrowing OutputBuffer, _ text: borrowing OutputBuffer) throws {
    let start = rows.count
    rows.append(row: text.span, key: key.span)
    if isSorted, start > 0 { isSorted = !SortedRows.comesBefore(key.span, in: rows, last) }
    last = start
    ownCount += 1
    guard rows.count > SortedRows.sortedSize else { return }
    if rows.count > memory || isSorted && (runs.isEmpty || follows) { try putAside() }
  }

  /// How many rows there are.
  var count: Int { others.reduce(ownCount) { $0 + $1.count } }

  /// Takes over the rows that another list has gathered. It gathers none any more.
  func add(_ other: SortedRows) throws {
    if other.count == 0 { return }
    if other.rows.count > SortedRows.fewBytes { try other.putAside() }
    others.append(other)
  }

  /// Whether the rows in memory, which are in their order, come behind those of the last run.
  private var follows: Bool {
    // Spans are lent by local values only; nothing is copied.
    let (rows, lastKey) = (self.rows, self.lastKey)
    let bytes = rows.span
    return !SortedRows.comesBefore(bytes.extracting(PackedRow(bytes, at: 0).key), lastKey.span)
  }

  private static func comesBefore(_ key: Span<UInt8>, in rows: borrowing OutputBuffer, _ start: Int) -> Bool {
    let bytes = rows.span
    return comesBefore(key, bytes.extracting(PackedRow(bytes, at: start).key))
  }

  fileprivate static func comesBefore(_ left: Span<UInt8>, _ right: Span<UInt8>) -> Bool {
    for index in 0..<min(left.count, right.count) where left[index] != right[index] {
      return left[index] < right[index]
    }
    return left.count < right.count
  }

  /// Puts the rows in memory into their order.
  private func sort() {
    if isSorted { return }
    var starts: [Int] = []
    var start = 0
    while start < rows.count {
      starts.append(start)
      start = SortedRows.end(of: start, in: rows)
    }
    let bytes = rows.take()
    starts.sort { one, other in
      let span = bytes.span
      let (left, right) = (PackedRow(span, at: one).key, PackedRow(span, at: other).key)
      if SortedRows.comesBefore(span.extracting(left), span.extracting(right)) { return true }
      return one < other && !SortedRows.comesBefore(span.extracting(right), span.extracting(left))
    }
    for start in starts {
      let place = PackedRow(bytes.span, at: start)
      last = rows.count
      rows.append(row: bytes.span.extracting(place.row), key: bytes.span.extracting(place.key))
    }
    isSorted = true
  }

  private static func end(of start: Int, in rows: borrowing OutputBuffer) -> Int { PackedRow(rows.span, at: start).end }

  /// Puts the rows in memory aside: behind those of the last run if they follow them, else as a run of their own.
  private func putAside() throws {
    if rows.count == 0 { return }
    sort()
    if runs.isEmpty || !follows { runs.append(RowSpool(makeFile: makeFile)) }
    // The buffer is taken out while it is read, and keeps its room unless it is large.
    var rows = OutputBuffer.none
    swap(&rows, &self.rows)
    try appendToRun(rows)
    last = 0
    if rows.count <= 2 * SortedRows.sortedSize {
      rows.truncate(to: 0)
      self.rows = rows
    }
  }

  /// Adds rows that are in their order to the last run.
  private func appendToRun(_ rows: borrowing OutputBuffer) throws {
    let bytes = rows.span
    try runs[runs.count - 1].add(bytes)
    lastKey.truncate(to: 0)
    lastKey.append(bytes.extracting(PackedRow(bytes, at: last).key))
  }

  /// Hands out all rows in their order; of rows with one key the own ones first.
  func forEach(_ body: (_ text: Span<UInt8>) throws -> Void) throws {
    try SortedRows.forEach(of: [self] + others, body)
  }

  /// Hands out the rows of several lists in their order; of rows with one key those of the first list first.
  static func forEach(of lists: [SortedRows], _ body: (_ text: Span<UInt8>) throws -> Void) throws {
    var heads: [RowCursor] = []
    for list in lists where list.ownCount > 0 {
      if list.runs.isEmpty {
        list.sort()
        heads.append(RowCursor { [rows = list.rows] number in number == 0 ? rows.copy() : nil })
      } else {
        try list.putAside()
        for run in list.runs { heads.append(RowCursor { try run.piece($0) }) }
      }
    }
    for index in heads.indices { try heads[index].advance() }
    try merge(&heads, body)
  }

  /// A cursor in the heap of a merge, by its number, with the beginning of its key.
  private typealias Head = (prefix: UInt64, cursor: Int)

  /// Hands out the rows behind cursors, the smallest first, by a heap of the cursors.
  private static func merge(_ cursors: inout [RowCursor], _ body: (_ text: Span<UInt8>) throws -> Void) throws {
    var heap: [Head] = cursors.indices.filter { !cursors[$0].isAtEnd }.map { (cursors[$0].prefix, $0) }
    for place in heap.indices.reversed() { sink(place, &heap, cursors) }
    while let first = heap.first?.cursor {
      try cursors[first].withRow(body)
      try cursors[first].advance()
      heap[0].prefix = cursors[first].prefix
      if cursors[first].isAtEnd {
        heap.swapAt(0, heap.count - 1)
        heap.removeLast()
      }
      sink(0, &heap, cursors)
    }
  }

  /// Lets the cursor at a place of the heap sink until none below it comes before it.
  private static func sink(_ place: Int, _ heap: inout [Head], _ cursors: [RowCursor]) {
    var place = place
    while 2 * place + 1 < heap.count {
      var least = place
      for child in 2 * place + 1..<min(2 * place + 3, heap.count) {
        if comesBefore(heap[child], heap[least], cursors) { least = child }
      }
      if least == place { return }
      heap.swapAt(place, least)
      place = least
    }
  }

  @inline(__always)
  private static func comesBefore(_ left: Head, _ right: Head, _ cursors: [RowCursor]) -> Bool {
    if left.prefix != right.prefix { return left.prefix < right.prefix }
    return cursors[left.cursor].comesBefore(cursors[right.cursor], isEarlier: left.cursor < right.cursor)
  }
}

/// Goes through rows that are in their order, one after another.
private struct RowCursor {
  private let piece: (Int) throws -> [UInt8]?
  private var number = 0
  private var bytes: [UInt8] = []
  private var key = 0..<0
  private var row = 0..<0
  /// The first eight bytes of the key as a number, which distinguishes nearly all keys.
  private(set) var prefix: UInt64 = 0
  /// Whether there are no more rows.
  private(set) var isAtEnd = false

  /// A cursor before the first row of pieces, which the function reads by number; it is nil behind the last one.
  init(_ piece: @escaping (Int) throws -> [UInt8]?) { self.piece = piece }

  /// Goes to the next row.
  mutating func advance() throws {
    var start = row.upperBound
    while start == bytes.count {
      guard let next = try piece(number) else {
        isAtEnd = true
        return
      }
      (bytes, start) = (next, 0)
      number += 1
    }
    let place = PackedRow(bytes.span, at: start)
    (key, row) = (place.key, place.row)
    prefix = 0
    for index in 0..<8 { prefix = prefix << 8 | (index < key.count ? UInt64(bytes[key.lowerBound + index]) : 0) }
  }

  /// Lends the row at hand.
  func withRow(_ body: (_ row: Span<UInt8>) throws -> Void) throws { try body(bytes.span.extracting(row)) }

  /// Whether the row at hand comes before that of another cursor.
  func comesBefore(_ other: RowCursor, isEarlier: Bool) -> Bool {
    let (mine, theirs) = (bytes.span.extracting(key), other.bytes.span.extracting(other.key))
    if SortedRows.comesBefore(mine, theirs) { return true }
    return isEarlier && !SortedRows.comesBefore(theirs, mine)
  }
}
