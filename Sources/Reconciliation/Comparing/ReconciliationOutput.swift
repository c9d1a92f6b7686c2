import Archives
import Findings
import Mapping
import Packages
import Records

/// What a reconciliation gathers while records are compared.
final class ReconciliationOutput {
  let differences: DifferenceFile
  let partners: PartnerFile
  let mutual = MutualRecords()
  /// The threads that compare.
  let workers: LaneWorkers
  /// Makes a file without a name for what does not fit in memory.
  let makeFile: @Sendable () throws -> ScratchFile
  /// The one such file of all lists, which several threads may write to.
  let temporaryFile: @Sendable () throws -> ScratchFile
  private let fixed: Side?
  private let findings: FindingSink

  /// Nothing is gathered yet. `fixed` is the side that is to be made like the other one, if any; `jobs` is how many threads
  /// compare.
  init(
    fixed: Side?, findings: FindingSink, jobs: Int, makeFile: @escaping @Sendable () throws -> ScratchFile
  ) {
    self.findings = findings
    self.fixed = fixed
    self.makeFile = makeFile
    temporaryFile = SharedFile(makeFile).get
    workers = LaneWorkers(jobs: jobs)
    differences = DifferenceFile(makeFile: temporaryFile)
    partners = PartnerFile(makeFile: temporaryFile)
  }

  /// Reports a record of the destination's export that cannot be read or kept whole, and so is not compared.
  func report(
    _ issue: Issue, of batch: borrowing RecordBatch, _ record: Int, _ entity: PackageEntity, _ package: Package
  ) throws {
    var place = FindingPlace(package, entity)
    (place.record, place.line) = (batch.number(of: record), Int(batch.lines[record]))
    let field = issue.column.map { entity.columns[$0].heading } ?? ""
    try findings.add(Finding(issue, .error, at: place, field: field))
  }

  /// Whether it must be known which records the side lacks and in which fields others differ.
  func wantsFixes(for side: Side) -> Bool { fixed == side }
}
