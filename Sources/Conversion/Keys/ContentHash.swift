import Mapping
import Packages
import Records

/// A number that equal contents of records share: fields without regard to order, numbers and dates by value, lookups by
/// id, empty fields as absent ones. Two different contents share it by chance only, once in 2^64.
struct ContentHash {
  private let columns: [(column: Int, name: String, type: AttributeType)]

  /// Hashes records of a file of the given columns.
  init(_ columns: [SourceColumn], schema: EntitySchema?) {
    self.columns = columns.enumerated().compactMap { index, column in
      guard column.part == .value, !SchemaMatch.added.contains(column.heading.lowercased()) else { return nil }
      return (index, column.name.lowercased(), schema?.attribute(named: column.name)?.type ?? .string)
    }
  }

  /// The content of a record.
  func hash(_ batch: RecordBatch, _ record: Int) -> UInt64 {
    var sum: UInt64 = 0
    for (column, name, type) in columns {
      let range = batch.range(record, column)
      if range.isEmpty { continue }
      let text = batch.bytes.span.extracting(range.bounds)
      var hasher = Hasher()
      hasher.combine(name)
      ContentHash.combine(text, type, into: &hasher)
      sum &+= UInt64(bitPattern: Int64(hasher.finalize()))
    }
    return sum
  }

  /// Adds a value by what it means.
  static func combine(_ text: Span<UInt8>, _ type: AttributeType, into hasher: inout Hasher) {
    if type.isNumber, let number = ExactDecimal(text) {
      hasher.combine(number)
    } else if type.isTemporal, let date = DateTime(text) {
      for part in [date.year, date.month, date.day, date.hour, date.minute, date.second] { hasher.combine(part) }
    } else if type == .lookup || type == .guid, let guid = GUID(text) {
      hasher.combine(guid)
    } else {
      for index in text.indices { hasher.combine(text[index]) }
    }
  }
}
