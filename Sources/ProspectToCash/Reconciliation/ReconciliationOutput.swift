import Archives
import Mapping

/// What a reconciliation gathers while records are compared.
final class ReconciliationOutput {
  let differences: DifferenceFile
  let partners: PartnerFile
  let mutual = MutualRecords()
  /// Makes files without a name for what does not fit in memory.
  let temporaryFile: () throws -> ScratchFile
  private let fixed: Side?

  /// Nothing is gathered yet. `fixed` is the side that is to be made like the other one, if any.
  init(fixed: Side? = nil, temporaryFile: @escaping () throws -> ScratchFile) {
    self.fixed = fixed
    self.temporaryFile = temporaryFile
    differences = DifferenceFile(makeFile: temporaryFile)
    partners = PartnerFile(makeFile: temporaryFile)
  }

  /// Whether it must be known which records the side lacks and in which fields others differ.
  func wantsFixes(for side: Side) -> Bool { fixed == side }
}
