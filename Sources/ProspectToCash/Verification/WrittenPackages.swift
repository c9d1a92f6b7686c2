import Archives
import Mapping
import Records

/// Packages of one template, and what is meant to be in them all.
struct WrittenPackages: Sendable {
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
  var followed: FollowedPackages?

  /// Packages and what is meant to be in them.
  init(files: [File], tallies: [EntityTally]) {
    self.files = files
    self.tallies = tallies
  }

  /// The packages of a template, with the control totals of its tasks as amounts that are meant. Nil without packages.
  init?(_ report: TemplateReport, in output: OutputDirectory) {
    self.init(report.packages, report.tallies, in: output)
    followed = report.followed
    for task in report.tasks {
      guard let index = tallies.firstIndex(where: { $0.entity == task.destination }) else { continue }
      for total in task.totals {
        guard let column = tallies[index].amountColumns.firstIndex(of: total.field.lowercased()) else { continue }
        tallies[index].add(total.destination, to: column)
      }
    }
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
