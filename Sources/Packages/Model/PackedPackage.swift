import Archives
import Findings
package import Mapping
package import Records

// Packages as bytes: what opening and reading one has shown, for who has its records from elsewhere.
extension PackedWriter {
  /// Adds all of a package but its records and its container.
  package mutating func add(_ package: Package) {
    add(package.path)
    add(package.kind.rawValue)
    add(package.container.path)
    add(Int(clamping: package.container.bytes))
    add(package.versions.sorted { $0.key < $1.key }) {
      $0.add($1.key)
      $0.add($1.value)
    }
    add(package.notes) { $0.add($1) }
    add(package.company.map(\.description) ?? "")
    add(package.unknownFiles) {
      $0.add($1.path)
      $0.add($1.entity)
    }
    add(package.entities) { $0.add($1) }
  }

  private mutating func add(_ entity: PackageEntity) {
    add(entity.name)
    add(entity.label)
    add(entity.schema?.name ?? "")
    add(entity.file)
    add(entity.format.name)
    add(entity.format.isMarkup)
    add(entity.encoding.rawValue)
    add(entity.level ?? -1)
    add(entity.partitions ?? -1)
    add(entity.readsNumbers)
    add(entity.remarks) { $0.add($1) }
    add(entity.table != nil)
    if let table = entity.table {
      add(table.primaryID)
      add(table.primaryName)
      add(table.isActivity)
      add(table.isKnown)
    }
    add(entity.columns) { $0.add($1) }
  }

  private mutating func add(_ column: SourceColumn) {
    add(column.heading)
    add(column.name)
    add(column.target)
    add(SourceColumn.parts.firstIndex(of: column.part) ?? 0)
    add(column.writtenPlace ?? -1)
    for isSo in [
      column.isKnown, column.isByDisplayName, column.isLocalized, column.isShared, column.isImplicit, column.isText,
      column.isDate, column.isUnclearDate, column.isCustom,
    ] {
      add(isSo)
    }
  }
}

extension PackedReader {
  /// The next package, whose records a store is to have; `culture` is that of its loose files. Throws `PackedError`,
  /// `ProjectError`.
  package mutating func package(_ schemas: SchemaCatalogue, _ culture: SourceCulture?) throws -> Package {
    let path = try string()
    guard let kind = PackageKind(rawValue: try string()) else { throw PackedError() }
    let container = Container(known: try string(), bytes: UInt64(try int(in: 0...Int.max)))
    let versions = try list { (try $0.string(), try $0.string()) }
    let notes = try list { try $0.finding() }
    let company = try string()
    let unknown = try list { reader in
      (path: try reader.string(), entity: try reader.entity(schemas, culture))
    }
    var package = Package(
      path: path, kind: kind, container: container, entities: try list { try $0.entity(schemas, culture) },
      versions: Dictionary(versions, uniquingKeysWith: { first, _ in first }), notes: notes)
    package.company = CompanyID(company)
    package.unknownFiles = unknown.map {
      UnknownFile(path: $0.path, container: Container(known: $0.path, bytes: 0), entity: $0.entity)
    }
    return package
  }

  private mutating func entity(_ schemas: SchemaCatalogue, _ culture: SourceCulture?) throws -> PackageEntity {
    let (name, label, schema, file) = (try string(), try string(), try string(), try string())
    var format = EntityFormat(try string()) { _, _, _ in nil }
    format.isMarkup = try bool()
    guard let encoding = TextEncoding(rawValue: try string()) else { throw PackedError() }
    let level = try int()
    let partitions = try int()
    let readsNumbers = try bool()
    let remarks = try list { try $0.finding() }
    var table: SalesTable?
    if try bool() {
      table = SalesTable(
        primaryID: try string(), primaryName: try string(), isActivity: try bool(), isKnown: try bool())
    }
    var entity = PackageEntity(
      name: name, label: label, schema: schema.isEmpty ? nil : try schemas.schema(named: schema), file: file,
      format: format, encoding: encoding, dialect: nil, columns: try list { try $0.column() },
      level: level < 0 ? nil : level)
    (entity.remarks, entity.table) = (remarks, table)
    if partitions >= 0 { entity.partition = CountedPartition(count: partitions) }
    if readsNumbers { entity.cultureColumns = CultureColumns(culture, of: entity.columns.count) }
    let places = entity.columns.compactMap(\.writtenPlace)
    guard places.allSatisfy(entity.columns.indices.contains) else { throw PackedError() }
    return entity
  }

  private mutating func column() throws(PackedError) -> SourceColumn {
    let (heading, name, target) = (try string(), try string(), try string())
    let part = SourceColumn.parts[try int(in: 0...SourceColumn.parts.count - 1)]
    let written = try int()
    var column = SourceColumn(heading: heading, name: name, isKnown: try bool())
    column.target = target
    column.part = part
    column.writtenPlace = written < 0 ? nil : written
    column.isByDisplayName = try bool()
    column.isLocalized = try bool()
    column.isShared = try bool()
    column.isImplicit = try bool()
    column.isText = try bool()
    column.isDate = try bool()
    column.isUnclearDate = try bool()
    column.isCustom = try bool()
    return column
  }
}

extension SourceColumn {
  /// The parts by their numbers.
  fileprivate static let parts: [Part] = [.value, .lookupTable, .lookupName, .written, .service]
}

/// What is known of an entity's files when its records are elsewhere: how many there were.
private final class CountedPartition: PartitionDescription {
  let count: Int
  let changes: (any ChangeCounts)? = nil

  init(count: Int) { self.count = count }
}

extension UnknownFile {
  fileprivate init(path: String, container: Container, entity: PackageEntity) {
    (self.path, self.container, self.entity) = (path, container, entity)
  }
}
