package import Conversion
package import Findings

/// All that is to be reported of a repair.
public struct RepairSummary {
  package let input: String
  package let output: String
  package let digest: FileDigest
  /// The digest of the input, if a page is made.
  package let inputDigest: FileDigest?
  package let options: RepairJob.Options
  package let findings: FindingSink

  /// How many repairs were made.
  public var count: Int { findings.byCode.values.reduce(0, +) }
}
