import Records

/// What one parser gets of a document: the bytes between two ends of records.
struct XMLPiece: Sendable {
  /// What comes behind it.
  enum End: Sendable {
    /// By all appearance, a record has just ended.
    case record
    /// More of the same: no place was found to divide the document.
    case middle
    /// The end of the document.
    case document
    /// An error instead of more bytes.
    case failure(any Error)
  }

  var segments: [XMLSegment] = []
  var end = End.middle

  /// Its bytes.
  var size: Int { segments.reduce(0) { $0 + $1.range.count } }

  /// Whether it can be parsed without what comes behind it.
  var isWhole: Bool {
    switch end {
    case .record, .document: true
    case .middle, .failure: false
    }
  }
}

/// Divides a document into pieces, as its blocks come in. Where it is divided depends on its bytes alone.
struct XMLPieces {
  /// The bytes that a piece has at least, unless it is the last one.
  private let size: Int
  private let nextBlock: () throws -> [UInt8]?
  /// What comes in the block behind the last end of a record.
  private var rest: XMLSegment?
  private var hasEnded = false
  /// Where a document is divided; while it is nil, each block is a piece that cannot be parsed by itself.
  var recordEnd: XMLRecordEnd?

  /// How many times the size a piece may have before it ends without the end of a record.
  private static let mostSizes = 8

  init(size: Int, _ nextBlock: @escaping () throws -> [UInt8]?) {
    self.size = size
    self.nextBlock = nextBlock
  }

  /// The next piece; nil behind the end.
  mutating func next() -> XMLPiece? {
    guard !hasEnded else { return nil }
    var piece = XMLPiece()
    var count = 0
    while true {
      guard let segment = nextSegment(&piece) else {
        hasEnded = true
        return piece
      }
      count += segment.range.count
      guard let recordEnd else {
        piece.segments.append(segment)
        return piece
      }
      if count >= size, let place = recordEnd.last(in: segment.block.span, segment.range) {
        piece.segments.append(XMLSegment(segment.block, segment.range.lowerBound..<place))
        if place < segment.range.upperBound { rest = XMLSegment(segment.block, place..<segment.range.upperBound) }
        piece.end = .record
        return piece
      }
      piece.segments.append(segment)
      if count >= size * XMLPieces.mostSizes { return piece }
    }
  }

  /// The rest of the block that has been divided, or the next block; nil at the end of the document.
  private mutating func nextSegment(_ piece: inout XMLPiece) -> XMLSegment? {
    if let rest = rest.take() { return rest }
    do {
      if let block = try nextBlock() { return XMLSegment(block, 0..<block.count) }
      piece.end = .document
    } catch {
      piece.end = .failure(error)
    }
    return nil
  }
}
