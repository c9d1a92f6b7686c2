import Mapping
import Records

/// The keys of all records of a batch of packages, by table: which record had a key first.
final class KeyLedger {
  private struct Table {
    var keys = KeyIndex()
    var ordinals = RecordOrdinals()
  }

  private var numbers: [String: Int] = [:]
  private var tables: [Table] = []

  /// Begins the records of a package's table; the number under which its keys are added.
  func begin(_ table: String, package: Int) -> Int {
    let number = numbers[table] ?? tables.count
    if number == tables.count {
      numbers[table] = number
      tables.append(Table())
    }
    tables[number].ordinals.begin(package: package)
    return number
  }

  /// Adds a record's key; the record that has it already.
  func add(_ table: Int, _ key: borrowing OutputBuffer, record: Int) -> RecordOrigin? {
    tables[table].ordinals.note(record)
    let (entry, isNew) = tables[table].keys.insert(key, value: tables[table].ordinals.ordinal(record))
    return isNew ? nil : tables[table].ordinals.origin(tables[table].keys[entry])
  }
}
