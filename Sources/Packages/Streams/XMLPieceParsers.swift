import Archives
import Dispatch
package import Records
import Synchronization

/// What every parser of a document is made with.
package struct XMLParsing: Sendable {
  /// The depth of the elements behind which batches end.
  var depth: Int
  var keepsText: Bool
  var joinsFields: Bool
  package var limits = XMLLimits()

  /// Parsers whose batches end behind elements at the depth.
  package init(depth: Int, keepsText: Bool, joinsFields: Bool) {
    self.depth = depth
    self.keepsText = keepsText
    self.joinsFields = joinsFields
  }

  /// A parser of a document that may be divided.
  func parser() -> XMLPushParser {
    XMLPushParser(cuttingAt: depth, keepsText: keepsText, joinsFields: joinsFields, notesTags: true, limits: limits)
  }
}

/// What came of a piece of a document.
struct ParsedXMLPiece: Sendable {
  var batch: XMLEventBatch
  /// The cuts of the batch where blocks end.
  var blockEnds: [XMLEventCut] = []
  /// The open elements behind it.
  var tags: XMLOpenTags
  /// The line on which the piece begins, as its parser counts, and the one on which it ends.
  var lines: ClosedRange<Int>
  /// Which parser parsed it: names have numbers of its own.
  var parser: Int
  /// The memory of the parser's names.
  var nameBytes: Int
}

/// Parses pieces of one document after another, each within the elements that are open there.
struct XMLPieceParser: ~Copyable {
  private let parsing: XMLParsing
  private let parser: XMLPushParser
  /// The number of the parser.
  let number: Int

  init(_ parsing: XMLParsing, number: Int) {
    self.parsing = parsing
    self.number = number
    parser = parsing.parser()
  }

  /// Parses a piece; nil if it cannot be parsed by itself, be it for a fault or since it does not end behind a record.
  func parse(_ piece: XMLPiece, at opening: XMLOpening) -> ParsedXMLPiece? {
    do throws(XMLFault) {
      // Behind a piece that ended where this one begins, the parser just goes on.
      if !parser.isDivisible || parser.openTags != opening.tags { try parser.begin(at: opening) }
      guard parser.isDivisible, parser.openTags == opening.tags else { return nil }
      if case .record = piece.end, let plain = parser.parsePlain(piece.segments) {
        return ParsedXMLPiece(
          batch: parser.take(), blockEnds: plain.blockEnds, tags: opening.tags, lines: 1...1 + plain.lines,
          parser: number,
          nameBytes: parser.nameBytes)
      }
      let first = parser.line
      var blockEnds: [XMLEventCut] = []
      for segment in piece.segments {
        try parser.parse(segment)
        if segment.endsBlock { blockEnds.append(parser.cut) }
      }
      if case .document = piece.end { try parser.finish() } else if !parser.isDivisible { return nil }
      return ParsedXMLPiece(
        batch: parser.take(), blockEnds: blockEnds, tags: parser.openTags, lines: first...max(first, parser.line),
        parser: number, nameBytes: parser.nameBytes)
    } catch {
      return nil
    }
  }
}

/// Threads that parse pieces of one document at the same time. Whoever waits for a piece parses one meanwhile.
package final class XMLPieceParsers: Sendable {
  /// A piece that is parsed.
  final class Task: Sendable {
    let piece: XMLPiece
    let opening: XMLOpening
    /// Pieces of a document that turned out to be divided at a wrong place leave names that it does not have with the
    /// parsers of that time.
    let generation: Int
    fileprivate let result = Mutex<ParsedXMLPiece?>(nil)
    fileprivate let done = DispatchSemaphore(value: 0)
    fileprivate let isDone = Atomic(false)

    init(_ piece: XMLPiece, at opening: XMLOpening, generation: Int) {
      self.piece = piece
      self.opening = opening
      self.generation = generation
    }
  }

  private struct State {
    var tasks: [Task] = []
    var given = 0
    var isClosed = false
    var parsers = 0
  }

  /// What the threads share.
  private final class Queue: Sendable {
    let state = Mutex(State())
    /// Counts tasks that were given.
    let given = DispatchSemaphore(value: 0)

    func next() -> Task? { state.withLock { $0.tasks.isEmpty ? nil : $0.tasks.removeFirst() } }

    func makeParser(_ parsing: XMLParsing) -> XMLPieceParser {
      let number = state.withLock { state in
        state.parsers += 1
        return state.parsers
      }
      return XMLPieceParser(parsing, number: number)
    }

    func work(_ parsing: XMLParsing) {
      var worker = Worker(parsing)
      while true {
        given.wait()
        if let task = next() {
          worker.work(task, self)
        } else if state.withLock({ $0.isClosed }) {
          return
        }
      }
    }
  }

  /// Who parses: a thread, or whoever waits.
  private struct Worker: ~Copyable {
    private let parsing: XMLParsing
    private var parser: XMLPieceParser?
    private var generation = 0

    init(_ parsing: XMLParsing) { self.parsing = parsing }

    mutating func work(_ task: Task, _ queue: Queue) {
      if parser == nil || generation != task.generation {
        parser = queue.makeParser(parsing)
        generation = task.generation
      }
      let result = parser?.parse(task.piece, at: task.opening)
      // What a fault leaves is unclear.
      if result == nil { parser = nil }
      task.result.withLock { $0 = result }
      task.isDone.store(true, ordering: .releasing)
      task.done.signal()
    }
  }

  private let queue = Queue()
  private let worker: Mutex<Worker>
  /// How many threads the machine gave.
  let threads: Int

  /// Starts so many threads; as many as the machine gives, which may be none.
  package init(
    _ parsing: XMLParsing, threads: Int,
    start: (@escaping @Sendable () -> Void) throws -> Void = { try WorkerThread.start(name: "xml-piece", $0) }
  ) {
    worker = Mutex(Worker(parsing))
    var started = 0
    do {
      while started < threads {
        let queue = queue
        try start { queue.work(parsing) }
        started += 1
      }
    } catch {
      // The machine refuses another thread: those that there are do the work.
    }
    self.threads = started
  }

  deinit {
    queue.state.withLock { state in
      state.isClosed = true
      state.tasks = []
    }
    for _ in 0..<threads { queue.given.signal() }
  }

  /// Gives a piece to the threads.
  func give(_ task: Task) {
    queue.state.withLock { state in
      state.tasks.append(task)
      state.given += 1
    }
    queue.given.signal()
  }

  /// How many pieces were given so far.
  var givenCount: Int { queue.state.withLock { $0.given } }

  /// Takes back all pieces that no thread has begun with.
  func takeBack() { queue.state.withLock { $0.tasks = [] } }

  /// What came of a piece: parses others until it is known.
  func result(of task: Task) -> ParsedXMLPiece? {
    while !task.isDone.load(ordering: .acquiring) {
      if let next = queue.next() {
        worker.withLock { $0.work(next, queue) }
      } else {
        task.done.wait()
        break
      }
    }
    return task.result.withLock { $0.take() }
  }
}
