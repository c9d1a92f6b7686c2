import Archives
import Packages
import Records

/// Something that changes text as it passes, piece by piece, and lets everything else stand.
protocol TextEdit {
  /// Takes the next piece of UTF-8 text; appends what stands in its place.
  mutating func edit(_ text: Span<UInt8>, isLast: Bool, to output: inout OutputBuffer) throws
}

/// Passes an entry's text through an edit, from one encoding into another.
///
/// Where the encoding stays and its markup and delimiters are ASCII, bytes are never decoded, so that even what is not
/// valid stands as it stood.
struct TextPassage {
  private static let pieceSize = 1 << 20

  private let container: Container
  private let entry: EntryInfo
  private let source: TextEncoding
  private let markSize: Int
  private let target: TextEncoding
  private let newMark: [UInt8]?

  /// A passage of an entry whose text begins behind a mark. `newMark` stands in the mark's place; nil lets it stand.
  init(
    _ entry: EntryInfo, of container: Container, from source: TextEncoding, mark: Int, to target: TextEncoding,
    newMark: [UInt8]? = nil
  ) {
    self.container = container
    self.entry = entry
    self.source = source
    markSize = mark
    self.target = target
    self.newMark = newMark
  }

  /// Passes all of it; the bytes that come out are handed on in pieces. The number of places that are not valid in the
  /// source's encoding; where nothing must be decoded they are looked for only if `validating` says so.
  func run(_ edit: inout some TextEdit, validating: Bool = false, _ write: ([UInt8]) throws -> Void) throws -> Int {
    let stream = try container.open(entry)
    let encoder = TextEncoder(target)
    let isWide = source == .utf16LittleEndian || source == .utf16BigEndian
    let isPlain = !validating && (encoder == nil || source == target && !isWide)
    var decoder = TextDecoder(source)
    var piece = [UInt8](repeating: 0, count: TextPassage.pieceSize)
    var text = OutputBuffer(capacity: TextPassage.pieceSize)
    var edited = OutputBuffer(capacity: TextPassage.pieceSize)
    var output = OutputBuffer(capacity: TextPassage.pieceSize)
    var invalid: [Int] = []
    var invalidCount = 0
    var skip = markSize
    if let newMark { try write(newMark) }
    while true {
      let count = try TextPassage.fill(&piece, stream)
      let isLast = count < piece.count
      let first = min(skip, count)
      skip -= first
      if first > 0, newMark == nil { try write(Array(piece[..<first])) }
      let bytes = piece.span.extracting(first..<count)
      if isPlain {
        try edit.edit(bytes, isLast: isLast, to: &edited)
        try write(edited.take())
      } else {
        decoder.decode(bytes, isLast: isLast, to: &text, invalid: &invalid)
        invalidCount += invalid.count
        invalid.removeAll(keepingCapacity: true)
        try edit.edit(text.span, isLast: isLast, to: &edited)
        text.truncate(to: 0)
        encoder?.encode(edited.span, to: &output)
        edited.truncate(to: 0)
        try write(output.take())
      }
      if isLast { return invalidCount }
    }
  }

  /// Hands out the bytes of an entry as they are, in pieces, of which the last may be empty.
  static func forEachPiece(of entry: EntryInfo, in container: Container, _ body: ([UInt8]) throws -> Void) throws {
    let stream = try container.open(entry)
    var piece = [UInt8](repeating: 0, count: pieceSize)
    while true {
      let count = try fill(&piece, stream)
      try body(count == piece.count ? piece : Array(piece[..<count]))
      if count < piece.count { return }
    }
  }

  /// Fills the piece as far as the stream goes.
  static func fill(_ piece: inout [UInt8], _ stream: EntryStream) throws -> Int {
    var count = 0
    while count < piece.count {
      let more = try stream.read(into: &piece, at: count, count: piece.count - count)
      if more == 0 { break }
      count += more
    }
    return count
  }
}
