// Hot path (`forEach`): no allocation per record.

package import Archives
package import Records

/// A list that the tool has written as CSV, read record by record: one of an earlier run, or of this one for a workbook.
package struct ListFile {
  /// Where it is.
  package let path: String
  /// The names of the columns.
  package let columns: [String]
  /// The bytes of the byte order mark; lists of earlier versions have none.
  private let mark: Int

  /// The most bytes of a header.
  private static let longestHeader = 4 << 20

  /// Reads the names of the columns. Throws `ArchiveError`.
  package init(_ path: String) throws(ArchiveError) {
    self.path = path
    var head: [UInt8] = []
    try OutputFile.stream(path) { piece in
      if head.count < ListFile.longestHeader { head.append(contentsOf: piece) }
    }
    mark = head.starts(with: CSVEncoder.spreadsheetMark) ? CSVEncoder.spreadsheetMark.count : 0
    let text = head.span.extracting(mark..<head.count)
    columns = CSVParser.header(text, dialect: CSVDialect(), isLast: true)?.names ?? []
  }

  /// Hands out the records, each by its batch and its place there. Throws `ArchiveError`, and what the body throws.
  package func forEach(_ body: (borrowing RecordBatch, Int) throws -> Void) throws {
    // Its quotes are doubled, and a message stands behind it: a record is longer than where it comes from.
    var parser = CSVParser(
      dialect: CSVDialect(), width: columns.count, line: 1, longestRecord: 3 * CSVParser.longestRecord)
    var failure: (any Error)?
    var isHeader = true
    var skip = mark
    func take(_ bytes: ArraySlice<UInt8>, isLast: Bool) {
      let batch = parser.parse(Array(bytes), invalid: [], isLast: isLast)
      for record in 0..<batch.count where failure == nil {
        if isHeader {
          isHeader = false
          continue
        }
        do { try body(batch, record) } catch { failure = error }
      }
    }
    try OutputFile.stream(path) { piece in
      take(piece.dropFirst(skip), isLast: false)
      skip -= min(skip, piece.count)
    }
    take([], isLast: true)
    if let failure { throw failure }
  }
}
