import Archives
import Packages

/// What was found in a package while it was being written.
struct TailingPackage: Sendable {
  private var reading = PackageReading()
  /// The files that were read, and the entities that they have; of `data.xml` none.
  private var files: [(entry: TailingEntry, entity: String?)] = []
  private var failure: (any Error)?

  init() {}

  /// Reads an entry until its writer has ended it. `entity` is its entity, if that is not to be found from its columns.
  mutating func add(
    _ entry: TailingEntry, entity: String?, _ opener: PackageOpener, counting meant: @escaping (String) -> EntityTally?
  ) {
    guard failure == nil else { return }
    do {
      let container = Container(following: entry)
      if entry.name == ReadBack.migrationData {
        try reading.add(container.entries[0], of: container, counting: meant)
        files.append((entry, nil))
      } else {
        let package = try opener.entityFile(container.entries[0], of: container, entity: entity)
        try reading.add(package, counting: meant)
        files.append((entry, package.entities[0].name))
      }
    } catch {
      files.append((entry, nil))
      failure = error
    }
  }

  /// What was found, when the finished package is nothing else than the files that were read and small ones beside them,
  /// which are read now. Nil if it must be read as a whole: not all of it could be followed.
  func reading(of package: Package) throws -> PackageReading? {
    if files.contains(where: { $0.entry.isLost }) { return nil }
    if let failure { throw failure }
    let container = package.container
    for entity in package.entities {
      guard let file = files.first(where: { $0.entry.name == entity.file }) else { return nil }
      guard file.entity ?? entity.name == entity.name else { throw UnreadablePackage() }
    }
    for file in files {
      let isNamed = package.entities.contains { $0.file == file.entry.name }
      guard isNamed, container.holds(file.entry) else { throw UnreadablePackage() }
    }
    for entry in container.entries where !files.contains(where: { $0.entry.name == entry.name }) {
      _ = try container.readAll(entry, limit: Int(clamping: entry.size))
    }
    return reading
  }
}
