import Findings
import Records

/// Reads definitions of entities from `*.cdm.json`: what attributes they have, with those of their bases.
final class DefinitionDocument {
  /// A definition as its document says it.
  private struct Definition {
    /// What the attributes of the entity are; a fault for those that only a resolved definition spells out.
    var attributes: [DescribedAttribute] = []
    var unresolved: String?
    /// The entity that it extends; empty for none.
    var base = ""
  }

  /// The definitions of a document by name, and the documents that it imports.
  private struct Content {
    var definitions: [String: Definition] = [:]
    var imports: [String] = []
  }

  /// The entity that all others extend.
  private static let root = "CdmEntity"

  private let folder: DescribedFolder
  private var contents: [String: Content] = [:]
  /// The attributes of entities, by document and name, and how many there are.
  private var resolved: [[String]: [DescribedAttribute]] = [:]
  private var resolvedAttributes = 0

  init(_ folder: DescribedFolder) { self.folder = folder }

  /// The attributes of the entity at a corpus path, `FILE.cdm.json/NAME`, that a document names. Throws `DescriptionFault`,
  /// `ArchiveError`.
  func attributes(at path: String, in document: String) throws -> [DescribedAttribute] {
    let slashed = path.replacing("\\", with: "/")
    guard let slash = slashed.lastIndex(of: "/") else {
      throw DescriptionFault(.unresolved(path), in: folder.root + document)
    }
    let file = String(slashed[..<slash])
    let location = try folder.location(file, in: document)
    if location == .published { throw DescriptionFault(.unresolved(path), in: folder.root + document) }
    let name = String(slashed[slashed.index(after: slash)...])
    return try attributes(of: name, in: try folder.file(at: location, file, in: document), [])
  }

  private func attributes(
    of name: String, in document: String, _ derived: [(name: String, document: String)]
  ) throws -> [DescribedAttribute] {
    if derived.contains(where: { $0 == (name, document) }) || derived.count >= DescribedFolder.Limit.depth {
      throw DescriptionFault(.circle(name), in: folder.root + document)
    }
    if let known = resolved[[document, name]] { return known }
    let content = try content(of: document)
    guard let definition = content.definitions[name] else {
      throw DescriptionFault(.unresolved(name), in: folder.root + document)
    }
    if let unresolved = definition.unresolved {
      throw DescriptionFault(.unresolved("\(name).\(unresolved)"), in: folder.root + document)
    }
    var attributes: [DescribedAttribute] = []
    // A base may be named with the moniker of its import.
    let base = definition.base.split(separator: "/").last.map(String.init) ?? ""
    if !base.isEmpty, base != DefinitionDocument.root {
      attributes = try self.attributes(
        of: base, in: try place(of: base, extendedIn: document, content), derived + [(name, document)])
    }
    attributes += definition.attributes
    guard attributes.count <= DescribedFolder.Limit.attributes else {
      throw DescriptionFault(.excessive(what: "16,384 attributes"), in: folder.root + document)
    }
    resolved[[document, name]] = attributes
    resolvedAttributes += attributes.count
    guard resolvedAttributes <= DescribedFolder.Limit.allAttributes else {
      throw DescriptionFault(.excessive(what: "4,000,000 attributes of definitions"), in: folder.root + document)
    }
    return attributes
  }

  /// The document that defines a base: one of those that the document imports, or itself.
  private func place(of base: String, extendedIn document: String, _ content: Content) throws -> String {
    for text in content.imports {
      guard case .path(let path) = try folder.location(text, in: document), folder.entry(path) != nil else { continue }
      if try self.content(of: path).definitions[base] != nil { return path }
    }
    guard content.definitions[base] != nil else {
      throw DescriptionFault(.unresolved(base), in: folder.root + document)
    }
    return document
  }

  private func content(of path: String) throws -> Content {
    if let known = contents[path] { return known }
    var content = Content()
    try folder.read(path) { reader in
      try reader.forEachMember { reader, name in
        switch name {
        case "imports":
          content.imports = try DefinitionDocument.imports(&reader)
          for text in content.imports { _ = try folder.location(text, in: path) }
        case "definitions":
          try reader.forEachElement { reader in
            if let (name, definition) = try self.definition(&reader) {
              content.definitions[name] = content.definitions[name] ?? definition
            }
          }
        default: break
        }
      }
    }
    contents[path] = content
    return content
  }

  /// The paths that a document imports.
  static func imports(_ reader: inout JSONReader) throws -> [String] {
    var paths: [String] = []
    if try reader.isNull() { return [] }
    try reader.forEachElement { reader in
      try reader.forEachMember { reader, name in
        if name == "corpusPath" { paths.append(try reader.text()) }
      }
    }
    return paths
  }

  /// A definition of an entity; nil for one of something else.
  private func definition(_ reader: inout JSONReader) throws -> (String, Definition)? {
    var name: String?
    var definition = Definition()
    try reader.forEachMember { reader, member in
      switch member {
      case "entityName": name = try reader.name()
      case "extendsEntity": definition.base = try DefinitionDocument.reference(&reader, "entityReference")
      case "hasAttributes": try readAttributes(&reader, into: &definition)
      default: break
      }
    }
    return name.map { ($0, definition) }
  }

  /// What a reference names: a text, or an object that names it in a member. Empty for anything else.
  private static func reference(_ reader: inout JSONReader, _ member: String) throws -> String {
    switch try reader.kind() {
    case .string: return try reader.text()
    case .object:
      var name = ""
      try reader.forEachMember { reader, own in
        if own == member, try reader.kind() == .string { name = try reader.text() }
      }
      // A base of another form is one that nobody resolves.
      return name.isEmpty ? "?" : name
    default:
      try reader.skip()
      return ""
    }
  }

  private func readAttributes(_ reader: inout JSONReader, into definition: inout Definition) throws {
    if try reader.isNull() { return }
    try reader.forEachElement { reader in
      // A text names a group that is defined elsewhere.
      if try reader.kind() == .string {
        definition.unresolved = try reader.text()
        return
      }
      var attribute = DescribedAttribute(name: "")
      var format = ""
      var isEntity = false
      var group: Definition?
      try reader.forEachMember { reader, name in
        switch name {
        case "name": attribute.name = try reader.name()
        case "dataFormat": format = try reader.optionalText() ?? ""
        case "dataType": attribute.type = try DefinitionDocument.reference(&reader, "dataTypeReference")
        case "sourceName": attribute.sourceName = try reader.optionalText()
        case "appliedTraits": attribute.apply(try DescribedTrait.list(&reader))
        case "entity": isEntity = true
        case "attributeGroupReference": group = try self.group(&reader)
        default: break
        }
      }
      if let group {
        definition.attributes += group.attributes
        definition.unresolved = definition.unresolved ?? group.unresolved
      } else if isEntity {
        definition.unresolved = attribute.name.isEmpty ? "entity" : attribute.name
      } else {
        guard !attribute.name.isEmpty else { throw reader.wrongForm("name") }
        if !format.isEmpty { attribute.type = format }
        definition.attributes.append(attribute)
      }
      guard definition.attributes.count <= DescribedFolder.Limit.attributes else {
        throw reader.wrongForm("hasAttributes")
      }
    }
  }

  /// The attributes of a group, which must be spelt out in its place.
  private func group(_ reader: inout JSONReader) throws -> Definition {
    var group = Definition()
    guard try reader.kind() == .object else {
      group.unresolved = try reader.optionalText() ?? "attributeGroupReference"
      return group
    }
    var hasMembers = false
    var name = "attributeGroupReference"
    try reader.forEachMember { reader, member in
      switch member {
      case "attributeGroupName": name = try reader.name()
      case "members":
        hasMembers = true
        try readAttributes(&reader, into: &group)
      case "attributeGroupReference":
        group = try self.group(&reader)
        hasMembers = true
      default: break
      }
    }
    if !hasMembers { group.unresolved = name }
    return group
  }
}
