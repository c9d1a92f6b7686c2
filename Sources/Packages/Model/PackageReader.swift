import Findings
import Records

/// Reads chosen entities of a package in one pass. There is one call for each batch, none for a record.
protocol PackageReader {
  /// The next batch and the place of its entity; nil at the end. Throws `PackageError`, `ArchiveError`, `InferenceError`.
  mutating func next() throws -> (entity: Int, batch: RecordBatch)?

  /// Begins to read ahead of whoever asks for the first batch, in formats that can.
  mutating func start() throws

  /// The columns of an entity's batches so far.
  func columns(of entity: Int) -> [SourceColumn]

  /// What an import of an entity's file stumbles over, complete when all its records are read.
  func remarks(of entity: Int) -> [Finding]

  /// How many records an entity has; nil until that is known.
  func total(of entity: Int) -> Int?

  /// The entities whose files have been read to their ends.
  var ended: [Int] { get }

  /// Whether there were relations between many and many records so far.
  var hasRelations: Bool { get }
}

extension PackageReader {
  mutating func start() throws {}
}
