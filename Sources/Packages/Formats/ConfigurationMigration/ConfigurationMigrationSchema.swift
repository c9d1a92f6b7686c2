public import Archives
import Records

/// What `data_schema.xml` says of the tables of a Configuration Migration package. Every job reads it here.
public struct ConfigurationMigrationSchema: Sendable {
  /// A table.
  public struct Table: Sendable {
    /// The logical name, in lower case.
    public var name: String
    /// The display name.
    public var label: String
    /// The column of the record's id, in lower case; nil if the schema does not say it.
    public var primaryID: String?
    /// The column of the record's name, in lower case; nil if the schema does not say it.
    public var primaryName: String?
    /// The columns.
    public var fields: [Field]
    /// Whether a column says how records are matched.
    public var hasUpdateCompare = false
    /// Whether plug-ins are off while the table is imported.
    public var disablesPlugins = false

    /// The types of the columns in lower case, by name. What is listed twice counts as it stands first.
    public var types: [String: String] {
      Dictionary(fields.map { ($0.name, $0.type.lowercased()) }, uniquingKeysWith: { first, _ in first })
    }
  }

  /// A column of a table.
  public struct Field: Sendable {
    /// The logical name, in lower case.
    public var name: String
    /// The display name.
    public var label: String
    /// The type, as the schema has it.
    public var type: String
    /// Whether it is one of the organisation's or of a solution.
    public var isCustom = false
    /// The one table that a lookup points to; empty if it is none or several.
    public var target = ""

    /// Whether values have a table and a name beside the id.
    var isLookup: Bool { ["entityreference", "owner", "customer", "lookup", "partylist"].contains(type.lowercased()) }

    /// Whether values are text that is encoded twice.
    var isText: Bool { ConfigurationMigrationSchema.isText(type) }
  }

  /// The tables in the schema's order, each once.
  public private(set) var tables: [Table] = []
  /// A mode that moves dates when they are imported; nil if none does.
  public private(set) var movingDateMode: String?

  /// Reads a package's schema; nil for an empty document. Throws `PackageError`, `ArchiveError`.
  public init?(_ entry: EntryInfo, of container: Container) throws {
    let events = try XMLFeed.all(entry, of: container, limit: XMLTree.longestDocument, keepsText: false)
    guard let document = XMLTree(events) else { return nil }
    self.init(document)
  }

  /// A schema without tables, for packages that have lost theirs.
  init() {}

  private init(_ document: XMLTree) {
    note(document.attribute("dateMode"))
    var places: [String: Int] = [:]
    for element in document.children where element.name == "entity" {
      for field in element.fields { note(field.attribute("dateMode")) }
      let table = Table(element)
      // A table that is listed twice is one; what is listed twice of it counts as it stands first.
      if let place = places[table.name] {
        tables[place].add(table)
      } else {
        places[table.name] = tables.count
        tables.append(table)
      }
    }
  }

  /// The table of a name, whatever its case; nil if the schema does not list it.
  public func table(named name: String) -> Table? {
    let wanted = name.lowercased()
    return tables.first { $0.name == wanted }
  }

  private mutating func note(_ mode: String?) {
    if let mode, !mode.isEmpty, mode.lowercased() != "absolute", movingDateMode == nil { movingDateMode = mode }
  }

  /// Whether values of a type are text that is encoded twice.
  public static func isText(_ type: String) -> Bool { ["string", "memo", "unknown", ""].contains(type.lowercased()) }
}

extension XMLTree {
  /// The columns of a table's element.
  fileprivate var fields: [XMLTree] { (child("fields")?.children ?? []).filter { $0.name == "field" } }
}

extension ConfigurationMigrationSchema.Table {
  /// Reads an `entity` element.
  fileprivate init(_ element: XMLTree) {
    func name(_ attribute: String) -> String? {
      element.attribute(attribute).flatMap { $0.isEmpty ? nil : $0.lowercased() }
    }
    self.init(
      name: name("name") ?? "", label: element.attribute("displayname") ?? "", primaryID: name("primaryidfield"),
      primaryName: name("primarynamefield"),
      fields: element.fields.map { field in
        let target = (field.attribute("lookupType") ?? "").lowercased()
        return ConfigurationMigrationSchema.Field(
          name: (field.attribute("name") ?? "").lowercased(), label: field.attribute("displayname") ?? "",
          type: field.attribute("type") ?? "", isCustom: field.attribute("customfield")?.lowercased() == "true",
          target: target.contains("|") ? "" : target)
      },
      hasUpdateCompare: element.fields.contains { $0.attribute("updateCompare")?.lowercased() == "true" },
      disablesPlugins: element.attribute("disableplugins")?.lowercased() == "true")
  }

  /// Takes over the fields of another part of the table.
  fileprivate mutating func add(_ other: Self) {
    let known = Set(fields.map(\.name))
    fields += other.fields.filter { !known.contains($0.name) }
    primaryID = primaryID ?? other.primaryID
    primaryName = primaryName ?? other.primaryName
    hasUpdateCompare = hasUpdateCompare || other.hasUpdateCompare
    disablesPlugins = disablesPlugins || other.disablesPlugins
  }
}
