public import Records

/// What is known before records are mapped: indexes over the inputs and references that they point to.
///
/// There is one of a run, and it is lent: a copy for each record would cost more than the mapping.
public struct Knowledge: ~Copyable {
  /// The Sales tables that lookups of source records point to, by number.
  public var tables: [TableIndex] = []
  /// For each `ExistenceRule` the values that F&O has; empty if no reference holds any.
  public var existing = Array(repeating: ExistingValues(), count: ExistenceRule.all.count)
  /// The Sales tables in which the lookups of new records are resolved, by number.
  public var destinations: [DestinationTable] = []
  /// For contacts and the like: which rows of a table some document refers to, by table number.
  public var referred: [Int: [Bool]] = [:]
  /// For documents: whether every line of a row is externally maintained, by table number.
  public var everyLine: [Int: [Bool]] = [:]

  /// The numbers that records without one get in this run.
  public var numbers: [AssignedNumbers] = []

  /// How price lists are found, for templates that need one.
  public var priceLists: PriceLists?

  /// Nothing is known.
  public init() {}

  /// Sets the company whose records are at hand, one above its place among those of the run; 0 while there is only one.
  public mutating func select(company: Int) {
    for index in existing.indices { existing[index].company = company }
    for table in destinations { table.company = company }
    for table in tables { table.company = company }
  }

  /// The number of a source table; nil if it is not indexed.
  public func table(named name: String) -> Int? { tables.firstIndex { $0.table == name.lowercased() } }

  /// The number of a destination table with this natural key; nil if it is not indexed.
  public func destination(_ table: String, key: String) -> Int? {
    destinations.firstIndex { $0.table == table.lowercased() && $0.keyColumn == key.lowercased() }
  }
}

/// Which price list belongs to which currency.
public struct PriceLists: Sendable {
  /// The number of the destination table of currencies.
  public var currencyTable: Int
  /// The number of the destination table of price lists.
  public var listTable: Int
  /// The entry of the price list by the entry of the currency.
  public var listOfCurrency: [Int: Int]

  /// No currency has a price list yet.
  public init(currencyTable: Int, listTable: Int, listOfCurrency: [Int: Int] = [:]) {
    self.currencyTable = currencyTable
    self.listTable = listTable
    self.listOfCurrency = listOfCurrency
  }
}
