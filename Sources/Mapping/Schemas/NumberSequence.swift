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

  /// The sequences of schemas of Sales, by their attributes.
  static func sequences(of schemas: [EntitySchema]) -> [NumberSequence] {
    schemas.flatMap { schema in
      schema.attributes.compactMap { attribute in
        attribute.numberSequence.map { prefix in
          NumberSequence(
            table: schema.name, column: attribute.name, prefix: prefix,
            idColumn: schema.primaryID ?? schema.name + "id")
        }
      }
    }
  }
}
