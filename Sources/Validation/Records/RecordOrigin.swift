/// The record of a batch of packages that something was found in.
struct RecordOrigin: Equatable {
  var package: Int
  /// The place of the record's entity in the package: of an entity in several files, which one.
  var entity: Int
  var record: Int
}

/// The records of one table in all packages of a batch, numbered one after another.
struct RecordOrdinals {
  /// The files in their order, each with the number that its record 0 would have.
  private var files: [(package: Int, entity: Int, first: UInt32)] = []
  private var next: UInt32 = 0

  /// Begins the records of a package's file, all of whose records come before those of the next.
  mutating func begin(package: Int, entity: Int) { files.append((package, entity, next)) }

  /// The number of a record of the last file.
  func ordinal(_ record: Int) -> UInt32 { (files.last?.first ?? 0) + UInt32(truncatingIfNeeded: record) }

  /// Counts records up to one of the last file.
  mutating func note(_ record: Int) { next = max(next, ordinal(record)) }

  /// The record that has the number.
  func origin(_ ordinal: UInt32) -> RecordOrigin {
    // Numbers of records begin with 1, so a file's own lie behind its first number.
    let owner = files.last { $0.first < ordinal } ?? (0, 0, 0)
    return RecordOrigin(package: owner.package, entity: owner.entity, record: Int(ordinal - owner.first))
  }
}
