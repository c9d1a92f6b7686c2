import Findings
import Mapping
import Records

/// Makes text of a workbook's cells: the text that F&O would have written, whatever a spreadsheet made of it.
struct WorkbookText: Sendable {
  private let strings: WorkbookStrings
  private let styles: WorkbookStyles
  private let countsFrom1904: Bool
  private let yes: StaticString
  private let no: StaticString
  private let place: (file: String, package: String)

  /// The texts of a workbook. Booleans are NoYes values in F&O, `True` and `False` in Sales.
  init(
    strings: WorkbookStrings, styles: WorkbookStyles, layout: WorkbookLayout, side: Side?,
    place: (file: String, package: String)
  ) {
    self.strings = strings
    self.styles = styles
    countsFrom1904 = layout.countsFrom1904
    (yes, no) = side == .sales ? ("True", "False") : ("Yes", "No")
    self.place = place
  }

  /// What became of a cell's text.
  struct Outcome {
    /// The bytes that the cell has, more than were appended if it is cut.
    var bytes = 0
    /// Whether it is longer than a cell may be, and was cut.
    var isCut = false
  }

  /// The texts of the shared strings, in which `shared` gives ranges.
  var sharedBytes: [UInt8] { strings.bytes }

  /// The shared string that a cell names; nil for a cell of another kind or without content. Throws `PackageError` if the
  /// workbook does not have it.
  func shared(_ cell: WorkbookCell, of row: WorkbookRow, _ bytes: [UInt8]) throws -> WorkbookStrings.Text? {
    guard cell.kind == .shared, let range = content(cell, of: row, bytes) else { return nil }
    guard let number = WorkbookRows.number(bytes.span.extracting(range)), let text = strings.text(number) else {
      throw PackageError.workbook(
        what: "row \(row.number) names a string that is not there", file: place.file, package: place.package)
    }
    return text
  }

  /// Appends a cell's text, no more of it than a cell may have. Throws `PackageError` if it names a string that the workbook
  /// does not have.
  @discardableResult
  func append(
    _ cell: WorkbookCell, of row: WorkbookRow, _ bytes: [UInt8], to output: inout OutputBuffer
  ) throws -> Outcome {
    let start = output.count
    if cell.kind == .text {
      var left = WorkbookStrings.mostBytes
      var size = 0
      for piece in cell.pieces {
        let range = row.pieces[piece]
        let count = min(range.count, left)
        WorkbookEscape.append(bytes.span.extracting(Int(range.start)..<Int(range.start) + count), to: &output)
        left -= count
        size += range.count
      }
      let isCut = WorkbookStrings.cut(&output, from: start)
      return Outcome(bytes: isCut ? size : output.count - start, isCut: isCut)
    }
    if let text = try shared(cell, of: row, bytes) {
      output.append(strings.bytes.span.extracting(text.range))
      return Outcome(bytes: text.bytes, isCut: text.isCut)
    }
    guard let range = content(cell, of: row, bytes) else { return Outcome() }
    append(bytes.span.extracting(range), cell, to: &output)
    let isCut = WorkbookStrings.cut(&output, from: start)
    return Outcome(bytes: isCut ? range.count : output.count - start, isCut: isCut)
  }

  /// Where the content of a cell without text of its own stands, without white space around it.
  private func content(_ cell: WorkbookCell, of row: WorkbookRow, _ bytes: [UInt8]) -> Range<Int>? {
    guard let piece = cell.pieces.first else { return nil }
    let range = row.pieces[piece].bounds
    let inner = KeyText.trimmed(bytes.span.extracting(range))
    return range.lowerBound + inner.lowerBound..<range.lowerBound + inner.upperBound
  }

  /// Whether a cell shows a date.
  func isDate(_ cell: WorkbookCell) -> Bool { cell.kind == .number && styles.isDate(cell.style) }

  private func append(_ text: Span<UInt8>, _ cell: WorkbookCell, to output: inout OutputBuffer) {
    switch cell.kind {
    case .number where styles.isDate(cell.style):
      if WorkbookNumber.appendDate(text, from1904: countsFrom1904, to: &output) { return }
      if !WorkbookNumber.append(text, to: &output) { output.append(text) }
    case .number:
      // What is no number after all is left to those who read numbers.
      if !WorkbookNumber.append(text, to: &output) { output.append(text) }
    case .boolean:
      output.append(text.count == 1 && text[0] == UInt8(ascii: "0") ? no : yes)
    case .date:
      if let date = DateTime(text) { date.append(separator: 0x20, to: &output) } else { output.append(text) }
    case .error, .text, .shared:
      output.append(text)
    }
  }
}
