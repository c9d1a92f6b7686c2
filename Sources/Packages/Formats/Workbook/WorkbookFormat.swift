import Archives

extension EntityFormat {
  /// A workbook of Excel.
  public static let xlsx = EntityFormat("xlsx") { entity, entry, package in
    try WorkbookEntityReader(entity, entry: entry, of: package.container)
  }.with {
    $0.isSlowToParse = true
    $0.hasCultures = true
  }
}

extension SourceFormat {
  /// A workbook of Excel. In a data package one sheet holds the records; of a loose one all sheets that fit an entity do.
  static let workbook = SourceFormat(
    fileEndings: [ending], isArchive: true,
    isFormat: { entry, container in
      try container.kind != .file && entry.name.lowercased().hasSuffix(ending) && container.looksLikeZip(entry)
    },
    isContainer: WorkbookLayout.isWorkbook,
    sniff: { file in
      let (name, container) = (file.name, file.container)
      let workbook = try WorkbookLayout.workbook(file.entry, of: container)
      let found = try WorkbookEntityReader.entity(
        in: workbook, fileName: name, schemas: file.schemas, schema: file.schema, sheetName: file.sheet)
      guard let entity = found else { throw PackageError.headless(file: name, package: container.path) }
      if entity.schema != nil { try entity.columns.checkNames(file: name, package: container.path) }
      return SniffedFile(entity: entity, inner: OtherSheets(workbook: workbook, package: container.path))
    })

  private static let ending = ".xlsx"
}
