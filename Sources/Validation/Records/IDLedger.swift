import Records

/// The ids of all records of a batch of packages, by table of Sales: which record had an id first.
final class IDLedger {
  private var tables = LedgerTables<GUIDIndex>()

  /// Begins the records of a package's file of a table; the number under which its ids are added.
  func begin(_ table: String, package: Int, entity: Int) -> Int {
    tables.begin(table, package: package, entity: entity, GUIDIndex())
  }

  /// Whether a record of the table has the id.
  func contains(_ table: String, _ id: GUID) -> Bool {
    tables.named(table)?.index.contains(id) ?? false
  }

  /// The record of the table that had the id first; nil if none has it.
  func origin(_ table: Int, of id: GUID) -> RecordOrigin? {
    tables[table].index.value(of: id).map { tables[table].ordinals.origin($0) }
  }

  /// Adds the ids of records that follow one another, nil where one has none; `first` is the number of the first record.
  /// For each id that another record has already, its place among the ids and that record.
  func add(_ table: Int, _ ids: [GUID?], first: Int) -> [(place: Int, origin: RecordOrigin)] {
    guard let last = ids.lastIndex(where: { $0 != nil }) else { return [] }
    tables[table].ordinals.note(first + last)
    let known = tables[table].index.insert(ids, first: tables[table].ordinals.ordinal(first))
    return known.map { ($0.place, tables[table].ordinals.origin($0.value)) }
  }
}
