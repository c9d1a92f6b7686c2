/// Where the records of an entity stand in a composite file, whose records hold records of other entities.
public struct CompositePart: Sendable, Equatable {
  /// A column that records have from one around them where they lack it themselves.
  public struct Inherited: Sendable, Equatable {
    /// How deep the record around them stands: 0 is outermost.
    public var level: Int
    /// The column, in lower case.
    public var column: String
  }

  /// The names of the elements, in lower case, that lead from an outermost record to the entity's records; none for
  /// the outermost records themselves, whatever they are called.
  public var path: [String]
  /// The elements in the entity's records, in lower case, that are records of other entities.
  public var children: [String] = []
  /// What the entity's records have from those around them: the nearest one counts that has it.
  var inherited: [Inherited] = []
}
