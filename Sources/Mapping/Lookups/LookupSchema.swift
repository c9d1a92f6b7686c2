/// What a plan needs to know of `LookupContext`: which tables there are, by number, but not what they hold.
public struct LookupSchema: Sendable {
  private let tables: [(name: String, columns: [String])]
  private let destinations: [(table: String, key: String)]
  private let numbers: [(table: String, column: String)]
  private let tablesOfDocuments: Set<Int>
  /// Which values must exist in F&O.
  let existenceRules: [ExistenceRule]

  /// The outline of knowledge whose tables may be filled or not.
  public init(_ lookups: borrowing LookupContext) {
    tables = lookups.tables.map { ($0.table, $0.columns) }
    destinations = lookups.destinations.map { ($0.table, $0.keyColumn) }
    numbers = lookups.numbers.map { ($0.table, $0.column) }
    tablesOfDocuments = Set(lookups.everyLine.keys)
    existenceRules = lookups.existenceRules
  }

  /// The number of a source table; nil if it is not indexed.
  public func table(named name: String) -> Int? { tables.firstIndex { $0.name == name.lowercased() } }

  /// The number of a kept column of a source table; nil if it is not kept.
  public func column(named name: String, of table: Int) -> Int? {
    tables[table].columns.firstIndex(of: name.lowercased())
  }

  /// The number of a destination table with this natural key; nil if it is not indexed.
  func destination(_ table: String, key: String) -> Int? {
    destinations.firstIndex { $0.table == table.lowercased() && $0.key == key.lowercased() }
  }

  /// The place of the numbers that a table's records get in a column; nil if they get none.
  func numbers(of table: String, column: String) -> Int? {
    numbers.firstIndex { $0.table == table.lowercased() && $0.column == column.lowercased() }
  }

  /// Whether it is known of each row of a table whether all its lines are externally maintained.
  func knowsLines(of table: Int) -> Bool { tablesOfDocuments.contains(table) }
}
