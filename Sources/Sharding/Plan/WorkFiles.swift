/// The names of the files of tasks that later tasks read.
enum WorkFiles {
  /// What a task says it did.
  static let receipt = "receipt.json"
  /// What a split has found out about an input.
  static let outline = "outline"
  /// The beginnings of the names of files with all records of an entity: of one that lookups may need, and of one whose records
  /// find their part when all inputs were read.
  static let (lookup, records) = ("lookup", "records")
  /// The records of a part.
  static func part(_ part: Int) -> String { "part-\(part)" }
  /// What all parts must know.
  static let settled = "settled"
  /// What a part of a template has written, as far as later templates may look it up.
  static let known = "known"
}
