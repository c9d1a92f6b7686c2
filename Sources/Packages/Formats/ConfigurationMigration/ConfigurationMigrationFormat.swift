import Archives
import Findings
import Mapping
import Records

/// The files of a Configuration Migration package.
public enum ConfigurationMigration {
  /// The file with the records.
  public static let dataFile = "data.xml"
  /// The file that says which tables and columns there are.
  public static let schemaFile = "data_schema.xml"
}

extension EntityFormat {
  /// Records of all tables in one document.
  public static let configurationMigration = EntityFormat("configuration-migration") { _, _, _ in nil }
    .with { $0.isSlowToParse = true }
}

extension PackageFormat {
  /// A zip or folder of records, their schema and the list of content types.
  static let configurationMigration = PackageFormat(
    kinds: [.salesConfigurationMigration], files: [ConfigurationMigration.dataFile, ConfigurationMigration.schemaFile],
    open: { container, root, sniffer, _ in
      let entry = root.entry(ConfigurationMigration.schemaFile)
      let schema = try entry.flatMap { try ConfigurationMigrationSchema($0, of: container) }
      guard let data = root.entry(ConfigurationMigration.dataFile) else {
        throw PackageError.notRecognised(package: container.path)
      }
      var package = try package(data, schema ?? ConfigurationMigrationSchema(), container, sniffer)
      for entry in sniffer.filesBeside([], in: container) {
        let entity = try sniffer.readable(entry, of: container)?.entity
        package.unknownFiles.append(UnknownFile(entry, entity, of: container))
      }
      return [package]
    },
    openFile: { entry, container, sniffer in
      guard try container.beginsWithMarkup(entry), try ConfigurationMigrationHead.isData(entry, of: container) else {
        return nil
      }
      return try package(entry, ConfigurationMigrationSchema(), container, sniffer)
    },
    makeReader: { package, request in ConfigurationMigrationReader(package, request) })

  private static func package(
    _ data: EntryInfo, _ schema: ConfigurationMigrationSchema, _ container: Container, _ sniffer: EntitySniffer
  ) throws -> Package {
    let head = try ConfigurationMigrationHead(data, of: container)
    let inferred = sniffer.inferred
    var tables = schema.tables
    if tables.isEmpty || !inferred.listsTables(package: container.path) {
      // What its schema leaves out the package still says: which tables and columns it has. They are found by reading it.
      tables += try head.tables(data, of: container).filter { schema.table(named: $0.name) == nil }
    }
    var package = Package(
      path: container.path, kind: .salesConfigurationMigration, container: container,
      entities: try tables.map { try entity($0, data.name, head.encoding, sniffer.schemas) },
      versions: ["dialect": head.dialect], notes: [])
    for entity in package.entities {
      package.notes += entity.notes
      if !(entity.table?.isKnown ?? false) {
        package.notes.append(Finding(noted: .kindNotRecognised, file: data.name, entity: entity.name))
      }
    }
    if let timestamp = head.timestamp { package.versions["timestamp"] = timestamp }
    if !inferred.hasTablesInOnePiece(package: package.path) { package.pieces = try TablePieces.all(of: package) }
    if !inferred.hasISODates(package: package.path) { package.dates = try DateNotation(of: package) }
    if package.dates == .unclear { package.entities.markDatesUnclear() }
    return package
  }

  private static func entity(
    _ table: ConfigurationMigrationSchema.Table, _ file: String, _ encoding: TextEncoding, _ schemas: SchemaCatalogue
  ) throws -> PackageEntity {
    let schema = try schemas.schema(named: table.name).flatMap { $0.side == .sales ? $0 : nil }
    let platform = try schemas.platformCatalogue()
    let known = SalesTable(table, schema, platform)
    var columns: [SourceColumn] = []
    if !table.fields.contains(where: { $0.name == known.primaryID }) {
      var column = SourceColumn(heading: known.primaryID, name: known.primaryID, isKnown: true)
      column.isImplicit = true
      columns.append(column)
    }
    var names: Set<String> = []
    for field in table.fields where names.insert(field.name).inserted {
      let isKnown = platform.knows(field.name, isCustom: field.isCustom, of: table.name, schema)
      columns += SourceColumn.configurationMigration(field, schema, isKnown: isKnown)
    }
    var entity = PackageEntity(
      name: table.name, label: table.label, schema: schema, file: file, format: .configurationMigration,
      encoding: encoding, dialect: nil, columns: columns, level: nil)
    entity.table = known
    return entity
  }
}

extension SalesTable {
  fileprivate init(
    _ table: ConfigurationMigrationSchema.Table, _ schema: EntitySchema?, _ platform: PlatformCatalogue
  ) {
    let standard = platform.tables[table.name]
    let primaryID = table.primaryID ?? schema?.primaryID ?? standard?.primaryID ?? table.name + "id"
    self.init(
      primaryID: primaryID,
      primaryName: table.primaryName ?? schema?.primaryName ?? standard?.primaryName ?? "name",
      isActivity: primaryID == "activityid" || standard?.isActivity ?? false,
      isKnown: schema != nil || standard != nil)
  }
}
