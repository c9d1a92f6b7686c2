import Records

/// The rows of one list of several parts, read side by side, in the order of the whole run.
struct OrderedRows<Source: RowSource> {
  private let sources: [Source]
  /// The places of sources that have rows left, as a heap: the one whose row comes first is at the top.
  private var heap: [(place: RowPlace, source: Int)] = []

  /// The rows of sources, which are in the order of their parts.
  init(_ sources: [Source]) {
    self.sources = sources
    for (number, source) in sources.enumerated() {
      guard let place = source.place else { continue }
      heap.append((place, number))
      rise(heap.count - 1)
    }
  }

  /// Appends all rows to a buffer, which the body may empty after each of them, and checks the files.
  mutating func forEach(_ output: inout OutputBuffer, _ body: (inout OutputBuffer, Source) throws -> Void) throws {
    while let first = heap.first {
      let source = sources[first.source]
      try source.next(to: &output)
      try body(&output, source)
      if let place = source.place {
        heap[0].place = place
      } else {
        heap[0] = heap[heap.count - 1]
        heap.removeLast()
      }
      sink()
    }
    for source in sources { try source.finish() }
  }

  private func isBefore(_ left: Int, _ right: Int) -> Bool {
    let (left, right) = (heap[left], heap[right])
    return left.place == right.place ? left.source < right.source : left.place < right.place
  }

  private mutating func rise(_ start: Int) {
    var place = start
    while place > 0, isBefore(place, (place - 1) / 2) {
      heap.swapAt(place, (place - 1) / 2)
      place = (place - 1) / 2
    }
  }

  private mutating func sink() {
    var place = 0
    while true {
      var least = place
      for child in [2 * place + 1, 2 * place + 2] where child < heap.count && isBefore(child, least) { least = child }
      if least == place { return }
      heap.swapAt(place, least)
      place = least
    }
  }
}
