public import Conversion
package import Findings
import Mapping
import Packages

/// All that is to be reported of a reconciliation; reports are made of it.
public struct ReconciliationSummary {
  package let options: ReconciliationOptions
  package let exports: Exports
  package let digests: [String: FileDigest]
  /// The compared tasks in import order, those to F&O first.
  package let tasks: [ComparedTask]
  /// Templates that could not be compared by.
  package let omissions: [Reconciliation.Omission]
  /// How many rows `differences.csv` has of each outcome.
  package let outcomes: [Outcome: Int]
  /// How many records are partners.
  package let partners: Int
  package let findings: FindingSink
  /// The earlier run that this one was compared with.
  package let baseline: Baseline?
  /// The packages that make one side like the other.
  package let packages: [PackageReport]

  /// The runs so far, this one the last.
  package var trend: [Baseline.Rehearsal] {
    let this = Baseline.Rehearsal(
      differences: differences, errors: findings.bySeverity[.error] ?? 0, changes: baseline?.ofDifferences)
    return (baseline?.trend ?? []) + [this]
  }

  /// How many rows `differences.csv` has.
  package var differences: Int { outcomes.values.reduce(0, +) }

  /// Records that no conversion would let over, so that the other side cannot have them.
  package var refused: Int { tasks.reduce(0) { $0 + $1.counts.refused } }

  /// What it came to: `findings` if anything differs, or any record could not be written.
  public var result: RunResult {
    differences > 0 || (findings.bySeverity[.error] ?? 0) > 0 ? .findings : .ok
  }
}
