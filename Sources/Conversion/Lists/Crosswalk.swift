import Archives
import Mapping
import Records

/// Writes which source record became which: a row for every record written.
final class Crosswalk {
  /// Its name in the output.
  static let fileName = "crosswalk.csv"

  private let file: OutputFile
  private var buffer = OutputBuffer(capacity: (1 << 20) + 4096)
  private var id = OutputBuffer(capacity: 64)
  private let encoder = CSVEncoder()
  private var template: [UInt8] = []
  private var company: (name: String, bytes: [UInt8]) = ("", [])

  init(_ file: OutputFile) {
    self.file = file
    file.writeBehind()
    encoder.headings(["template", "key", "finops_key", "sales_id", "company"], to: &buffer)
  }

  /// Begins a template.
  func begin(_ template: Template) { self.template = Array(template.name.utf8) }

  /// Adds a record that is written; an id that is none is written as it was read.
  func add(_ record: inout RecordView) throws {
    if company.name != record.company { company = (record.company, Array(record.company.utf8)) }
    // Taken out of the object meanwhile: local values need no check at every access.
    var (output, id) = (OutputBuffer.none, OutputBuffer.none)
    swap(&output, &buffer)
    swap(&id, &self.id)
    id.truncate(to: 0)
    record.appendSalesID(to: &id)
    let key = record.issues.shown.count
    let size = template.count + 2 * key + id.count + company.bytes.count
    var cursor = output.cursor(room: encoder.room(bytes: size, fields: 5))
    encoder.field(template.span, from: 0, to: template.count, in: &cursor)
    for _ in 0..<2 {
      encoder.delimiter(in: &cursor)
      encoder.field(record.issues.shown.span, from: 0, to: key, in: &cursor)
    }
    encoder.delimiter(in: &cursor)
    encoder.field(id.span, from: 0, to: id.count, in: &cursor)
    encoder.delimiter(in: &cursor)
    encoder.field(company.bytes.span, from: 0, to: company.bytes.count, in: &cursor)
    encoder.lineEnd(in: &cursor)
    output.advance(to: cursor.count)
    swap(&output, &buffer)
    swap(&id, &self.id)
    if buffer.count > 1 << 20 { try buffer.drain { (bytes) throws(ArchiveError) in try file.write(bytes) } }
  }

  /// Writes what is left and closes the file.
  func finish() throws {
    try file.write(buffer.take())
    try file.close(sync: false)
  }
}
