import Archives
import Findings
import Mapping
import Packages
import Records
import TestSupport
import Testing

@Suite("Workbooks that are written")
struct WorkbookWriterTests {
  let folder: TestFolder

  init() throws { folder = try TestFolder() }

  static let columns = ["DESCRIPTION", "CUSTOMERGROUPID"]

  /// Writes records of a description and a group into a package; its path.
  @discardableResult
  func write(
    _ rows: [[String]], to name: String = "package.zip", format: FinopsFileFormat = .workbook, jobs: Int = 1,
    chunk: Int = 1 << 20
  ) throws -> String {
    let schema = try #require(try SchemaCatalogue.builtIn().schema(named: "CustCustomerGroupEntity"))
    let task = TaskTemplate(
      name: "groups", source: "group", destination: schema.name, order: 1,
      fields: Self.columns.map { FieldMapping(destination: $0, sources: [SourcePath($0)]) })
    let template = Template(name: "groups", title: "Groups", order: 1, destination: .finops, tasks: [task])
    var places = SourceColumns(width: 2)
    for (place, column) in Self.columns.enumerated() { places.values[column.lowercased()] = place }
    let free = EntitySchema(side: .finops, name: schema.name, label: schema.label, keys: [], attributes: [])
    let lookups = LookupContext()
    let compiler = PlanCompiler(
      task, of: template, source: nil, destination: free, inputColumns: Set(places.values.keys),
      lookups: LookupSchema(lookups))
    var mapper = RecordMapper(compiler.plan(for: places))
    var batch = RecordBatch(width: 2, firstNumber: 1)
    for (number, row) in rows.enumerated() {
      for text in row {
        batch.fields.append(FieldRange(start: batch.bytes.count, end: batch.bytes.count + text.utf8.count))
        batch.bytes += text.utf8
      }
      batch.lines.append(UInt32(number + 2))
    }
    let file = try OutputFile(folder.path(name))
    let writer = FinopsPackageWriter(project: "P2C", format: format, chunk: chunk) {
      ZipWriter(file: file, level: 1, time: 1_717_243_200, jobs: jobs)
    }
    writer.begin(schema, fields: Self.columns.enumerated().map { ($0.element, $0.offset) }, level: 1)
    for record in rows.indices {
      mapper.begin()
      mapper.map(batch, record, lookups, parents: true)
      try writer.write(mapper, batch)
      #expect(writer.plainBytes > 0)
    }
    try writer.end()
    #expect(writer.plainBytes == 0)
    #expect(try writer.finish())
    try file.close(sync: false)
    return folder.path(name)
  }

  /// The parts of the package's only workbook, by name.
  private func parts(_ path: String) throws -> [(name: String, text: String)] {
    let package = try Container.open(path)
    let entry = try #require(package.entry(named: "Customer groups.xlsx"))
    let workbook = try package.inner(entry)
    return try workbook.entries.map {
      ($0.name, String(decoding: try workbook.readAll($0, limit: 1 << 24), as: UTF8.self))
    }
  }

  static let texts = [
    "plain", " leading", "trailing ", "\t", "\r", "\n", "two\nlines", "two\r\nlines\r", "a  b", "007", "=1+1", "1E5",
    "& < > \" ' ]]>", "Grüße 株 😀", "_x0041_", "_x0041_x0042_", "__x005F_", "_x005F_x0041_", "_x005f_", "_X0041_",
    "_x41_", "_xZZZZ_", "a_x000D_", "_xD83D__xDE00_", "_x0001_", "_", "__", "_x", "x0041_", "_x004\u{301}1_",
    String(repeating: "ä", count: 32_767), String(repeating: "_x0041_", count: 4_681), "\u{85}\u{A0}\u{2028}", "\u{7F}",
  ]

  @Test("Every text is read back as it was")
  func texts() throws {
    let rows = Self.texts.enumerated().map { [$0.element, "\($0.offset)"] }
    let path = try write(rows)
    let content = try Reading.content(path)
    #expect(content.columns == ["CUSTOMERGROUPID", "DESCRIPTION"], "the key comes first")
    #expect(content.rows.map { [$0[1], $0[0]] } == rows)
    #expect(content.lines == rows.indices.map { $0 + 2 })
    #expect(content.issues.isEmpty && content.remarks.isEmpty)
    let entity = try #require(try Reading.package(path).entities.first)
    #expect(entity.format == .xlsx && entity.remarks.isEmpty && entity.file == "Customer groups.xlsx")
  }

  @Test("Cells are inline strings with their places; empty ones are left out; blanks at the ends are kept")
  func cells() throws {
    let path = try write([["", "10"], ["a & b", "20"], [" c", ""], ["d ", "_x0041_"]])
    let sheet = try #require(try parts(path).last)
    #expect(sheet.name == "xl/worksheets/sheet1.xml")
    let rows = sheet.text.split(separator: "\r\n").dropFirst(2).dropLast().map(String.init)
    #expect(
      rows == [
        "<row r=\"1\"><c r=\"A1\" t=\"inlineStr\"><is><t>CUSTOMERGROUPID</t></is></c>"
          + "<c r=\"B1\" t=\"inlineStr\"><is><t>DESCRIPTION</t></is></c></row>",
        "<row r=\"2\"><c r=\"A2\" t=\"inlineStr\"><is><t>10</t></is></c></row>",
        "<row r=\"3\"><c r=\"A3\" t=\"inlineStr\"><is><t>20</t></is></c>"
          + "<c r=\"B3\" t=\"inlineStr\"><is><t>a &amp; b</t></is></c></row>",
        "<row r=\"4\"><c r=\"B4\" t=\"inlineStr\"><is><t xml:space=\"preserve\"> c</t></is></c></row>",
        "<row r=\"5\"><c r=\"A5\" t=\"inlineStr\"><is><t>_x005F_x0041_</t></is></c>"
          + "<c r=\"B5\" t=\"inlineStr\"><is><t xml:space=\"preserve\">d </t></is></c></row>",
      ])
  }

  @Test("The sheet has the name that the manifest says")
  func sheet() throws {
    let path = try write([["a", "10"]])
    let parts = try parts(path)
    #expect(parts.first?.name == "[Content_Types].xml", "by it programs know what the zip is")
    #expect(parts.contains { $0.name == "xl/workbook.xml" && $0.text.contains("<sheet name=\"Customer_groups\" ") })
    let package = try Container.open(path)
    let manifest = try package.readAll(try #require(package.entry(named: "Manifest.xml")), limit: 1 << 20)
    let text = String(decoding: manifest.dropFirst(2).filter { $0 != 0 }, as: UTF8.self)
    #expect(text.contains("<ExcelSheetName>Customer_groups$</ExcelSheetName>"))
    #expect(text.contains("<SourceFormat>EXCEL</SourceFormat>"))
    #expect(text.contains("<InputFilePath>Customer groups.xlsx</InputFilePath>"))
  }

  @Test("The same records give the same bytes, whatever the threads and the chunks")
  func deterministic() throws {
    let rows = (0..<20_000).map { ["Group \($0 * 7_919 % 10_007)", "\($0)"] }
    let path = try write(rows, to: "one.zip")
    try write(rows, to: "two.zip", jobs: 3, chunk: 5_000)
    #expect(try folder.bytes("one.zip") == folder.bytes("two.zip"))
    let content = try Reading.content(path)
    #expect(content.rows.map { [$0[1], $0[0]] } == rows)
  }

  @Test("Every format gives the same records back", arguments: FinopsFileFormat.all.filter { !$0.isDescribed })
  func formats(_ format: FinopsFileFormat) throws {
    let rows = [["Grüße, \"Ω\" & <Co>", "10"], ["two\r\nlines", "20"], [" blanks ", "30"], ["", "40"]]
    #expect(try Reading.content(try write(rows, format: format)).rows.map { [$0[1], $0[0]] } == rows)
    #expect(FinopsFileFormat(named: format.name)?.format == format.format)
  }

  @Test("A workbook says when it is full")
  func full() throws {
    #expect(FinopsFileFormat.workbook.mostRecords == 1_048_575 && FinopsFileFormat.workbook.mostColumns == 255)
    #expect(FinopsFileFormat.workbook.mostCharacters == 32_767)
    #expect(FinopsFileFormat(named: "configuration-migration") == nil)
  }
}
