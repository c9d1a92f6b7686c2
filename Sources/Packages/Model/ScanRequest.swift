/// What of a `data.xml`, or of a log of changes, is handed out as it stands there, where readers would else put it right.
public struct AsWritten: OptionSet, Sendable {
  /// The bits.
  public let rawValue: UInt8

  /// A choice of the bits.
  public init(rawValue: UInt8) { self.rawValue = rawValue }

  /// Dates in the form of the exporting machine's settings; else they are ISO 8601 if their order is known.
  public static let dates = AsWritten(rawValue: 1)
  /// Records that stand in several pieces of a table; else they are one.
  public static let pieces = AsWritten(rawValue: 2)
  /// All versions of records in a log of changes; else the last ones, and of those that are deleted none.
  public static let versions = AsWritten(rawValue: 4)
  /// Only the rows of a log that are no last version, or delete their record (`RecordBatch.deletions`).
  public static let replaced = AsWritten(rawValue: 8)
  /// These rows, too, but in batches of their own beside those of the records.
  static let apart = AsWritten(rawValue: 16)
}

/// What a pass over a package is asked for.
struct ScanRequest {
  /// The places of the entities that are read.
  var wanted: Set<Int>
  /// Whether the pass may end behind all of them.
  var stopsBehindWanted = false
  /// Entities that were read so before: one that comes again behind the last of them makes the pass fail.
  var indexed: Set<Int> = []
  /// Whether batches name the records whose text was encoded once only.
  var notesEncoding = false
  /// What is handed out as it is written.
  var asWritten: AsWritten = []
}
