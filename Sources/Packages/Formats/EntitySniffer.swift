import Archives
import Findings
import Mapping

/// Finds out what files of a container hold. The format is found from the bytes; names are only hints.
struct EntitySniffer: Sendable {
  let schemas: SchemaCatalogue
  let inferred: InferredLayout
  let match: SchemaMatch

  /// A sniffer that knows the given entities.
  init(schemas: SchemaCatalogue, inferred: InferredLayout) {
    self.schemas = schemas
    self.inferred = inferred
    match = SchemaMatch(schemas: schemas)
  }

  /// What an entry holds. Without a schema the entity is found from columns and name; `sheet` is what a manifest names.
  func file(
    _ entry: EntryInfo, of container: Container, schema: EntitySchema? = nil, sheet: String = ""
  ) throws -> SniffedFile {
    let file = FileToSniff(
      name: entry.name, entry: entry, container: container, schema: schema, sheet: sheet, schemas: schemas,
      match: match, inferred: inferred)
    for format in SourceFormat.all where try format.isFormat(entry, container) { return try format.sniff(file) }
    throw PackageError.notRecognised(package: container.path)
  }

  /// What a container holds that is a file of records by itself; nil if it is none.
  func file(_ container: Container) throws -> SniffedFile? {
    guard let format = SourceFormat.holding(container), let first = container.entries.first else { return nil }
    return try format.sniff(
      FileToSniff(
        name: PackageRoot.fileName(container.path), entry: first, container: container, schema: nil, sheet: "",
        schemas: schemas, match: match, inferred: inferred))
  }

  /// The entities whose records stand within those of a file's entity, which may be known better by now.
  func children(
    of entity: PackageEntity, in file: SniffedFile, _ notes: inout [Finding]
  ) throws -> [PackageEntity] {
    guard let inner = file.inner else { return [] }
    let (known, others) = try inner.children(of: entity, schemas: schemas)
    for child in known { notes += child.notes }
    notes += others.map { Finding(noted: .kindNotRecognised, file: entity.file, entity: $0) }
    return known
  }

  /// Whether a loose file may hold records. A single file may, whatever its name.
  func mayHoldRecords(_ entry: EntryInfo, of container: Container) -> Bool {
    if container.kind == .file { return true }
    return SourceFormat.names(entry.name)
      && !PackageFormat.finopsPackage.files.contains(PackageRoot.fileName(entry.name).lowercased())
  }

  /// What a loose file holds; nil if it is one among others whose names mean nothing, and is no text, has no header or has one
  /// that no entity could have.
  func readable(_ entry: EntryInfo, of container: Container) throws -> SniffedFile? {
    do {
      return try file(entry, of: container)
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

  /// The files beside a package's own that may hold records. `listed` are those, in lower case, that it names itself.
  func filesBeside(_ listed: Set<String>, in container: Container) -> [EntryInfo] {
    container.entries.filter { entry in
      let lower = entry.name.lowercased()
      // Attachments of records are no data files of entities.
      if listed.contains(lower) || "/\(lower)".contains("/resources/") { return false }
      return mayHoldRecords(entry, of: container)
        && !PackageFormat.configurationMigration.files.contains(PackageRoot.fileName(lower))
    }
  }
}
