public import Archives
public import Records

/// The beginning of a file: its bytes, their encoding, and whether that is all of it.
///
/// Whoever reads the header of a CSV file (`CSVHead`), or the declaration and the root of an XML file (`MarkupHead`), reads it
/// from here.
public struct FileHead: Sendable {
  /// The bytes, with the byte order mark.
  public let bytes: [UInt8]
  /// The encoding that the bytes tell.
  public let encoding: TextEncoding
  /// The bytes of the byte order mark.
  public let markSize: Int
  /// Whether the file has no more bytes.
  public let isWhole: Bool

  /// Reads up to `limit` bytes of a file.
  public init(_ entry: EntryInfo, of container: Container, limit: Int) throws(ArchiveError) {
    let stream = try container.open(entry)
    var bytes = [UInt8](repeating: 0, count: limit)
    var count = 0
    var hasEnded = false
    while count < limit, !hasEnded {
      let more = try stream.read(into: &bytes, at: count, count: limit - count)
      count += more
      hasEnded = more == 0
    }
    bytes.removeLast(limit - count)
    self.init(bytes, isWhole: hasEnded)
  }

  /// The beginning of a file that has been read.
  init(_ bytes: [UInt8], isWhole: Bool) {
    self.bytes = bytes
    self.isWhole = isWhole
    (encoding, markSize) = TextEncoding.detect(bytes.span)
  }

  /// The text behind the mark in UTF-8, by the encoding that the bytes tell or by another one, and the offset of the first
  /// byte in it that stands for something else than text of the encoding.
  public func text(as encoding: TextEncoding? = nil) -> (bytes: [UInt8], firstInvalid: Int?) {
    var decoder = TextDecoder(encoding ?? self.encoding)
    var output = OutputBuffer(capacity: bytes.count * 3 / 2 + 64)
    var invalid: [Int] = []
    decoder.decode(bytes.span.extracting(markSize..<bytes.count), isLast: isWhole, to: &output, invalid: &invalid)
    return (output.take(), invalid.first)
  }
}
