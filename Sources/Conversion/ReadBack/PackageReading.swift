import Archives
import Packages
import Records

/// What was counted in files of a package that was written.
struct PackageReading: Sendable {
  private(set) var records = 0
  private(set) var tallies: [EntityTally] = []

  /// Adds the records of a package's entity files. `meant` gives what is counted of an entity; nil for one that was not
  /// written.
  mutating func add(_ package: Package, counting meant: (_ entity: String) -> EntityTally?) throws {
    var readers: [ReadingTally] = []
    for entity in package.entities {
      guard let tally = meant(entity.name) else { throw UnreadablePackage() }
      readers.append(ReadingTally(tally, columns: entity.columns))
    }
    var scan = try PackageScan(package, entities: Set(package.entities.indices))
    while let (entity, batch) = try scan.next() {
      guard batch.issues.isEmpty, batch.width == readers[entity].width else { throw UnreadablePackage() }
      records += batch.count
      readers[entity].add(batch)
    }
    for reader in readers { tallies.add(reader.tally) }
  }

  /// Adds the records of a `data.xml`.
  mutating func add(
    _ data: EntryInfo, of container: Container, counting meant: @escaping (_ entity: String) -> EntityTally?
  ) throws {
    var lines = MigrationLines(counting: meant)
    guard try lines.read(data, of: container) else { throw UnreadablePackage() }
    records += lines.records
    for tally in lines.found { tallies.add(tally) }
  }
}

/// A package is damaged, or does not hold the entities that were written.
struct UnreadablePackage: Error {}
