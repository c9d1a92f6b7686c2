// Hot path: no allocation per record.

import Conversion
import Findings
import Mapping
import Packages
import Records

/// The meeting texts of the records of one file.
struct FileTexts: ~Copyable {
  private var mapper: RecordMapper
  private let isOfLines: Bool
  private let isOfHeaders: Bool
  private var shown = OutputBuffer(capacity: 64)
  private var key = OutputBuffer(capacity: 64)
  private var text = OutputBuffer(capacity: 64)

  init(_ plan: consuming TaskPlan, isOfLines: Bool, isOfHeaders: Bool) {
    mapper = RecordMapper(plan)
    (self.isOfLines, self.isOfHeaders) = (isOfLines, isOfHeaders)
  }

  /// Hands out the text of each record of a batch, empty if the record meets nobody, with its number as Sales compares it and
  /// the id of a header. What was wrong with the records as they were read is asked of `read`.
  mutating func forEach(
    _ batch: RecordBatch, _ read: borrowing RecordBatch, _ lookups: borrowing LookupContext,
    _ body: (_ record: Int, _ text: Span<UInt8>, _ number: Span<UInt8>, _ id: GUID?) throws -> Void
  ) throws {
    var next = 0
    for record in 0..<batch.count {
      let id = find(batch, record, read.issue(of: record, &next), lookups)
      let number = isOfLines ? 0 : numberEnd
      try body(record, text.span, key.span.extracting(0..<number), id)
    }
  }

  /// Finds the text of a record; the id if it is a header.
  private mutating func find(
    _ batch: RecordBatch, _ record: Int, _ issue: Issue?, _ lookups: borrowing LookupContext
  ) -> GUID? {
    mapper.begin(record)
    key.truncate(to: 0)
    text.truncate(to: 0)
    if isOfLines {
      findHeader(batch, record, lookups)
      return nil
    }
    if issue?.isUnreadable ?? false { return nil }
    shown.truncate(to: 0)
    _ = mapper.key(batch, record, lookups, shown: &shown, comparable: &key)
    let id = isOfHeaders ? mapper.recordGUID(batch, record) : nil
    let end = numberEnd
    if end > 0 {
      FileTexts.append(key, end, to: &text)
    } else if let id {
      text.append(Array(id.description.utf8))
    }
    return id
  }

  /// Finds the text of the header of a line.
  private mutating func findHeader(_ batch: RecordBatch, _ record: Int, _ lookups: borrowing LookupContext) {
    var id: GUID?
    if !mapper.namesHeaderByNumber(batch, record) {
      guard let row = mapper.headerRow(batch, record, lookups) else { return }
      id = row.id
    }
    _ = mapper.headerNumber(batch, record, lookups, to: &key)
    if key.count > 0 {
      FileTexts.append(key, key.count, to: &text)
    } else if let id {
      text.append(Array(id.description.utf8))
    }
  }

  /// Appends the form of a number, with which a key begins.
  private static func append(_ key: borrowing OutputBuffer, _ end: Int, to text: inout OutputBuffer) {
    KeyForm.append(key.span.extracting(0..<end), to: &text)
  }

  /// Where the number ends with which the key begins.
  private var numberEnd: Int { key.span.firstIndex(of: 0, from: 0) ?? key.count }
}
