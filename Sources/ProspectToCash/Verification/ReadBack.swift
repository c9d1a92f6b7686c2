import Archives
import Mapping
import Packages
import Records

/// Reads packages that were written, on threads beside the run, and compares them with what was meant.
///
/// They are read as an input is: opened, inflated, decoded, parsed. So whatever went wrong on the way from a mapped record
/// to the disk shows: a record lost or doubled, a key or an amount that reads otherwise, a damaged file.
final class ReadBack {
  private let schemas: SchemaCatalogue
  private var running: Stage<Void>?

  /// A comparison by what the tool knows of entities.
  init(schemas: SchemaCatalogue) { self.schemas = schemas }

  /// Begins to read packages back. Waits for those before, so that memory does not grow with their number.
  func begin(_ packages: WrittenPackages) throws {
    try finish()
    let schemas = schemas
    running = Stage(name: "read back", capacity: 1) { _ in
      try ReadBack.compare(packages, PackageOpener(schemas: schemas))
    }
  }

  /// Waits until all packages are compared. Throws `ConversionError.notAsWritten`, and `ArchiveError` if they could not be
  /// read at all.
  func finish() throws {
    _ = try running?.next()
    running = nil
  }

  /// Compares packages with what was meant.
  static func compare(_ packages: WrittenPackages, _ opener: PackageOpener) throws {
    var found: [EntityTally] = packages.tallies.map {
      EntityTally($0.entity, key: $0.key, amountColumns: $0.amountColumns)
    }
    for file in packages.files {
      let records: Int
      do {
        records = try read(file, opener, &found)
      } catch let error as PackageError where error.exitCode == 65 {
        throw ConversionError.notAsWritten(package: file.path, .unreadable)
      } catch let error as ArchiveError where error.exitCode == 65 {
        throw ConversionError.notAsWritten(package: file.path, .unreadable)
      }
      guard records == file.records else {
        throw ConversionError.notAsWritten(package: file.path, .records(found: records, meant: file.records))
      }
    }
    let name = packages.files.map(\.path).joined(separator: ", ")
    for (meant, found) in zip(packages.tallies, found) {
      guard found.records == meant.records else {
        throw ConversionError.notAsWritten(package: name, .records(found: found.records, meant: meant.records))
      }
      guard found.keys == meant.keys else {
        throw ConversionError.notAsWritten(package: name, .keys(entity: meant.entity))
      }
      for (column, amount) in meant.amounts.enumerated() where found.amounts[column] != amount {
        throw ConversionError.notAsWritten(
          package: name, .amounts(entity: meant.entity, column: meant.amountColumns[column]))
      }
    }
  }

  /// Adds the records of a package to the tallies; how many there are.
  static func read(
    _ file: WrittenPackages.File, _ opener: PackageOpener, _ tallies: inout [EntityTally]
  ) throws -> Int {
    let opened = try opener.open(file.place)
    guard opened.count == 1, let package = opened.first else {
      throw ConversionError.notAsWritten(package: file.path, .unreadable)
    }
    if let data = package.container.entries.first(where: { $0.name == "data.xml" }) {
      return try readMigration(data, of: package.container, file, &tallies)
    }
    var readers: [ReadingTally] = []
    for entity in package.entities {
      guard let tally = tallies.first(where: { $0.entity == entity.name }) else {
        throw ConversionError.notAsWritten(package: file.path, .unreadable)
      }
      readers.append(ReadingTally(tally, columns: entity.columns))
    }
    var scan = try PackageScan(package, entities: Set(package.entities.indices))
    var records = 0
    while let (entity, batch) = try scan.next() {
      guard batch.faults.isEmpty, batch.width == readers[entity].width else {
        throw ConversionError.notAsWritten(package: file.path, .unreadable)
      }
      records += batch.count
      readers[entity].add(batch)
    }
    for reader in readers { tallies.add(reader.tally) }
    return records
  }

  /// Adds the records of a Configuration Migration package; how many there are.
  private static func readMigration(
    _ data: EntryInfo, of container: Container, _ file: WrittenPackages.File, _ tallies: inout [EntityTally]
  ) throws -> Int {
    for entry in container.entries where entry.name != data.name {
      _ = try container.readAll(entry, limit: Int(clamping: entry.size))
    }
    var lines = MigrationLines(tallies)
    guard try lines.read(data, of: container) else {
      throw ConversionError.notAsWritten(package: file.path, .unreadable)
    }
    for tally in lines.found { tallies.add(tally) }
    return lines.records
  }
}
