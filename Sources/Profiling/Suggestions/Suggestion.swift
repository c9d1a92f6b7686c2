/// What a value without an entry probably means.
package struct Suggestion: Sendable, Equatable {
  /// What the value becomes.
  package var to: String
  /// How certain that is, in thousandths.
  package var score: Int
  /// What says so: `name-es`, `label`, `entry`, `result`, `abbreviation` or `spelling`.
  package var by: String
}
