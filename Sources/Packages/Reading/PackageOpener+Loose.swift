import Archives
import Findings
import Mapping
import Records

/// Loose files: all of one folder or zip, whatever their sub-folders, are one package for each side.
extension PackageOpener {
  /// What the loose files of a container are.
  struct LooseFiles {
    var packages: [Package] = []
    /// Data files that nobody understands.
    var unknown: [UnknownFile] = []
  }

  /// The packages of the loose files, the first with the files that nobody understands. Throws
  /// `PackageError.notRecognised` if nobody understands any.
  func loose(_ container: Container, versions: [String: String] = [:]) throws -> [Package] {
    var files = try looseFiles(container)
    if files.packages.isEmpty, opensUnknownFiles, container.kind != .file,
      files.unknown.contains(where: { PackageOpener.isNamedAsData($0.entity.file) })
    {
      files.packages.append(
        Package(
          path: container.path, kind: .salesFiles, container: container, entities: [], versions: [:], notes: []))
    }
    guard !files.packages.isEmpty else { throw PackageError.notRecognised(package: container.path) }
    files.packages[0].unknownFiles += files.unknown
    for index in files.packages.indices { files.packages[index].versions.merge(versions) { own, _ in own } }
    return files.packages
  }

  /// Whether a file's name says that it holds data, understood or not.
  private static func isNamedAsData(_ file: String) -> Bool {
    [".csv", ".xml", ".xlsx"].contains { file.lowercased().hasSuffix($0) }
  }

  func looseFiles(_ container: Container) throws -> LooseFiles {
    var sides: [Side: (entities: [PackageEntity], notes: [Finding])] = [:]
    var files = LooseFiles()
    var migrations: [Package] = []
    func add(_ entity: PackageEntity, _ notes: [Finding]) {
      guard let side = entity.schema?.side else { return }
      sides[side, default: ([], [])].entities.append(entity)
      sides[side]?.notes += notes
    }
    if WorkbookLayout.isWorkbook(container) {
      let name = container.path.split(separator: "/").last.map(String.init) ?? container.path
      let entity = try workbook(container, file: name, in: container, schema: nil, sheet: "")
      add(entity, entity.notes)
    } else {
      for entry in container.entries where isDataFile(entry, of: container) {
        if try container.beginsWithMarkup(entry), try DataHead.isData(entry, of: container) {
          var notes: [Finding] = []
          migrations.append(try configurationMigration(container, data: entry, structure: .init(), notes: &notes))
          continue
        }
        guard let (entity, layout) = try readableEntity(entry, of: container) else {
          files.unknown.append(UnknownFile(entry, nil, of: container))
          continue
        }
        var notes: [Finding] = []
        let children = try children(of: entity, layout, &notes)
        if entity.schema != nil {
          add(entity, entity.notes + notes)
        } else if let table = ownerTable(of: entity) {
          var entity = entity
          (entity.name, entity.label) = (table, table)
          sides[.sales, default: ([], [])].entities.append(entity)
        } else if children.isEmpty {
          files.unknown.append(UnknownFile(entry, entity, of: container))
        } else {
          notes.insert(Finding(noted: .kindNotRecognised, file: entry.name, entity: entity.name), at: 0)
        }
        for (number, child) in children.enumerated() {
          add(child, number == 0 && entity.schema == nil ? notes : [])
        }
      }
    }
    files.packages = migrations
    for side in Side.allCases {
      guard let found = sides[side] else { continue }
      files.packages.append(
        Package(
          path: container.path, kind: side == .finops ? .finopsFiles : .salesFiles, container: container,
          entities: found.entities, versions: [:], notes: found.notes))
    }
    return files
  }

  /// The table of Sales, of those that records are owned by, that a file without a schema holds: it has the table's id and
  /// a column by which owners are found.
  private func ownerTable(of entity: PackageEntity) -> String? {
    let names = Set(entity.columns.map { $0.heading.trimmingBlanks.lowercased() })
    let tables = [
      ("systemuser", ["domainname", "internalemailaddress"]), ("team", ["name"]), ("businessunit", ["name"]),
    ]
    return tables.first { names.contains("\($0.0)id") && !names.isDisjoint(with: $0.1) }?.0
  }

  /// The package with the data files beside it that nobody reads. `listed` are the files, in lower case, that its manifest
  /// names. A file that could be read, but that the manifest does not name, is a note of its own.
  func withUnknownFiles(_ package: Package, listed: Set<String>) throws -> Package {
    var package = package
    let container = package.container
    for entry in container.entries where isDataFile(entry, of: container) {
      let lower = entry.name.lowercased()
      let name = lower.split(separator: "/").last ?? ""
      // Attachments of records are no data files of entities.
      if listed.contains(lower) || "/\(lower)".contains("/resources/") { continue }
      if name == "data.xml" || name == "data_schema.xml" { continue }
      let found = try readableEntity(entry, of: container)
      if package.kind == .finopsDataPackage, let entity = found?.0, let schema = entity.schema {
        package.notes.append(
          Finding(noted: .fileNameDiffers, file: entry.name, entity: schema.name, name: entry.name))
      } else {
        package.unknownFiles.append(UnknownFile(entry, found?.0, of: container))
      }
    }
    return package
  }

  /// Whether a loose file may hold records. A single file may, whatever its name.
  private func isDataFile(_ entry: EntryInfo, of container: Container) -> Bool {
    if container.kind == .file { return true }
    let name = entry.name.split(separator: "/").last?.lowercased() ?? ""
    return PackageOpener.isEntityFile(entry.name) && !["manifest.xml", "packageheader.xml"].contains(name)
  }

  /// The entity of a loose file; nil if the file is one among others whose names mean nothing, and is no text, has no
  /// header or has one that no entity could have.
  private func readableEntity(_ entry: EntryInfo, of container: Container) throws -> (PackageEntity, XMLLayout?)? {
    do {
      return try entity(entry, of: container, schema: nil)
    } catch let error as PackageError {
      switch error {
      case .excessiveHeader, .undecodable, .headless:
        if container.kind == .file { throw error }
        guard try match.schema(named: entry.name) == nil else { throw error }
        return nil
      default: throw error
      }
    }
  }

  /// An entity file of whatever format, recognised by its bytes, and the layout of one of XML. Without a schema it is found
  /// from columns and name.
  func entity(
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
  func children(
    of entity: PackageEntity, _ layout: XMLLayout?, _ notes: inout [Finding]
  ) throws -> [PackageEntity] {
    guard let layout else { return [] }
    let (known, others) = try layout.children(of: entity, schemas: schemas)
    for child in known { notes += child.notes }
    notes += others.map { Finding(noted: .kindNotRecognised, file: entity.file, entity: $0) }
    return known
  }

  /// The entity of a workbook, which is in the container or is the container itself.
  func workbook(
    _ workbook: Container, file: String, in container: Container, schema: EntitySchema?, sheet: String
  ) throws -> PackageEntity {
    let found = try WorkbookEntityReader.entity(
      in: workbook, fileName: file, schemas: schemas, schema: schema, sheetName: sheet)
    guard let entity = found else {
      throw PackageError.headless(file: file, package: container.path)
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
