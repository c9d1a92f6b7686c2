// Hot path: no allocation per event.

import Records

/// Puts the batches of several parsers in the order of the document, with the numbers of names and of lines that one parser of
/// all of it would give.
///
/// Batches are ready when one parser, from which a batch is taken at the end of the block where it is large enough, would have
/// given their events. So what comes before a fault does not depend on how the document is divided, either.
struct XMLBatchOrder {
  /// The numbers that a parser gives to names, by those that they have in its batches; `unknown` where none has come yet.
  struct Numbers {
    fileprivate var numbers: [UInt16] = []
    fileprivate static let unknown = UInt16.max
  }

  /// The size from which a batch is taken from a parser.
  let batchSize: Int
  private let mostNames: Int
  /// Batches that may be given to whoever reads the document.
  private var ready: [XMLEventBatch] = []
  /// Batches that wait for the end of one that is large enough, and how far the first of them is ready.
  private var waiting: [XMLEventBatch] = []
  private var readyPart: XMLEventCut?
  /// The size of all batches so far, and of those in front of the place where the last batch was large enough.
  private var size = 0
  private var readySize = 0
  private var names: [String] = []
  private var numbers: [String: UInt16] = [:]
  /// Whether there are more names than a document may have.
  private(set) var hasTooManyNames = false

  init(batchSize: Int, limits: XMLLimits) {
    self.batchSize = batchSize
    mostNames = limits.names
  }

  /// How many names have been met.
  var nameCount: Int { names.count }

  /// The oldest batch that is ready.
  mutating func next() -> XMLEventBatch? { ready.isEmpty ? nil : ready.removeFirst() }

  /// Whether a batch would be taken at the end of a block, where a parser has this much.
  func isDue(_ pending: Int) -> Bool { size + pending - readySize > batchSize }

  /// Adds a batch, whose lines are so many further down in the document. `blockEnds` are its cuts where blocks end.
  mutating func add(
    _ batch: consuming XMLEventBatch, _ numbers: inout Numbers, lines: Int, blockEnds: [XMLEventCut]
  ) {
    var part: XMLEventCut?
    for cut in blockEnds where isDue(cut.size) {
      readySize = size + cut.size
      part = cut
    }
    if let part {
      makeReady()
      readyPart = part
    }
    size += XMLEventCut(events: batch.events.count, bytes: batch.bytes.count).size
    renumber(&batch, &numbers, lines: lines)
    waiting.append(batch)
  }

  /// Adds a batch that is ready, with all before it.
  mutating func addReady(_ batch: consuming XMLEventBatch, _ numbers: inout Numbers, lines: Int) {
    makeReady()
    add(batch, &numbers, lines: lines, blockEnds: [])
    readySize = size
    makeReady()
  }

  /// Ends the document in front of a fault: what waits is not given, but for the part that is ready.
  mutating func end() {
    let first = waiting.first
    waiting = []
    guard let cut = readyPart.take(), var batch = first else { return }
    batch.events.removeLast(batch.events.count - cut.events)
    batch.bytes.removeLast(batch.bytes.count - cut.bytes)
    ready.append(batch)
  }

  /// Ends the document: all that waits is ready.
  mutating func finish() { makeReady() }

  private mutating func makeReady() {
    ready += waiting
    waiting.removeAll(keepingCapacity: true)
    readyPart = nil
  }

  // MARK: Names and lines

  private mutating func renumber(_ batch: inout XMLEventBatch, _ numbers: inout Numbers, lines: Int) {
    let own = batch.names
    while numbers.numbers.count < own.count { numbers.numbers.append(Numbers.unknown) }
    var events = batch.events.mutableSpan
    for index in events.indices {
      let kind = events[index].kind
      guard kind == .start || kind == .attribute else { continue }
      let name = Int(events[index].name)
      if numbers.numbers[name] == Numbers.unknown { numbers.numbers[name] = number(of: own[name]) }
      events[index].name = numbers.numbers[name]
      // 0 is no line.
      if kind == .start, events[index].start != 0 { events[index].start &+= UInt32(truncatingIfNeeded: lines) }
    }
    batch.names = names
  }

  private mutating func number(of name: String) -> UInt16 {
    if let known = numbers[name] { return known }
    guard names.count < mostNames else {
      hasTooManyNames = true
      return 0
    }
    let number = UInt16(names.count)
    names.append(name)
    numbers[name] = number
    return number
  }
}
