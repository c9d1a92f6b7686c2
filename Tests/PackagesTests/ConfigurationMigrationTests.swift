import Findings
import Foundation
import Packages
import Records
import TestSupport
import Testing

@Suite("Configuration Migration packages")
struct ConfigurationMigrationTests {
  let folder: TestFolder

  init() throws { folder = try TestFolder() }

  static let types = ("[Content_Types].xml", Array("<Types />".utf8))
  static let wanted = [
    [Sales.ids[0], "O'Brien & Søn", "", "", "", "25.0000"],
    [Sales.ids[1], "", Sales.ids[2], "contact", "Ada & Bo", ""],
  ]

  func package(_ data: String, _ schema: String = Sales.accountSchema, dataFirst: Bool = true) throws -> String {
    var entries = [("data.xml", Array(data.utf8)), ("data_schema.xml", Array(schema.utf8)), Self.types]
    if !dataFirst { entries.swapAt(0, 1) }
    return try folder.zip("package.zip", entries)
  }

  static let declaration = "<?xml version=\"1.0\" encoding=\"utf-8\"?>"
  static let forms: [(String, @Sendable (String) -> String)] = [
    ("as exported", { $0 }),
    ("with a mark", { "\u{FEFF}" + $0 }),
    ("with a declaration", { declaration + $0.drop(while: \.isWhitespace) }),
    ("with mark, declaration and LF", { "\u{FEFF}" + declaration + $0.replacing("\r\n", with: "\n") }),
    ("with comments and instructions", { $0.replacing("\r\n", with: "\r\n<!-- a <b> --><?c d?>") }),
    ("with single quotes", { $0.replacing("\"", with: "'") }),
    ("with end tags", { $0.replacing(" />", with: "></field>").replacing("<m2mrelationships></field>", with: "") }),
    (
      "with attributes in another order",
      { $0.replacing(/(name="\w+") (value="[^"]*")/) { "\($0.output.2) \($0.output.1)" } }
    ),
    (
      "with unknown elements and attributes",
      { $0.replacing("<records>", with: "<hints why=\"none\"><hint /></hints><records total=\"2\">") }
    ),
  ]

  @Test("The records are the same in every form", arguments: forms.indices)
  func everyForm(_ form: Int) throws {
    let (name, change) = Self.forms[form]
    let path = try package(change(Sales.accountData))
    let package = try Reading.package(path)
    #expect(package.kind == .salesConfigurationMigration)
    #expect(package.entities.map(\.name) == ["account"])
    #expect(package.entities[0].encoding == (name.contains("mark") ? .utf8WithMark : .utf8))
    let content = try Reading.content(path)
    #expect(content.rows == Self.wanted, "\(name)")
    #expect(content.numbers == [1, 2])
  }

  @Test("Both dialects are reported by their time stamps")
  func dialects() throws {
    let current = try Reading.package(try package(Sales.accountData))
    #expect(current.versions == ["dialect": "current", "timestamp": "2024-06-01T12:00:00.0000000Z"])
    let other = try TestFolder()
    let data = Sales.data([Sales.records("account", [])], timestamp: "4/5/2019 8:59:23 AM")
    let old = try Reading.package(
      try other.zip(
        "a.zip", [("data_schema.xml", Array(Sales.accountSchema.utf8)), ("data.xml", Array(data.utf8)), Self.types]))
    #expect(old.versions["dialect"] == "2019")
    #expect(old.entities.map(\.name) == ["account"])
  }

  @Test("An entity that comes twice is one entity with all its records")
  func twice() throws {
    func part(_ number: Int) -> String {
      Sales.records("account", [Sales.record(Sales.ids[number], [("name", "N\(number)")])])
    }
    let contents = try Reading.tried(
      try package(
        Sales.data([part(0), Sales.records("contact", [Sales.record(Sales.ids[5], [])]), part(1)]),
        Sales.schema([
          Sales.table("account", fields: [Sales.field("accountid", "guid"), Sales.field("name", "string")]),
          Sales.table("contact", fields: [Sales.field("contactid", "guid")]),
          Sales.table("account", fields: []),
        ])))
    #expect(contents["account"]?.rows == [[Sales.ids[0], "N0"], [Sales.ids[1], "N1"]])
    #expect(contents["account"]?.numbers == [1, 2])
    #expect(contents["contact"]?.rows == [[Sales.ids[5]]])
  }

  @Test("Ids may stand on the records only")
  func implicitID() throws {
    let schema = Sales.schema([Sales.table("account", fields: [Sales.field("name", "string")])])
    let data = Sales.data([Sales.records("account", [Sales.record(Sales.ids[0], [("name", "A")])])])
    let package = try Reading.package(try package(data, schema))
    #expect(package.entities[0].columns.map(\.isImplicit) == [true, false])
    #expect(try Reading.contents(package)["account"]?.rows == [[Sales.ids[0], "A"]])
  }

  @Test("Fields that the schema lacks become columns from the record on that has them")
  func unknownFields() throws {
    let data = Sales.data([
      Sales.records(
        "account",
        [
          Sales.record(Sales.ids[0], [("accountid", Sales.ids[0]), ("name", "A")]),
          Sales.record(Sales.ids[1], [("accountid", Sales.ids[1]), ("name", "B"), ("new_colour", "b&amp;amp;w")]),
          Sales.record(Sales.ids[2], [("new_size", "7"), ("name", "C")]),
        ])
    ])
    let content = try Reading.content(try package(data))
    #expect(content.columns.suffix(2) == ["new_colour", "new_size"])
    #expect(content.rows.map { [$0[1]] + $0.suffix(2) } == [["A", "", ""], ["B", "b&w", ""], ["C", "", "7"]])
    #expect(content.numbers == [1, 2, 3])
  }

  @Test("Without a schema the data report the columns")
  func withoutSchema() throws {
    let path = try folder.zip("package.zip", [("data.xml", Array(Sales.accountData.utf8)), Self.types])
    let content = try Reading.content(path)
    #expect(Set(content.columns).isSuperset(of: ["accountid", "name", "primarycontactid", "creditlimit"]))
    #expect(content.rows.count == 2 && content.rows[0].contains("O'Brien & Søn"))
  }

  @Test("Only the wanted entities are read, in a folder as well")
  func wanted() throws {
    let data = Sales.data([
      Sales.records("account", [Sales.record(Sales.ids[0], [])]),
      Sales.records("contact", [Sales.record(Sales.ids[1], [])]),
    ])
    let schema = Sales.schema([
      Sales.table("account", fields: [Sales.field("accountid", "guid")]),
      Sales.table("contact", fields: [Sales.field("contactid", "guid")]),
    ])
    try folder.write("export/data.xml", Array(data.utf8))
    try folder.write("export/data_schema.xml", Array(schema.utf8))
    let package = try Reading.package(folder.url.appending(path: "export").path)
    let contents = try Reading.contents(package, only: [1])
    #expect(contents.keys.sorted() == ["contact"])
    #expect(contents["contact"]?.rows == [[Sales.ids[1]]])
  }

  @Test("A pass that is over or has failed stays over")
  func over() throws {
    var whole = try PackageScan(try Reading.package(try package(Sales.accountData)), entities: [0])
    while try whole.next() != nil {}
    #expect(try whole.next() == nil)
    let records = (0..<5_000).map { _ in Sales.record(Sales.ids[0], [("name", "A name, some text long")]) }
    let damaged = Sales.data([Sales.records("account", records)]).replacing("</entities>", with: "")
    let other = try TestFolder()
    let path = try other.zip(
      "b.zip", [("data.xml", Array(damaged.utf8)), ("data_schema.xml", Array(Sales.accountSchema.utf8))])
    var broken = try PackageScan(try Reading.package(path), entities: [0])
    #expect(throws: PackageError.self) { while try broken.next() != nil {} }
    #expect(try broken.next() == nil)
  }

  @Test("Many records come in order, whatever batches they come in")
  func many() throws {
    let records = (0..<20_000).map { number in
      Sales.record(
        "00000000-0000-0000-0000-\(String(number + 100_000_000_000))", [("name", "Number \(number) &amp;lt;")])
    }
    let content = try Reading.content(try package(Sales.data([Sales.records("account", records)])))
    #expect(content.rows.map { $0[1] } == (0..<20_000).map { "Number \($0) <" })
    #expect(content.numbers == Array(1...20_000))
  }

  @Test(
    "Damaged documents are refused with their place",
    arguments: [
      ("</entities>", "", FindingCode.xmlNotWellFormed),
      ("<entities ", "<!DOCTYPE entities><entities ", .doctypeOrEntityRefused),
    ])
  func damaged(_ text: String, _ replacement: String, code: FindingCode) throws {
    let path = try package(Sales.accountData.replacing(text, with: replacement))
    let error = #expect(throws: PackageError.self) { try Reading.content(path) }
    #expect(error?.code == code && error?.exitCode == 65)
  }
}
