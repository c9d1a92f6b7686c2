// Hot path (`add`): no allocation per record.

import Archives
import Conversion
import Packages
import Records

/// What the records of a file say, whatever order their fields have and however the file is written: how many there are,
/// and the sum of the hashes of all that is in them.
struct ContentTally: Sendable {
  private(set) var records = 0
  /// How many of them could not be read as the file's header says.
  private(set) var faults = 0
  /// The sum of the records' hashes. A record's hash is that of its values that are not empty, each under its column's
  /// name, in the order of the names.
  private(set) var values: UInt64 = 0
  /// The encoding that the file was read in.
  let encoding: TextEncoding?
  private let leftOut: Set<String>
  private var columns: [SourceColumn] = []
  /// The places of the columns in the order of their names, and the hashes of the names.
  private var order: [(place: Int, name: UInt64)] = []

  /// Counts the records of a package. Columns of the names in `leftOut`, whatever their case, count as empty. Throws
  /// `PackageError`, `ArchiveError`, `InferenceError`.
  init(_ package: Package, leavingOut leftOut: [String]) throws {
    self.leftOut = Set(leftOut.map { $0.lowercased() })
    encoding = package.entities.first?.encoding
    var scan = try PackageScan(package, entities: Set(package.entities.indices))
    while let (entity, batch) = try scan.next() {
      let columns = scan.columns(of: entity)
      if columns != self.columns { arrange(columns) }
      add(batch, of: entity)
    }
  }

  private mutating func arrange(_ columns: [SourceColumn]) {
    self.columns = columns
    let names = columns.map { $0.name.lowercased() }
    let kept = columns.indices.filter {
      !leftOut.contains(names[$0]) && !leftOut.contains(columns[$0].heading.lowercased())
    }
    order = kept.sorted { (names[$0], $0) < (names[$1], $1) }.map {
      var hash = KeyHash()
      hash.append(Array(names[$0].utf8).span)
      return ($0, hash.value)
    }
  }

  private mutating func add(_ batch: borrowing RecordBatch, of entity: Int) {
    records += batch.count
    faults += batch.issues.count
    for record in 0..<batch.count {
      var hash = KeyHash()
      hash.append(UInt64(entity))
      for (place, name) in order where place < batch.width {
        let range = batch.range(record, place)
        if range.isEmpty { continue }
        hash.append(name)
        hash.append(batch.bytes.span.extracting(range.bounds))
      }
      values &+= hash.value
    }
  }
}
