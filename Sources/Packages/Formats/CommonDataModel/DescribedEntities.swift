import Archives
import Findings
import Mapping
import Records

/// Makes the packages of a Common Data Model folder from what its description says.
struct DescribedEntities {
  /// A file of an entity, with the attributes of its rows.
  private struct File {
    var path: String
    var settings: PartitionSettings
    var attributes: [DescribedAttribute]
    /// The document that gives the attributes.
    var document: String
  }

  private let folder: DescribedFolder
  private let description: Description
  private let schemas: SchemaCatalogue
  private let definitions: DefinitionDocument
  private var timestamps: TimestampFolders?
  private var options: OptionMetadata?
  /// The names of the entities that are known, in lower case, and of those that are virtual.
  private var knownEntities: Set<String> = []
  private var virtualEntities: Set<String> = []
  private var packages: [Side: Package] = [:]
  private var notes: [Finding] = []
  private var isListed: Set<String> = []
  private var partitions = 0
  /// How many steps patterns may still take: more than for all files of any export, and few enough for seconds.
  private var patternSteps = 500_000_000

  init(_ description: Description, _ folder: DescribedFolder, _ schemas: SchemaCatalogue) {
    self.folder = folder
    self.description = description
    self.schemas = schemas
    definitions = DefinitionDocument(folder)
  }

  /// The packages of the folder, one for each side. Throws `PackageError`, `DescriptionFault`, `ArchiveError`.
  mutating func read() throws -> [Package] {
    let matches = try description.entities.map { try match($0) }
    var seen: Set<String> = []
    for (entity, match) in zip(description.entities, matches) {
      guard let match else { continue }
      guard seen.insert(match.name.lowercased()).inserted else { throw fault(.twice(entity.name), entity) }
      knownEntities.insert(entity.name.lowercased())
      if match.isVirtual { virtualEntities.insert(entity.name.lowercased()) }
    }
    guard matches.contains(where: { $0 != nil }) else {
      throw PackageError.notRecognised(package: folder.container.path)
    }
    if !["", "en-us", "invariant"].contains(description.culture.lowercased()) {
      notes.append(
        Finding(
          noted: .descriptionAndDataDiffer, file: folder.root + description.document, field: "culture",
          name: description.culture))
    }
    for (entity, match) in zip(description.entities, matches) {
      if let match {
        try add(entity, match)
      } else {
        notes.append(Finding(noted: .entityLeftAlone, file: folder.root + entity.document, entity: entity.name))
      }
    }
    for name in timestamps?.unfinished ?? [] {
      notes.append(Finding(noted: .stillBeingWritten, file: folder.root + name, name: name))
    }
    var result = Side.allCases.compactMap { packages[$0] }
    if !result.isEmpty { result[0].notes = notes + result[0].notes }
    return result
  }

  /// An entity may be called by its definition's name, where its own says nothing.
  private func match(_ entity: DescribedEntity) throws -> EntityMatch? {
    if let match = try EntityMatch(entity.name, schemas: schemas) { return match }
    guard let name = entity.definition?.split(separator: "/").last else { return nil }
    return try EntityMatch(String(name), schemas: schemas)
  }

  private func fault(_ reason: DescriptionFault.Reason, _ entity: DescribedEntity) -> DescriptionFault {
    DescriptionFault(reason, in: folder.root + entity.document, entity: entity.name)
  }

  private mutating func add(_ entity: DescribedEntity, _ match: EntityMatch) throws {
    if entity.isElsewhere { throw fault(.elsewhere(entity.name), entity) }
    if entity.isIncremental { throw fault(.incremental(entity.name), entity) }
    let files = try files(of: entity)
    partitions += files.count
    guard partitions <= DescribedFolder.Limit.partitions else {
      throw fault(.excessive(what: "100,000 partitions"), entity)
    }
    for file in files where !isListed.insert(file.path).inserted { throw fault(.twice(file.path), entity) }
    let (made, attributes) = try make(entity, match, files)
    let side = match.side
    if packages[side] == nil {
      packages[side] = Package(
        path: folder.container.path, kind: side == .finops ? .finopsCommonDataModel : .salesCommonDataModel,
        container: folder.container, entities: [], versions: versions, notes: [])
    }
    packages[side]?.entities += made
    let notes = made[0].notes + remarks(on: made[0], attributes, isIncomplete: entity.isIncomplete)
    packages[side]?.notes += notes
  }

  private var versions: [String: String] {
    var versions = [Package.descriptionMember: description.document]
    if let time = description.modifiedTime { versions["modifiedTime"] = time }
    return versions
  }

  /// What is to be said of an entity besides its columns: of its first copy, and of types that are not the schema's.
  private func remarks(
    on made: PackageEntity, _ attributes: [DescribedAttribute], isIncomplete: Bool
  ) -> [Finding] {
    var remarks: [Finding] = []
    if isIncomplete {
      remarks.append(Finding(noted: .stillBeingWritten, file: made.file, entity: made.name))
    }
    let types = Dictionary(
      attributes.map { ($0.name, $0.type.lowercased()) }, uniquingKeysWith: { first, _ in first })
    for column in made.columns where column.part == .value {
      guard let type = made.schema?.attribute(named: column.name)?.type, let said = types[column.heading] else {
        continue
      }
      let isDate = said.hasPrefix("date") || said == "time"
      if type.isNumber && (isDate || said == "boolean") || type.isTemporal && said == "boolean" {
        remarks.append(
          Finding(noted: .descriptionAndDataDiffer, file: made.file, entity: made.name, field: column.heading))
      }
    }
    return remarks
  }

  // MARK: Files

  private mutating func files(of entity: DescribedEntity) throws -> [File] {
    var attributes = entity.attributes
    var document = entity.document
    if let definition = entity.definition {
      attributes = try definitions.attributes(at: definition, in: entity.document)
      document = definition
    }
    guard !attributes.isEmpty else { throw fault(.wrongForm("attributes"), entity) }
    var files: [File] = []
    var listed: Set<String> = []
    for partition in entity.partitions {
      if isOtherFormat(partition.text) { throw fault(.formatNotRead(partition.text), entity) }
      var file = File(
        path: try folder.file(at: partition.location, partition.text, in: entity.document),
        settings: partition.settings, attributes: attributes, document: document)
      if let definition = partition.definition {
        file.attributes = try definitions.attributes(at: definition, in: entity.document)
        file.document = definition
      }
      listed.insert(file.path)
      files.append(file)
    }
    for pattern in entity.patterns {
      for path in try paths(of: pattern, entity) where listed.insert(path).inserted {
        files.append(File(path: path, settings: pattern.settings, attributes: attributes, document: document))
      }
    }
    if entity.partitions.isEmpty, entity.hasFolders { files += try unlisted(entity, attributes) }
    if let file = files.first(where: \.attributes.isEmpty) {
      throw DescriptionFault(.wrongForm("attributes"), in: folder.root + file.document, entity: entity.name)
    }
    return files
  }

  private func isOtherFormat(_ location: String) -> Bool {
    let path = location.prefix { $0 != "?" && $0 != "#" }.lowercased()
    return path.hasSuffix(".parquet") || path.split(separator: "/").contains("_delta_log")
  }

  /// The files that a pattern finds, in the order of their names.
  private mutating func paths(of pattern: DescribedPattern, _ entity: DescribedEntity) throws -> [String] {
    let text = pattern.glob ?? pattern.expression ?? ""
    let made = pattern.glob.map { PathPattern(glob: $0) } ?? pattern.expression.map { PathPattern(expression: $0) }
    guard let compiled = made ?? nil else { throw fault(.pattern(text), entity) }
    let root: String
    switch pattern.root {
    case .path(let path): root = path.isEmpty || path.hasSuffix("/") ? path : path + "/"
    case .address(let parts):
      // What is named by its container alone is the folder.
      let tails = parts.indices.map { parts[$0...].joined(separator: "/") + "/" } + (parts.count < 2 ? [""] : [])
      guard let tail = tails.first(where: folder.hasFolder) else { throw fault(.elsewhere(text), entity) }
      root = tail
    case .published: throw fault(.elsewhere(text), entity)
    }
    var found: [String] = []
    for name in folder.names(below: root) {
      guard
        let matches = compiled.matches(
          "/" + String(decoding: name.utf8.dropFirst(root.utf8.count), as: UTF8.self), &patternSteps)
      else { throw fault(.pattern(text), entity) }
      if matches { found.append(name) }
    }
    if let other = found.first(where: isOtherFormat) { throw fault(.formatNotRead(other), entity) }
    return found
  }

  /// The files below folders of the entity's name, where the description lists none.
  private mutating func unlisted(_ entity: DescribedEntity, _ attributes: [DescribedAttribute]) throws -> [File] {
    let timestamps = try timestampFolders()
    func files(
      in place: String, _ attributes: [DescribedAttribute], _ document: String
    ) -> [File] {
      folder.files(in: place).filter { $0.hasSuffix(".csv") }.map {
        File(path: $0, settings: PartitionSettings(), attributes: attributes, document: document)
      }
    }
    var found = files(in: "\(entity.name)/", attributes, entity.document)
    for one in timestamps.folders {
      let own = one.attributes[entity.name.lowercased()]
      found += files(
        in: "\(one.name)/\(entity.name)/", own ?? attributes, own == nil ? entity.document : one.document)
    }
    return found
  }

  private mutating func timestampFolders() throws -> TimestampFolders {
    if let timestamps { return timestamps }
    let read = try TimestampFolders(folder, entities: knownEntities)
    timestamps = read
    return read
  }

  // MARK: Columns

  private mutating func make(
    _ entity: DescribedEntity, _ match: EntityMatch, _ files: [File]
  ) throws -> (entities: [PackageEntity], attributes: [DescribedAttribute]) {
    // An entity without a file is one all the same, which has no records.
    let usual = File(
      path: "", settings: PartitionSettings(), attributes: entity.attributes, document: entity.document)
    let files = files.isEmpty ? [try withDefinition(usual, entity)] : files
    var known: (attributes: [DescribedAttribute], names: [String], forms: [ValueForm], match: ColumnMatch)?
    var log: ChangeLog?
    var made: [PackageEntity] = []
    for (place, file) in files.enumerated() {
      let layout: PartitionLayout
      do throws(UnreadSetting) {
        layout = try file.settings.layout()
      } catch {
        throw fault(.formatNotRead(error.text), entity)
      }
      if known?.attributes != file.attributes {
        let columns = try ColumnMatch(
          file.attributes, of: match, document: folder.root + file.document, package: folder.container.path)
        known = (
          file.attributes, file.attributes.map(\.name), try forms(columns.columns, file.attributes, entity, match),
          columns
        )
      }
      guard let known else { continue }
      let versions = versionColumns(known.match, match)
      if versions.deletion >= 0, log == nil { log = ChangeLog() }
      var one = PackageEntity(
        name: match.name, label: match.schema?.label ?? match.name, schema: match.schema,
        file: file.path.isEmpty ? "" : folder.root + file.path, format: .partition, encoding: layout.encoding,
        dialect: layout.dialect, columns: known.match.columns, level: nil)
      one.partition = Partition(
        layout: layout, forms: known.forms, attributes: known.names, versions: versions, log: log,
        place: place, count: file.path.isEmpty ? 0 : files.count)
      if place == 0, let entry = folder.entry(file.path) {
        let head = try FileHead(entry, of: folder.container, limit: 4)
        if head.markSize > 0 { (one.encoding, one.markSize) = (head.encoding, head.markSize) }
      }
      made.append(one)
    }
    log?.setPartitions(made)
    return (made, files[0].attributes)
  }

  private func withDefinition(_ file: File, _ entity: DescribedEntity) throws -> File {
    guard let definition = entity.definition else { return file }
    var file = file
    file.attributes = try definitions.attributes(at: definition, in: entity.document)
    file.document = definition
    return file
  }

  private func versionColumns(_ columns: ColumnMatch, _ match: EntityMatch) -> Partition.VersionColumns {
    var versions = Partition.VersionColumns()
    guard let deletion = columns.deletionColumn else { return versions }
    func column(_ name: String) -> Int? {
      columns.columns.firstIndex { $0.part == .value && $0.name.lowercased() == name.lowercased() }
    }
    versions.deletion = deletion
    versions.id = columns.place(of: "id") ?? -1
    versions.version = columns.place(of: ColumnMatch.version) ?? -1
    versions.modified = columns.place(of: "sinkmodifiedon") ?? -1
    if match.side == .sales {
      versions.primaryID = column(match.schema?.primaryID ?? match.name + "id") ?? -1
    }
    let keys = match.schema?.keys ?? []
    let places = keys.compactMap(column)
    if places.count == keys.count { versions.keys = places + (column("dataareaid").map { [$0] } ?? []) }
    return versions
  }

  private mutating func forms(
    _ columns: [SourceColumn], _ attributes: [DescribedAttribute], _ entity: DescribedEntity, _ match: EntityMatch
  ) throws -> [ValueForm] {
    var forms: [ValueForm] = []
    let id = (match.schema?.primaryID ?? match.name + "id").lowercased()
    for (column, attribute) in zip(columns, attributes) {
      guard column.part == .value, column.isKnown else {
        forms.append(.asIs)
        continue
      }
      let known = match.schema?.attribute(named: column.name)
      if known?.type == .noyes || known?.type == .enumeration, let known {
        forms.append(.symbol(try symbols(of: known, attribute, entity, match)))
      } else if match.side == .sales, column.name.lowercased() == id {
        forms.append(.id)
      } else {
        forms.append(ValueForm(known?.type, of: match.side))
      }
    }
    return forms
  }

  /// What may stand for the symbols of an enumeration: the symbols themselves, and numbers by the definition's own list, by the
  /// metadata of virtual entities or by the schema.
  private mutating func symbols(
    of column: Attribute, _ attribute: DescribedAttribute, _ entity: DescribedEntity, _ match: EntityMatch
  ) throws -> SymbolTable {
    let symbols = column.type == .noyes ? ["No", "Yes"] : column.symbols
    let numbers = column.type == .noyes ? [0, 1] : column.symbolNumbers
    var entries = symbols.map { (spelling: $0, symbol: $0) }
    if column.type == .noyes { entries += [("false", "No"), ("true", "Yes")] }
    func usual(_ symbol: String) -> String { symbols.first { $0.lowercased() == symbol.lowercased() } ?? symbol }
    var own = attribute.symbols
    if own.isEmpty, match.isVirtual { own = try metadata().symbols(of: attribute.name, in: entity.name) }
    if own.isEmpty, match.isVirtual {
      if DescribedEntities.isNumber(attribute.type) { throw fault(.withoutSymbols(attribute.name), entity) }
      return SymbolTable(attribute.name, entries, refusesNumbers: true)
    }
    if own.isEmpty {
      for (symbol, number) in zip(symbols, numbers) { entries.append((String(number), symbol)) }
    } else {
      for (number, symbol) in own.sorted(by: { $0.key < $1.key }) { entries.append((number, usual(symbol))) }
    }
    return SymbolTable(attribute.name, entries, refusesNumbers: false)
  }

  private static func isNumber(_ type: String) -> Bool {
    let lower = type.lowercased()
    return lower.contains("int") || ["decimal", "double", "float", "number"].contains(lower)
  }

  private mutating func metadata() throws -> OptionMetadata {
    if let options { return options }
    var path = OptionMetadata.fileName
    if folder.entry(path) == nil {
      if let last = try timestampFolders().folders.last(where: { folder.entry("\($0.name)/\(path)") != nil }) {
        path = "\(last.name)/\(path)"
      }
    }
    let read = try OptionMetadata(path, in: folder, entities: virtualEntities)
    options = read
    return read
  }
}
