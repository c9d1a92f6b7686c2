public import Archives
public import Conversion
import Packages
public import Mapping
import Records

/// What `p2c inspect` says of packages, without judging.
public struct Inspection: Sendable {
  /// One entity of a package.
  package struct Entity: Encodable {
    package var name: String
    package var label: String
    package var file: String
    package var format: String
    package var encoding: String
    package var delimiter: String
    package var records: Int
    /// How many files a description lists for the entity; nil if none describes it.
    package var partitions: Int?
    package var columns: [String]
    package var unknownColumns: [String]
  }

  /// One package.
  package struct InspectedPackage: Encodable {
    package var path: String
    package var kind: String
    package var sha256: String
    package var bytes: UInt64
    package var entities: [Entity]
    package var versions: [String: String]
  }

  /// The packages, in the order given.
  package let packages: [InspectedPackage]

  /// Reads the packages whole. Throws `PackageError` and `ArchiveError`.
  public init(
    _ paths: [String], schemas: SchemaCatalogue, limits: ReadLimits = .standard, progress: Progress = .silent
  ) throws {
    let watch = InputWatch(meter: progress.meter)
    packages = try watch.guarding {
      var bytes: UInt64 = 0
      let packages = try paths.enumerated().flatMap { number, path -> [InspectedPackage] in
        progress.report(.package(path))
        return try InferredLayout.tried { inferred in
          var opener = PackageOpener(schemas: schemas, inferred: inferred, limits: limits, watch: watch)
          opener.opensUnknownFiles = true
          let opened = try opener.open(path)
          // Those to come are taken to be as large as those so far.
          let own = opened.reduce(0) { $0 + $1.plainBytes }
          let mean = (bytes + own) / UInt64(number + 1)
          progress.meter?.expect(bytes: own + mean * UInt64(paths.count - number - 1))
          let reported = try opened.map(Inspection.reported)
          bytes += own
          return reported
        }
      }
      try watch.check()
      return packages
    }
  }

  private static func reported(_ package: Package) throws -> InspectedPackage {
    let entities = try entities(of: package) + package.unknownFiles.map(entity)
    return InspectedPackage(
      path: package.path, kind: package.kind.rawValue,
      sha256: try FileDigest(input: package.container).sha256, bytes: package.container.bytes,
      entities: entities, versions: package.versions)
  }

  /// A data file that nobody understands, as far as it can be read.
  private static func entity(of file: UnknownFile) throws -> Entity {
    do {
      if let entity = try entities(of: file.package).first { return entity }
    } catch let error as PackageError {
      if case .archive = error { throw error }
    }
    let entity = file.entity
    return Entity(
      name: entity.name, label: entity.label, file: entity.file, format: entity.format.name,
      encoding: entity.encoding.rawValue, delimiter: "", records: 0, columns: [], unknownColumns: [])
  }

  private static func entities(of package: Package) throws -> [Entity] {
    var scan = try PackageScan(
      package, entities: Set(package.entities.indices), asWritten: [.dates, .pieces, .versions])
    var records = Array(repeating: 0, count: package.entities.count)
    while let (entity, batch) = try scan.next() { records[entity] += batch.count }
    return package.described.map { index, others in
      let entity = package.entities[index]
      let isDescribed = entity.partitions != nil
      let columns = scan.columns(of: index).filter {
        !$0.isImplicit && (isDescribed || $0.part == .value || $0.part == .written)
      }
      return Entity(
        name: entity.name, label: entity.label, file: entity.file, format: entity.format.name,
        encoding: entity.encoding.rawValue,
        delimiter: entity.dialect.map { String(UnicodeScalar($0.delimiter)) } ?? "",
        records: others.reduce(0) { $0 + records[$1] }, partitions: entity.partitions,
        columns: columns.map(\.heading),
        unknownColumns: columns.filter { !$0.isKnown && $0.part == .value }.map(\.heading))
    }
  }
}
