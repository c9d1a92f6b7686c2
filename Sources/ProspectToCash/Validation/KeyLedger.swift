import Mapping
import Records

/// The keys of all records of a batch of packages, by table: which record had a key first.
final class KeyLedger {
  /// The record that has a key.
  struct Origin {
    var package: Int
    var record: Int
  }

  private struct Table {
    var keys = KeyIndex()
    /// The packages in their order, each with the number that its record 0 would have.
    var packages: [(package: Int, first: UInt32)] = []
    var next: UInt32 = 0
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
    tables[number].packages.append((package, tables[number].next))
    return number
  }

  /// Whether a record of the table has the key.
  func contains(_ table: String, _ key: borrowing OutputBuffer) -> Bool {
    guard let number = numbers[table] else { return false }
    return tables[number].keys.find(key.span) != nil
  }

  /// Adds a record's key; the record that has it already.
  func add(_ table: Int, _ key: borrowing OutputBuffer, record: Int) -> Origin? {
    let first = tables[table].packages.last?.first ?? 0
    let ordinal = first + UInt32(truncatingIfNeeded: record)
    tables[table].next = max(tables[table].next, ordinal)
    let (entry, isNew) = tables[table].keys.insert(key, value: ordinal)
    guard !isNew else { return nil }
    let earlier = tables[table].keys[entry]
    // Numbers of records begin with 1, so a package's own lie behind its first number.
    let owner = tables[table].packages.last { $0.first < earlier } ?? (0, 0)
    return Origin(package: owner.package, record: Int(earlier - owner.first))
  }
}
