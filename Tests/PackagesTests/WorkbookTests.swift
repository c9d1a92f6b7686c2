import Archives
import Findings
import Mapping
import Packages
import Records
import TestSupport
import Testing

@Suite("Workbooks")
struct WorkbookTests {
  let folder: TestFolder

  init() throws { folder = try TestFolder() }

  /// The path of a package with the workbook as its only entity, of a name that no schema has.
  func package(_ workbook: Workbook, sheet: String = "", target: String = "MyThingEntity") throws -> String {
    let bytes = try TestFolder.zipped(workbook.entries)
    let listed = Finops.Listed(label: "My things", target: target, file: "a.xlsx", sheet: sheet)
    return try folder.zip("package.zip", Finops.entries([listed], [("a.xlsx", bytes)]))
  }

  func content(_ workbook: Workbook) throws -> Reading.Content { try Reading.content(try package(workbook)) }

  /// What becomes of one cell.
  func text(of cell: String, styles: String? = nil, properties: String = "") throws -> String? {
    var workbook = Workbook.row([cell, " t=\"str\"><v>x</v>"])
    workbook.styles = styles
    workbook.properties = properties
    return try content(workbook).rows.first?.first
  }

  static let cells: [(String, String)] = [
    ("><v>5</v>", "5"), ("><v>5.0</v>", "5"), ("><v>-12.50</v>", "-12.5"), ("><v>0.30000000000000004</v>", "0.3"),
    ("><v>1.1000000000000001</v>", "1.1"), ("><v>8.9844999999999997</v>", "8.9845"), ("><v>1E-3</v>", "0.001"),
    ("><v>1.2345678901234568E+16</v>", "12345678901234600"), ("><v>12345678901234567</v>", "12345678901234567"),
    ("><v>1E+20</v>", "100000000000000000000"), ("><v>-0</v>", "0"), ("><v>0.5</v>", "0.5"), ("><v>.5</v>", "0.5"),
    ("><v>2.5E-7</v>", "0.00000025"), ("><v>0.99999999999999989</v>", "1"), ("><v>99999.999999999985</v>", "100000"),
    (" t=\"n\"><v> 7 </v>", "7"), (" t=\"b\"><v>1</v>", "Yes"), (" t=\"b\"><v>0</v>", "No"),
    (" t=\"e\"><v>#N/A</v>", "#N/A"), (" t=\"str\"><f>A1</f><v>a_x000D_b &amp;</v>", "a\rb &"),
    ("><f>1+1</f><v>2</v>", "2"), (" t=\"d\"><v>2024-06-01T12:30:00Z</v>", "2024-06-01 12:30:00"),
    (" t=\"inlineStr\"><is><t>in_x0041_line</t></is>", "inAline"), (" t=\"inlineStr\"><is><t> 007 </t></is>", " 007 "),
    (
      " t=\"inlineStr\"><is><r><rPr><sz val=\"11\"/></rPr><t>ri</t></r><r><t>ch</t></r><rPh sb=\"0\"><t>no</t></rPh></is>",
      "rich"
    ),
    (" t=\"inlineStr\"><is><t>_x005F_x0041_ _xD83D__xDE00_ _x004_</t></is>", "_x0041_ \u{1F600} _x004_"),
    (" s=\"99\"><v>44000</v>", "44000"), ("><v></v>", ""), (" t=\"inlineStr\"><is/>", ""),
    ("><v>no number</v>", "no number"),
  ]

  @Test(
    "Characters that only an escape can bring are known to be there",
    arguments: ["_x0001_", "_xFFFE_", "_xD800_", "_xDC00_"])
  func forbidden(_ escape: String) throws {
    let batch = try Reading.batch(try package(.row([" t=\"inlineStr\"><is><t>a\(escape)b</t></is>"])))
    #expect(!batch.fitsXML && !UTF8Text.fitsXML(batch.bytes.span.extracting(batch.range(0, 0).bounds)))
  }

  @Test("A text that cells share stands once in a batch")
  func lent() throws {
    var workbook = Workbook(rows: "<row><c t=\"str\"><v>H</v></c><c t=\"str\"><v>I</v></c></row>")
    workbook.sheet += String(repeating: "<row><c t=\"s\"><v>0</v></c><c t=\"s\"><v>1</v></c></row>", count: 50)
    let (long, short) = (String(repeating: "long ", count: 200), "short")
    workbook.strings = "<si><t>\(long)</t></si><si><t>\(short)</t></si>"
    let batch = try Reading.batch(try package(workbook))
    #expect(batch.count == 50 && (0..<50).allSatisfy { batch.text($0, 0) == long && batch.text($0, 1) == short })
    #expect(Set((0..<50).map { batch.range($0, 0).start }).count == 1)
    #expect(batch.bytes.count < 2 * long.utf8.count)
  }

  @Test(
    "A cell has no more characters than Excel takes",
    arguments: [
      (32_767, "x", 0), (32_768, "x", 1), (16_384, "\u{1F600}", 1), (16_383, "\u{1F600}", 0), (100_000, "é", 1),
    ], [false, true])
  func longCell(_ cell: (count: Int, character: String, faults: Int), isShared: Bool) throws {
    let text = String(repeating: cell.character, count: cell.count)
    let last = isShared ? " t=\"s\"><v>0</v>" : " t=\"inlineStr\"><is><t>\(text)</t></is>"
    var workbook = Workbook.row([" t=\"str\"><v>a</v>", last])
    workbook.strings = "<si><t>\(text)</t></si>"
    let batch = try Reading.batch(try package(workbook))
    #expect(batch.issues.map(\.issue) == Array(repeating: .longCell(1), count: cell.faults))
    #expect(batch.text(0, 1).utf16.count <= Issue.longestCell && text.hasPrefix(batch.text(0, 1)))
    #expect(cell.faults == 1 || batch.text(0, 1) == text)
  }

  @Test("Cells count for what a workbook unpacks to, shared strings each time")
  func counted() throws {
    var workbook = Workbook(rows: "<row><c t=\"str\"><v>H</v></c></row>")
    workbook.sheet += String(repeating: "<row><c t=\"s\"><v>0</v></c></row>", count: 1_000)
    workbook.strings = "<si><t>\(String(repeating: "x", count: 20_000))</t></si>"
    let path = try package(workbook)
    #expect(try Reading.content(path).rows.count == 1_000)
    var limits = ReadLimits.standard
    limits.unpackedBytes = 4 << 20
    let opener = PackageOpener(schemas: try SchemaCatalogue.builtIn(), limits: limits)
    #expect {
      for package in try opener.open(path) {
        var scan = try PackageScan(package, entities: Set(package.entities.indices))
        while try scan.next() != nil {}
      }
    } throws: { error in
      guard case .unpacksToTooMuch(_, _, limit: limits.unpackedBytes)? = error as? ArchiveError else { return false }
      return true
    }
  }

  @Test("An escape of a character that XML can carry is one like any other")
  func harmless() throws {
    #expect(try Reading.batch(try package(.row([" t=\"inlineStr\"><is><t>a_x000D_</t></is>"]))).fitsXML)
  }

  @Test("Cells become the text that F&O writes", arguments: cells)
  func cell(_ cell: String, _ wanted: String) throws { #expect(try text(of: cell) == wanted) }

  static let dates: [(String, Bool, String)] = [
    ("1", false, "1900-01-01 00:00:00"), ("59", false, "1900-02-28 00:00:00"), ("60", false, "1900-02-29 00:00:00"),
    ("61", false, "1900-03-01 00:00:00"), ("25569", false, "1970-01-01 00:00:00"),
    ("40574", false, "2011-01-31 00:00:00"),
    ("36585", false, "2000-02-29 00:00:00"), ("73050", false, "2099-12-31 00:00:00"),
    ("73110", false, "2100-03-01 00:00:00"),
    ("44348.520833333336", false, "2021-06-01 12:30:00"), ("44348.999999", false, "2021-06-02 00:00:00"),
    ("2958465", false, "9999-12-31 00:00:00"), ("2958466", false, "2958466"), ("-1", false, "-1"), ("0", false, "0"),
    ("0.75", false, "18:00:00"), ("0", true, "1904-01-01 00:00:00"), ("60", true, "1904-03-01 00:00:00"),
    ("39112", true, "2011-01-31 00:00:00"), ("24107", true, "1970-01-01 00:00:00"),
  ]

  @Test("Days are dates of the workbook's system", arguments: dates)
  func date(_ serial: String, _ from1904: Bool, _ wanted: String) throws {
    let styles = "<cellXfs><xf numFmtId=\"0\"/><xf numFmtId=\"14\"/></cellXfs>"
    let properties = from1904 ? "<workbookPr date1904=\"1\"/>" : "<workbookPr/>"
    #expect(try text(of: " s=\"1\"><v>\(serial)</v>", styles: styles, properties: properties) == wanted)
  }

  static let codes: [(String, Bool)] = [
    ("yyyy\\-mm\\-dd", true), ("d/m/yy", true), ("[$-409]h:mm AM/PM", true), ("[h]:mm", true), ("[ss]", true),
    ("[Red]0.00", false), ("#,##0 \"days\"", false), ("0\\d", false), ("General", false), ("0.00E+00", false),
    ("[$-F800]dddd", true), ("\"kr.\" #,##0.00;d", false), ("[>100]0.0", false), ("_-* #,##0_m", false), ("@", false),
    ("ss.000", true),
  ]

  @Test("A format is a date's if it has day, month, year, hour or second", arguments: codes)
  func formatCode(_ code: String, isDate: Bool) throws {
    let styles =
      "<numFmts><numFmt numFmtId=\"164\" formatCode=\"\(Finops.escaped(code))\"/></numFmts>"
      + "<cellXfs><xf numFmtId=\"0\"/><xf numFmtId=\"164\"/></cellXfs>"
    #expect(try text(of: " s=\"1\"><v>40574</v>", styles: styles) == (isDate ? "2011-01-31 00:00:00" : "40574"))
  }

  @Test(
    "Formats that need no definition",
    arguments: [
      (0, false), (13, false), (14, true), (22, true), (23, false), (37, false), (45, true), (47, true), (48, false),
      (49, false),
    ])
  func builtIn(_ id: Int, isDate: Bool) throws {
    let styles = "<cellXfs><xf numFmtId=\"\(id)\"/></cellXfs>"
    #expect(try text(of: "><v>40574</v>", styles: styles) == (isDate ? "2011-01-31 00:00:00" : "40574"))
  }

  @Test("Shared strings may be rich, and what they are pronounced like is no part of them")
  func shared() throws {
    var workbook = Workbook.row([" t=\"s\"><v>3</v>", " t=\"s\"><v>0</v>", " t=\"s\"><v>1</v>", " t=\"s\"><v>2</v>"])
    workbook.strings = """
      <si><t xml:space="preserve"> one </t></si><si><r><rPr><b/></rPr><t>two</t></r><r><t xml:space="preserve"> parts</t></r>
      <rPh sb="0" eb="1"><t>tsu</t></rPh></si><si><t/></si><si><t>a_x000D_
      b</t><phoneticPr fontId="1"/></si>
      """
    #expect(try content(workbook).rows == [["a\r\nb", " one ", "two parts", ""]])
  }

  @Test("Strings and styles count though no relationship names them")
  func unrelated() throws {
    var workbook = Workbook.row([" t=\"s\"><v>0</v>", " s=\"0\"><v>40574</v>"])
    workbook.strings = "<si><t>one</t></si>"
    workbook.styles = "<cellXfs><xf numFmtId=\"14\"/></cellXfs>"
    let entries = workbook.entries.map { entry in
      let text = String(decoding: entry.1, as: UTF8.self)
      return (entry.0, Array(text.replacing(/<Relationship Id="rId[23]"[^>]*>/, with: "").utf8))
    }
    let listed = Finops.Listed(target: "MyThingEntity", file: "a.xlsx")
    let path = try folder.zip("p.zip", Finops.entries([listed], [("a.xlsx", try TestFolder.zipped(entries))]))
    #expect(try Reading.content(path).rows == [["one", "2011-01-31 00:00:00"]])
  }

  @Test("A header of shared strings is read though its strings stand last")
  func sharedHeader() throws {
    let count = 20_000
    var workbook = Workbook(
      rows: "<row r=\"3\"><c r=\"B3\" t=\"s\"><v>\(count)</v></c><c r=\"A3\" t=\"s\"><v>\(count + 1)</v></c></row>"
        + (0..<count).map { "<row><c t=\"s\"><v>\($0)</v></c><c><v>\($0)</v></c></row>" }.joined())
    workbook.strings =
      (0..<count).map { "<si><t>String number \($0)</t></si>" }.joined() + "<si><t>B</t></si><si><t>A</t></si>"
    let content = try content(workbook)
    #expect(content.columns == ["A", "B"])
    #expect(content.rows == (0..<count).map { ["String number \($0)", "\($0)"] })
    #expect(content.numbers == Array(1...count) && content.lines == (0..<count).map { $0 + 4 })
    #expect(content.remarks == ["P2C1218 B numbers"])
  }

  @Test("Cells and rows that are left out are empty, and rows without text are no records")
  func gaps() throws {
    let content = try content(
      Workbook(
        rows: """
          <row r="1"/><row r="2"><c r="A2" s="1"/></row><row r="4"><c r="A4" t="str"><v>A</v></c><c r="B4" t="str"><v>B</v></c>
          <c r="C4" t="str"><v>C</v></c></row><row r="5"><c r="C5"><v>3</v></c></row><row r="9"><c r="B9"><v>2</v></c><c/>
          </row><row r="10"><c r="A10" t="inlineStr"><is><t></t></is></c></row><row><c><v>1</v></c></row>
          """))
    #expect(content.columns == ["A", "B", "C"])
    #expect(content.rows == [["", "", "3"], ["", "2", ""], ["1", "", ""]])
    #expect(content.lines == [5, 9, 11])
  }

  @Test("A value beyond the header is a fault of its record")
  func beyond() throws {
    let content = try content(
      Workbook(
        rows: "<row><c t=\"str\"><v>A</v></c></row><row><c r=\"A2\"><v>1</v></c><c r=\"AA2\"><v>2</v></c></row>"))
    #expect(content.rows == [["1"]] && content.issues == [.fieldCount(27, expected: 1)])
  }

  @Test(
    "The sheet is the one that the manifest names, else the first",
    arguments: [("Second$", "SECOND", 0), ("'second$'", "SECOND", 0), ("", "H0", 0), ("Missing$", "H0", 1)])
  func sheet(_ name: String, heading: String, remarks: Int) throws {
    let content = try Reading.content(try package(Workbook.row(["><v>1</v>"]), sheet: name))
    #expect(content.columns == [heading])
    #expect(content.remarks.filter { $0 == "P2C1226 sheet" }.count == remarks)
  }

  @Test("Traces of a spreadsheet and of an export's dummy row are remarks")
  func remarks() throws {
    var workbook = Workbook(
      rows: """
        <row><c t="str"><v>A</v></c><c t="str"><v>B</v></c></row><row><c t="inlineStr"><is><t>This is a string that is inserted \
        into Excel as a dummy cell to let</t></is></c></row><row><c><v>1</v></c><c t="str"><f>A1</f><v>x</v></c></row>
        """)
    workbook.behindData = "<mergeCells count=\"1\"><mergeCell ref=\"A1:B1\"/></mergeCells>"
    let content = try content(workbook)
    #expect(
      content.remarks == ["P2C1218 A numbers", "P2C1218 B formulas", "P2C1218 merged cells", "P2C1226 dummy row"])
    #expect(content.rows.count == 2, "the dummy row is a record still")
  }

  @Test("A sheet wider than F&O writes is a remark", arguments: [255, 256])
  func wide(_ count: Int) throws {
    let content = try content(Workbook(texts: [(0..<count).map { "C\($0)" }, (0..<count).map { "\($0)" }]))
    #expect(content.remarks == (count > 255 ? ["P2C1226 columns"] : []))
    #expect(content.rows == [(0..<count).map { "\($0)" }])
  }

  @Test("Batches stay small though many cells share one long string")
  func amplified() throws {
    let rows = (0..<300).map { _ in "<row><c t=\"s\"><v>0</v></c></row>" }
    var workbook = Workbook(rows: "<row><c t=\"str\"><v>A</v></c></row>" + rows.joined())
    workbook.strings = "<si><t>\(String(repeating: "x", count: 30_000))</t></si>"
    var scan = try PackageScan(try Reading.package(try package(workbook)), entities: [0])
    var count = 0
    while let (_, batch) = try scan.next() {
      #expect(batch.bytes.count < 2 << 20)
      #expect(batch.firstNumber == count + 1)
      count += batch.count
    }
    #expect(count == 300)
  }

  @Test(
    "A doubled or blank heading of a known entity is refused",
    arguments: [["CUSTOMERGROUPID", "", "DESCRIPTION"], ["CUSTOMERGROUPID", "DESCRIPTION", "description"]])
  func header(_ headings: [String]) throws {
    let path = try package(Workbook(texts: [headings]), target: "CustCustomerGroupEntity")
    #expect(#expect(throws: PackageError.self) { try Reading.package(path) }?.code == .headerColumnEmptyOrTwice)
  }

  static let damages: [(String, String, String, FindingCode?)] = [
    ("xl/worksheets/sheet1.xml", "</worksheet>", "", .xmlNotWellFormed),
    ("xl/worksheets/sheet1.xml", "<worksheet", "<!DOCTYPE a><worksheet", .doctypeOrEntityRefused),
    ("xl/worksheets/sheet1.xml", "t=\"str\"", "t=\"s\"", .xmlNotWellFormed),
    ("xl/worksheets/sheet1.xml", "<c ><v>1", "<c r=\"ZZZZ1\"><v>1", .xmlNotWellFormed),
    ("xl/workbook.xml", "rId1", "rId9", nil),
    ("xl/workbook.xml", "workbook", "wurkbook", .xmlNotWellFormed),
    ("xl/_rels/workbook.xml.rels", "Relationship ", "Relation ", .xmlNotWellFormed),
    ("xl/_rels/workbook.xml.rels", "sheet1.xml", "sheet7.xml", .xmlNotWellFormed),
  ]

  @Test("Damaged workbooks are refused", arguments: damages)
  func damaged(_ part: String, _ text: String, _ replacement: String, _ code: FindingCode?) throws {
    let whole = Workbook(
      rows:
        "<row><c t=\"inlineStr\"><is><t>A</t></is></c></row><row><c ><v>1</v></c></row><row><c t=\"str\"><v>1</v></c></row>"
    )
    var entries = whole.entries
    let place = try #require(entries.firstIndex { $0.0 == part })
    let plain = String(decoding: entries[place].1, as: UTF8.self)
    var changed = plain.replacing(text, with: replacement)
    if part == "xl/_rels/workbook.xml.rels", text == "Relationship " { changed = "<Relationships/>" }
    entries[place].1 = Array(changed.utf8)
    #expect(changed != plain)
    let path = try folder.zip(
      "p.zip",
      Finops.entries([.init(target: "MyThingEntity", file: "a.xlsx")], [("a.xlsx", try TestFolder.zipped(entries))]))
    if code == nil {
      #expect(try Reading.content(path).columns == ["SECOND"], "a sheet that is not there is none of the sheets")
      return
    }
    let error = #expect(throws: PackageError.self) { try Reading.content(path) }
    #expect(error?.code == code)
  }

  @Test("A file that only begins like a zip is no workbook")
  func noZip() throws {
    let bytes = Array(try TestFolder.zipped(Workbook.row(["><v>1</v>"]).entries).prefix(300))
    let path = try folder.zip("p.zip", Finops.entries([.init(file: "a.xlsx")], [("a.xlsx", bytes)]))
    let error = #expect(throws: PackageError.self) { try Reading.package(path) }
    #expect(error?.code == .xmlNotWellFormed)
  }

  @Test("Booleans are NoYes in F&O and True or False in Sales")
  func booleans() throws {
    let rows =
      "<row><c t=\"str\"><v>accountnumber</v></c><c t=\"str\"><v>donotemail</v></c></row>"
      + "<row><c t=\"str\"><v>A-1</v></c><c t=\"b\"><v>1</v></c></row>"
    let path = try folder.write("account.xlsx", try TestFolder.zipped(Workbook(rows: rows).entries))
    #expect(try Reading.package(path).kind == .salesFiles)
    #expect(try Reading.content(path).rows == [["A-1", "True"]])
  }
}
