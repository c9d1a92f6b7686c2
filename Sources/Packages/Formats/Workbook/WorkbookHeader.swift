import Archives
import Findings
import Mapping
import Records

extension WorkbookEntityReader {
  /// The columns that a sheet of F&O has at most.
  private static let mostColumns = 255

  /// The entity whose records the workbook holds; nil if it has no sheet with a header. `sheetName` is what a manifest
  /// says; without one, and without a sheet of that name, it is the first sheet. Throws `PackageError`, `ArchiveError`.
  static func entity(
    in workbook: Container, fileName: String, schemas: SchemaCatalogue, schema: EntitySchema?, sheetName: String = ""
  ) throws -> PackageEntity? {
    let layout = try WorkbookLayout(workbook)
    let named = sheetName.isEmpty ? nil : layout.sheet(named: sheetName)
    guard let sheet = named ?? layout.sheets.first else { return nil }
    let headings = try headings(sheet, layout, workbook)
    guard !headings.isEmpty else { return nil }
    let matched = try schema ?? SchemaMatch(schemas: schemas).schema(fileName: fileName, headings: headings)
    var entity = try entity(of: sheet, headings, schema: matched, fileName: fileName, schemas)
    if !sheetName.isEmpty, named == nil { entity.remarks.append(remark(what: "sheet", of: entity)) }
    return entity
  }

  /// The entities whose records the other sheets hold that people see. A sheet that no entity's columns fit is passed over,
  /// unless it has records that were rejected: `others` has the names of those. Throws `PackageError`, `ArchiveError`.
  static func otherSheets(
    in workbook: Container, fileName: String, schemas: SchemaCatalogue
  ) throws -> (known: [PackageEntity], others: [String]) {
    let layout = try WorkbookLayout(workbook)
    let match = SchemaMatch(schemas: schemas)
    var known: [PackageEntity] = []
    var others: [String] = []
    for sheet in layout.sheets.dropFirst() where !sheet.isHidden {
      let headings = try headings(sheet, layout, workbook)
      // The ending keeps what stands behind a point in a sheet's name from being taken for one.
      if let schema = try match.schema(fileName: sheet.name + ".xlsx", headings: headings) {
        known.append(try entity(of: sheet, headings, schema: schema, fileName: fileName, schemas))
      } else if headings.contains(where: { SchemaMatch.added.contains($0.lowercased()) }) {
        others.append(sheet.name)
      }
    }
    return (known, others)
  }

  private static func entity(
    of sheet: WorkbookLayout.Sheet, _ headings: [String], schema: EntitySchema?, fileName: String,
    _ schemas: SchemaCatalogue
  ) throws -> PackageEntity {
    var entity = PackageEntity(
      name: schema?.name ?? fileName, label: schema?.label ?? fileName, schema: schema, file: fileName, format: .xlsx,
      encoding: .utf8, dialect: nil, columns: try SourceColumn.named(headings, schema: schema, schemas), level: nil)
    entity.sheet = sheet.part
    if headings.count > mostColumns { entity.remarks.append(remark(what: "columns", of: entity)) }
    return entity
  }

  private static func remark(what: Message, of entity: PackageEntity) -> Finding {
    Finding(noted: .workbookRefused, file: entity.file, entity: entity.name, what: what)
  }

  /// The texts of the first row that has any. Cells that are left out within it are empty headings.
  private static func headings(
    _ sheet: WorkbookLayout.Sheet, _ layout: WorkbookLayout, _ workbook: Container
  ) throws -> [String] {
    var rows = try WorkbookRows(sheet, of: workbook)
    var row = WorkbookRow()
    // Numbers of shared strings may stand in any order, so all are read that the row may name; mostly it is the first few.
    var strings = WorkbookStrings()
    let styles = try WorkbookStyles(layout, of: workbook)
    while try rows.next(&row) {
      let bytes = rows.bytes
      let wanted = row.cells.compactMap { cell -> Int? in
        guard cell.kind == .shared, let piece = cell.pieces.first else { return nil }
        return WorkbookRows.number(bytes.span.extracting(Int(row.pieces[piece].start)..<Int(row.pieces[piece].end)))
      }.max()
      if let wanted, wanted >= strings.count { strings = try WorkbookStrings(layout, of: workbook, limit: wanted + 1) }
      let text = WorkbookText(
        strings: strings, styles: styles, layout: layout, side: .finops, place: (sheet.part, workbook.path))
      var headings: [String] = []
      var output = OutputBuffer(capacity: 1 << 10)
      for cell in row.cells {
        output.truncate(to: 0)
        try text.append(cell, of: row, bytes, to: &output)
        guard output.count > 0 else { continue }
        while headings.count <= cell.column { headings.append("") }
        headings[cell.column] = KeyText.string(output.span)
      }
      if !headings.isEmpty { return headings }
    }
    return []
  }
}
