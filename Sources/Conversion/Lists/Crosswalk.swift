package import Archives
import Records

/// Writes which source record became which: a row for every record written.
package final class Crosswalk {
  /// Its name in the output.
  static let fileName = "crosswalk.csv"

  private let file: OutputFile?
  private var buffer = OutputBuffer(capacity: (1 << 20) + 4096)
  private let encoder = CSVEncoder()

  package init(_ file: OutputFile?) {
    self.file = file
    encoder.record(["template", "key", "finops_key", "sales_id", "company"], to: &buffer)
  }

  /// Whether anybody wants to have the rows.
  var isKept: Bool { file != nil }

  /// Adds a record by its template, key, id in Sales and company; an id that is none is written as it was read.
  func add(
    _ template: [UInt8], key: Span<UInt8>, id: Span<UInt8>, company: [UInt8]
  ) throws {
    guard let file else { return }
    // Taken out of the object meanwhile: a local value needs no check at every access.
    var output = OutputBuffer.none
    swap(&output, &buffer)
    var cursor = output.cursor(room: encoder.room(bytes: template.count + 2 * key.count + id.count + 4, fields: 5))
    encoder.field(template.span, from: 0, to: template.count, in: &cursor)
    for _ in 0..<2 {
      encoder.delimiter(in: &cursor)
      encoder.field(key, from: 0, to: key.count, in: &cursor)
    }
    encoder.delimiter(in: &cursor)
    encoder.field(id, from: 0, to: id.count, in: &cursor)
    encoder.delimiter(in: &cursor)
    encoder.field(company.span, from: 0, to: company.count, in: &cursor)
    encoder.lineEnd(in: &cursor)
    output.advance(to: cursor.count)
    swap(&output, &buffer)
    if buffer.count > 1 << 20 { try buffer.drain { (bytes) throws(ArchiveError) in try file.write(bytes) } }
  }

  /// Writes what is left and closes the file.
  func finish() throws {
    guard let file else { return }
    try file.write(buffer.take())
    try file.close(sync: false)
  }
}
