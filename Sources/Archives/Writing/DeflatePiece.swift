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
  var packed: [UInt8] = []
  var packedCount = 0
  var crc: UInt32 = 0

  /// Ready for another use; the buffers stay.
  mutating func clear() {
    index = 0
    isLast = false
    dictionary.removeAll(keepingCapacity: true)
    plain.removeAll(keepingCapacity: true)
    packedCount = 0
  }
}
