public import Conversion
package import Packages

/// All that is to be reported of a comparison of two exports of one side.
public struct VersionSummary {
  package let options: VersionOptions
  package let old: [Package]
  package let new: [Package]
  /// The digests of the packages by path, if reports are written.
  package let digests: [String: FileDigest]
  package let entities: [EntityVersions]
  package let relationships: [PairVersions.Relationship]
  package let drift: [SchemaDrift.Row]
  package let changes: [Change: Int]

  /// What it came to: `findings` if anything has changed.
  public var result: RunResult {
    let isSame = changes.values.allSatisfy { $0 == 0 } && drift.isEmpty
    return isSame && entities.allSatisfy { $0.counts.unreadable == 0 } ? .ok : .findings
  }
}
