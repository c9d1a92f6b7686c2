import Archives
import Packages
import Records
import TestSupport
import Testing

@Suite("Lists as workbooks")
struct ListWorkbookTests {
  let folder: TestFolder

  init() throws { folder = try TestFolder() }

  private typealias Rows = [[String]]

  /// Writes lists into a workbook; its path.
  private func write(
    _ lists: [(name: String, rows: Rows)], as file: String = "lists.xlsx", mostRows: Int = ListWorkbook.mostRows,
    jobs: Int = 1
  ) throws -> String {
    let output = try OutputFile(folder.path(file))
    let given = lists.map {
      ListWorkbook.List(
        name: $0.name, headings: $0.rows[0], widths: $0.rows[0].map(\.count), rows: $0.rows.count - 1)
    }
    var workbook = try ListWorkbook(
      given, to: ZipWriter(file: output, level: 6, time: 0, jobs: jobs), mostRows: mostRows)
    for list in lists {
      try workbook.beginList()
      var batch = RecordBatch(width: list.rows[0].count, firstNumber: 1)
      for row in list.rows.dropFirst() {
        for text in row {
          batch.fields.append(FieldRange(start: batch.bytes.count, end: batch.bytes.count + text.utf8.count))
          batch.bytes += text.utf8
        }
        batch.lines.append(1)
      }
      for record in 0..<batch.count { try workbook.append(batch, record) }
    }
    try workbook.end()
    try output.close(sync: false)
    return folder.path(file)
  }

  private static let header = ["accountnumber", "name", "description"]

  @Test("What a spreadsheet would change stays as it is")
  func texts() throws {
    let values = [
      "=1+1", "000101", "1E5", "12345678901234567890", " blanks ", "a\nb", "_x000D_", "x\u{1}y", "<&>\"", "€ 𝒳",
    ]
    let rows = values.map { [$0, "Name", $0] }
    let read = try Reading.contents(try Reading.package(try write([("accounts.customers", [Self.header] + rows)])))
    #expect(read["account"]?.rows == rows)
  }

  @Test("All sheets that fit an entity are read, also several of one")
  func sheets() throws {
    let contacts = [["firstname", "lastname", "msdynce_contactnumber"], ["A", "B", "C-1"]]
    let rows = (1...5).map { ["A-\($0)", "Name \($0)", ""] }
    let path = try write(
      [
        ("accounts.customers", [Self.header] + rows), ("contacts.contacts", contacts), ("notes", [["red"], ["round"]]),
      ],
      mostRows: 2)
    let package = try Reading.package(path)
    #expect(package.entities.map(\.name) == ["account", "account", "account", "contact"])
    var scan = try PackageScan(package, entities: Set(package.entities.indices))
    var numbers: [String] = []
    while let (entity, batch) = try scan.next() {
      for record in 0..<batch.count { numbers.append("\(entity) \(batch.text(record, 0))") }
    }
    #expect(numbers == ["0 A-1", "0 A-2", "1 A-3", "1 A-4", "2 A-5", "3 A"])
  }

  @Test("A text that no cell can have is cut, and says so")
  func long() throws {
    let long = String(repeating: "x", count: 40_000)
    let read = try Reading.contents(
      try Reading.package(try write([("accounts.customers", [Self.header, ["A-1", "Name", long]])])))
    let cell = try #require(read["account"]?.rows.first?[2])
    #expect(cell.utf16.count == 32_767)
    #expect(cell.hasSuffix("… [cut: 40000 characters]"))
  }

  @Test("The bytes do not depend on the threads")
  func deterministic() throws {
    let rows = (1...20_000).map { ["A-\($0)", "Name \($0 % 97)", String($0 * $0)] }
    let one = try write([("a", [Self.header] + rows)], as: "one.xlsx")
    let other = try write([("a", [Self.header] + rows)], as: "other.xlsx", jobs: 4)
    #expect(one != other)
    #expect(try folder.bytes("one.xlsx") == folder.bytes("other.xlsx"))
  }

  @Test("Sheets have names that Excel takes")
  func names() throws {
    let long = String(repeating: "n", count: 40)
    let names = ["a/b:c", "'quoted'", "", "History", long, long.uppercased()]
    let path = try write(names.map { ($0, [Self.header]) })
    let container = try Container.open(path)
    let entry = try #require(container.entries.first { $0.name == "xl/workbook.xml" })
    let text = String(decoding: try container.readAll(entry, limit: 1 << 20), as: UTF8.self)
    let found = text.matches(of: /<sheet name="([^"]*)"/).map { String($0.output.1) }
    #expect(
      found == [
        "a_b_c", "quoted", "Sheet", "History (2)", String(long.prefix(31)),
        String(long.uppercased().prefix(27)) + " (2)",
      ])
  }
}
