public import Archives
import Findings
public import Mapping
import Records

/// Finds out what a path holds. The kind comes from the content; names are only hints.
public struct PackageOpener: Sendable {
  let schemas: SchemaCatalogue
  let assumptions: Assumptions
  private let limits: ReadLimits
  private let watch: InputWatch?
  let match: SchemaMatch
  /// Whether a folder or archive of data files that nobody understands is opened all the same, as a package without entities.
  public var opensUnknownFiles = false

  /// An opener that knows the given entities. `limits` are those of each path that is opened; `watch` notes the files.
  public init(
    schemas: SchemaCatalogue, assumptions: Assumptions = Assumptions(), limits: ReadLimits = .standard,
    watch: InputWatch? = nil
  ) {
    self.watch = watch
    self.schemas = schemas
    self.assumptions = assumptions
    self.limits = limits
    match = SchemaMatch(schemas: schemas)
  }

  /// The packages at a path: one, or those that a zip of packages holds. Throws `PackageError`, `WrongAssumption`.
  public func open(_ path: String) throws -> [Package] { try open(path, named: path) }

  /// The same with the name that reports call the path by.
  public func open(_ path: String, named name: String) throws -> [Package] {
    let container: Container
    do throws(ArchiveError) {
      container = try Container.open(path, named: name, limits: limits, watch: watch)
    } catch {
      throw PackageError.archive(error)
    }
    return try packages(in: container).map { try withAllColumns($0).withFilesInNaturalOrder }
  }

  /// The package with the columns that only reading it whole tells, where its beginnings turned out not to.
  private func withAllColumns(_ package: Package) throws -> Package {
    guard !assumptions.knowsColumns(package: package.path) else { return package }
    var package = package
    var scan = try PackageScan(
      package, entities: Set(package.entities.indices), asWritten: [.dates, .pieces])
    while try scan.next() != nil {}
    for index in package.entities.indices { package.entities[index].columns = scan.columns(of: index) }
    return package
  }

  private func packages(in container: Container) throws -> [Package] {
    do {
      if let root = root(of: ["manifest.xml", "packageheader.xml"], in: container) {
        return try finopsPackage(container, root: root)
      }
      if let root = root(of: ["data.xml", "data_schema.xml"], in: container) {
        let package = try configurationMigration(container, root: root)
        return [try withUnknownFiles(package, listed: [])]
      }
      if WorkbookLayout.isWorkbook(container) { return try loose(container) }
      var packages: [Package] = []
      var hasLoose = false
      for entry in container.entries {
        guard container.kind != .file, !entry.name.lowercased().hasSuffix(".xlsx"), try container.looksLikeZip(entry)
        else {
          hasLoose = hasLoose || PackageOpener.isEntityFile(entry.name) || container.kind == .file
          continue
        }
        packages += try self.packages(in: try container.inner(entry))
      }
      if packages.isEmpty { return try loose(container) }
      if hasLoose {
        let files = try looseFiles(container)
        packages += files.packages
        packages[0].unknownFiles += files.unknown
      }
      return packages
    } catch let error as ArchiveError {
      throw PackageError.archive(error)
    }
  }

  /// An entry as a package of its own: an entity file, recognised by its bytes. Without a name the entity is found from
  /// columns and name. Throws `PackageError`, `WrongAssumption`.
  public func entityFile(_ entry: EntryInfo, of container: Container, entity name: String?) throws -> Package {
    do {
      let schema = try name.flatMap(schemas.schema(named:))
      let (entity, _) = try entity(entry, of: container, schema: schema)
      return Package(
        path: container.path, kind: entity.schema?.side == .sales ? .salesFiles : .finopsFiles, container: container,
        entities: [entity], versions: [:], notes: [])
    } catch let error as ArchiveError {
      throw PackageError.archive(error)
    }
  }

  /// An entry that holds records as a package of its own: an entity file, or a `data.xml` with what its schema says of it.
  /// Throws `PackageError`, `WrongAssumption`.
  public func recordFile(_ entry: EntryInfo, of container: Container) throws -> Package {
    do {
      if let root = root(of: ["data.xml"], in: container), self.entry(root + "data.xml", in: container) == entry {
        return try configurationMigration(container, root: root)
      }
    } catch let error as ArchiveError {
      throw PackageError.archive(error)
    }
    return try entityFile(entry, of: container, entity: nil)
  }

  static func isEntityFile(_ name: String) -> Bool {
    let lower = name.lowercased()
    return [".csv", ".txt", ".tsv", ".tab", ".xml", ".xlsx"].contains { lower.hasSuffix($0) }
      && !lower.hasSuffix("[content_types].xml")
  }

  /// The folder within the archive in which one of the files stands; the root before all others.
  private func root(of names: [String], in container: Container) -> String? {
    guard container.kind != .file else { return nil }
    var found: String?
    for entry in container.entries {
      let lower = entry.name.lowercased()
      for name in names where lower == name || lower.hasSuffix("/" + name) {
        let folder = String(entry.name.dropLast(name.count))
        if folder.isEmpty { return "" }
        if found == nil || folder.count < (found?.count ?? 0) { found = folder }
      }
    }
    return found
  }

  func entry(_ name: String, in container: Container) -> EntryInfo? {
    container.entry(named: name) ?? container.entries.first { $0.name.lowercased() == name.lowercased() }
  }

  // MARK: Configuration Migration

  private func configurationMigration(_ container: Container, root: String) throws -> Package {
    var structure = ConfigurationMigrationSchema()
    var notes: [Finding] = []
    if let entry = entry(root + "data_schema.xml", in: container) {
      let events = try XMLFeed.all(entry, of: container, limit: XMLTree.longestDocument, keepsText: false)
      if let document = XMLTree(events) { structure = ConfigurationMigrationSchema(document) }
    }
    guard let data = entry(root + "data.xml", in: container) else {
      throw PackageError.notRecognised(package: container.path)
    }
    return try configurationMigration(container, data: data, structure: structure, notes: &notes)
  }

  func configurationMigration(
    _ container: Container, data: EntryInfo, structure: ConfigurationMigrationSchema, notes: inout [Finding]
  ) throws -> Package {
    let head = try DataHead(data, of: container)
    var entities: [PackageEntity] = []
    for table in structure.tables {
      entities.append(try entity(table, file: data.name, encoding: head.encoding))
    }
    if structure.tables.isEmpty || !assumptions.listsTables(package: container.path) {
      // What its schema leaves out the package still says: which tables and columns it has. They are found by reading it.
      for table in try head.tables(data, of: container) where !entities.contains(where: { $0.name == table.name }) {
        entities.append(try entity(table, file: data.name, encoding: head.encoding))
      }
    }
    for entity in entities {
      notes += entity.notes
      if !(entity.table?.isKnown ?? false) {
        notes.append(Finding(noted: .kindNotRecognised, file: data.name, entity: entity.name))
      }
    }
    var versions: [String: String] = ["dialect": head.dialect]
    if let timestamp = head.timestamp { versions["timestamp"] = timestamp }
    var package = Package(
      path: container.path, kind: .salesConfigurationMigration, container: container, entities: entities,
      versions: versions, notes: notes)
    if !assumptions.hasTablesInOnePiece(package: package.path) { package.pieces = try TablePieces.all(of: package) }
    if !assumptions.hasISODates(package: package.path) { package.dates = try DateNotation(of: package) }
    if package.dates == .unclear { package.entities.markDatesUnclear() }
    return package
  }

  private func entity(
    _ table: ConfigurationMigrationSchema.Table, file: String, encoding: TextEncoding
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

  // MARK: F&O data packages

  private func finopsPackage(_ container: Container, root: String) throws -> [Package] {
    var versions: [String: String] = [:]
    var notes: [Finding] = []
    if let header = entry(root + "PackageHeader.xml", in: container),
      let document = XMLTree(try XMLFeed.all(header, of: container, limit: 1 << 20, keepsText: true))
    {
      if let version = document.child("PackageVersion")?.text { versions["packageVersion"] = version }
      if let type = document.child("ManifestType")?.text, type.hasSuffix("DataManagementTemplatePackageManifest") {
        throw PackageError.unsupported(what: "a template package", package: container.path)
      }
    }
    guard let manifestEntry = entry(root + "Manifest.xml", in: container),
      let manifest = try FinopsManifest(manifestEntry, of: container)
    else { return try loose(container, versions: versions) }
    notes += manifest.departures
    versions["project"] = manifest.project
    var entities: [PackageEntity] = []
    for one in manifest.entities where !one.isDisabled {
      guard let file = entry(root + one.file, in: container) else {
        notes.append(
          Finding(noted: .dataFileMissing, file: one.file, entity: one.target.isEmpty ? one.label : one.target))
        continue
      }
      let schema = try schemas.schema(named: one.target) ?? schemas.schema(labelled: one.label, of: .finops)
      var (entity, layout) = try self.entity(file, of: container, schema: schema, sheet: one.sheet)
      // The label of a composite is not that of its outer records.
      if entity.composite == nil || entity.schema == nil {
        entity.label = one.label
        if schema == nil { entity.name = one.target.isEmpty ? one.label : one.target }
      }
      entity.level = one.level
      notes += entity.notes
      if entity.schema == nil || entity.composite == nil && schema == nil {
        notes.append(Finding(noted: .kindNotRecognised, file: file.name, entity: entity.name))
      }
      entities.append(entity)
      entities += try children(of: entity, layout, &notes)
    }
    let package = Package(
      path: container.path, kind: .finopsDataPackage, container: container, entities: entities, versions: versions,
      notes: notes)
    return [try withUnknownFiles(package, listed: Set(manifest.entities.map { (root + $0.file).lowercased() }))]
  }
}
