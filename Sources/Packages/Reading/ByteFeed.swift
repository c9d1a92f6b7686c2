import Archives
import Records

/// A piece of a text file, decoded.
struct DecodedPiece: Sendable {
  var bytes: [UInt8]
  /// Offsets in `bytes` that were not valid in the file's encoding.
  var invalid: [Int]
  var isLast: Bool
}

/// Inflates a file, and decodes it if it is text, on a thread of its own.
enum ByteFeed {
  /// The bytes of a piece.
  static let pieceSize = 1 << 20

  /// The file's bytes as they are.
  static func bytes(_ entry: EntryInfo, of container: Container) -> Stage<[UInt8]> {
    Stage(name: "inflate", capacity: 3) { give in
      let stream = try container.open(entry)
      while true {
        var piece = [UInt8](repeating: 0, count: pieceSize / 4)
        let count = try stream.read(into: &piece, at: 0, count: piece.count)
        if count == 0 { return }
        if count < piece.count { piece.removeLast(piece.count - count) }
        if !give(piece) { return }
      }
    }
  }

  /// The file's text in UTF-8. `mark` bytes at its beginning are passed over.
  static func text(
    _ entry: EntryInfo, of container: Container, encoding: TextEncoding, mark: Int
  ) -> Stage<DecodedPiece> {
    Stage(name: "inflate", capacity: 3) { give in
      let stream = try container.open(entry)
      var decoder = TextDecoder(encoding)
      var output = OutputBuffer(capacity: pieceSize + pieceSize / 8)
      var buffer = [UInt8](repeating: 0, count: pieceSize)
      var skip = mark
      while true {
        let count = try stream.read(into: &buffer, at: 0, count: buffer.count)
        var invalid: [Int] = []
        let first = min(skip, count)
        skip -= first
        decoder.decode(buffer.span.extracting(first..<count), isLast: count == 0, to: &output, invalid: &invalid)
        if !give(DecodedPiece(bytes: output.take(), invalid: invalid, isLast: count == 0)) || count == 0 { return }
      }
    }
  }
}
