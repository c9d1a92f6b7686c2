import Records

/// The parts of a workbook of one sheet (ECMA-376 part 1, SpreadsheetML), as small as programs take it.
enum WorkbookParts {
  /// The name of the part with the cells of a workbook of one sheet.
  static let sheet = part(ofSheet: 0)

  /// The name of the part with the cells of a sheet, from 0.
  static func part(ofSheet number: Int) -> String { "xl/worksheets/sheet\(number + 1).xml" }

  static let declaration = "<?xml version=\"1.0\" encoding=\"UTF-8\" standalone=\"yes\"?>\r\n"
  private static let formats = "http://schemas.openxmlformats.org"
  static let main = "xmlns=\"\(formats)/spreadsheetml/2006/main\""
  private static let relations = "\(formats)/officeDocument/2006/relationships"
  private static let types = "application/vnd.openxmlformats-officedocument.spreadsheetml"

  /// What the sheet's part begins with.
  static let sheetStart = Array("\(declaration)<worksheet \(main)><sheetData>\r\n".utf8)

  /// A sheet of a workbook.
  struct Sheet {
    /// The name on its tab.
    var name: String
    /// The rectangle with a filter, as `$A$1:$C$9`; nil without one.
    var filter: String?
  }

  /// All parts but the sheet, in the order in which they come before it. The name of the sheet has letters, digits and `_`
  /// only.
  static func beforeSheet(named name: String) -> [(name: String, text: String)] {
    beforeSheets(
      [Sheet(name: name)], formats: "<xf numFmtId=\"0\" fontId=\"0\" fillId=\"0\" borderId=\"0\" xfId=\"0\"/>")
  }

  /// All parts but the sheets, in the order in which they come before these. `formats` are those of cells.
  static func beforeSheets(
    _ sheets: [Sheet], formats cells: String, fonts: String = "", views: String = ""
  ) -> [(name: String, text: String)] {
    let overrides = sheets.indices.map {
      "<Override PartName=\"/\(part(ofSheet: $0))\" ContentType=\"\(types).worksheet+xml\"/>"
    }
    let names = sheets.enumerated().map { number, sheet in
      "<sheet name=\"\(attribute(sheet.name))\" sheetId=\"\(number + 1)\" r:id=\"rId\(number + 1)\"/>"
    }
    let filters = sheets.enumerated().compactMap { number, sheet in
      sheet.filter.map {
        let quoted = sheet.name.split(separator: "'", omittingEmptySubsequences: false).joined(separator: "''")
        return "<definedName name=\"_xlnm._FilterDatabase\" localSheetId=\"\(number)\" hidden=\"1\">"
          + "\(attribute("'\(quoted)'!\($0)"))</definedName>"
      }
    }
    let defined = filters.isEmpty ? "" : "<definedNames>\(filters.joined())</definedNames>"
    let fontCount = fonts.isEmpty ? 1 : 2
    let formatCount = cells.split(separator: "<").count
    return [
      (
        "[Content_Types].xml",
        "<Types xmlns=\"\(formats)/package/2006/content-types\">"
          + "<Default Extension=\"rels\" ContentType=\"application/vnd.openxmlformats-package.relationships+xml\"/>"
          + "<Default Extension=\"xml\" ContentType=\"application/xml\"/>"
          + "<Override PartName=\"/xl/workbook.xml\" ContentType=\"\(types).sheet.main+xml\"/>"
          + "<Override PartName=\"/xl/styles.xml\" ContentType=\"\(types).styles+xml\"/>"
          + "\(overrides.joined())</Types>"
      ),
      ("_rels/.rels", relationships([("officeDocument", "xl/workbook.xml")])),
      (
        "xl/workbook.xml",
        "<workbook \(main) xmlns:r=\"\(relations)\">\(views)"
          + "<sheets>\(names.joined())</sheets>\(defined)</workbook>"
      ),
      (
        "xl/_rels/workbook.xml.rels",
        relationships(
          sheets.indices.map { ("worksheet", "worksheets/sheet\($0 + 1).xml") } + [("styles", "styles.xml")])
      ),
      (
        "xl/styles.xml",
        "<styleSheet \(main)><fonts count=\"\(fontCount)\"><font><sz val=\"11\"/><name val=\"Calibri\"/></font>\(fonts)</fonts>"
          + "<fills count=\"2\"><fill><patternFill patternType=\"none\"/></fill>"
          + "<fill><patternFill patternType=\"gray125\"/></fill></fills>"
          + "<borders count=\"1\"><border><left/><right/><top/><bottom/><diagonal/></border></borders>"
          + "<cellStyleXfs count=\"1\"><xf numFmtId=\"0\" fontId=\"0\" fillId=\"0\" borderId=\"0\"/></cellStyleXfs>"
          + "<cellXfs count=\"\(formatCount)\">\(cells)</cellXfs>"
          + "<cellStyles count=\"1\"><cellStyle name=\"Normal\" xfId=\"0\" builtinId=\"0\"/></cellStyles></styleSheet>"
      ),
    ].map { ($0.0, declaration + $0.1) }
  }

  /// A text as the value of an attribute.
  private static func attribute(_ text: String) -> String {
    var output = OutputBuffer(capacity: 64)
    let bytes = Array(text.utf8)
    XMLEncoder.attribute(bytes.span, to: &output)
    return String(decoding: output.take(), as: UTF8.self)
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

  /// Whether the byte is white space of XML, which readers of workbooks drop at both ends of a text.
  static func isBlank(_ byte: UInt8) -> Bool { byte == 0x20 || 0x09...0x0A ~= byte || byte == 0x0D }

  /// Adds one to a number of digits.
  static func increment(_ digits: inout [UInt8]) {
    var place = digits.count - 1
    while place >= 0 {
      if digits[place] < UInt8(ascii: "9") {
        digits[place] += 1
        return
      }
      digits[place] = UInt8(ascii: "0")
      place -= 1
    }
    digits.insert(UInt8(ascii: "1"), at: 0)
  }
}
