import Archives
import Findings

/// What a run is made for, and who sees what of it.
struct RunSetup {
  var purpose = RunPurpose.conversion
  /// Where packages and lists go; nil if nothing is written.
  var output: OutputDirectory?
  /// Whether templates are left out whose required columns no input has.
  var onlyFed = false
  /// Who sees the records that are read.
  var readers: [any RecordObserver] = []
  /// Who sees what becomes of records, before the lists do.
  var observers: [any RunObserver] = []
  /// What filters records out, by number.
  var clauses = FilterClauses()
  /// Whether references may be left to second packages, which a rehearsal finds out first.
  var defersReferences = true
  /// The share of the run that is made here; nil for a whole run.
  var share: (any RunShare)?

  /// The lists of the run, as observers.
  func lists(_ options: ConversionOptions, _ findings: FindingSink) throws -> [any RunObserver] {
    guard let output else { return [] }
    return [
      Crosswalk(try output.file(Crosswalk.fileName)),
      FilteredList(try output.file(FilteredList.fileName), clauses: clauses) { try output.temporaryFile() },
      RejectLists(findings) { try output.file($0) },
    ]
  }
}
