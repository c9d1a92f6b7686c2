import Findings
import Records

/// Reads the records of an entity from its file. There is one call for each batch, none for a record.
protocol EntityFileReader {
  /// The next batch; nil at the end. Throws `PackageError`, `ArchiveError`, `InferenceError`.
  mutating func next() throws -> RecordBatch?

  /// The columns of the batches so far. A file may turn out to have more than its beginning shows.
  var columns: [SourceColumn] { get }

  /// What an import of the file stumbles over, complete at the end.
  var remarks: [Finding] { get }
}

extension EntityFileReader {
  var remarks: [Finding] { [] }
}
