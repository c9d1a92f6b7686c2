import Findings
import Records

/// Reads `*.manifest.cdm.json` with the manifests that it names.
struct ManifestDocument {
  static let nameEnding = ".manifest.cdm.json"
  static let usualName = "default.manifest.cdm.json"

  private let folder: DescribedFolder
  /// The document under way, and those that have led to it.
  private var path = ""
  private var ancestors: [String] = []
  private var entities: [DescribedEntity] = []
  private var partitions = 0

  /// What the documents at some paths, and those below them, say. Throws `DescriptionFault`, `ArchiveError`.
  static func read(_ paths: [String], in folder: DescribedFolder) throws -> Description {
    var document = ManifestDocument(folder: folder)
    for path in paths { try document.read(path) }
    return Description(entities: document.entities, document: paths.first ?? usualName)
  }

  private init(folder: DescribedFolder) { self.folder = folder }

  /// The manifests that a document names, wherever they are.
  static func names(in path: String, of folder: DescribedFolder) throws -> [String] {
    var names: [String] = []
    let document = ManifestDocument(folder: folder)
    try folder.read(path) { reader in
      try reader.forEachMember { reader, name in
        if name == "subManifests", try !reader.isNull() {
          try reader.forEachElement { reader in
            if let text = try document.subManifest(&reader),
              case .path(let path) = DescribedLocation(text, base: DescribedFolder.folder(of: path))
            {
              names.append(path)
            }
          }
        }
      }
    }
    return names
  }

  private mutating func read(_ path: String) throws {
    guard !ancestors.contains(path), ancestors.count < DescribedFolder.Limit.depth else {
      throw DescriptionFault(.circle(path), in: folder.root + (ancestors.last ?? path))
    }
    let outer = self.path
    self.path = path
    ancestors.append(path)
    var below: [String] = []
    try folder.read(path) { reader in
      try reader.forEachMember { reader, name in
        switch name {
        case "imports": try checkImports(&reader)
        case "entities":
          if try !reader.isNull() { try reader.forEachElement { entities.append(try readEntity(&$0)) } }
          guard entities.count <= DescribedFolder.Limit.entities else { throw excessive(what: "10,000 entities") }
        case "subManifests":
          if try !reader.isNull() {
            try reader.forEachElement { reader in
              if let text = try subManifest(&reader) { below.append(text) }
            }
          }
        default: break
        }
      }
    }
    for text in below {
      let location = try folder.location(text, in: path)
      try read(try folder.file(at: location, text, in: path))
    }
    ancestors.removeLast()
    self.path = outer
  }

  private func excessive(what: Message) -> DescriptionFault {
    DescriptionFault(.excessive(what: what), in: folder.root + path)
  }

  /// Imports are not followed, since traits are known by name; none may lead out of the folder all the same.
  private func checkImports(_ reader: inout JSONReader) throws {
    for text in try DefinitionDocument.imports(&reader) { _ = try folder.location(text, in: path) }
  }

  private func subManifest(_ reader: inout JSONReader) throws -> String? {
    var definition: String?
    try reader.forEachMember { reader, name in
      if name == "definition" { definition = try reader.text() }
    }
    return definition
  }

  private mutating func readEntity(_ reader: inout JSONReader) throws -> DescribedEntity {
    var entity = DescribedEntity(name: "", document: path)
    try reader.forEachMember { reader, name in
      switch name {
      case "type":
        entity.isElsewhere = ["ReferencedEntity", "ReferenceEntity"].contains(try reader.text())
      case "entityName": entity.name = try reader.name()
      case "entityPath":
        let text = try reader.text()
        _ = try folder.location(text, in: path)
        entity.definition = text
      case "dataPartitions": try readPartitions(&reader, into: &entity)
      case "dataPartitionPatterns":
        if try !reader.isNull() { try reader.forEachElement { entity.patterns.append(try pattern(&$0)) } }
      case "incrementalPartitions", "incrementalPartitionPatterns":
        if try !reader.isNull() { try reader.forEachElement { _ in entity.isIncremental = true } }
      default: break
      }
    }
    if entity.name.isEmpty {
      guard let last = entity.definition?.split(separator: "/").last else { throw reader.wrongForm("entityName") }
      entity.name = String(last)
    }
    return entity
  }

  private mutating func readPartitions(_ reader: inout JSONReader, into entity: inout DescribedEntity) throws {
    if try reader.isNull() { return }
    try reader.forEachElement { reader in
      var text: String?
      var definition: String?
      var traits: [DescribedTrait] = []
      try reader.forEachMember { reader, name in
        switch name {
        case "location": text = try reader.text()
        case "specializedSchema": definition = try reader.optionalText()
        case "exhibitsTraits": traits = try DescribedTrait.list(&reader)
        default: break
        }
      }
      guard let text else { throw reader.wrongForm("location") }
      if let definition { _ = try folder.location(definition, in: path) }
      entity.partitions.append(
        DescribedPartition(
          text: text, location: try folder.location(text, in: path), settings: PartitionSettings(traits),
          definition: definition))
      partitions += 1
      guard partitions <= DescribedFolder.Limit.partitions else { throw excessive(what: "100,000 partitions") }
    }
  }

  private func pattern(_ reader: inout JSONReader) throws -> DescribedPattern {
    var pattern = DescribedPattern()
    var traits: [DescribedTrait] = []
    var root = ""
    try reader.forEachMember { reader, name in
      switch name {
      case "rootLocation": root = try reader.optionalText() ?? ""
      case "globPattern": pattern.glob = try reader.optionalText()
      case "regularExpression": pattern.expression = try reader.optionalText()
      case "exhibitsTraits": traits = try DescribedTrait.list(&reader)
      default: break
      }
    }
    pattern.root = try folder.location(root, in: path)
    pattern.settings = PartitionSettings(traits)
    return pattern
  }
}
