public import Archives
import Records

/// A piece of a text file, decoded.
struct DecodedPiece: Sendable {
  /// The text begins at `start`; what stands before it is room for the rest of the piece before.
  var bytes: [UInt8]
  var start: Int
  /// Offsets in `bytes` that were not valid in the file's encoding.
  var invalid: [Int]
  /// Whether U+FFFE or U+FFFF came in this piece or before.
  var hasNoncharacters: Bool
  var isLast: Bool
}

/// Inflates a file, and decodes it if it is text.
public enum ByteFeed {
  /// The bytes of a piece.
  static let pieceSize = 1 << 20
  /// The room in front of a piece's text.
  static let headroom = 64 << 10

  /// The file's bytes as they are, inflated on a thread of its own.
  public static func bytes(_ entry: EntryInfo, of container: Container) -> Stage<[UInt8]> {
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

  /// Hands out the file's text in UTF-8, piece by piece, until `give` is false. `mark` bytes at its beginning are passed
  /// over.
  static func text(
    _ entry: EntryInfo, of container: Container, encoding: TextEncoding, mark: Int,
    _ give: (DecodedPiece) throws -> Bool
  ) throws {
    let stream = try container.open(entry)
    if encoding == .utf8 || encoding == .utf8WithMark {
      try check(stream, mark: mark, give)
    } else {
      try decode(stream, TextDecoder(encoding), mark: mark, give)
    }
  }

  /// UTF-8 stays where it was inflated to; it is only checked.
  private static func check(_ stream: EntryStream, mark: Int, _ give: (DecodedPiece) throws -> Bool) throws {
    var held: [UInt8] = []
    var skip = mark
    var hasNoncharacters = false
    while true {
      var piece = [UInt8](repeating: 0, count: headroom + pieceSize)
      for index in held.indices { piece[headroom + index] = held[index] }
      var end = headroom + held.count
      // Pieces are filled up: many small ones would cost more than they hold.
      while end < piece.count {
        let count = try stream.read(into: &piece, at: end, count: piece.count - end)
        if count == 0 { break }
        end += count
      }
      let isLast = end < piece.count
      piece.removeLast(piece.count - end)
      let start = headroom + min(skip, end - headroom)
      skip -= start - headroom
      var invalid: [Int] = []
      let whole = TextDecoder.checkUTF8(
        piece.span, from: start, isLast: isLast, invalid: &invalid, noncharacters: &hasNoncharacters)
      held = Array(piece[whole...])
      piece.removeLast(piece.count - whole)
      let decoded = DecodedPiece(
        bytes: piece, start: start, invalid: invalid, hasNoncharacters: hasNoncharacters, isLast: isLast)
      if try !give(decoded) || isLast { return }
    }
  }

  private static func decode(
    _ stream: EntryStream, _ decoder: TextDecoder, mark: Int, _ give: (DecodedPiece) throws -> Bool
  ) throws {
    var decoder = decoder
    var output = OutputBuffer(capacity: headroom + pieceSize + pieceSize / 8)
    var buffer = [UInt8](repeating: 0, count: pieceSize)
    var skip = mark
    while true {
      let count = try stream.read(into: &buffer, at: 0, count: buffer.count)
      var invalid: [Int] = []
      let first = min(skip, count)
      skip -= first
      output.appendZeroes(headroom)
      decoder.decode(buffer.span.extracting(first..<count), isLast: count == 0, to: &output, invalid: &invalid)
      let piece = DecodedPiece(
        bytes: output.take(), start: headroom, invalid: invalid, hasNoncharacters: decoder.hasNoncharacters,
        isLast: count == 0)
      if try !give(piece) || count == 0 { return }
    }
  }
}
