package import Mapping

/// What is reported of an entity, over all files that hold it.
package struct EntityProfile: Sendable {
  /// A file with records of the entity.
  package struct Source: Sendable {
    package var package: String
    package var file: String
    package var records: Int
  }

  package var name: String
  package var side: Side
  package var records: Int
  package var unreadable: Int
  package var sources: [Source]
  package var columns: [ColumnProfile]
}
