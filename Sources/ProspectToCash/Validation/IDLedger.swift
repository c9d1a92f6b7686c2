import Records

/// The ids of all records of a batch of packages, by table of Sales: which record had an id first.
final class IDLedger {
  private struct Table {
    var ids = GUIDIndex()
    var ordinals = RecordOrdinals()
  }

  private var numbers: [String: Int] = [:]
  private var tables: [Table] = []

  /// Begins the records of a package's table; the number under which its ids are added.
  func begin(_ table: String, package: Int) -> Int {
    let number = numbers[table] ?? tables.count
    if number == tables.count {
      numbers[table] = number
      tables.append(Table())
    }
    tables[number].ordinals.begin(package: package)
    return number
  }

  /// Whether a record of the table has the id.
  func contains(_ table: String, _ id: GUID) -> Bool {
    guard let number = numbers[table] else { return false }
    return tables[number].ids.contains(id)
  }

  /// Adds the ids of records that follow one another, nil where one has none; `first` is the number of the first record.
  /// For each id that another record has already, its place among the ids and that record.
  func add(_ table: Int, _ ids: [GUID?], first: Int) -> [(place: Int, origin: RecordOrigin)] {
    guard let last = ids.lastIndex(where: { $0 != nil }) else { return [] }
    tables[table].ordinals.note(first + last)
    let known = tables[table].ids.insert(ids, first: tables[table].ordinals.ordinal(first))
    return known.map { ($0.place, tables[table].ordinals.origin($0.value)) }
  }
}
