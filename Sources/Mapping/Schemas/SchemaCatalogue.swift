import Findings
import Synchronization

/// The entity schemas that the tool knows: its own, and those of a project.
///
/// A schema's file is read when the schema is first asked for, from then on it is kept.
public final class SchemaCatalogue: Sendable {
  /// What a list of schemas shows of each.
  public struct Entry: Sendable, Equatable, Codable {
    /// The system that has the entity.
    public var side: Side
    /// AOT name or logical name.
    public var name: String
    /// The label or display name.
    public var label: String
  }

  /// All schemas, those of F&O first, by name.
  public let entries: [Entry]

  private let names: [String: Entry]
  /// The technical names of F&O entities by their public collections, in lower case.
  private let collections: [String: String]
  private let labels: [String: [Entry]]
  private let schemas: Mutex<[String: EntitySchema]>
  private let platform = Mutex<PlatformCatalogue?>(nil)
  private let facts = Mutex(SchemaFacts())
  private let labelCatalogue = Mutex<LabelCatalogue?>(nil)

  private init(entries: [Entry], known: [String: EntitySchema], collections: [String: String] = [:]) {
    self.collections = collections
    self.entries = entries.sorted {
      ($0.side.rawValue, $0.name.lowercased()) < ($1.side.rawValue, $1.name.lowercased())
    }
    names = Dictionary(entries.map { ($0.name.lowercased(), $0) }, uniquingKeysWith: { first, _ in first })
    labels = Dictionary(grouping: self.entries) { $0.label.lowercased() }
    schemas = Mutex(known)
  }

  /// No schemas: every entity is unknown.
  public static var empty: SchemaCatalogue { SchemaCatalogue(entries: [], known: [:]) }

  /// The schemas that come with the tool.
  public static func builtIn() throws(ProjectError) -> SchemaCatalogue {
    let path = "schemas/index.json"
    let place = ProjectPlace(file: path, kind: .builtIn)
    let listed = try SchemaFile.read(try BuiltInFiles.text(path), at: place) { try SchemaFile.listed(&$0) }
    var entries: [Entry] = []
    var collections: [String: String] = [:]
    for file in listed {
      guard let side = file.side, let name = file.name, let label = file.label else { throw .unreadable(place) }
      entries.append(Entry(side: side, name: name, label: label))
      if let collection = file.publicCollection { collections[collection.lowercased()] = name }
    }
    return SchemaCatalogue(entries: entries, known: [:], collections: collections)
  }

  /// The same with those of the folder's `*.json` files, which win over others of the same name.
  public func adding(folder: String) throws(ProjectError) -> SchemaCatalogue {
    var entries = entries
    var known = schemas.withLock { $0 }
    var added: [(ProjectPlace, EntitySchema)] = []
    for name in try TextFile.names(in: folder, withExtension: "json") {
      let place = ProjectPlace(file: "\(folder)/\(name)", kind: .schema)
      let text = try TextFile.read(place.file, place: place)
      let schema = try SchemaFile.schema(from: text, place: place, extending: self)
      entries.removeAll { $0.name.lowercased() == schema.name.lowercased() }
      entries.append(Entry(side: schema.side, name: schema.name, label: schema.label))
      known[schema.name.lowercased()] = schema
      added.append((place, schema))
    }
    var collections = collections
    for (_, schema) in added {
      if let collection = schema.publicCollection { collections[collection.lowercased()] = schema.name }
    }
    let catalogue = SchemaCatalogue(entries: entries, known: known, collections: collections)
    for (place, schema) in added { try catalogue.checkReferences(of: schema, at: place) }
    return catalogue
  }

  /// Fails if an attribute refers to an entity that there is not.
  private func checkReferences(of schema: EntitySchema, at place: ProjectPlace) throws(ProjectError) {
    for name in schema.attributes.compactMap(\.referredEntity) where entry(named: name)?.side != .finops {
      let known = entries.filter { $0.side == .finops }.map(\.name)
      throw .unknownName(place, kind: .entity, name: name, of: Message(verbatim: "refersTo"), known: known)
    }
  }

  /// The schema of the technical name, compared without case; nil if there is none.
  public func schema(named name: String) throws(ProjectError) -> EntitySchema? {
    guard let entry = names[name.lowercased()] else { return nil }
    if let schema = read(entry) { return schema }
    return try decode(try text(of: entry), of: entry)
  }

  /// The schema of an entry if it was read before.
  private func read(_ entry: Entry) -> EntitySchema? { schemas.withLock { $0[entry.name.lowercased()] } }

  private func file(of entry: Entry) -> String { "schemas/\(entry.name).json" }

  private func text(of entry: Entry) throws(ProjectError) -> String { try BuiltInFiles.text(file(of: entry)) }

  private func decode(_ text: String, of entry: Entry) throws(ProjectError) -> EntitySchema {
    let place = ProjectPlace(file: file(of: entry), kind: .builtIn)
    let schema = try SchemaFile.schema(from: text, place: place)
    schemas.withLock { $0[entry.name.lowercased()] = schema }
    return schema
  }

  /// The schemas of a side that may have a member. Decoding all of them would be a tenth of a short run: those whose text
  /// lacks the member's name are left alone.
  func schemas(of side: Side, with member: String) throws(ProjectError) -> [EntitySchema] {
    let name = Array("\"\(member)\"".utf8)
    var found: [EntitySchema] = []
    for entry in entries where entry.side == side {
      if let schema = read(entry) {
        found.append(schema)
      } else if case let text = try text(of: entry), text.holds(name) {
        found.append(try decode(text, of: entry))
      }
    }
    return found
  }

  /// What all schemas together say, which is worked out once.
  func fact<Value: Sendable>(
    _ path: any WritableKeyPath<SchemaFacts, Value?> & Sendable, _ make: () throws(ProjectError) -> Value
  ) throws(ProjectError) -> Value {
    if let known = facts.withLock({ $0[keyPath: path] }) { return known }
    let made = try make()
    facts.withLock { $0[keyPath: path] = made }
    return made
  }

  /// The schema of the label or display name, compared without case; nil if there is none.
  public func schema(labelled label: String, of side: Side? = nil) throws(ProjectError) -> EntitySchema? {
    guard let entry = labels[label.lowercased()]?.first(where: { side == nil || $0.side == side }) else { return nil }
    return try schema(named: entry.name)
  }

  /// The schema of the F&O entity whose records OData calls so, compared without case; nil if there is none.
  public func schema(collection: String) throws(ProjectError) -> EntitySchema? {
    guard let name = collections[collection.lowercased()] else { return nil }
    return try schema(named: name)
  }

  /// What the platform of Sales has beside the schemas; read when it is first asked for.
  public func platformCatalogue() throws(ProjectError) -> PlatformCatalogue {
    if let known = platform.withLock({ $0 }) { return known }
    let read = try PlatformCatalogue.builtIn()
    platform.withLock { $0 = read }
    return read
  }

  /// How exports in other languages call entities and columns; read when it is first asked for.
  public func localizedLabels() throws(ProjectError) -> LabelCatalogue {
    if let known = labelCatalogue.withLock({ $0 }) { return known }
    let read = try LabelCatalogue()
    labelCatalogue.withLock { $0 = read }
    return read
  }

  /// The entity that exports in another language call so, compared without case; nil if there is none.
  public func schema(localized name: String) throws(ProjectError) -> EntitySchema? {
    let tables = try fact(\.localizedTables) { () throws(ProjectError) in try localizedLabels().tables(entries) }
    guard let name = tables[name.lowercased()] else { return nil }
    return try schema(named: name)
  }

  /// What the list says of the technical name, without reading the schema.
  public func entry(named name: String) -> Entry? { names[name.lowercased()] }
}

extension String {
  /// Whether the bytes occur in the text.
  fileprivate func holds(_ bytes: [UInt8]) -> Bool {
    let text = utf8Span.span
    guard let first = bytes.first, text.count >= bytes.count else { return false }
    for start in 0...text.count - bytes.count where text[start] == first {
      if bytes.indices.allSatisfy({ text[start + $0] == bytes[$0] }) { return true }
    }
    return false
  }
}
