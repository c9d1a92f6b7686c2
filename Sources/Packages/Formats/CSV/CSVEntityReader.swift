import Archives
import Records

/// Reads a CSV file: finds out how it is written, then inflates and splits it on a thread of its own.
struct CSVEntityReader: EntityFileReader {
  /// What the beginning of a CSV file says.
  struct Layout: Sendable {
    var encoding: TextEncoding
    var mark: Int
    var dialect: CSVDialect
    var headings: [String]
  }

  /// The most columns that a file may have; as many as the widest worksheet.
  private static let mostColumns = 16_384
  /// The longest header, in bytes.
  private static let longestHeader = 4 << 20

  /// The bytes of files that are read without a thread. Of a file that is still being written the size is not known, and 0.
  private static let littleSizes: ClosedRange<UInt64> = 1...(64 << 10)

  private let batches: Stage<RecordBatch>
  let columns: [SourceColumn]

  /// Reads the header of a file. Nil if the file is empty.
  static func layout(_ entry: EntryInfo, of container: Container, isUTF8: Bool) throws -> Layout? {
    var size = 64 << 10
    while true {
      let head = try FileHead(entry, of: container, limit: size)
      if head.bytes.count <= head.markSize { return nil }
      let encoding = head.encoding == .utf8 && !isUTF8 ? .windows1252 : head.encoding
      if let csv = CSVHead(head, as: encoding) {
        guard csv.headings.count <= mostColumns, csv.header.count <= longestHeader else {
          throw PackageError.excessiveHeader(file: entry.name, package: container.path)
        }
        guard csv.isDecodable else {
          if encoding == .utf8 { throw InferenceError.isUTF8(file: entry.name, package: container.path) }
          throw PackageError.undecodable(file: entry.name, package: container.path)
        }
        return Layout(encoding: encoding, mark: head.markSize, dialect: csv.dialect, headings: csv.headings)
      }
      guard size < longestHeader else {
        throw PackageError.excessiveHeader(file: entry.name, package: container.path)
      }
      size *= 8
    }
  }

  /// A reader of all records of an entity's file; nil if the file has no header.
  init?(_ entity: PackageEntity, _ entry: EntryInfo, of package: Package) {
    guard let dialect = entity.dialect, !entity.columns.isEmpty else { return nil }
    columns = entity.columns
    let layout = Layout(
      encoding: entity.encoding, mark: entity.markSize, dialect: dialect,
      headings: columns.filter { $0.writtenPlace == nil }.map(\.heading))
    let (container, file, path) = (package.container, entity.file, package.path)
    let meanings = entity.cultureColumns
    let read: @Sendable (_ give: (consuming RecordBatch) -> Bool) throws -> Void = { give in
      var records = RecordsBehindHeader(layout)
      try ByteFeed.text(entry, of: container, encoding: layout.encoding, mark: layout.mark) { piece in
        if layout.encoding == .utf8, !piece.invalid.isEmpty {
          throw InferenceError.isUTF8(file: file, package: path)
        }
        var batch = records.parse(piece)
        while batch.count > 0 {
          if !give(meanings?.lay(over: batch) ?? batch) { return false }
          batch = records.parseMore(isLast: piece.isLast)
        }
        return true
      }
    }
    batches =
      CSVEntityReader.littleSizes.contains(entry.size)
      ? Stage(little: read) : Stage(name: "csv", capacity: 3, isLarge: \.isLarge, read)
  }

  /// The next batch; nil at the end. Throws `InferenceError.isUTF8` if the file, taken for UTF-8, is not.
  func next() throws -> RecordBatch? { try batches.next() }
}

/// Parses a file's pieces from the first one on, passing over its header.
private struct RecordsBehindHeader {
  private let layout: CSVEntityReader.Layout
  private var parser: CSVParser?
  /// The text so far, and where it is not valid, while the header has not ended.
  private var head: [UInt8] = []
  private var invalid: [Int] = []

  init(_ layout: CSVEntityReader.Layout) { self.layout = layout }

  mutating func parse(_ piece: DecodedPiece) -> RecordBatch {
    if var parser {
      // Taken out meanwhile, so that its buffers are not shared.
      self.parser = nil
      defer { self.parser = parser }
      return parser.parse(
        piece.bytes, start: piece.start, invalid: piece.invalid, mayHaveNoncharacters: piece.hasNoncharacters,
        isLast: piece.isLast)
    }
    invalid += piece.invalid.map { $0 - piece.start + head.count }
    head += piece.bytes[piece.start...]
    let width = layout.headings.count
    guard let header = CSVParser.header(head.span, dialect: layout.dialect, isLast: piece.isLast) else {
      return RecordBatch(width: width, firstNumber: 1)
    }
    let mostRecords = max(1, min(RecordBatch.mostRecords, RecordBatch.mostFields / max(width, 1)))
    var parser = CSVParser(
      dialect: layout.dialect, width: width, line: header.lines + 1, mostRecords: mostRecords)
    let batch = parser.parse(
      Array(head[header.bytes...]), invalid: invalid.compactMap { $0 >= header.bytes ? $0 - header.bytes : nil },
      mayHaveNoncharacters: piece.hasNoncharacters, isLast: piece.isLast)
    self.parser = parser
    (head, invalid) = ([], [])
    return batch
  }

  /// What a batch had no room for; without records if it had.
  mutating func parseMore(isLast: Bool) -> RecordBatch {
    guard var parser, parser.hasMore else { return RecordBatch(width: layout.headings.count, firstNumber: 1) }
    self.parser = nil
    defer { self.parser = parser }
    return parser.parse([], invalid: [], mayHaveNoncharacters: false, isLast: isLast)
  }
}
