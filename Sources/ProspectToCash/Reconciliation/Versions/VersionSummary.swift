import Packages

/// All that is to be reported of a comparison of two exports of one side.
public struct VersionSummary {
  let options: VersionOptions
  let old: [Package]
  let new: [Package]
  let entities: [EntityVersions]
  let relationships: [PairVersions.Relationship]
  let drift: [SchemaDrift.Row]
  let changes: [Change: Int]

  /// What it came to: `findings` if anything has changed.
  public var result: RunResult {
    let isSame = changes.values.allSatisfy { $0 == 0 } && drift.isEmpty
    return isSame && entities.allSatisfy { $0.counts.unreadable == 0 } ? .ok : .findings
  }
}
