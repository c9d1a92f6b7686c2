/// A workbook for tests, out of the XML of its cells.
struct Workbook {
  var sheet: String
  var name = "Customer_groups"
  var strings: String?
  var styles: String?
  var properties = ""
  var behindData = ""

  /// A workbook whose rows are the given XML.
  init(rows: String) { sheet = rows }

  /// A workbook of inline strings as F&O writes it: empty cells left out.
  init(texts: [[String]]) {
    sheet = texts.enumerated().map { row, cells in
      let inner = cells.enumerated().filter { !$0.element.isEmpty }.map { column, text in
        "<c r=\"\(Workbook.letters(column))\(row + 1)\" t=\"inlineStr\"><is><t xml:space=\"preserve\">"
          + Finops.escaped(text) + "</t></is></c>"
      }
      return "<row r=\"\(row + 1)\">\(inner.joined())</row>"
    }.joined()
  }

  static func letters(_ column: Int) -> String {
    var letters = ""
    var rest = column + 1
    while rest > 0 {
      letters = String(UnicodeScalar(UInt8(65 + (rest - 1) % 26))) + letters
      rest = (rest - 1) / 26
    }
    return letters
  }

  /// The rows of the header and of one more row of the given cells, each the rest of a `c` element.
  static func row(_ cells: [String]) -> Workbook {
    let headings = cells.indices.map { "<c t=\"inlineStr\"><is><t>H\($0)</t></is></c>" }
    return Workbook(rows: "<row>\(headings.joined())</row><row>\(cells.map { "<c\($0)</c>" }.joined())</row>")
  }

  var entries: [(String, [UInt8])] {
    let relation = "http://schemas.openxmlformats.org/officeDocument/2006/relationships"
    let main = "xmlns=\"http://schemas.openxmlformats.org/spreadsheetml/2006/main\" xmlns:r=\"\(relation)\""
    var relations = "<Relationship Id=\"rId1\" Type=\"\(relation)/worksheet\" Target=\"worksheets/sheet1.xml\"/>"
    if strings != nil {
      relations += "<Relationship Id=\"rId2\" Type=\"\(relation)/sharedStrings\" Target=\"/xl/sharedStrings.xml\"/>"
    }
    if styles != nil { relations += "<Relationship Id=\"rId3\" Type=\"\(relation)/styles\" Target=\"styles.xml\"/>" }
    relations +=
      "<Relationship Id=\"rId4\" Type=\"\(relation)/worksheet\" Target=\"./worksheets/../worksheets/two.xml\"/>"
    var parts = [
      ("[Content_Types].xml", "<Types/>"),
      (
        "xl/workbook.xml",
        "<workbook \(main)>\(properties)<sheets><sheet name=\"\(name)\" sheetId=\"1\" r:id=\"rId1\"/>"
          + "<sheet name=\"Second\" sheetId=\"2\" r:id=\"rId4\"/></sheets></workbook>"
      ),
      ("xl/_rels/workbook.xml.rels", "<Relationships>\(relations)</Relationships>"),
      ("xl/worksheets/sheet1.xml", "<worksheet \(main)><sheetData>\(sheet)</sheetData>\(behindData)</worksheet>"),
      (
        "xl/worksheets/two.xml",
        "<worksheet \(main)><sheetData><row r=\"1\"><c r=\"A1\" t=\"str\"><v>SECOND</v></c></row></sheetData></worksheet>"
      ),
    ]
    if let strings { parts.append(("xl/sharedStrings.xml", "<sst \(main)>\(strings)</sst>")) }
    if let styles { parts.append(("xl/styles.xml", "<styleSheet \(main)>\(styles)</styleSheet>")) }
    return parts.map { ($0.0, Array("<?xml version=\"1.0\" encoding=\"UTF-8\" standalone=\"yes\"?>\n\($0.1)".utf8)) }
  }
}
