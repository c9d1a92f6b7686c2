public import Archives
import Foundation
import Packages
public import Mapping
import Records

/// What `p2c inspect` says of packages, without judging.
public struct Inspection: Sendable {
  /// One entity of a package.
  struct Entity: Encodable {
    var name: String
    var label: String
    var file: String
    var format: String
    var encoding: String
    var delimiter: String
    var records: Int
    var columns: [String]
    var unknownColumns: [String]
  }

  /// One package.
  struct Told: Encodable {
    var path: String
    var kind: String
    var sha256: String
    var bytes: UInt64
    var entities: [Entity]
    var versions: [String: String]
  }

  private struct Document: Encodable {
    var schemaVersion = 1
    var packages: [Told]
  }

  private let packages: [Told]

  /// Reads the packages whole. Throws `PackageError` and `ArchiveError`.
  public init(_ paths: [String], schemas: SchemaCatalogue, limits: ReadLimits = .standard) throws {
    let watch = InputWatch()
    packages = try watch.guarding {
      let packages = try paths.flatMap { path in
        try InferredLayout.tried { inferred in
          var opener = PackageOpener(schemas: schemas, inferred: inferred, limits: limits, watch: watch)
          opener.opensUnknownFiles = true
          return try opener.open(path).map(Inspection.reported)
        }
      }
      try watch.check()
      return packages
    }
  }

  private static func reported(_ package: Package) throws -> Told {
    let entities = try entities(of: package) + package.unknownFiles.map(entity)
    return Told(
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
      package, entities: Set(package.entities.indices), asWritten: [.dates, .pieces])
    var records = Array(repeating: 0, count: package.entities.count)
    while let (entity, batch) = try scan.next() { records[entity] += batch.count }
    return package.entities.enumerated().map { index, entity in
      let columns = scan.columns(of: index).filter { !$0.isImplicit && $0.part == .value }
      return Entity(
        name: entity.name, label: entity.label, file: entity.file, format: entity.format.name,
        encoding: entity.encoding.rawValue,
        delimiter: entity.dialect.map { String(UnicodeScalar($0.delimiter)) } ?? "", records: records[index],
        columns: columns.map(\.heading), unknownColumns: columns.filter { !$0.isKnown }.map(\.heading))
    }
  }

  /// The facts as one JSON document.
  public func json() throws -> String {
    try Document(packages: packages).indentedJSON()
  }

  /// The facts in words, line by line.
  public var lines: [String] {
    packages.map(Inspection.lines).enumerated().flatMap { index, lines in index == 0 ? lines : [""] + lines }
  }

  private static func lines(of package: Told) -> [String] {
    var lines = ["\(package.path)", "  kind      \(package.kind)", "  size      \(package.bytes) bytes"]
    if !package.sha256.isEmpty { lines.append("  sha256    \(package.sha256)") }
    for (name, value) in package.versions.sorted(by: { $0.key < $1.key }) {
      lines.append("  \(name.padding(toLength: max(10, name.count + 1), withPad: " ", startingAt: 0))\(value)")
    }
    for entity in package.entities {
      let label = entity.label.isEmpty || entity.label == entity.name ? "" : " (\(entity.label))"
      lines.append("  \(entity.name)\(label): \(CountText.plain(entity.records, "record"))")
      let delimiter = entity.delimiter.isEmpty ? "" : ", delimiter \(shown(entity.delimiter))"
      lines.append("    \(entity.file), \(entity.format), \(entity.encoding)\(delimiter)")
      let unknown = entity.unknownColumns
      lines.append("    \(CountText.plain(entity.columns.count, "column")), \(unknown.count) unknown")
      if !unknown.isEmpty {
        lines.append("    unknown: \(unknown.prefix(12).joined(separator: ", "))\(unknown.count > 12 ? ", …" : "")")
      }
    }
    return lines
  }

  private static func shown(_ delimiter: String) -> String { delimiter == "\t" ? "tab" : delimiter }
}
