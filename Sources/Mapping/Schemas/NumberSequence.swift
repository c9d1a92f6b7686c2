/// Numbers that Sales gives new records of a table by itself.
public struct NumberSequence: Sendable, Hashable {
  /// The table.
  public var table: String
  /// The column that holds the numbers.
  public var column: String
  /// What they begin with.
  public var prefix: String
  /// The column of the records' ids.
  public var idColumn: String
}

extension SchemaCatalogue {
  /// The sequences of all tables, by the tables' names. Throws `ProjectError` for a schema that cannot be read.
  public func numberSequences() throws(ProjectError) -> [NumberSequence] {
    var sequences: [NumberSequence] = []
    for entry in entries where entry.side == .sales {
      guard let schema = try schema(named: entry.name) else { continue }
      for attribute in schema.attributes {
        guard let prefix = attribute.numberSequence else { continue }
        sequences.append(
          NumberSequence(
            table: schema.name, column: attribute.name, prefix: prefix,
            idColumn: schema.primaryID ?? schema.name + "id"))
      }
    }
    return sequences
  }
}
