import Mapping
import Records

/// The keys of all records of a batch of packages, by table: which record had a key first.
final class KeyLedger {
  private var tables = LedgerTables<KeyIndex>()

  /// Begins the records of a package's file of a table; the number under which its keys are added.
  func begin(_ table: String, package: Int, entity: Int) -> Int {
    tables.begin(table, package: package, entity: entity, KeyIndex())
  }

  /// Adds a record's key; the record that has it already.
  func add(_ table: Int, _ key: borrowing OutputBuffer, record: Int) -> RecordOrigin? {
    tables[table].ordinals.note(record)
    let (entry, isNew) = tables[table].index.insert(key, value: tables[table].ordinals.ordinal(record))
    return isNew ? nil : tables[table].ordinals.origin(tables[table].index[entry])
  }

  /// Whether a record of the table has the key.
  func contains(_ table: String, _ key: Span<UInt8>) -> Bool { tables.named(table)?.index.find(key) != nil }
}
