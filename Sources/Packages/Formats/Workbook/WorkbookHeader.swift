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
    var entity = PackageEntity(
      name: matched?.name ?? fileName, label: matched?.label ?? fileName, schema: matched, file: fileName,
      format: .xlsx,
      encoding: .utf8, dialect: nil, columns: try SourceColumn.named(headings, schema: matched, schemas), level: nil)
    entity.sheet = sheet.part
    func remark(_ detail: String) {
      entity.remarks.append(Finding(noted: .workbookRefused, file: fileName, entity: entity.name, name: detail))
    }
    if headings.count > mostColumns { remark("columns") }
    if !sheetName.isEmpty, named == nil { remark("sheet") }
    return entity
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
