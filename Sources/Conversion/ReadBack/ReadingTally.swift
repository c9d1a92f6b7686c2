// Hot path (`add`): no allocation per record.

import Packages
import Records

/// Counts the records of a file that is read back.
struct ReadingTally {
  /// The number of columns that batches must have.
  let width: Int
  /// What was counted so far.
  private(set) var tally: EntityTally
  private let isByID: Bool
  /// The places of the key's columns; -1 for one that the file does not have.
  private let keyColumns: [Int]
  /// The places of the amounts' columns; -1 for one that the file does not have.
  private let amountColumns: [Int]

  /// A count, from nothing, of what the tally counts in a file of the columns.
  init(_ tally: EntityTally, columns: [SourceColumn]) {
    let names = columns.map { $0.part == .value ? $0.name.lowercased() : "" }
    let place = { (name: String) in names.firstIndex(of: name) ?? -1 }
    self.tally = EntityTally(tally.entity, key: tally.key, amountColumns: tally.amountColumns)
    width = columns.count
    switch tally.key {
    case .id:
      isByID = true
      // Configuration Migration's records have their id in front of all columns.
      keyColumns = [columns.firstIndex { $0.part == .value } ?? -1]
    case .columns(let key):
      isByID = false
      keyColumns = key.map(place)
    }
    amountColumns = tally.amountColumns.map(place)
  }

  /// Adds the records of a batch.
  mutating func add(_ batch: borrowing RecordBatch) {
    tally.records += batch.count
    for record in 0..<batch.count {
      tally.keys &+= key(batch, record)
      for (index, column) in amountColumns.enumerated() where column >= 0 {
        let range = batch.range(record, column)
        if range.isEmpty { continue }
        tally.add(ExactDecimal(batch.bytes.span.extracting(range.bounds)) ?? .zero, to: index)
      }
    }
  }

  private func key(_ batch: borrowing RecordBatch, _ record: Int) -> UInt64 {
    if keyColumns.isEmpty { return 0 }
    if isByID {
      guard keyColumns[0] >= 0 else { return 0 }
      return GUID(batch.bytes.span.extracting(batch.range(record, keyColumns[0]).bounds)).map(KeyHash.of) ?? 0
    }
    var hash = KeyHash()
    for column in keyColumns {
      let range = column < 0 ? FieldRange.empty : batch.range(record, column)
      if range.isEmpty { hash.end() } else { hash.append(batch.bytes.span.extracting(range.bounds)) }
    }
    return hash.value
  }
}
