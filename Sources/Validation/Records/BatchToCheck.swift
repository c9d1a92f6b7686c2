import Findings
import Mapping
import Packages
import Records

/// Records of one entity that are about to be checked, here or on another thread.
///
/// Checks know what earlier records had, and are nobody's but one thread's at a time: while batches lie on the bench, only
/// the bench calls them and what they share with the checks of other entities.
struct BatchToCheck: @unchecked Sendable {
  let reporter: FindingReporter
  let checks: any RecordChecks
  let batch: RecordBatch
  let columns: [SourceColumn]
  let place: FindingPlace

  /// What is found in the batch, not reported yet.
  func findings() throws -> [Finding] { try reporter.holding(report) }

  /// Reports what is found in the batch.
  func report() throws {
    try reportUnreadable()
    try checks.check(batch, columns: columns)
  }

  /// Records that could not be read as their file's header says, or have a cell that is too long.
  private func reportUnreadable() throws {
    for found in batch.issues where found.issue != .notACompany {
      var there = place
      if found.issue.isUnreadable {
        (there.record, there.line) = (batch.number(of: found.index), Int(batch.lines[found.index]))
      } else {
        there = place.record(batch, found.index, checks)
      }
      let field = found.issue.column.map { columns[$0].heading } ?? ""
      try reporter.report(found.issue.code, .error, there, field: field, detail: found.issue.detail)
    }
  }
}
