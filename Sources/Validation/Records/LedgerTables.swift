/// The tables of a ledger: for each an index of what its records have, and the records by their ordinals.
struct LedgerTables<Index> {
  struct Table {
    var index: Index
    var ordinals = RecordOrdinals()
  }

  private var numbers: [String: Int] = [:]
  private var all: [Table] = []

  /// Begins the records of a package's file of a table; the number of the table.
  mutating func begin(_ table: String, package: Int, entity: Int, _ index: @autoclosure () -> Index) -> Int {
    let number = numbers[table] ?? all.count
    if number == all.count {
      numbers[table] = number
      all.append(Table(index: index()))
    }
    all[number].ordinals.begin(package: package, entity: entity)
    return number
  }

  /// The table of a name; nil if it was not begun.
  func named(_ table: String) -> Table? { numbers[table].map { all[$0] } }

  /// The table of a number.
  subscript(number: Int) -> Table {
    _read { yield all[number] }
    _modify { yield &all[number] }
  }
}
