/// Why a record is not meant to be written.
public enum FilterReason: String, Sendable, CaseIterable {
  /// The task's own filter.
  case filter
  /// The filter of the line's header.
  case header
  /// The destination has it with the same content.
  case unchanged
  /// Another input has it with the same content.
  case duplicate
  /// It belongs to a company that does not run, or to none.
  case company
  /// Another company's record has written the product.
  case shared
  /// A later version of the record is in its log of changes.
  case superseded
  /// The last version in its log of changes deletes it.
  case deleted

  /// Whether the row is a version of a record, and no record.
  package var isOfVersion: Bool { self == .superseded || self == .deleted }
}
