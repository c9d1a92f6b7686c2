import Archives
import Mapping
package import Packages
import Records

/// Reads packages that were written, on threads beside the run, and compares them with what was meant.
///
/// They are read as an input is: opened, inflated, decoded, parsed; most of it while they are being written
/// (`TailingPackages`). So whatever went wrong on the way from a mapped record
/// to the disk shows: a record lost or doubled, a key or an amount that reads otherwise, a damaged file.
package final class ReadBack {
  private let schemas: SchemaCatalogue
  private var running: Stage<Void>?

  /// A comparison by what the tool knows of entities.
  init(schemas: SchemaCatalogue) { self.schemas = schemas }

  /// Begins to read packages back. Waits for those before, so that memory does not grow with their number.
  func begin(_ packages: WrittenPackages) throws {
    try finish()
    let schemas = schemas
    running = Stage(name: "read back", capacity: 1) { _ in
      try ReadBack.compare(packages, PackageOpener(schemas: schemas, limits: .ownOutput))
    }
  }

  /// Waits until all packages are compared. Throws `ConversionError.notAsWritten`, and `ArchiveError` if they could not be
  /// read at all.
  func finish() throws {
    _ = try running?.next()
    running = nil
  }

  /// Compares packages with what was meant.
  package static func compare(_ packages: WrittenPackages, _ opener: PackageOpener) throws {
    var found: [EntityTally] = packages.tallies.map {
      EntityTally($0.entity, key: $0.key, amountColumns: $0.amountColumns)
    }
    let tailing = try packages.tailing?.finish() ?? [:]
    for file in packages.files {
      let records: Int
      do {
        records = try read(file, opener, &found, tailing: tailing[file.place])
      } catch let error as PackageError where error.exitCode == 65 {
        throw ConversionError.notAsWritten(package: file.path, .unreadable)
      } catch let error as ArchiveError where error.exitCode == 65 {
        throw ConversionError.notAsWritten(package: file.path, .unreadable)
      } catch is UnreadablePackage, is InferenceError {
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

  /// The file of a Configuration Migration package that holds its records.
  static let migrationData = ConfigurationMigration.dataFile

  /// Adds the records of a package to the tallies; how many there are. What was found while it was written is not read
  /// again.
  static func read(
    _ file: WrittenPackages.File, _ opener: PackageOpener, _ tallies: inout [EntityTally],
    tailing: TailingPackage? = nil
  ) throws -> Int {
    let opened = try opener.open(file.place)
    guard opened.count == 1, let package = opened.first else { throw UnreadablePackage() }
    let reading = try tailing?.reading(of: package) ?? reading(of: package, counting: tallies)
    for tally in reading.tallies { tallies.add(tally) }
    return reading.records
  }

  /// Reads a package from its first record to its last.
  private static func reading(of package: Package, counting tallies: [EntityTally]) throws -> PackageReading {
    var reading = PackageReading()
    let meant = { (entity: String) in tallies.first { $0.entity == entity } }
    let container = package.container
    guard let data = container.entry(named: migrationData) else {
      try reading.add(package, counting: meant)
      return reading
    }
    for entry in container.entries where entry.name != data.name {
      _ = try container.readAll(entry, limit: Int(clamping: entry.size))
    }
    try reading.add(data, of: container, counting: meant)
    return reading
  }
}
