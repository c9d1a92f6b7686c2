/// The names of the files of tasks that later tasks read.
enum WorkFiles {
  /// What a task says it did.
  static let receipt = "receipt.json"
  /// What a split has found out about an input.
  static let outline = "outline"
  /// The records of an input that lookups may need, and those that only templates read.
  static let (lookups, records) = ("lookups", "records")
  /// What all parts must know.
  static let settled = "settled"
  /// What a part of a template has written, as far as later templates may look it up.
  static let known = "known"
}
