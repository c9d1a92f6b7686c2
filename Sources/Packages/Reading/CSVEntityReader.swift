import Archives
import Records

/// Reads a CSV file: finds out how it is written, then hands out its records in batches.
struct CSVEntityReader {
  /// What the beginning of a CSV file tells.
  struct Layout: Sendable {
    var encoding: TextEncoding
    var mark: Int
    var dialect: CSVDialect
    var headings: [String]
  }

  private let feed: Stage<DecodedPiece>
  private var parser: CSVParser
  private var pending: DecodedPiece?
  private var isAtEnd = false
  private let mayNotBeUTF8: Bool

  /// Reads the header of a file. Nil if the file is empty.
  static func layout(_ entry: EntryInfo, of container: Container, isUTF8: Bool) throws -> Layout? {
    let stream = try container.open(entry)
    var head: [UInt8] = []
    var size = 64 << 10
    while true {
      var buffer = [UInt8](repeating: 0, count: size)
      var isLast = false
      while head.count < size {
        let count = try stream.read(into: &buffer, at: 0, count: size - head.count)
        if count == 0 {
          isLast = true
          break
        }
        head.append(contentsOf: buffer[..<count])
      }
      var (encoding, mark) = TextEncoding.detect(head.span)
      if encoding == .utf8, !isUTF8 { encoding = .windows1252 }
      if head.count <= mark { return nil }
      var decoder = TextDecoder(encoding)
      var text = OutputBuffer(capacity: head.count * 3 / 2 + 64)
      var invalid: [Int] = []
      decoder.decode(head.span.extracting(mark..<head.count), isLast: isLast, to: &text, invalid: &invalid)
      let dialect = CSVDialect.detect(header: text.span)
      if let header = CSVParser.header(text.span, dialect: dialect, isLast: isLast || size > 8 << 20) {
        if let first = invalid.first, first < header.bytes {
          if encoding == .utf8 { throw WrongAssumption.isUTF8(file: entry.name, package: container.path) }
          throw PackageError.undecodable(file: entry.name, package: container.path)
        }
        return Layout(encoding: encoding, mark: mark, dialect: dialect, headings: header.names)
      }
      size *= 8
    }
  }

  /// A reader of all records of the file.
  init(_ entry: EntryInfo, of container: Container, layout: Layout) throws {
    feed = ByteFeed.text(entry, of: container, encoding: layout.encoding, mark: layout.mark)
    mayNotBeUTF8 = layout.encoding == .utf8
    var text: [UInt8] = []
    var invalid: [Int] = []
    var isLast = false
    while let piece = try feed.next() {
      invalid += piece.invalid.map { $0 - piece.start + text.count }
      text += piece.bytes[piece.start...]
      isLast = piece.isLast
      if let header = CSVParser.header(text.span, dialect: layout.dialect, isLast: isLast) {
        parser = CSVParser(dialect: layout.dialect, width: layout.headings.count, line: header.lines + 1)
        let skipped = header.bytes
        invalid = invalid.compactMap { $0 >= skipped ? $0 - skipped : nil }
        pending = DecodedPiece(bytes: Array(text[skipped...]), start: 0, invalid: invalid, isLast: isLast)
        return
      }
    }
    parser = CSVParser(dialect: layout.dialect, width: layout.headings.count, line: 1)
    isAtEnd = true
  }

  /// The next batch; nil at the end. Throws `WrongAssumption.isUTF8` if the file, taken for UTF-8, is not.
  mutating func next(file: String, package: String) throws -> RecordBatch? {
    while !isAtEnd {
      let piece: DecodedPiece
      if let first = pending {
        piece = first
        pending = nil
      } else if let more = try feed.next() {
        piece = more
      } else {
        return nil
      }
      if mayNotBeUTF8, !piece.invalid.isEmpty {
        throw WrongAssumption.isUTF8(file: file, package: package)
      }
      isAtEnd = piece.isLast
      let batch = parser.parse(piece.bytes, start: piece.start, invalid: piece.invalid, isLast: piece.isLast)
      if batch.count > 0 { return batch }
    }
    return nil
  }
}
