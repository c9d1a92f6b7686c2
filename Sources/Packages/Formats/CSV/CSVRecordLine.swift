// Hot path: no allocation per record.

import Mapping
import Records

extension RecordMapper {
  /// The bytes of values from which a record is written value by value: room for the most that all of them may take would be
  /// several times too much.
  private static let largeRecord = 1 << 20

  /// Appends the values of fields as a line of CSV; false, and nothing appended, for a record of many megabytes.
  func appendLine(
    _ fields: [Int], _ batch: borrowing RecordBatch, _ encoder: CSVEncoder, to output: inout OutputBuffer
  ) -> Bool {
    let slots = slots.span.extracting(firstSlot..<firstSlot + fieldCount)
    let fields = fields.span
    var bytes = 0
    for place in fields.indices { bytes += size(of: slots[fields[place]]) }
    if bytes > RecordMapper.largeRecord { return false }
    var cursor = output.cursor(room: encoder.room(bytes: bytes, fields: fields.count))
    let read = batch.bytes.span
    let made = scratch.span
    for place in fields.indices {
      if place > 0 { encoder.delimiter(in: &cursor) }
      let slot = slots[fields[place]]
      switch slot.origin {
      case .batch: encoder.field(read, from: Int(slot.start), to: Int(slot.end), in: &cursor)
      case .scratch: encoder.field(made, from: Int(slot.start), to: Int(slot.end), in: &cursor)
      case .constant:
        let range = plan.constants.range(Int(slot.start))
        encoder.field(plan.constants.bytes.span, from: range.lowerBound, to: range.upperBound, in: &cursor)
      case .none, .destination: break
      }
    }
    encoder.lineEnd(in: &cursor)
    output.advance(to: cursor.count)
    return true
  }

  /// Appends a record of many megabytes, of which only parts are in the buffer at a time: `flush` empties it.
  @inline(never)
  func appendLargeLine(
    _ fields: [Int], _ batch: borrowing RecordBatch, _ encoder: CSVEncoder, to output: inout OutputBuffer,
    flush: (inout OutputBuffer) throws -> Void
  ) throws {
    for place in fields.indices {
      if place > 0 { encoder.delimiter(to: &output) }
      try forText(of: fields[place], batch) { try encoder.largeField($0, to: &output, flush: flush) }
    }
    encoder.lineEnd(to: &output)
  }
}
