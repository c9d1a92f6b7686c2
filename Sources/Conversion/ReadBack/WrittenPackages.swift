import Archives
import Mapping
import Records

/// Packages of one template, and what is meant to be in them all.
package struct WrittenPackages: Sendable {
  /// One of the packages.
  struct File: Sendable {
    /// Its path within the output folder.
    var path: String
    /// Where it stands until the folder gets its name.
    var place: String
    /// The records that it is meant to have.
    var records: Int
  }

  var files: [File]
  var tallies: [EntityTally]
  /// What reads them while they are written.
  var tailing: TailingPackages?

  /// Packages and what is meant to be in them.
  init(files: [File], tallies: [EntityTally]) {
    self.files = files
    self.tallies = tallies
  }

  /// Packages whose amounts, if any, are in their tallies. Nil without packages.
  init?(_ packages: [PackageReport], _ tallies: [EntityTally], in output: OutputDirectory) {
    guard !packages.isEmpty else { return nil }
    self.init(
      files: packages.map { File(path: $0.path, place: output.temporaryPath(of: $0.path), records: $0.records) },
      tallies: tallies)
  }
}

extension [EntityTally] {
  /// Adds what another package has.
  mutating func add(_ other: EntityTally) {
    if let index = firstIndex(where: { $0.entity == other.entity }) {
      self[index].add(other)
    } else if other.records > 0 {
      append(other)
    }
  }
}
