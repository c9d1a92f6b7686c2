/// The record of a batch of packages that something was found in.
struct RecordOrigin: Equatable {
  var package: Int
  var record: Int
}

/// The records of one table in all packages of a batch, numbered one after another.
struct RecordOrdinals {
  /// The packages in their order, each with the number that its record 0 would have.
  private var packages: [(package: Int, first: UInt32)] = []
  private var next: UInt32 = 0

  /// Begins the records of a package.
  mutating func begin(package: Int) { packages.append((package, next)) }

  /// The number of a record of the last package.
  func ordinal(_ record: Int) -> UInt32 { (packages.last?.first ?? 0) + UInt32(truncatingIfNeeded: record) }

  /// Counts records up to one of the last package.
  mutating func note(_ record: Int) { next = max(next, ordinal(record)) }

  /// The record that has the number.
  func origin(_ ordinal: UInt32) -> RecordOrigin {
    // Numbers of records begin with 1, so a package's own lie behind its first number.
    let owner = packages.last { $0.first < ordinal } ?? (0, 0)
    return RecordOrigin(package: owner.package, record: Int(ordinal - owner.first))
  }
}
