import Archives
import Mapping
import Packages
import Records

/// Writes a task's rejected records: the source's columns as they were read, then codes, messages and the company.
final class Rejects {
  private let makeFile: () throws -> OutputFile
  private let headings: [String]
  private var file: OutputFile?
  private var buffer = OutputBuffer(capacity: 1 << 16)
  private let encoder = CSVEncoder()

  /// For each input the places of its columns among the headings.
  private let places: [[Int]]

  /// A writer of the records of the given inputs; the file is made when the first one is rejected.
  init(inputs: [TaskInput], makeFile: @escaping () throws -> OutputFile) {
    var headings: [String] = []
    var known: [String: Int] = [:]
    var places: [[Int]] = []
    for input in inputs {
      places.append(
        input.package.entities[input.entity].columns.map { column in
          guard let heading = input.package.entities[input.entity].plainHeading(of: column) else { return -1 }
          let name = heading.lowercased()
          // What a value means is in the file in its own notation.
          if SchemaMatch.added.contains(name) || column.writtenPlace != nil { return -1 }
          if let place = known[name] { return place }
          headings.append(heading)
          known[name] = headings.count - 1
          return headings.count - 1
        })
    }
    self.headings = headings
    self.places = places
    self.makeFile = makeFile
  }

  /// Adds a record. Bytes that are no text become U+FFFD. Of parts of the key that are too long only the beginning is kept: all
  /// lines of a document may have the same one.
  func add(_ record: borrowing RecordView, codes: [String], message: String) throws {
    let (batch, places) = (record.batch, places[record.input.number])
    if file == nil {
      file = try makeFile()
      file?.writeBehind()
      encoder.headings(headings + SchemaMatch.addedInOrder, to: &buffer)
    }
    var row = Array(repeating: FieldRange.empty, count: headings.count)
    for (column, place) in places.enumerated() where place >= 0 {
      let range = batch.range(record.index, column)
      row[place] = range
      guard record.issues.keyState == .tooLong, record.mapper.isLongKeyPart(range) else { continue }
      let kept = KeyText.kept(batch.bytes.span.extracting(range.bounds))
      row[place] = FieldRange(
        start: Int(range.start) + kept.lowerBound, end: Int(range.start) + kept.upperBound)
    }
    for range in row {
      let text = batch.bytes.span.extracting(range.bounds)
      if isText(text) {
        encoder.field(text, to: &buffer)
      } else {
        let mended = Array(KeyText.string(text).utf8)
        encoder.field(mended.span, to: &buffer)
      }
      encoder.delimiter(to: &buffer)
    }
    encoder.record([codes.joined(separator: " "), message, record.company], to: &buffer)
    if buffer.count > 1 << 16 { try file?.write(buffer.take()) }
  }

  private func isText(_ text: Span<UInt8>) -> Bool {
    for index in text.indices where text[index] >= 0x80 || text[index] == 0 { return false }
    return true
  }

  /// Writes what is left and closes the file.
  func finish() throws {
    try file?.write(buffer.take())
    try file?.close(sync: false)
  }
}
