/// A stretch of a segment that is deflated by itself. Its buffers go round between segments and workers.
struct DeflatePiece: Sendable {
  /// Plain bytes of every piece but the last of a segment. Fixed, so that the output does not depend on who deflates.
  static let size = 1 << 20
  /// The bytes that a piece's buffer is made for: deflaters may put a margin behind the plain ones.
  static let room = size + 4_096
  /// How far back deflate looks: the end of the piece before is this one's dictionary.
  static let window = 32 << 10

  var index = 0
  var level = 0
  /// Ends the whole deflate stream.
  var isLast = false
  var dictionary: [UInt8] = []
  var plain: [UInt8] = []
  /// What follows the bytes of either once they are gathered.
  var lentDictionary = LentBytes()
  var lent = LentBytes()
  var packed: [UInt8] = []
  var packedCount = 0
  var crc: UInt32 = 0

  /// The plain bytes, those among them that are lent.
  var plainCount: Int { plain.count + lent.count }

  /// Copies what is lent.
  mutating func gather() {
    lentDictionary.move(to: &dictionary)
    if lent.isEmpty { return }
    reserve()
    lent.move(to: &plain)
  }

  /// Makes room for the plain bytes of a whole piece.
  mutating func reserve() { if plain.capacity < DeflatePiece.room { plain.reserveCapacity(DeflatePiece.room) } }

  /// Makes the end of this piece's plain bytes the dictionary of the next one.
  func lendDictionary(to next: inout DeflatePiece) {
    let missing = DeflatePiece.window - lent.count
    if missing > 0 { next.dictionary.append(contentsOf: plain.suffix(missing)) }
    lent.lendSuffix(DeflatePiece.window, to: &next.lentDictionary)
  }

  /// Ready for another use; the buffers stay.
  mutating func clear() {
    index = 0
    isLast = false
    dictionary.removeAll(keepingCapacity: true)
    plain.removeAll(keepingCapacity: true)
    lentDictionary.clear()
    lent.clear()
    packedCount = 0
  }
}
