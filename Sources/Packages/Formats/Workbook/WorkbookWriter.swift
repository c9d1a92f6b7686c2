// Hot path (`append`): no allocation per record.

import Archives
import Findings
import Mapping
import Records

extension FinopsFileFormat {
  /// A workbook. F&O takes 255 columns (DMF2009) and as many rows as a sheet has, of which one is the header (DMF2042).
  public static let workbook = {
    var format = FinopsFileFormat(.xlsx, fileExtension: "xlsx", sourceFormat: "EXCEL") { WorkbookWriter(makeFile: $0) }
    format.hasSheets = true
    format.canBeTailed = false
    format.mostRecords = (1 << 20) - 1
    format.mostColumns = 255
    format.mostCharacters = Issue.longestCell
    return format
  }()
}

/// Writes entity files that are workbooks of one sheet, as F&O exports them: all cells are inline strings, empty ones are left
/// out.
///
/// The sheet is deflated while its records come, and put into the package when it is whole.
final class WorkbookWriter: EntityFileWriter {
  private let makeFile: () throws -> ScratchFile
  private var name = ""
  private var workbook: NestedZip?
  /// The places of the columns' fields in the template, and what begins a cell of the column, up to the number of the row.
  private var columns: [(field: Int, open: [UInt8])] = []
  /// The number of the row as digits.
  private var row: [UInt8] = []

  init(makeFile: @escaping () throws -> ScratchFile) { self.makeFile = makeFile }

  func begin(_ file: EntityFile, in zip: ZipWriter, _ output: inout OutputBuffer) throws {
    name = file.name
    let workbook = zip.nested(in: try makeFile())
    for part in WorkbookParts.beforeSheet(named: file.sheet) {
      workbook.begin(part.name)
      try workbook.write(Array(part.text.utf8)[...])
      try workbook.end()
    }
    workbook.begin(WorkbookParts.sheet)
    self.workbook = workbook
    output.append(WorkbookParts.sheetStart)
    columns = file.columns.enumerated().map {
      ($0.element.field, Array("<c r=\"\(WorkbookParts.letters(ofColumn: $0.offset))".utf8))
    }
    row = Array("1".utf8)
    beginRow(&output)
    for (column, heading) in file.columns.enumerated() {
      let text = Array(heading.name.utf8)
      appendCell(column, text.span, to: &output)
    }
    endRow(&output)
  }

  func append(
    _ mapper: borrowing RecordMapper, _ batch: borrowing RecordBatch, to output: inout OutputBuffer,
    flush: (inout OutputBuffer) throws -> Void
  ) throws {
    beginRow(&output)
    for column in columns.indices {
      mapper.forText(of: columns[column].field, batch) { appendCell(column, $0, to: &output) }
    }
    endRow(&output)
  }

  func write(_ bytes: ArraySlice<UInt8>, to zip: ZipWriter) throws(ArchiveError) { try workbook?.write(bytes) }

  func appendEnd(to output: inout OutputBuffer) { output.append("</sheetData></worksheet>" as StaticString) }

  func end(in zip: ZipWriter) throws {
    guard let workbook else { return }
    self.workbook = nil
    try workbook.end()
    try zip.begin(name)
    try workbook.pour(into: zip)
    try zip.end()
  }

  func plainBytes(in zip: ZipWriter) -> UInt64 { workbook?.plainBytes ?? 0 }

  // MARK: Rows

  private func beginRow(_ output: inout OutputBuffer) {
    output.append("<row r=\"" as StaticString)
    output.append(row)
    output.append("\">" as StaticString)
  }

  private func endRow(_ output: inout OutputBuffer) {
    output.append("</row>\r\n" as StaticString)
    WorkbookParts.increment(&row)
  }

  private func appendCell(_ column: Int, _ text: Span<UInt8>, to output: inout OutputBuffer) {
    if text.isEmpty { return }
    output.append(columns[column].open)
    output.append(row)
    if WorkbookParts.isBlank(text[0]) || WorkbookParts.isBlank(text[text.count - 1]) {
      output.append("\" t=\"inlineStr\"><is><t xml:space=\"preserve\">" as StaticString)
    } else {
      output.append("\" t=\"inlineStr\"><is><t>" as StaticString)
    }
    WorkbookEscape.appendContent(text, to: &output)
    output.append("</t></is></c>" as StaticString)
  }
}
