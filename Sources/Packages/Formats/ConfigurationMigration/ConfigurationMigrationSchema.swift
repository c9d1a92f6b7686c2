import Records

/// What `data_schema.xml` says of the tables of a Configuration Migration package.
struct ConfigurationMigrationSchema: Sendable {
  /// A table.
  struct Table: Sendable {
    var name: String
    var label: String
    var primaryID: String?
    var primaryName: String?
    var fields: [Field]
  }

  /// A column of a table.
  struct Field: Sendable {
    var name: String
    var label: String
    var type: String
    /// Whether it is one of the organisation's or of a solution.
    var isCustom = false
    /// The one table that a lookup points to; empty if it is none or several.
    var target = ""

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
    tables = []
    var places: [String: Int] = [:]
    for element in document.children where element.name == "entity" {
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

  /// A schema without tables, for packages that have lost theirs.
  init() { tables = [] }
}

extension ConfigurationMigrationSchema.Table {
  /// Reads an `entity` element.
  init(_ element: XMLTree) {
    func name(_ attribute: String) -> String? {
      element.attribute(attribute).flatMap { $0.isEmpty ? nil : $0.lowercased() }
    }
    self.init(
      name: name("name") ?? "", label: element.attribute("displayname") ?? "", primaryID: name("primaryidfield"),
      primaryName: name("primarynamefield"),
      fields: (element.child("fields")?.children ?? []).filter { $0.name == "field" }.map { field in
        let target = (field.attribute("lookupType") ?? "").lowercased()
        return ConfigurationMigrationSchema.Field(
          name: (field.attribute("name") ?? "").lowercased(), label: field.attribute("displayname") ?? "",
          type: field.attribute("type") ?? "", isCustom: field.attribute("customfield")?.lowercased() == "true",
          target: target.contains("|") ? "" : target)
      })
  }

  /// Takes over the fields of another part of the table.
  fileprivate mutating func add(_ other: Self) {
    let known = Set(fields.map(\.name))
    fields += other.fields.filter { !known.contains($0.name) }
    primaryID = primaryID ?? other.primaryID
    primaryName = primaryName ?? other.primaryName
  }
}
