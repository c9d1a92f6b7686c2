/// Where the records of an entity stand in a composite file, whose records hold records of other entities.
public struct CompositePart: Sendable, Equatable {
  /// The name of the elements that are the entity's records, in lower case.
  public var element: String
  /// Whether they stand within records of another entity.
  public var isChild: Bool
  /// Of the outer entity: the elements, in lower case, that are records of other entities.
  public var children: [String] = []
  /// Of an inner entity: the columns, in lower case, that records without them have from the record around them.
  public var inherited: [String] = []
}
