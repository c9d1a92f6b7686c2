import Archives
import Conversion
import Findings
import Mapping
import Packages
import Records

/// Where the entries of a repaired package go.
protocol EntryOutput {
  /// Begins an entry.
  func begin(_ name: String) throws
  /// Adds bytes to it.
  func write(_ bytes: [UInt8]) throws
  /// Ends it.
  func end() throws
}

/// An entry of a package that was passed on.
struct PassedEntry: Sendable {
  /// The entry as it was read.
  let entry: EntryInfo
  /// The name that it was given.
  let name: String
  /// Whether it holds records, and not all of them were copied byte for byte.
  var isEdited = false
  /// Whether it is XML.
  var isMarkup = false
  /// The columns that were left out of it.
  var leftOut: [String] = []
}

/// Passes a package's entries on, and repairs in passing what can be repaired without knowing the business. Each repair
/// is reported; every other byte of every entry stands as it stood.
struct PackageRepair {
  private enum Kind {
    case finops(FinopsManifest, EntryInfo)
    case migration(ConfigurationMigrationSchema?, data: EntryInfo)
    case loose
  }

  private let container: Container
  private let schemas: SchemaCatalogue
  private let time: Int64
  private let add: (Finding) throws -> Void
  private let kind: Kind
  private let root: PackageRoot

  /// A repair of what the container holds; `time` is what a time stamp becomes of which nothing else is known.
  init(
    _ container: Container, schemas: SchemaCatalogue, time: Int64, add: @escaping (Finding) throws -> Void
  ) throws {
    self.container = container
    self.time = time
    self.schemas = schemas
    self.add = add
    (kind, root) = try PackageRepair.kind(of: container)
    guard case .loose = kind, let archive = try container.innerArchives.first else { return }
    throw Failure(
      message: "\(container.path): contains packages, such as \(archive.name); repair each of them separately",
      exitCode: 65)
  }

  /// What the container is, and where its files stand. Without what names or holds its records a package is loose files.
  private static func kind(of container: Container) throws -> (Kind, PackageRoot) {
    switch try ContainerContent(container) {
    case .package(.salesConfigurationMigration, let root):
      guard let data = root.entry(ConfigurationMigration.dataFile) else { break }
      let schema = root.entry(ConfigurationMigration.schemaFile)
      return (.migration(try schema.flatMap { try ConfigurationMigrationSchema($0, of: container) }, data: data), root)
    case .package(.salesCommonDataModel, _), .package(.finopsCommonDataModel, _):
      throw Failure(
        message: """
          \(container.path): a Common Data Model folder belongs to its exporter; correct the data there and export again
          """, exitCode: 65)
    case .package(_, let root):
      guard let entry = root.entry(FinopsManifest.fileName), let manifest = try FinopsManifest(entry, of: container)
      else { break }
      return (.finops(manifest, entry), root)
    case .files:
      let root = PackageRoot(container, of: [])
      guard container.kind == .file, let file = container.entries.first else { break }
      if try ConfigurationMigrationHead(of: container) != nil { return (.migration(nil, data: file), root) }
      guard try FinopsManifest.isManifest(file, of: container), let manifest = try FinopsManifest(file, of: container)
      else { break }
      return (.finops(manifest, file), root)
    case .archivedFile: break
    }
    return (.loose, PackageRoot(container, of: []))
  }

  /// Passes all entries on. What became of them, in their order.
  func run(to output: some EntryOutput) throws -> [PassedEntry] {
    let names = try newNames()
    var passed: [PassedEntry] = []
    var files: [Int: CSVRepair] = [:]
    let bytes = container.entries.reduce(0) { $0 + $1.size }
    container.meter?.beginPass(bytes: bytes)
    for entry in container.entries { files[entry.index] = try csvRepair(entry) }
    container.meter?.beginPass(bytes: bytes)
    for (entry, name) in zip(container.entries, names) {
      try output.begin(name)
      passed.append(try pass(entry, named: name, files[entry.index], all: files, to: output))
      try output.end()
    }
    guard case .migration = kind, container.kind != .file, !names.contains(ContentTypes.fileName) else { return passed }
    try output.begin(ContentTypes.fileName)
    try output.write(Array(ContentTypes.text.utf8))
    try output.end()
    try report(.containerIsWrong, .added, file: ContentTypes.fileName)
    return passed
  }

  // MARK: Names

  /// The names that the entries get.
  private func newNames() throws -> [String] {
    if !root.folder.isEmpty {
      if case .migration = kind {
        try report(.containerIsWrong, .moved, file: root.folder)
      } else {
        try report(.manifestNotAtRoot, .moved, file: root.folder)
      }
    }
    let own = [ConfigurationMigration.dataFile, ConfigurationMigration.schemaFile, ContentTypes.fileName]
    let names = try container.entries.map { entry in
      let name = entry.name.hasPrefix(root.folder) ? String(entry.name.dropFirst(root.folder.count)) : entry.name
      guard case .migration = kind, !own.contains(name),
        let right = own.first(where: { $0.lowercased() == name.lowercased() })
      else { return name }
      try report(.containerIsWrong, .renamed(right), file: name)
      return right
    }
    guard Set(names.map { $0.lowercased() }).count == names.count else {
      throw Failure(
        message: "\(container.path): files at the root have the names of files in \(root.folder); remove one of them",
        exitCode: 65)
    }
    return names
  }

  // MARK: Entries

  private func pass(
    _ entry: EntryInfo, named name: String, _ csv: CSVRepair?, all: [Int: CSVRepair], to output: some EntryOutput
  ) throws -> PassedEntry {
    var passed = PassedEntry(entry: entry, name: name)
    switch (kind, csv) {
    case (.finops(let manifest, entry), _):
      try passManifest(entry, manifest, all, to: output)
    case (.finops(let manifest, _), let csv?):
      try pass(&passed, csv, number(of: entry, in: manifest).map { manifest.entities[$0].name } ?? "", to: output)
    case (.finops(let manifest, _), nil):
      if let number = number(of: entry, in: manifest), try container.beginsWithMarkup(entry) {
        try passMarkup(&passed, manifest.entities[number].name, to: output)
      } else {
        try copy(entry, to: output)
      }
    case (.migration(let schema, data: entry), _):
      try passData(&passed, schema, to: output)
    case (.loose, let csv?):
      try pass(&passed, csv, "", to: output)
    case (.migration, _), (.loose, nil):
      try copy(entry, to: output)
    }
    return passed
  }

  private func copy(_ entry: EntryInfo, to output: some EntryOutput) throws {
    try TextPassage.forEachPiece(of: entry, in: container, output.write)
  }

  /// The place in the manifest of the entity whose file it is.
  private func number(of entry: EntryInfo, in manifest: FinopsManifest) -> Int? {
    manifest.entities.firstIndex { !$0.file.isEmpty && root.entry($0.file) == entry }
  }

  /// What a CSV file needs; nil for another file.
  private func csvRepair(_ entry: EntryInfo) throws -> CSVRepair? {
    var format: String?
    var entity: Int?
    switch kind {
    case .migration: return nil
    case .finops(let manifest, _):
      entity = number(of: entry, in: manifest)
      guard let entity else { return nil }
      format = manifest.entities[entity].sourceFormat
    case .loose:
      guard CSVHead.fileEndings.contains(where: entry.name.lowercased().hasSuffix) else { return nil }
    }
    if try container.beginsWithMarkup(entry) || container.looksLikeZip(entry) { return nil }
    let keys = try entityKeys(entity)
    return try CSVRepair(entry, of: container, sourceFormat: format) { mustNotTravel($0, keys) }
  }

  private func pass(
    _ passed: inout PassedEntry, _ csv: CSVRepair, _ entity: String, to output: some EntryOutput
  ) throws {
    let entry = passed.entry
    guard csv.isNeeded else { return try copy(entry, to: output) }
    (passed.isEdited, passed.leftOut) = (true, csv.columns)
    if let target = csv.target { try report(.encodingDoesNotFit, .encoded(target.rawValue), file: entry.name, entity) }
    if csv.lineFeeds > 0 { try report(.lineEndsOfUnicode, .lineEnds(csv.lineFeeds), file: entry.name, entity) }
    if csv.emptyColumns > 0 {
      try report(.headerColumnEmptyOrTwice, .columns(csv.emptyColumns), file: entry.name, entity)
    }
    if csv.emptyFields > 0 { try report(.fieldCountDiffers, .fields(csv.emptyFields), file: entry.name, entity) }
    for column in csv.columns { try report(.readOnlyColumn, .column, file: entry.name, entity, field: column) }
    try csv.write(output.write)
  }

  // MARK: Columns that must not travel

  private func entityKeys(_ entity: Int?) throws -> [String] {
    guard case .finops(let manifest, _) = kind, let entity else { return [] }
    let one = manifest.entities[entity]
    let schema = try schemas.schema(named: one.target) ?? schemas.schema(labelled: one.label, of: .finops)
    return schema?.keys.map { $0.lowercased() } ?? []
  }

  /// Keys of the source environment, unless they are what the entity itself is known by.
  private func mustNotTravel(_ column: String, _ keys: [String]) -> Bool {
    SourceColumn.isSurrogateKey(column) && !keys.contains(column.lowercased())
  }

  // MARK: Markup

  private func run(
    _ edit: inout XMLTokenRewriter<some MarkupEditor>, over entry: EntryInfo, to output: some EntryOutput
  )
    throws
  {
    let head = try FileHead(entry, of: container, limit: 256)
    let passage = TextPassage(entry, of: container, from: head.encoding, mark: head.markSize, to: head.encoding)
    do {
      _ = try passage.run(&edit, output.write)
    } catch let fault as XMLFault {
      throw PackageError.xml(fault, file: entry.name, package: container.path)
    }
  }

  private func passMarkup(_ passed: inout PassedEntry, _ entity: String, to output: some EntryOutput) throws {
    let entry = passed.entry
    var number: Int?
    if case .finops(let manifest, _) = kind { number = self.number(of: entry, in: manifest) }
    let keys = try entityKeys(number)
    var edit = XMLTokenRewriter(FieldsLeftOut { mustNotTravel($0, keys) })
    try run(&edit, over: entry, to: output)
    (passed.isEdited, passed.isMarkup, passed.leftOut) = (!edit.editor.names.isEmpty, true, edit.editor.names)
    for column in edit.editor.names { try report(.readOnlyColumn, .column, file: entry.name, entity, field: column) }
  }

  /// Whether an XML file does not say that it is in an encoding in which bytes above ASCII are other characters.
  private func isUnicode(_ entry: EntryInfo) throws -> Bool {
    let declared = try MarkupHead(entry, of: container).declaredEncoding ?? "utf-8"
    return ["utf-8", "utf-16", "us-ascii"].contains { declared.lowercased().hasPrefix($0) }
  }

  private func passData(
    _ passed: inout PassedEntry, _ schema: ConfigurationMigrationSchema?, to output: some EntryOutput
  ) throws {
    let entry = passed.entry
    var texts = 0
    let editor = MigrationDataEdit(schema, encodesText: try isUnicode(entry)) { old in
      Timestamps.readable(old, fileTime: entry.stamp ?? time)
    } add: { encoded in
      texts += 1
      try report(.textEncodedOnce, .text, file: entry.name, encoded.table, record: RecordNumber(encoded.record))
    }
    var edit = XMLTokenRewriter(editor)
    try run(&edit, over: entry, to: output)
    (passed.isEdited, passed.isMarkup) = (texts > 0, true)
    if let timestamp = edit.editor.timestamp {
      try report(.timestampUnreadable, .timestamp(timestamp), file: entry.name, field: "timestamp")
    }
  }

  private func passManifest(
    _ entry: EntryInfo, _ manifest: FinopsManifest, _ files: [Int: CSVRepair], to output: some EntryOutput
  ) throws {
    let bytes = try container.readAll(entry, limit: XMLTree.longestDocument)
    let (encoding, mark) = TextEncoding.detect(bytes.span)
    var decoder = TextDecoder(encoding)
    var text = OutputBuffer(capacity: bytes.count)
    var invalid: [Int] = []
    decoder.decode(bytes.span.extracting(mark..<bytes.count), isLast: true, to: &text, invalid: &invalid)
    guard invalid.isEmpty, let encoder = TextEncoder(encoding) else { return try output.write(bytes) }
    let leftOut = try manifest.entities.indices.map { number -> (String) -> Bool in
      let keys = try entityKeys(number)
      let file = root.entry(manifest.entities[number].file)
      let csv = file.flatMap { files[$0.index] }
      return { column in
        mustNotTravel(column, keys) && (csv?.columns.contains { $0.lowercased() == column.lowercased() } ?? true)
      }
    }
    var edit = ManifestEdit(text.take()) { entity, column in leftOut.indices.contains(entity) && leftOut[entity](column)
    }
    let edited = try edit.run()
    for change in edit.changes where change.reordered > 0 {
      let entity = change.entity.map { manifest.entities[$0].name } ?? ""
      try report(.fieldMapsOutOfOrder, .reordered, file: entry.name, entity)
    }
    var encoded = OutputBuffer(capacity: bytes.count)
    encoder.encode(edited.span, to: &encoded)
    try output.write(Array(bytes[..<mark]) + encoded.take())
  }

  // MARK: Findings

  private func report(
    _ code: FindingCode, _ repair: Repair, file: String, _ entity: String = "", field: String = "",
    record: RecordNumber? = nil
  ) throws {
    var place = FindingPlace(package: container.path, file: file, entity: EntityName(entity))
    place.record = record
    try add(Finding(code, .info, at: place, field: field, detail: .repair(repair)))
  }
}
