package import Archives
package import Findings
package import Records

/// The list `findings.csv`: a row for each finding.
package final class FindingFile: FindingWriter {
  /// Its name in the output.
  package static let fileName = "findings.csv"

  private let file: OutputFile
  private var buffer = OutputBuffer(capacity: 1 << 16)
  private let encoder = CSVEncoder()

  /// A list in the file, which has nothing yet.
  package init(_ file: OutputFile) {
    self.file = file
    file.writeBehind()
    encoder.headings(FindingRow.columns, to: &buffer)
  }

  /// Adds the row of a finding.
  package func write(_ finding: Finding, message: String) throws {
    // Taken out of the object meanwhile: a local value needs no check at every access.
    var row = OutputBuffer.none
    swap(&row, &buffer)
    FindingFile.appendRow(finding, message: message, encoder, to: &row)
    swap(&row, &buffer)
    if buffer.count > 1 << 16 { try file.write(buffer.take()) }
  }

  /// Appends the row of a finding with its line end.
  package static func appendRow(
    _ finding: Finding, message: String, _ encoder: CSVEncoder, to row: inout OutputBuffer
  ) {
    var isFirst = true
    FindingRow.forEachCell(finding, message: message, showsValue: true) { cell in
      if !isFirst { encoder.delimiter(to: &row) }
      isFirst = false
      if !cell.isEmpty { encoder.field(SpreadsheetText.harmless(cell).utf8Span.span, to: &row) }
    }
    encoder.lineEnd(to: &row)
  }

  /// Adds a row that was made elsewhere.
  package func write(row: Span<UInt8>) throws {
    buffer.append(row)
    if buffer.count > 1 << 16 { try file.write(buffer.take()) }
  }

  /// Writes what is left and closes the file.
  package func finish() throws {
    try file.write(buffer.take())
    try file.close(sync: false)
  }
}
