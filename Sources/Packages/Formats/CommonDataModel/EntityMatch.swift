import Mapping

/// Which entity of Sales or F&O an entity of a description is.
struct EntityMatch {
  /// The technical name.
  var name: String
  /// What is known of it; nil for a table that only says who owns records.
  var schema: EntitySchema?
  /// Whether it is an entity of F&O as Dataverse shows it, whose columns begin with `mserp_`.
  var isVirtual = false

  static let virtualPrefix = "mserp_"
  /// The tables of Sales that records are owned by.
  private static let owners = ["systemuser", "team", "businessunit"]

  var side: Side { schema?.side ?? .sales }

  /// The entity that a description calls by a name, compared without case; nil for one that nobody knows.
  init?(_ name: String, schemas: SchemaCatalogue) throws {
    let lower = name.lowercased()
    if let schema = try schemas.schema(named: name), schema.side == .sales {
      self.init(name: schema.name, schema: schema)
    } else if let label = schemas.entries.first(where: { $0.side == .sales && $0.label.plain == lower }) {
      self.init(name: label.name, schema: try schemas.schema(named: label.name))
    } else if EntityMatch.owners.contains(lower) {
      self.init(name: lower, schema: nil)
    } else if let schema = try schemas.schema(named: name) ?? schemas.schema(collection: name) {
      self.init(name: schema.name, schema: schema)
    } else if lower.hasPrefix(EntityMatch.virtualPrefix),
      let schema = try schemas.schema(named: String(lower.dropFirst(EntityMatch.virtualPrefix.count))),
      schema.side == .finops
    {
      self.init(name: schema.name, schema: schema, isVirtual: true)
    } else {
      return nil
    }
  }

  private init(name: String, schema: EntitySchema?, isVirtual: Bool = false) {
    self.name = name
    self.schema = schema
    self.isVirtual = isVirtual
  }
}

extension String {
  /// A label in lower case without blanks, as microsoft/CDM names its standard entities.
  fileprivate var plain: String { lowercased().filter { $0 != " " } }
}
