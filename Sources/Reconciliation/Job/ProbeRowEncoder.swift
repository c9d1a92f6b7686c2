// Hot path: no allocation per record.

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
    _ mapper: borrowing RecordMapper, _ batch: borrowing RecordBatch, _ record: Int,
    _ lookups: borrowing LookupContext, to output: inout OutputBuffer
  ) -> Bool {
    var bytes = 0
    for field in fields where field.place >= 0 { bytes += mapper.size(of: mapper.output(field.place)) }
    if bytes > ProbeRowEncoder.largeRow { return false }
    writer.begin()
    writer.append { mapper.appendKeyUnderWay(to: &$0) }
    writer.append { mapper.appendRecordID(batch, record, to: &$0) }
    writer.append { mapper.appendCurrencyUnderWay(batch, to: &$0) }
    // It has no fault.
    writer.append { _ in }
    RecordComparer.append(fields, .goesOver, mapper, batch, lookups, to: &writer)
    writer.append(to: &output)
    return true
  }
}
