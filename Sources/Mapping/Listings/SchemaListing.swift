extension SchemaCatalogue {
  /// All entities as a table.
  public var list: String {
    var table = TextTable(["SIDE", "ENTITY", "LABEL"])
    for entry in entries { table.add([entry.side.rawValue, entry.name, entry.label]) }
    return table.text
  }

  /// All entities as JSON: `{"schemas": [{side, name, label}]}`.
  public var json: String { ListingJSON.text("schemas", entries) }
}

extension EntitySchema {
  /// The entity with all its columns as a table.
  public var listing: String {
    var table = TextTable(["COLUMN", "LABEL", "TYPE", "LENGTH", "NOTES", "VALUES"])
    for one in attributes {
      table.add([
        one.name, one.displayName ?? "", one.type.rawValue, one.lengthText, one.notes.joined(separator: ", "),
        one.values,
      ])
    }
    var head = "\(name) (\(label)), \(side.rawValue)\nkey: \(keys.joined(separator: ", "))\n"
    if let primaryName { head += "name: \(primaryName)\n" }
    return head + "\n" + table.text
  }

  /// The entity with all its columns as JSON, in the shape of a schema file.
  public var json: String { ListingJSON.text(SchemaMembers(self)) }
}

extension Attribute {
  fileprivate var lengthText: String { maxLength.map { "\($0)\(lengthIsAssumed ? " (assumed)" : "")" } ?? "" }

  fileprivate var notes: [String] {
    [(isKey, "key"), (isRequired, "required"), (isReadOnly, "read only")].filter(\.0).map(\.1)
  }

  fileprivate var values: String {
    let options = options.map { "\($0.value) \($0.label)" }
    return (symbols + options + targets).joined(separator: ", ")
  }
}

/// A schema as its file writes it, but for option sets, whose values are spelt out.
private struct SchemaMembers: Encodable {
  struct Column: Encodable {
    var name, type: String
    var label: String?
    var max: Int?
    var assumed, key, required, readOnly: Bool?
    var symbols, targets: [String]?
    var options: [OptionMembers]?
    var precision: Int?
  }

  struct OptionMembers: Encodable {
    var value: Int
    var label: String
    var state: Int?
  }

  var schemaVersion = 1
  var side, name, label: String
  var keys: [String]
  var primaryId, primaryName: String?
  var typeCode: Int?
  var attributes: [Column]

  init(_ schema: EntitySchema) {
    (side, name, label, keys) = (schema.side.rawValue, schema.name, schema.label, schema.keys)
    (primaryId, primaryName, typeCode) = (schema.primaryID, schema.primaryName, schema.typeCode)
    attributes = schema.attributes.map { one in
      Column(
        name: one.name, type: one.type.rawValue, label: one.displayName, max: one.maxLength,
        assumed: one.lengthIsAssumed ? true : nil, key: one.isKey ? true : nil, required: one.isRequired ? true : nil,
        readOnly: one.isReadOnly ? true : nil, symbols: one.symbols.isEmpty ? nil : one.symbols,
        targets: one.targets.isEmpty ? nil : one.targets,
        options: one.options.isEmpty
          ? nil : one.options.map { OptionMembers(value: $0.value, label: $0.label, state: $0.state) },
        precision: one.precision)
    }
  }
}
