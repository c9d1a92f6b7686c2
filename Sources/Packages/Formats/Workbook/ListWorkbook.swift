// Hot path (`append`): no allocation per cell.

package import Archives
import Findings
package import Records

/// A workbook with lists for people to read, filter and edit: a sheet for each list, or several where one is too long.
///
/// All cells are text, also once they are edited, so that `000101`, `1E5` and `=1+1` stay what they are. The header stays in
/// view and has a filter. Its bytes depend only on the lists.
package struct ListWorkbook {
  /// A list, as far as the workbook has to know it before its rows come.
  package struct List {
    /// The name that its sheet is to have.
    package var name: String
    /// The columns.
    package var headings: [String]
    /// The characters that each column is to show.
    package var widths: [Int]
    /// How many rows there will be.
    package var rows: Int

    /// A list.
    package init(name: String, headings: [String], widths: [Int], rows: Int) {
      (self.name, self.headings, self.widths, self.rows) = (name, headings, widths, rows)
    }
  }

  /// The rows of a sheet besides the header.
  package static let mostRows = (1 << 20) - 1
  /// The widest and the narrowest column, in characters.
  private static let widths = 8...60
  private static let pieceSize = 256 << 10
  /// The formats of cells: the usual one, text, and bold text (49 is the number of the format `@`).
  private static let formats =
    "<xf numFmtId=\"0\" fontId=\"0\" fillId=\"0\" borderId=\"0\" xfId=\"0\"/>"
    + "<xf numFmtId=\"49\" fontId=\"0\" fillId=\"0\" borderId=\"0\" xfId=\"0\" applyNumberFormat=\"1\"/>"
    + "<xf numFmtId=\"49\" fontId=\"1\" fillId=\"0\" borderId=\"0\" xfId=\"0\" applyNumberFormat=\"1\" applyFont=\"1\"/>"
  private static let bold = "<font><b/><sz val=\"11\"/><name val=\"Calibri\"/></font>"

  private let zip: ZipWriter
  private let lists: [List]
  private let mostRows: Int
  private var output = OutputBuffer(capacity: pieceSize + (64 << 10))
  /// The place of the list at hand, and how many sheets there are before the next one.
  private var list = -1
  private var sheets = 0
  /// How many rows of the list have come.
  private var count = 0
  private var row: [UInt8] = []
  private var columns: [[UInt8]] = []
  private var style: [UInt8] = []
  /// What ends the sheet at hand.
  private var closing: [UInt8] = []

  /// Begins a workbook that has the lists, of which a sheet has at most so many rows besides the header. Throws `ArchiveError`.
  package init(_ lists: [List], to zip: ZipWriter, mostRows: Int = mostRows) throws {
    self.zip = zip
    self.lists = lists
    self.mostRows = mostRows
    var sheets: [WorkbookParts.Sheet] = []
    var names = SheetNames()
    for list in lists {
      var left = list.rows
      repeat {
        let rows = min(left, mostRows)
        left -= rows
        let last = "$\(WorkbookParts.letters(ofColumn: max(list.headings.count, 1) - 1))$\(rows + 1)"
        sheets.append(WorkbookParts.Sheet(name: names.next(list.name), filter: "$A$1:\(last)"))
      } while left > 0
    }
    let parts = WorkbookParts.beforeSheets(
      sheets, formats: ListWorkbook.formats, fonts: ListWorkbook.bold,
      views: "<bookViews><workbookView/></bookViews>")
    for part in parts {
      try zip.begin(part.name)
      try zip.write(Array(part.text.utf8))
      try zip.end()
    }
  }

  /// Begins the next list.
  package mutating func beginList() throws {
    try endSheet()
    list += 1
    count = 0
    columns = lists[list].headings.indices.map { Array("<c r=\"\(WorkbookParts.letters(ofColumn: $0))".utf8) }
    try beginSheet(rows: lists[list].rows)
  }

  /// Adds a row, whose cells a batch has; `start` says where in a cell its text begins.
  package mutating func append(
    _ batch: borrowing RecordBatch, _ record: Int, from start: (Span<UInt8>) -> Int = { _ in 0 }
  ) throws {
    if count > 0, count % mostRows == 0 {
      try endSheet()
      try beginSheet(rows: lists[list].rows - count)
    }
    count += 1
    beginRow()
    for column in 0..<min(columns.count, batch.width) {
      let cell = batch.bytes.span.extracting(batch.range(record, column).bounds)
      appendCell(column, cell.extracting(start(cell)..<cell.count))
    }
    try endRow()
  }

  /// Ends the workbook. Throws `ArchiveError`.
  package mutating func end() throws {
    try endSheet()
    try zip.finish()
  }

  // MARK: Sheets

  private mutating func beginSheet(rows: Int) throws {
    try zip.begin(WorkbookParts.part(ofSheet: sheets))
    let rows = min(rows, mostRows)
    let headings = lists[list].headings
    let widths = lists[list].widths.enumerated().map { column, width in
      let shown = min(max(width, ListWorkbook.widths.lowerBound), ListWorkbook.widths.upperBound) + 2
      return "<col min=\"\(column + 1)\" max=\"\(column + 1)\" width=\"\(shown)\" style=\"1\" customWidth=\"1\"/>"
    }
    let last = "\(WorkbookParts.letters(ofColumn: max(headings.count, 1) - 1))\(rows + 1)"
    let start =
      "\(WorkbookParts.declaration)<worksheet \(WorkbookParts.main)><dimension ref=\"A1:\(last)\"/>"
      + "<sheetViews><sheetView\(sheets == 0 ? " tabSelected=\"1\"" : "") workbookViewId=\"0\">"
      + "<pane ySplit=\"1\" topLeftCell=\"A2\" activePane=\"bottomLeft\" state=\"frozen\"/>"
      + "<selection pane=\"bottomLeft\" activeCell=\"A2\" sqref=\"A2\"/></sheetView></sheetViews>"
      + (widths.isEmpty ? "" : "<cols>\(widths.joined())</cols>") + "<sheetData>\r\n"
    output.append(Array(start.utf8))
    row = Array("1".utf8)
    style = Array("2".utf8)
    beginRow()
    for (column, heading) in headings.enumerated() {
      let text = Array(heading.utf8)
      appendCell(column, text.span)
    }
    try endRow()
    style = Array("1".utf8)
    closing = Array("</sheetData><autoFilter ref=\"A1:\(last)\"/></worksheet>".utf8)
    sheets += 1
  }

  private mutating func endSheet() throws {
    guard list >= 0 else { return }
    output.append(closing)
    try zip.write(output.take())
    try zip.end()
  }

  // MARK: Rows

  private mutating func beginRow() {
    output.append("<row r=\"" as StaticString)
    output.append(row)
    output.append("\">" as StaticString)
  }

  private mutating func endRow() throws {
    output.append("</row>\r\n" as StaticString)
    WorkbookParts.increment(&row)
    if output.count > ListWorkbook.pieceSize { try zip.write(output.take()) }
  }

  private mutating func appendCell(_ column: Int, _ text: Span<UInt8>) {
    if text.isEmpty { return }
    output.append(columns[column])
    output.append(row)
    output.append("\" s=\"" as StaticString)
    output.append(style)
    if WorkbookParts.isBlank(text[0]) || WorkbookParts.isBlank(text[text.count - 1]) {
      output.append("\" t=\"inlineStr\"><is><t xml:space=\"preserve\">" as StaticString)
    } else {
      output.append("\" t=\"inlineStr\"><is><t>" as StaticString)
    }
    if UTF8Text.isLonger(text, than: Issue.longestCell) {
      appendCut(text)
    } else {
      WorkbookEscape.appendAnyContent(text, to: &output)
    }
    output.append("</t></is></c>" as StaticString)
  }

  /// Appends the beginning of a text that no cell can have, and says how long it is.
  private mutating func appendCut(_ text: Span<UInt8>) {
    let note = "… [cut: \(UTF8Text.utf16Length(text)) characters]"
    let kept = UTF8Text.prefix(text, utf16Length: Issue.longestCell - note.utf16.count)
    WorkbookEscape.appendAnyContent(text.extracting(0..<kept), to: &output)
    output.append(Array(note.utf8))
  }
}
