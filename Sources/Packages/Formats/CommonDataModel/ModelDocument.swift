import Findings
import Records

/// Reads `model.json`, as Azure Synapse Link and dataflows write it.
///
/// The members are those of the published JSON schema (microsoft/CDM, `docs/schema/modeljsonschema.json`).
struct ModelDocument {
  static let fileName = "model.json"

  private let folder: DescribedFolder
  private let path: String
  private var description: Description
  private var partitions = 0

  /// What the document at a path says. Throws `DescriptionFault`, `ArchiveError`.
  static func read(_ path: String, in folder: DescribedFolder) throws -> Description {
    var document = ModelDocument(folder: folder, path: path, description: Description(document: path))
    try folder.read(path) { try document.readRoot(&$0) }
    return document.description
  }

  private mutating func readRoot(_ reader: inout JSONReader) throws {
    try reader.forEachMember { reader, name in
      switch name {
      case "version": guard try reader.text() == "1.0" else { throw reader.wrongForm() }
      case "culture": description.culture = try reader.optionalText() ?? ""
      case "modifiedTime": description.modifiedTime = try reader.optionalText()
      case "entities": try reader.forEachElement { description.entities.append(try readEntity(&$0)) }
      default: break
      }
      guard description.entities.count <= DescribedFolder.Limit.entities else {
        throw excessive(what: "10,000 entities")
      }
    }
  }

  private func excessive(what: Message) -> DescriptionFault {
    DescriptionFault(.excessive(what: what), in: folder.root + path)
  }

  private mutating func readEntity(_ reader: inout JSONReader) throws -> DescribedEntity {
    var entity = DescribedEntity(name: "", document: path)
    entity.hasFolders = true
    try reader.forEachMember { reader, name in
      switch name {
      case "$type": entity.isElsewhere = try reader.text() == "ReferenceEntity"
      case "name": entity.name = try reader.name()
      case "annotations":
        if try !reader.isNull() {
          try reader.forEachElement { reader in
            let (name, value) = try annotation(&reader)
            if name == "Athena:InitialSyncState", value != "Completed" { entity.isIncomplete = true }
          }
        }
      case "attributes":
        if try !reader.isNull() {
          try reader.forEachElement { reader in
            entity.attributes.append(try attribute(&reader))
            guard entity.attributes.count <= DescribedFolder.Limit.attributes else {
              throw excessive(what: "16,384 attributes")
            }
          }
        }
      case "partitions":
        if try !reader.isNull() {
          try reader.forEachElement { reader in
            entity.partitions.append(try partition(&reader))
            partitions += 1
            guard partitions <= DescribedFolder.Limit.partitions else { throw excessive(what: "100,000 partitions") }
          }
        }
      default: break
      }
    }
    guard !entity.name.isEmpty else { throw reader.wrongForm("name") }
    return entity
  }

  private func annotation(_ reader: inout JSONReader) throws -> (name: String, value: String) {
    var annotation = (name: "", value: "")
    try reader.forEachMember { reader, name in
      switch name {
      case "name": annotation.name = try reader.optionalText() ?? ""
      case "value": if try reader.kind() == .string { annotation.value = try reader.text() }
      default: break
      }
    }
    return annotation
  }

  private func attribute(_ reader: inout JSONReader) throws -> DescribedAttribute {
    var attribute = DescribedAttribute(name: "")
    try reader.forEachMember { reader, name in
      switch name {
      case "name": attribute.name = try reader.name()
      case "dataType": attribute.type = try reader.optionalText() ?? ""
      case "sourceName": attribute.sourceName = try reader.optionalText()
      case "cdm:traits": attribute.apply(try DescribedTrait.list(&reader))
      default: break
      }
    }
    guard !attribute.name.isEmpty else { throw reader.wrongForm("name") }
    return attribute
  }

  private func partition(_ reader: inout JSONReader) throws -> DescribedPartition {
    var text: String?
    var settings = PartitionSettings()
    try reader.forEachMember { reader, name in
      switch name {
      case "location": text = try reader.text()
      case "fileFormatSettings": settings = try PartitionSettings(&reader)
      default: break
      }
    }
    guard let text else { throw reader.wrongForm("location") }
    return DescribedPartition(text: text, location: try folder.location(text, in: path), settings: settings)
  }
}

extension DescribedAttribute {
  /// Takes over what traits say: the name at the source, and the symbols of an enumeration.
  mutating func apply(_ traits: [DescribedTrait]) {
    for trait in traits {
      switch trait.name {
      case "is.CDS.sourceNamed": sourceName = sourceName ?? trait.text("name") ?? trait.text("#0")
      case "is.constrainedList.wellKnown":
        guard case .rows(let rows) = trait.arguments["defaultList"] else { continue }
        // The language, the label, the symbol and the number.
        for row in rows where row.count >= 4 { symbols[row[3]] = symbols[row[3]] ?? row[2] }
      default: break
      }
    }
  }
}
