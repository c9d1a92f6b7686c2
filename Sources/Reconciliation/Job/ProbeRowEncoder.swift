// Hot path: no allocation per record.

import Findings
import Mapping
import Records

/// Packs records that are written into rows, all but the head, before their turn comes.
struct ProbeRowEncoder: RecordEncoder {
  /// The bytes of values from which a row is not held besides the record.
  private static let largeRow = 1 << 20

  private let fields: [ComparedField]
  private var writer = RowWriter()

  /// Rows with the values of the compared fields.
  init(_ fields: [ComparedField]) { self.fields = fields }

  mutating func append(
    _ mapper: borrowing RecordMapper, _ batch: borrowing RecordBatch, _ record: Int, id: GUID?,
    _ lookups: borrowing LookupContext, to output: inout OutputBuffer
  ) -> Bool {
    var bytes = 0
    for field in fields where field.place >= 0 { bytes += mapper.size(of: mapper.output(field.place)) }
    if bytes > ProbeRowEncoder.largeRow { return false }
    writer.begin()
    writer.append { mapper.appendKeyUnderWay(to: &$0) }
    writer.append { mapper.appendRecordID(batch, record, to: &$0) }
    writer.append { mapper.appendCurrencyUnderWay(batch, to: &$0) }
    ProbeRowEncoder.append(fields, .goesOver, mapper, batch, lookups, to: &writer)
    writer.append(to: &output)
    return true
  }

  /// Appends what a row has behind key, id and currency: the faults, and the values of the compared fields; of a field that is at
  /// fault what was read.
  static func append(
    _ fields: [ComparedField], _ fate: RecordFate, _ mapper: borrowing RecordMapper,
    _ batch: borrowing RecordBatch, _ lookups: borrowing LookupContext, to writer: inout RowWriter
  ) {
    writer.append { faults in
      for issue in mapper.issues where issue.code.severity == .error {
        if let field = issue.field { ProbeRow.appendFault(field, issue.code, to: &faults) }
      }
    }
    let isFaulty = fate != .goesOver && !mapper.issues.isEmpty
    for field in fields {
      if field.place < 0 {
        writer.appendAbsent()
        continue
      }
      var slot = mapper.output(field.place)
      if isFaulty, slot.isEmpty, mapper.issues.contains(where: { $0.field == field.place }) {
        slot = mapper.sourceValue(of: field.place)
      }
      if slot.origin == .destination {
        writer.append { appendLookup(field.place, slot, mapper, batch, lookups, to: &$0) }
      } else {
        writer.append { mapper.append(slot, batch, to: &$0) }
      }
    }
  }

  /// Appends what is compared of a lookup: the id, the name and the key of the record that it has found.
  static func appendLookup(
    _ place: Int, _ slot: ValueSlot, _ mapper: borrowing RecordMapper, _ batch: borrowing RecordBatch,
    _ lookups: borrowing LookupContext, to output: inout OutputBuffer
  ) {
    let (table, entry) = (Int(slot.start), Int(slot.end))
    lookups.destinations[table].id(entry).append(to: &output)
    output.append(ValueComparison.lookupDivider)
    lookups.destinations[table].appendName(entry, to: &output)
    output.append(ValueComparison.lookupDivider)
    mapper.appendLookupKey(of: place, batch, lookups, to: &output)
  }
}
