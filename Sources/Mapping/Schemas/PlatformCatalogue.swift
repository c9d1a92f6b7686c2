/// What the platform under Sales gives to every organisation: its standard tables, and the columns that it adds to tables.
///
/// Kept apart from the schemas, which know the tables of Prospect to Cash column by column.
public struct PlatformCatalogue: Sendable {
  /// A standard table.
  public struct Table: Sendable, Equatable {
    /// The column of the record's id.
    public var primaryID: String
    /// The column of the record's name.
    public var primaryName: String
    /// Whether its records are records of `activitypointer`, too.
    public var isActivity: Bool
    /// Whether Sales prices its records, and says in `pricingerrorcode` if it could not.
    public var isPriced: Bool
  }

  /// A column that the platform adds to tables.
  public struct Column: Sendable, Equatable {
    /// The type, as `data_schema.xml` calls it.
    public var type: String
    /// Whether the platform sets it itself.
    public var isReadOnly: Bool
  }

  /// The standard tables by name.
  public let tables: [String: Table]
  /// The added columns by name.
  public let columns: [String: Column]

  /// What comes with the tool.
  static func builtIn() throws(ProjectError) -> PlatformCatalogue {
    func rows(_ file: String, _ width: Int) throws(ProjectError) -> [[String]] {
      CommaSeparatedText(try BuiltInFiles.text(file)).rows.dropFirst().map(\.cells).filter { $0.count == width }
    }
    var tables: [String: Table] = [:]
    for cells in try rows("standard-tables.csv", 7) {
      tables[cells[0]] = Table(
        primaryID: cells[2], primaryName: cells[3], isActivity: cells[5] == "yes", isPriced: cells[6] == "yes")
    }
    var columns: [String: Column] = [:]
    for cells in try rows("standard-columns.csv", 4) {
      columns[cells[0]] = Column(type: cells[1], isReadOnly: cells[3] == "yes")
    }
    return PlatformCatalogue(tables: tables, columns: columns)
  }

  /// Whether every target has a column of a table, so far as names in lower case tell it. `schema` is the tool's own of the
  /// table, `isCustom` whether the package calls the column one of the organisation's or of a solution.
  public func knows(_ column: String, isCustom: Bool, of table: String, _ schema: EntitySchema?) -> Bool {
    if schema?.attribute(named: column) != nil { return true }
    if isCustom { return false }
    return columns[column] != nil || schema == nil && tables[table] != nil
  }
}
