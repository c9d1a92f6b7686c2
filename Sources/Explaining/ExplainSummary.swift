package import Conversion
package import Findings
package import Mapping
package import Records

/// What is to be said of the records that were asked for.
public struct ExplainSummary {
  /// A record that another one is tied to.
  package struct Tie: Sendable {
    /// How records are tied.
    package enum Relation: String, Sendable {
      case header, line, double, cause, generated
    }
    package var relation: Relation
    package var entity: String
    package var key: String
    package var record: Int?
  }

  /// What a task makes of a record.
  package struct Outcome {
    package var explanation: RecordExplanation
    /// Its findings with their words.
    package var findings: [(finding: Finding, message: String)]
    package var ties: [Tie] = []
  }

  /// A record that was asked for.
  package struct Match {
    package var entity: String
    package var key: String
    package var id: GUID?
    package var role: String
    package var place: FindingPlace
    package var values: [(column: String, value: String)]
    package var outcomes: [Outcome]
  }

  package let options: ExplainOptions
  package let destination: Side
  package var matches: [Match]
  /// How many more records match.
  package var more: Int
  package var nearest: [NearestKeys.Key]
  package let lookups: LookupPlaces

  /// Whether a record was found.
  public var hasMatches: Bool { !matches.isEmpty }
}
