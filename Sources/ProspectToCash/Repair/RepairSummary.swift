import Findings

/// All that is to be reported of a repair.
public struct RepairSummary {
  let input: String
  let output: String
  let digest: FileDigest
  let findings: FindingSink

  /// How many repairs were made.
  public var count: Int { findings.byCode.values.reduce(0, +) }
}
