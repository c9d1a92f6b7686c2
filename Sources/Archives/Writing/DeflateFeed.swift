/// The writer's side of a segment: cuts plain bytes into pieces of a fixed size, whatever chunks they come in.
struct DeflateFeed {
  private let pool: DeflatePool
  private let segment: DeflateSegment
  private let level: Int
  private var piece: DeflatePiece
  private var submitted = 0
  private(set) var plainBytes: UInt64 = 0

  init(level: Int, pool: DeflatePool, to destination: any DeflateDestination) {
    precondition((0...9).contains(level), "deflate has levels 0 to 9")
    self.pool = pool
    self.level = level
    segment = DeflateSegment(to: destination)
    piece = pool.piece()
  }

  /// Takes bytes over: a copy of them or, if they stand in a buffer of an owner, which is not used again while the owner is held,
  /// only their place.
  mutating func write(
    _ bytes: ArraySlice<UInt8>, of owner: (any AnyObject & Sendable)? = nil
  ) throws(ArchiveError) {
    try segment.check()
    plainBytes += UInt64(bytes.count)
    var rest = bytes
    while !rest.isEmpty {
      // A full piece waits for the next byte: only then it is known not to be the last.
      if piece.plainCount == DeflatePiece.size { submit(isLast: false) }
      let part = rest.prefix(DeflatePiece.size - piece.plainCount)
      if let owner {
        piece.lent.append(part, of: owner)
      } else if piece.lent.isEmpty {
        piece.reserve()
        piece.plain.append(contentsOf: part)
      } else {
        piece.lent.append(Array(part)[...], of: nil)
      }
      rest = rest.dropFirst(part.count)
    }
  }

  /// Deflates what is left and waits until all is written. `endsStream` closes the deflate stream, which happens once in
  /// an entry; otherwise another segment may follow.
  mutating func finish(endsStream: Bool) throws(ArchiveError) -> DeflateTotals {
    if endsStream || piece.plainCount > 0 { submit(isLast: endsStream) }
    defer { submitted = 0 }
    return try segment.wait(pieces: submitted)
  }

  private mutating func submit(isLast: Bool) {
    var next = pool.piece()
    if !isLast { piece.lendDictionary(to: &next) }
    swap(&next, &piece)
    next.index = submitted
    next.level = level
    next.isLast = isLast
    submitted += 1
    pool.submit(next, of: segment)
  }
}
