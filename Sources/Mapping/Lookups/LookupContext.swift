public import Findings

/// What is known before records are mapped: indexes over the inputs and references that they point to.
///
/// There is one of a run, and it is lent: a copy for each record would cost more than the mapping.
public struct LookupContext: ~Copyable {
  /// The Sales tables that lookups of source records point to, by number.
  public var tables: [SourceLookupIndex] = []
  /// Which values must exist in F&O.
  public let existenceRules: [ExistenceRule]
  /// For each rule the values that F&O has; empty if no reference has any.
  public var existing: [ExistingValues]
  /// The Sales tables in which the lookups of new records are resolved, by number.
  public var destinations: [TargetKeyIndex] = []
  /// For contacts and the like: which rows of a table some document refers to, by table number.
  public var referred: [Int: [Bool]] = [:]
  /// For documents: whether every line of a row is externally maintained, by table number.
  public var everyLine: [Int: [Bool]] = [:]

  /// The numbers that records without one get in this run.
  public var numbers: [AssignedNumbers] = []

  /// How price lists are found, for templates that need one.
  public var priceLists: PriceLists?

  /// Which price list items there are, for templates whose lines need them; nil if nobody asks.
  public var items: PriceListItemSet?

  /// The destination table to which the records at hand are added while they are written; nil if none is. Only the thread that
  /// writes looks into it meanwhile.
  public var growingTable: Int?
  /// The rules about the entity of the records at hand, whose values are being written. Only the thread that writes looks into
  /// those meanwhile.
  public var growingRules: [Int] = []

  /// Nothing is known but which values must exist.
  public init(existenceRules: [ExistenceRule] = []) {
    self.existenceRules = existenceRules
    existing = existenceRules.map { _ in ExistingValues() }
  }

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

  /// The number of the destination table that has a table's records by their natural key; nil if it is not indexed. Throws
  /// `ProjectError` for a schema that cannot be read.
  public func destination(_ table: String, of schemas: SchemaCatalogue) throws(ProjectError) -> Int? {
    guard let key = try schemas.schema(named: table)?.naturalKey else { return nil }
    return destination(table, key: key)
  }
}

/// Which price list belongs to which currency.
public struct PriceLists: Sendable {
  /// What counts for a currency.
  public enum Choice: Sendable, Equatable {
    /// No list is found.
    case none
    /// Lists have the name that the project gives, and none of them can be used.
    case unusable(PriceListFaults)
    /// The entry of the list. `isUnjudged` says that it has dates, which nobody could compare with the run's.
    case list(Int, isUnjudged: Bool)
  }

  /// The number of the destination table of currencies.
  public var currencyTable: Int
  /// The number of the destination table of price lists.
  public var listTable: Int
  /// What counts, by the entry of the currency.
  public var choices: [Int: Choice]

  /// No currency has a price list yet.
  public init(currencyTable: Int, listTable: Int, choices: [Int: Choice] = [:]) {
    self.currencyTable = currencyTable
    self.listTable = listTable
    self.choices = choices
  }
}
