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
  /// Makes files without a name for what does not fit in memory.
  let temporaryFile: () throws -> ScratchFile
  private let fixed: Side?
  private let findings: FindingSink

  /// Nothing is gathered yet. `fixed` is the side that is to be made like the other one, if any.
  init(fixed: Side?, findings: FindingSink, temporaryFile: @escaping () throws -> ScratchFile) {
    self.findings = findings
    self.fixed = fixed
    self.temporaryFile = temporaryFile
    differences = DifferenceFile(makeFile: temporaryFile)
    partners = PartnerFile(makeFile: temporaryFile)
  }

  /// Tells a record of the destination's export that cannot be read or kept whole, and so is not compared.
  func tell(_ fault: RecordFault, of batch: borrowing RecordBatch, _ entity: Int, _ package: Package) throws {
    var finding: Finding
    switch fault.kind {
    case .undecodable: finding = Finding(.cannotBeDecoded, .error)
    case .fieldCount(let found):
      finding = Finding(.fieldCountDiffers, .error)
      finding.detail = .fields(found: found, expected: batch.width)
    case .company: finding = Finding(.notACompany, .error)
    case .quote: finding = Finding(.quoteNeverCloses, .error)
    case .cell(let column):
      finding = Finding(.tooLong, .error)
      finding.field = package.entities[entity].columns[column].heading
      finding.detail = .limit(RecordFault.longestCell)
    }
    (finding.package, finding.file) = (package.path, package.entities[entity].file)
    (finding.entity, finding.record) = (package.entities[entity].name, batch.firstNumber + fault.index)
    finding.line = Int(batch.lines[fault.index])
    try findings.add(finding)
  }

  /// Whether it must be known which records the side lacks and in which fields others differ.
  func wantsFixes(for side: Side) -> Bool { fixed == side }
}
