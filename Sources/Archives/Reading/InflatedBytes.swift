internal import Glibc

/// The plain bytes of a deflate stream whose packed ones come piece by piece.
struct InflatedBytes: ~Copyable {
  private let inflater: IntelligentStorageInflater
  /// Packed bytes, of which those from `used` on are not inflated yet.
  private var packed: [UInt8]
  private var used = 0
  private var filled = 0
  /// The last step filled all the room that it had, so the library may have more without another packed byte.
  private var mayHoldBack = false

  /// Packed bytes that are asked for at a time.
  private static let piece = 256 << 10

  /// `path` is what errors name. Errors: `readFailed` without memory.
  init(path: String) throws(ArchiveError) {
    do throws(SystemError) {
      inflater = try IntelligentStorageInflater()
    } catch {
      throw .readFailed(path: path, errno: error.number)
    }
    packed = [UInt8](repeating: 0, count: Self.piece)
  }

  /// Fills `buffer[offset...]` with up to `count` bytes, at least one of each; 0 at the end of the stream.
  ///
  /// `fill` is given the room for packed bytes, fills it from its beginning on and says how far, 0 if there are no more.
  /// Errors: `damage` if the bytes are no deflate stream or end before it does, and those of `fill`.
  mutating func read(
    into buffer: inout [UInt8], at offset: Int, count: Int, damage: @autoclosure () -> ArchiveError,
    fill: (inout [UInt8]) throws(ArchiveError) -> Int
  ) throws(ArchiveError) -> Int {
    while !inflater.isAtEnd {
      if used == filled, !mayHoldBack {
        (used, filled) = (0, try fill(&packed))
        guard filled > 0 else { throw damage() }
      }
      guard let step = inflater.inflate(packed, used..<filled, into: &buffer, at: offset, count: count) else {
        throw damage()
      }
      used = filled - step.left
      mayHoldBack = step.made == count
      if step.made > 0 { return step.made }
      guard step.left == 0 || inflater.isAtEnd else { throw damage() }
    }
    return 0
  }

  /// Bytes that were given and stand behind the stream; only at its end.
  var bytesBehind: Int { filled - used + inflater.bytesHeld }
}
