// Hot path (`append`): no allocation per record.

import Archives
import Mapping
import Records

extension FinopsFileFormat {
  /// UTF-16LE with a byte order mark.
  public static let csvUnicode = FinopsFileFormat(.csvUnicode, fileExtension: "csv", sourceFormat: "CSV-Unicode") { _ in
    CSVFileWriter(.utf16LittleEndian)
  } encoder: {
    CSVLineEncoder($0, .utf16LittleEndian)
  }

  /// UTF-8 without a byte order mark.
  public static let csv = FinopsFileFormat(.csv, fileExtension: "csv", sourceFormat: "CSV") { _ in
    CSVFileWriter(.utf8)
  } encoder: {
    CSVLineEncoder($0, .utf8)
  }
}

/// Makes lines of a file of CSV.
struct CSVLineEncoder: RecordEncoder {
  let encoder: CSVEncoder
  /// The places of the columns' fields in the template.
  let fields: [Int]

  init(_ file: EntityFile, _ encoding: CSVEncoder.Encoding) {
    encoder = CSVEncoder(encoding: encoding)
    fields = file.columns.map(\.field)
  }

  func append(
    _ mapper: borrowing RecordMapper, _ batch: borrowing RecordBatch, _ record: Int, id: GUID?,
    _ lookups: borrowing LookupContext, to output: inout OutputBuffer
  ) -> Bool {
    mapper.appendLine(fields, batch, encoder, to: &output)
  }
}

/// Writes entity files of CSV, with a header.
final class CSVFileWriter: EntityFileWriter {
  private let encoder: CSVEncoder
  /// The places of the columns' fields in the template.
  private var fields: [Int] = []

  init(_ encoding: CSVEncoder.Encoding) { encoder = CSVEncoder(encoding: encoding) }

  func begin(_ file: EntityFile, in zip: ZipWriter, _ output: inout OutputBuffer) throws {
    fields = file.columns.map(\.field)
    try zip.begin(file.name)
    encoder.mark(to: &output)
    encoder.record(file.columns.map(\.name), to: &output)
  }

  func append(
    _ mapper: borrowing RecordMapper, _ batch: borrowing RecordBatch, to output: inout OutputBuffer,
    flush: (inout OutputBuffer) throws -> Void
  ) throws {
    if mapper.appendLine(fields, batch, encoder, to: &output) { return }
    try mapper.appendLargeLine(fields, batch, encoder, to: &output, flush: flush)
  }
}
