import Records

/// The parts of a workbook of one sheet (ECMA-376 part 1, SpreadsheetML), as small as programs take it.
enum WorkbookParts {
  /// The name of the part with the cells.
  static let sheet = "xl/worksheets/sheet1.xml"

  private static let declaration = "<?xml version=\"1.0\" encoding=\"UTF-8\" standalone=\"yes\"?>\r\n"
  private static let formats = "http://schemas.openxmlformats.org"
  private static let main = "xmlns=\"\(formats)/spreadsheetml/2006/main\""
  private static let relations = "\(formats)/officeDocument/2006/relationships"
  private static let types = "application/vnd.openxmlformats-officedocument.spreadsheetml"

  /// What the sheet's part begins with.
  static let sheetStart = Array("\(declaration)<worksheet \(main)><sheetData>\r\n".utf8)

  /// All parts but the sheet, in the order in which they come before it. The name of the sheet has letters, digits and `_`
  /// only.
  static func beforeSheet(named name: String) -> [(name: String, text: String)] {
    [
      (
        "[Content_Types].xml",
        "<Types xmlns=\"\(formats)/package/2006/content-types\">"
          + "<Default Extension=\"rels\" ContentType=\"application/vnd.openxmlformats-package.relationships+xml\"/>"
          + "<Default Extension=\"xml\" ContentType=\"application/xml\"/>"
          + "<Override PartName=\"/xl/workbook.xml\" ContentType=\"\(types).sheet.main+xml\"/>"
          + "<Override PartName=\"/xl/styles.xml\" ContentType=\"\(types).styles+xml\"/>"
          + "<Override PartName=\"/\(sheet)\" ContentType=\"\(types).worksheet+xml\"/></Types>"
      ),
      ("_rels/.rels", relationships([("officeDocument", "xl/workbook.xml")])),
      (
        "xl/workbook.xml",
        "<workbook \(main) xmlns:r=\"\(relations)\">"
          + "<sheets><sheet name=\"\(name)\" sheetId=\"1\" r:id=\"rId1\"/></sheets></workbook>"
      ),
      (
        "xl/_rels/workbook.xml.rels",
        relationships([("worksheet", "worksheets/sheet1.xml"), ("styles", "styles.xml")])
      ),
      (
        "xl/styles.xml",
        "<styleSheet \(main)><fonts count=\"1\"><font><sz val=\"11\"/><name val=\"Calibri\"/></font></fonts>"
          + "<fills count=\"2\"><fill><patternFill patternType=\"none\"/></fill>"
          + "<fill><patternFill patternType=\"gray125\"/></fill></fills>"
          + "<borders count=\"1\"><border><left/><right/><top/><bottom/><diagonal/></border></borders>"
          + "<cellStyleXfs count=\"1\"><xf numFmtId=\"0\" fontId=\"0\" fillId=\"0\" borderId=\"0\"/></cellStyleXfs>"
          + "<cellXfs count=\"1\"><xf numFmtId=\"0\" fontId=\"0\" fillId=\"0\" borderId=\"0\" xfId=\"0\"/></cellXfs>"
          + "<cellStyles count=\"1\"><cellStyle name=\"Normal\" xfId=\"0\" builtinId=\"0\"/></cellStyles></styleSheet>"
      ),
    ].map { ($0.0, declaration + $0.1) }
  }

  private static func relationships(_ list: [(type: String, target: String)]) -> String {
    let members = list.enumerated().map { number, relation in
      "<Relationship Id=\"rId\(number + 1)\" Type=\"\(relations)/\(relation.type)\" Target=\"\(relation.target)\"/>"
    }
    return "<Relationships xmlns=\"\(formats)/package/2006/relationships\">\(members.joined())</Relationships>"
  }

  /// The letters of a column, from 0: `A` to `Z`, `AA` and so on.
  static func letters(ofColumn column: Int) -> String {
    var letters: [UInt8] = []
    var rest = column + 1
    while rest > 0 {
      letters.append(UInt8(ascii: "A") + UInt8((rest - 1) % 26))
      rest = (rest - 1) / 26
    }
    return String(decoding: letters.reversed(), as: UTF8.self)
  }
}
