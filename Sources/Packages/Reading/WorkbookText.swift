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

  /// Appends a cell's text. Throws `PackageError` if it names a string that the workbook does not have.
  func append(_ cell: WorkbookCell, of row: WorkbookRow, _ bytes: [UInt8], to output: inout OutputBuffer) throws {
    switch cell.kind {
    case .text:
      for piece in cell.pieces {
        let range = row.pieces[piece]
        WorkbookEscape.append(bytes.span.extracting(Int(range.start)..<Int(range.end)), to: &output)
      }
    case .number, .shared, .boolean, .date, .error:
      guard let piece = cell.pieces.first else { return }
      var range = Int(row.pieces[piece].start)..<Int(row.pieces[piece].end)
      let inner = KeyText.trimmed(bytes.span.extracting(range))
      range = range.lowerBound + inner.lowerBound..<range.lowerBound + inner.upperBound
      try append(bytes.span.extracting(range), cell, row, to: &output)
    }
  }

  /// Whether a cell shows a date.
  func isDate(_ cell: WorkbookCell) -> Bool { cell.kind == .number && styles.isDate(cell.style) }

  private func append(
    _ text: Span<UInt8>, _ cell: WorkbookCell, _ row: WorkbookRow, to output: inout OutputBuffer
  ) throws {
    switch cell.kind {
    case .number where styles.isDate(cell.style):
      if WorkbookNumber.appendDate(text, from1904: countsFrom1904, to: &output) { return }
      if !WorkbookNumber.append(text, to: &output) { output.append(text) }
    case .number:
      // What is no number after all is left to those who read numbers.
      if !WorkbookNumber.append(text, to: &output) { output.append(text) }
    case .shared:
      guard let number = WorkbookRows.number(text), strings.append(number, to: &output) else {
        throw PackageError.workbook(
          what: "row \(row.number) names a string that is not there", file: place.file, package: place.package)
      }
    case .boolean:
      output.append(text.count == 1 && text[0] == UInt8(ascii: "0") ? no : yes)
    case .date:
      if let date = DateTime(text) { date.append(separator: 0x20, to: &output) } else { output.append(text) }
    case .error, .text:
      output.append(text)
    }
  }
}
