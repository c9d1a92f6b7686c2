public import Conversion
package import Packages

/// All that is to be reported of a profile.
public struct ProfileSummary {
  package let options: ProfileOptions
  package let inputs: [Package]
  package let digests: [String: FileDigest]
  /// Files of inputs and references that nobody understands.
  package let unknownFiles: [UnknownFile]
  package let entities: [EntityProfile]
  package let references: [ReferenceProfile]
  package let values: [ValuesWithoutEntry]
  package let proposals: [Proposal]
  /// For each input the records of its entities.
  package let records: [[Int]]

  /// How many characters of a value are reported.
  package static let textLimit = KeptText.most
  /// How many proposals were accepted.
  package var accepted: Int { proposals.count { $0.isAccepted } }

  /// What it came to: `findings` if records could not be read.
  public var result: RunResult { entities.contains { $0.unreadable > 0 } ? .findings : .ok }
}
