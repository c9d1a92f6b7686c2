public import Archives
public import Mapping
import Records

/// Finds out what a path holds. The kind comes from the content; names are only hints.
public struct PackageOpener: Sendable {
  private let schemas: SchemaCatalogue
  private let assumptions: Assumptions
  private let limits: ReadLimits
  private let match: SchemaMatch

  /// An opener that knows the given entities. `limits` are those of each path that is opened.
  public init(
    schemas: SchemaCatalogue, assumptions: Assumptions = Assumptions(), limits: ReadLimits = .standard
  ) {
    self.schemas = schemas
    self.assumptions = assumptions
    self.limits = limits
    match = SchemaMatch(schemas: schemas)
  }

  /// The packages at a path: one, or those that a zip of packages holds. Throws `PackageError`, `WrongAssumption`.
  public func open(_ path: String) throws -> [Package] {
    let container: Container
    do throws(ArchiveError) {
      container = try Container.open(path, limits: limits)
    } catch {
      throw PackageError.archive(error)
    }
    return try packages(in: container).map(withAllColumns)
  }

  /// The package with the columns that only reading it whole tells, where its beginnings turned out not to.
  private func withAllColumns(_ package: Package) throws -> Package {
    guard !assumptions.knowsColumns(package: package.path) else { return package }
    var package = package
    var scan = try PackageScan(package, entities: Set(package.entities.indices))
    while try scan.next() != nil {}
    for index in package.entities.indices { package.entities[index].columns = scan.columns(of: index) }
    return package
  }

  private func packages(in container: Container) throws -> [Package] {
    do {
      if let root = root(of: ["manifest.xml", "packageheader.xml"], in: container) {
        return [try finopsPackage(container, root: root)]
      }
      if let root = root(of: ["data.xml", "data_schema.xml"], in: container) {
        return [try configurationMigration(container, root: root)]
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
      if packages.isEmpty || hasLoose { packages += try loose(container, mayBeEmpty: !packages.isEmpty) }
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
    var notes: [PackageNote] = []
    if let entry = entry(root + "data_schema.xml", in: container) {
      let events = try XMLFeed.all(entry, of: container, limit: XMLTree.longestDocument, keepsText: false)
      if let document = XMLTree(events) { structure = ConfigurationMigrationSchema(document) }
    }
    guard let data = entry(root + "data.xml", in: container) else {
      throw PackageError.notRecognised(package: container.path)
    }
    return try configurationMigration(container, data: data, structure: structure, notes: &notes)
  }

  private func configurationMigration(
    _ container: Container, data: EntryInfo, structure: ConfigurationMigrationSchema, notes: inout [PackageNote]
  ) throws -> Package {
    let head = try DataHead(data, of: container)
    var entities: [PackageEntity] = []
    for table in structure.tables where !entities.contains(where: { $0.name == table.name }) {
      entities.append(try entity(table, file: data.name, encoding: head.encoding))
    }
    if structure.tables.isEmpty {
      // Without its schema the package still says which tables and columns it has; they are found by reading it.
      for table in try head.tables(data, of: container) {
        entities.append(try entity(table, file: data.name, encoding: head.encoding))
      }
    }
    for entity in entities {
      notes += entity.notes
      if entity.schema == nil { notes.append(PackageNote(code: "P2C1408", file: data.name, entity: entity.name)) }
    }
    var versions: [String: String] = ["dialect": head.dialect]
    if let timestamp = head.timestamp { versions["timestamp"] = timestamp }
    return Package(
      path: container.path, kind: .salesConfigurationMigration, container: container, entities: entities,
      versions: versions, notes: notes)
  }

  private func entity(
    _ table: ConfigurationMigrationSchema.Table, file: String, encoding: TextEncoding
  ) throws -> PackageEntity {
    let schema = try schemas.schema(named: table.name).flatMap { $0.side == .sales ? $0 : nil }
    let id = table.primaryID ?? schema?.primaryID ?? table.name + "id"
    var columns: [SourceColumn] = []
    if !table.fields.contains(where: { $0.name == id }) {
      var column = SourceColumn(heading: id, name: id, isKnown: true)
      column.isImplicit = true
      columns.append(column)
    }
    for field in table.fields where !columns.contains(where: { $0.heading == field.name && !$0.isImplicit }) {
      columns += SourceColumn.configurationMigration(field.name, schema: schema, type: field.type)
    }
    return PackageEntity(
      name: table.name, label: table.label, schema: schema, file: file, format: .configurationMigration,
      encoding: encoding, dialect: nil, columns: columns, level: nil)
  }

  // MARK: F&O data packages

  private func finopsPackage(_ container: Container, root: String) throws -> Package {
    var versions: [String: String] = [:]
    var notes: [PackageNote] = []
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
    else { return try looseFinops(container, versions: versions) }
    notes += manifest.departures
    versions["project"] = manifest.project
    var entities: [PackageEntity] = []
    for one in manifest.entities where !one.isDisabled {
      guard let file = entry(root + one.file, in: container) else {
        notes.append(PackageNote(code: "P2C1202", file: one.file, entity: one.target.isEmpty ? one.label : one.target))
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
        notes.append(PackageNote(code: "P2C1408", file: file.name, entity: entity.name))
      }
      entities.append(entity)
      entities += try children(of: entity, layout, &notes)
    }
    return Package(
      path: container.path, kind: .finopsDataPackage, container: container, entities: entities, versions: versions,
      notes: notes)
  }

  /// A package that has lost its manifest: its files are taken as loose ones.
  private func looseFinops(_ container: Container, versions: [String: String]) throws -> Package {
    guard var package = try loose(container).first else { throw PackageError.notRecognised(package: container.path) }
    package.versions = versions
    return package
  }

  // MARK: Loose files

  private func loose(_ container: Container, mayBeEmpty: Bool = false) throws -> [Package] {
    var entities: [PackageEntity] = []
    var notes: [PackageNote] = []
    let isWorkbook = WorkbookLayout.isWorkbook(container)
    if isWorkbook {
      let name = container.path.split(separator: "/").last.map(String.init) ?? container.path
      let entity = try workbook(container, file: name, in: container, schema: nil, sheet: "")
      if entity.schema != nil {
        notes += entity.notes
        entities.append(entity)
      }
    }
    for entry in container.entries where !isWorkbook {
      guard container.kind == .file || PackageOpener.isEntityFile(entry.name) else { continue }
      let lower = entry.name.lowercased()
      if ["manifest.xml", "packageheader.xml"].contains(lower) { continue }
      let isXML = try container.beginsWithMarkup(entry)
      if isXML, try DataHead.isData(entry, of: container) {
        var notes: [PackageNote] = []
        return [try configurationMigration(container, data: entry, structure: .init(), notes: &notes)]
      }
      let (entity, layout) = try entity(entry, of: container, schema: nil)
      if entity.schema == nil {
        notes.append(PackageNote(code: "P2C1408", file: entry.name, entity: entity.name))
      } else {
        notes += entity.notes
        entities.append(entity)
      }
      entities += try children(of: entity, layout, &notes)
    }
    if entities.isEmpty {
      if mayBeEmpty { return [] }
      throw PackageError.notRecognised(package: container.path)
    }
    return Side.allCases.compactMap { side in
      let mine = entities.filter { $0.schema?.side == side }
      guard !mine.isEmpty else { return nil }
      return Package(
        path: container.path, kind: side == .finops ? .finopsFiles : .salesFiles, container: container, entities: mine,
        versions: [:], notes: notes)
    }
  }

  /// An entity file of whatever format, recognised by its bytes, and the layout of one of XML. Without a schema it is found
  /// from columns and name.
  private func entity(
    _ entry: EntryInfo, of container: Container, schema: EntitySchema?, sheet: String = ""
  ) throws -> (PackageEntity, XMLLayout?) {
    if container.kind != .file, entry.name.lowercased().hasSuffix(".xlsx"), try container.looksLikeZip(entry) {
      let inner = try WorkbookLayout.workbook(entry, of: container)
      return (try workbook(inner, file: entry.name, in: container, schema: schema, sheet: sheet), nil)
    }
    if try container.beginsWithMarkup(entry) {
      let isTold = assumptions.tellsRecordsWithin(file: entry.name, package: container.path)
      let layout = try XMLLayout(entry, of: container, whole: !isTold)
      return (try layout.entity(entry, schema: schema, schemas: schemas), layout)
    }
    return (try csvEntity(entry, of: container, schema: schema), nil)
  }

  private func csvEntity(_ entry: EntryInfo, of container: Container, schema: EntitySchema?) throws -> PackageEntity {
    let isUTF8 = assumptions.isUTF8(file: entry.name, package: container.path)
    guard let layout = try CSVEntityReader.layout(entry, of: container, isUTF8: isUTF8) else {
      let named = try schema ?? match.schema(named: entry.name)
      return PackageEntity(
        name: named?.name ?? entry.name, label: named?.label ?? entry.name, schema: named, file: entry.name,
        format: .csv,
        encoding: .utf8, dialect: CSVDialect(), columns: [], level: nil)
    }
    let matched = try schema ?? match.schema(fileName: entry.name, headings: layout.headings)
    let columns = layout.headings.map { SourceColumn.named($0, schema: matched) }
    if matched != nil { try check(columns, file: entry.name, package: container.path) }
    let isUnicode = layout.encoding == .utf16LittleEndian || layout.encoding == .utf16BigEndian
    return PackageEntity(
      name: matched?.name ?? entry.name, label: matched?.label ?? entry.name, schema: matched, file: entry.name,
      format: isUnicode && matched?.side != .sales ? .csvUnicode : .csv, encoding: layout.encoding,
      markSize: layout.mark, dialect: layout.dialect,
      columns: columns, level: nil)
  }

  /// The entities whose records stand within those of a composite file.
  private func children(
    of entity: PackageEntity, _ layout: XMLLayout?, _ notes: inout [PackageNote]
  ) throws -> [PackageEntity] {
    guard let layout else { return [] }
    let (known, others) = try layout.children(of: entity, schemas: schemas)
    for child in known { notes += child.notes }
    notes += others.map { PackageNote(code: "P2C1408", file: entity.file, entity: $0) }
    return known
  }

  /// The entity of a workbook, which is in the container or is the container itself.
  private func workbook(
    _ workbook: Container, file: String, in container: Container, schema: EntitySchema?, sheet: String
  ) throws -> PackageEntity {
    let found = try WorkbookEntityReader.entity(
      in: workbook, fileName: file, schemas: schemas, schema: schema, sheetName: sheet)
    guard let entity = found else {
      throw PackageError.workbook(what: "no sheet with a header", file: file, package: container.path)
    }
    if entity.schema != nil { try check(entity.columns, file: file, package: container.path) }
    return entity
  }

  /// Every column must have a name, and no two the same.
  private func check(_ columns: [SourceColumn], file: String, package: String) throws {
    var seen: Set<String> = []
    for column in columns {
      let name = column.heading.trimmingBlanks.lowercased()
      guard !name.isEmpty, seen.insert(name).inserted else {
        throw PackageError.header(column: column.heading.trimmingBlanks, file: file, package: package)
      }
    }
  }
}
