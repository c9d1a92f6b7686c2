import Archives
package import Records

/// Parses a document in pieces on several threads; what comes out is what one parser of all of it gives: the same events and
/// lines, the same fault, and the same events before it.
///
/// The document is divided where a record seems to end (`XMLRecordEnd`), and the pieces are parsed at the same time, each by a
/// parser that has been given the start tags of the elements around it. Whether the place was right comes out when the piece in
/// front of it has been parsed: its parser must be done with all bytes, in the content of the very elements in which the next
/// piece was begun. Otherwise what was parsed of the next pieces is dropped, and one parser goes on from the last place that
/// was right. So comments, CDATA sections and other elements of the records' name need no care, and a fault is always found by
/// one parser that goes on to it, with all bytes of the block that it is in.
package struct DividedXML {
  /// How a document is divided.
  package struct Division: Sendable {
    /// Threads that parse at the same time.
    var parsers: Int
    /// The bytes of a piece: what comes of it is still in the cache when its names get their numbers.
    package var pieceSize = 512 << 10
    /// The size from which a batch of one parser is taken.
    package var batchSize = 1 << 20

    /// A division among so many threads.
    package init(parsers: Int) { self.parsers = parsers }

    /// Whether a file of so many bytes is large enough for pieces.
    func isWorthwhile(_ size: UInt64) -> Bool { size >= 3 << 20 }
  }

  /// One parser that goes on from a place that is right.
  private struct Sequence {
    let parser: XMLPushParser
    var numbers = XMLBatchOrder.Numbers()
    /// What is added to its lines.
    var lines: Int
  }

  private let parsing: XMLParsing
  private let division: Division
  private let openBlocks: () throws -> () throws -> [UInt8]?
  private var pieces: XMLPieces
  private var order: XMLBatchOrder
  private var parsers: XMLPieceParsers?
  /// The parser that goes on; nil while pieces are parsed at the same time.
  private var sequence: Sequence?
  /// The pieces that are parsed at the same time, in the order of the document.
  private var tasks: [XMLPieceParsers.Task] = []
  /// Pieces that come before all others that are still to be read.
  private var returned: [XMLPiece] = []
  private var generation = 0
  /// The document's declaration; nil until the first block has come, and if the document is never divided.
  private var declaration: [UInt8]?
  private var isBegun = false
  /// The place up to which all is right: the elements that are open there, and the line.
  private var opening: XMLOpening?
  private var line = 1
  /// By parser: the numbers of its names, and the memory of them.
  private var numbers: [Int: XMLBatchOrder.Numbers] = [:]
  private var nameBytes: [Int: Int] = [:]
  /// How many records' ends in a row must be right before pieces are parsed at the same time again; doubles each time that one
  /// is wrong.
  private var patience = 1
  private var rightEnds = 0

  /// A document whose blocks come from the function that `openBlocks` gives. Should it be needed, it is called again, for all
  /// blocks from the first on.
  package init(
    _ parsing: XMLParsing, _ division: Division, parsers: XMLPieceParsers? = nil,
    openBlocks: @escaping () throws -> () throws -> [UInt8]?
  ) throws {
    self.parsing = parsing
    self.division = division
    self.openBlocks = openBlocks
    self.parsers = parsers
    pieces = XMLPieces(size: division.pieceSize, try openBlocks())
    order = XMLBatchOrder(batchSize: division.batchSize, limits: parsing.limits)
    sequence = Sequence(parser: parsing.parser(), lines: 0)
  }

  /// Gives all batches, until `give` is false. Throws `XMLFault` and what the blocks throw.
  package mutating func run(_ give: (consuming XMLEventBatch) -> Bool) throws {
    var goesOn = true
    var givenEvents = 0
    while goesOn {
      var failure: (any Error)?
      do {
        goesOn = try step()
      } catch is TooMuch {
        return try runWhole(behind: givenEvents, give)
      } catch {
        order.end()
        failure = error
      }
      while let batch = order.next() {
        givenEvents += batch.events.count
        if !give(batch) { return }
      }
      if let failure { throw failure }
    }
  }

  /// The document may go beyond a limit of all of it, which only a parser of all of it knows.
  private struct TooMuch: Error {}

  /// Parses or takes one more piece; false at the end of the document.
  private mutating func step() throws -> Bool {
    if sequence != nil { return try parseNext() }
    return try takeNext()
  }

  // MARK: One parser

  /// Parses the next piece with the parser that goes on.
  private mutating func parseNext() throws -> Bool {
    guard let piece = returned.isEmpty ? pieces.next() : returned.removeFirst() else { return false }
    if !isBegun, let block = piece.segments.first?.block {
      isBegun = true
      declaration = XMLDeclaration(block)?.bytes
    }
    let lines = sequence?.lines ?? 0
    do {
      for segment in piece.segments { try parse(segment) }
      switch piece.end {
      case .failure(let error): throw error
      case .document:
        try sequence?.parser.finish()
        takeReady()
      case .record, .middle: divide(piece)
      }
    } catch {
      // What is wrong may come behind the end that a limit sets.
      try checkLimits(more: sequence?.parser)
      throw (error as? XMLFault)?.moved(by: lines) ?? error
    }
    try checkLimits(more: nil)
    if case .document = piece.end { return false }
    return true
  }

  private mutating func parse(_ segment: XMLSegment) throws(XMLFault) {
    guard let sequence else { return }
    try sequence.parser.parse(segment)
    if segment.endsBlock, order.isDue(sequence.parser.pendingBytes) { takeReady() }
  }

  private mutating func takeReady() {
    guard var open = sequence.take() else { return }
    order.addReady(open.parser.take(), &open.numbers, lines: open.lines)
    sequence = open
  }

  /// Goes on with several parsers if the piece of the one ends with a record.
  private mutating func divide(_ piece: XMLPiece) {
    guard let declaration, var open = sequence else { return }
    if case .middle = piece.end { pieces.recordEnd = open.parser.recordTag.map { XMLRecordEnd(of: $0) } }
    guard case .record = piece.end, open.parser.isDivisible else {
      rightEnds = 0
      return
    }
    rightEnds += 1
    guard rightEnds >= patience, returned.isEmpty else { return }
    if parsers == nil { parsers = XMLPieceParsers(parsing, threads: division.parsers - 1) }
    guard parsers != nil else { return }
    opening = XMLOpening(declaration: declaration, tags: open.parser.openTags)
    line = open.parser.line + open.lines
    nameBytes[-generation] = open.parser.nameBytes
    sequence = nil
    order.add(open.parser.take(), &open.numbers, lines: open.lines, blockEnds: [])
  }

  // MARK: Several parsers

  /// Takes what came of the next piece.
  private mutating func takeNext() throws -> Bool {
    guard let parsers, let opening else { return false }
    // One more than are parsed at the same time, so that no thread waits for the next; fewer if they are large.
    let most = parsers.threads + 2
    while tasks.isEmpty || tasks.count < most && bytesOfTasks < most * division.pieceSize,
      tasks.last?.piece.isWhole ?? true, let piece = pieces.next()
    {
      let task = XMLPieceParsers.Task(piece, at: opening, generation: generation)
      tasks.append(task)
      if piece.isWhole { parsers.give(task) }
    }
    guard let task = tasks.first else { return false }
    guard task.piece.isWhole, let parsed = parsers.result(of: task) else {
      try goOn(isRight: !task.piece.isWhole)
      return true
    }
    tasks.removeFirst()
    order.add(
      parsed.batch, &numbers[parsed.parser, default: XMLBatchOrder.Numbers()], lines: line - parsed.lines.lowerBound,
      blockEnds: parsed.blockEnds)
    line += parsed.lines.count - 1
    nameBytes[parsed.parser] = parsed.nameBytes
    try checkLimits(more: nil)
    if case .document = task.piece.end {
      order.finish()
      return false
    }
    self.opening?.tags = parsed.tags
    if parsed.tags != opening.tags { try goOn(isRight: false) }
    return true
  }

  private var bytesOfTasks: Int { tasks.reduce(0) { $0 + $1.piece.size } }

  /// Goes on with one parser from the last place that is right.
  private mutating func goOn(isRight: Bool) throws {
    guard let opening else { return }
    parsers?.takeBack()
    returned = tasks.map(\.piece)
    tasks = []
    generation += 1
    rightEnds = 0
    if !isRight { patience = min(patience * 2, 1 << 20) }
    let parser = parsing.parser()
    do throws(XMLFault) {
      try parser.begin(at: opening)
    } catch {
      throw error.moved(by: line - 1)
    }
    guard parser.isDivisible, parser.openTags == opening.tags else { throw TooMuch() }
    sequence = Sequence(parser: parser, lines: line - parser.line)
  }

  // MARK: Limits of all of the document

  /// Throws if names may be too many, or take too much. The names of several parsers are partly the same, and the room that
  /// dictionaries take grows in steps: what they take together is no more than a hint.
  private func checkLimits(more parser: XMLPushParser?) throws(TooMuch) {
    guard generation > 0 || sequence == nil else { return }
    let bytes = nameBytes.values.reduce(parser?.nameBytes ?? 0, +)
    let hasTooManyNames =
      order.hasTooManyNames || parser.map { order.nameCount + $0.nameCount > parsing.limits.names } ?? false
    if hasTooManyNames || bytes > parsing.limits.nameBytes / 8 { throw TooMuch() }
  }

  /// Parses the document again with one parser, for what comes behind so many events.
  private mutating func runWhole(behind events: Int, _ give: (consuming XMLEventBatch) -> Bool) throws {
    (parsers, tasks, returned, sequence) = (nil, [], [], nil)
    var behind = events
    func hand(_ batch: consuming XMLEventBatch) -> Bool {
      let skipped = min(behind, batch.events.count)
      behind -= skipped
      batch.events.removeFirst(skipped)
      return give(batch)
    }
    let nextBlock = try openBlocks()
    let parser = parsing.parser()
    while let block = try nextBlock() {
      try parser.parse(block, count: block.count)
      if parser.pendingBytes > division.batchSize, !hand(parser.take()) { return }
    }
    try parser.finish()
    _ = hand(parser.take())
  }
}
