import Records

/// What `data_schema.xml` says of the tables of a Configuration Migration package.
struct ConfigurationMigrationSchema: Sendable {
  /// A table.
  struct Table: Sendable {
    var name: String
    var label: String
    var primaryID: String?
    var primaryName: String?
    var disablesPlugins: Bool
    var fields: [Field]
  }

  /// A column of a table.
  struct Field: Sendable {
    var name: String
    var label: String
    var type: String

    /// Whether values have a table and a name beside the id.
    var isLookup: Bool { ["entityreference", "owner", "customer", "lookup", "partylist"].contains(type.lowercased()) }

    /// Whether values are text that is encoded twice.
    var isText: Bool { ["string", "memo", "unknown", ""].contains(type.lowercased()) }
  }

  var tables: [Table]
  var dateMode: String?

  /// Reads the document; names are taken in lower case.
  init(_ document: XMLTree) {
    dateMode = document.attribute("dateMode")
    tables = document.children.filter { $0.name == "entity" }.map { entity in
      Table(
        name: (entity.attribute("name") ?? "").lowercased(), label: entity.attribute("displayname") ?? "",
        primaryID: entity.attribute("primaryidfield")?.lowercased(),
        primaryName: entity.attribute("primarynamefield")?.lowercased(),
        disablesPlugins: entity.attribute("disableplugins")?.lowercased() == "true",
        fields: (entity.child("fields")?.children ?? []).filter { $0.name == "field" }.map { field in
          Field(
            name: (field.attribute("name") ?? "").lowercased(), label: field.attribute("displayname") ?? "",
            type: field.attribute("type") ?? "")
        })
    }
  }

  /// A schema without tables, for packages that have lost theirs.
  init() { tables = [] }
}
