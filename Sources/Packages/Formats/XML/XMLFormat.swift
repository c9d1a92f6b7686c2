import Archives

extension EntityFormat {
  /// A field is an element.
  public static let xmlElement = xml("xml-element")

  /// A field is an attribute.
  public static let xmlAttribute = xml("xml-attribute")

  private static func xml(_ name: String) -> EntityFormat {
    EntityFormat(name) { entity, entry, package in
      if let part = entity.composite { return CompositeReader(entity, part, entry: entry, of: package.container) }
      return XMLEntityReader(entity, entry: entry, of: package.container)
    }.with { ($0.isSlowToParse, $0.isMarkup) = (true, true) }
  }
}

extension SourceFormat {
  /// A root with an element for each record, which may hold records of other entities.
  static let xml = SourceFormat(fileEndings: [".xml"]) { entry, container in
    try container.beginsWithMarkup(entry)
  } sniff: { file in
    let isTold = file.inferred.reportsRecordsWithin(file: file.entry.name, package: file.container.path)
    let layout = try XMLLayout(file.entry, of: file.container, whole: !isTold)
    return SniffedFile(entity: try layout.entity(file.entry, schema: file.schema, schemas: file.schemas), inner: layout)
  }
}

extension XMLLayout: InnerRecords {
  var areNested: Bool { true }
}
