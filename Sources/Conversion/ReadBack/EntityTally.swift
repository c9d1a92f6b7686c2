// Hot path (`add`): no allocation per record.

import Mapping
import Packages
import Records

/// What of an entity's records must be found again in the packages that were written: how many, which keys, which amounts.
struct EntityTally: Sendable, Equatable {
  /// What the records are known by in the package.
  enum Key: Sendable, Equatable {
    /// Their ids.
    case id
    /// The texts of columns, named in lower case; of none if the file has no column of the key.
    case columns([String])
  }

  /// The entity's technical name.
  let entity: String
  let key: Key
  /// The columns whose amounts are summed, in lower case.
  let amountColumns: [String]
  var records = 0
  /// The sum of all keys' hashes.
  var keys: UInt64 = 0
  /// The sums of the amounts.
  var amounts: [ExactSum]

  init(_ entity: String, key: Key, amountColumns: [String] = []) {
    self.entity = entity
    self.key = key
    self.amountColumns = amountColumns
    amounts = Array(repeating: .zero, count: amountColumns.count)
  }

  /// Adds what another package has of the entity.
  mutating func add(_ other: EntityTally) {
    records += other.records
    keys &+= other.keys
    for (index, amount) in other.amounts.enumerated() { add(amount, to: index) }
  }

  /// Adds a record by its id.
  mutating func add(_ id: GUID) {
    records += 1
    keys &+= KeyHash.of(id)
  }

  /// Adds an amount to the sum of a column.
  mutating func add(_ amount: ExactDecimal, to column: Int) { amounts[column].add(amount) }

  /// Adds a sum of amounts to the sum of a column.
  mutating func add(_ amounts: ExactSum, to column: Int) { self.amounts[column].add(amounts) }
}

/// Counts the records of the entity that a sink is writing, for the comparison when they are read back.
struct WritingTally {
  private(set) var tally: EntityTally
  /// The places of the key in the task's template, and among the columns of generated records.
  private let keyFields: [(field: Int, column: Int)]
  /// The places of the amounts among the columns of generated records.
  private let amountColumns: [Int]

  /// The entity's records are known by their ids if the package has such, else by the task's key.
  init(_ entity: WrittenEntity, hasIDs: Bool) {
    let columns = entity.fields.filter { $0.name != entity.schema.primaryID }
    let amounts = entity.amountColumns
    let keys = entity.task.fields.filter(\.isKey).compactMap { key in
      columns.firstIndex { $0.name == key.column && $0.field >= 0 }
    }
    let isText = keys.filter { entity.schema.attribute(named: columns[$0].name)?.type != .lookup }
    keyFields = hasIDs ? [] : isText.map { (columns[$0].field, $0) }
    amountColumns = amounts.map { name in columns.firstIndex { $0.name == name } ?? -1 }
    tally = EntityTally(
      entity.schema.name, key: hasIDs ? .id : .columns(isText.map { columns[$0].name.lowercased() }),
      amountColumns: amounts.map { $0.lowercased() })
  }

  /// Counts a mapped record without an id.
  mutating func add(_ mapper: borrowing RecordMapper, _ batch: borrowing RecordBatch) {
    tally.records += 1
    if keyFields.isEmpty { return }
    var hash = KeyHash()
    for (field, _) in keyFields {
      if mapper.output(field).isEmpty { hash.end() } else { mapper.forText(of: field, batch) { hash.append($0) } }
    }
    tally.keys &+= hash.value
  }

  /// Counts a mapped record that has an id, in the package or only here.
  mutating func add(_ mapper: borrowing RecordMapper, _ batch: borrowing RecordBatch, id: GUID) {
    if tally.key == .id { tally.add(id) } else { add(mapper, batch) }
  }

  /// Counts a generated record; its amounts are in no control total.
  mutating func add(generated record: borrowing GeneratedRecord, id: GUID) {
    if tally.key == .id {
      tally.add(id)
    } else {
      tally.records += 1
      var hash = KeyHash()
      for (_, column) in keyFields {
        if case .text(let start, let end) = record.cells[column] {
          hash.append(record.text(start, end))
        } else {
          hash.end()
        }
      }
      if !keyFields.isEmpty { tally.keys &+= hash.value }
    }
    for (index, column) in amountColumns.enumerated() where column >= 0 {
      guard case .text(let start, let end) = record.cells[column] else { continue }
      tally.add(ExactDecimal(record.text(start, end)) ?? .zero, to: index)
    }
  }
}
