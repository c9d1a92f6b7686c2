import Mapping

extension SourceColumn {
  /// The column of a heading in a file of an entity: known by its own name or else by its display name. What stands
  /// behind a Sales lookup's name, as rejects have it, are the lookup's parts.
  static func named(_ heading: String, schema: EntitySchema?) -> SourceColumn {
    let plain = heading.trimmingBlanks
    if let attribute = schema?.attribute(named: plain) {
      return SourceColumn(heading: heading, name: attribute.name, isKnown: true)
    }
    if let schema, let dot = plain.firstIndex(of: "."), let attribute = schema.attribute(named: String(plain[..<dot])),
      attribute.type == .lookup
    {
      var column = SourceColumn(heading: heading, name: attribute.name, isKnown: true)
      switch plain[dot...].lowercased() {
      case ".lookupentity": column.part = .lookupTable
      case ".lookupentityname": column.part = .lookupName
      default: column.name = plain.lowercased()
      }
      return column
    }
    let wanted = plain.lowercased()
    if let schema, let attribute = schema.attributes.first(where: { $0.displayName?.lowercased() == wanted }) {
      var column = SourceColumn(heading: heading, name: attribute.name, isKnown: true)
      column.isByDisplayName = true
      return column
    }
    return SourceColumn(heading: heading, name: plain, isKnown: false)
  }

  /// The columns of all headings of a file. Those that are neither names nor labels of the entity's columns are display names
  /// in another language, if a language knows them. Throws `ProjectError` if the installation is damaged.
  static func named(
    _ headings: [String], schema: EntitySchema?, _ schemas: SchemaCatalogue
  ) throws(ProjectError) -> [SourceColumn] {
    var columns = headings.map { named($0, schema: schema) }
    guard let schema, schema.side == .sales else { return columns }
    let others = columns.indices.filter { place in
      let column = columns[place]
      return !column.isKnown && !column.isHidden && !SchemaMatch.added.contains(column.name.lowercased())
    }
    guard !others.isEmpty else { return columns }
    let found = try schemas.localizedLabels().headings(of: schema).columns(others.map { columns[$0].name })
    var taken = Set(columns.filter { $0.isKnown && $0.part == .value }.map { $0.name.lowercased() })
    for place in others {
      switch found[columns[place].name.lowercased()] {
      case nil: continue
      case .attribute(let attribute) where taken.insert(schema.attributes[attribute].name.lowercased()).inserted:
        columns[place].name = schema.attributes[attribute].name
        columns[place].isKnown = true
        columns[place].isByDisplayName = true
        columns[place].isLocalized = true
      case .attribute, .shared: columns[place].isShared = true
      }
    }
    return columns
  }
}
