import Mapping
import Records

/// How a file of a Common Data Model folder is read.
final class Partition: PartitionDescription {
  /// Where the columns of a log of changes stand, by which versions are compared; negative for those that it lacks.
  struct VersionColumns: Sendable {
    var id = -1
    var primaryID = -1
    /// The columns of the key, with that of the company.
    var keys: [Int] = []
    var version = -1
    var modified = -1
    var deletion = -1
  }

  let layout: PartitionLayout
  /// What is done with the values of each column.
  let forms: [ValueForm]
  /// The names of the attributes, with which a header row is compared.
  let attributes: [String]
  /// The fewest fields that a row may have.
  let shortest: Int
  let versions: VersionColumns
  /// The log that the file is part of, and its place there; nil if it holds records.
  let log: ChangeLog?
  let place: Int
  let count: Int

  var changes: (any ChangeCounts)? { log }

  /// A file with what is known of it.
  init(
    layout: PartitionLayout, forms: [ValueForm], attributes: [String], versions: VersionColumns, log: ChangeLog?,
    place: Int, count: Int
  ) {
    self.layout = layout
    self.forms = forms
    self.attributes = attributes
    // New columns are appended behind the mark of deletion, and files keep their old rows.
    shortest = versions.deletion >= 0 ? versions.deletion + 1 : attributes.count
    self.versions = versions
    self.log = log
    self.place = place
    self.count = count
  }

  /// Whether a header row names the attributes, in whatever order and case.
  func agrees(with headings: [String]) -> Bool {
    headings.map { $0.trimmingBlanks.lowercased() }.sorted() == attributes.map { $0.lowercased() }.sorted()
  }
}
