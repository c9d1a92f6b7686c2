import Findings
package import Records

/// Records of a package that are elsewhere than in its container, as they were read from there before.
package protocol RecordStore: AnyObject, Sendable {
  /// One pass over the records of entities, which come in the order of the entities.
  func records(of entities: Set<Int>, in package: Package) throws -> any StoredRecords
}

/// A pass over stored records.
package protocol StoredRecords {
  /// The next batch and the place of its entity; nil at the end.
  mutating func next() throws -> (entity: Int, batch: RecordBatch)?
}

/// Reads a package whose records are in a store.
struct StoredPackageReader: PackageReader {
  private let package: Package
  private let wanted: [Int]
  private var records: any StoredRecords
  private var counts: [Int: Int] = [:]
  private(set) var ended: [Int] = []

  init(_ records: any StoredRecords, of package: Package, _ wanted: Set<Int>) {
    (self.records, self.package) = (records, package)
    self.wanted = wanted.sorted()
  }

  mutating func next() throws -> (entity: Int, batch: RecordBatch)? {
    guard let (entity, batch) = try records.next() else {
      ended = wanted
      return nil
    }
    counts[entity, default: 0] += batch.count
    return (entity, batch)
  }

  func columns(of entity: Int) -> [SourceColumn] { package.entities[entity].columns }

  // What was found while they were read is among the remarks of the entity itself.
  func remarks(of entity: Int) -> [Finding] { [] }

  func total(of entity: Int) -> Int? { ended.isEmpty ? nil : counts[entity, default: 0] }

  var hasRelations: Bool { false }
}
