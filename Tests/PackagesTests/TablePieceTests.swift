import Packages
import Records
import TestSupport
import Testing

@Suite("Tables of data.xml in several pieces")
struct TablePieceTests {
  let folder: TestFolder

  init() throws { folder = try TestFolder() }

  private static let schema = Sales.schema([
    Sales.table("account", fields: ["accountid", "name"].map { Sales.field($0, $0 == "name" ? "string" : "guid") }),
    Sales.table("account", fields: [Sales.field("fax", "string"), Sales.field("parentaccountid", "entityreference")]),
  ])

  private func accounts(_ pieces: [[String]]) throws -> Reading.Content? {
    let data = Sales.data(pieces.map { Sales.records("account", $0) })
    let entries = [("data.xml", Array(data.utf8)), ("data_schema.xml", Array(Self.schema.utf8))]
    return try Reading.tried(try folder.zip("package.zip", entries))["account"]
  }

  private func record(_ id: Int, _ fields: (String, String)...) -> String { Sales.record(Sales.ids[id], fields) }

  @Test("A record that is filled in two steps is one, with the number of the first")
  func twoSteps() throws {
    let found = try accounts([
      [record(0, ("name", "A")), record(1, ("name", "B &amp;amp; C"))],
      [record(1, ("name", "B &amp;amp; C"), ("fax", "1 &amp;lt; 2")), record(2, ("name", "D"))],
    ])
    #expect(found?.rows.map { [$0[1], $0[2]] } == [["A", ""], ["B & C", "1 < 2"], ["D", ""]])
    #expect(found?.numbers == [1, 2, 4])
  }

  @Test("A later piece may be nothing but the id, or bring a lookup and a column that the schema lacks")
  func additions() throws {
    let lookup =
      "<field name=\"parentaccountid\" value=\"\(Sales.ids[1])\" lookupentity=\"account\" lookupentityname=\"B\" />"
    let found = try accounts([
      [record(0, ("name", "A")), record(1, ("name", "B"))],
      [record(1), "<record id=\"\(Sales.ids[0])\">\(lookup)</record>"], [record(0, ("new_colour", "blue"))],
    ])
    #expect(
      found?.rows == [
        [Sales.ids[0], "A", "", Sales.ids[1], "account", "B", "blue"],
        [Sales.ids[1], "B"] + Array(repeating: "", count: 5),
      ])
  }

  @Test(
    "Records that contradict each other, or stand in one piece, stay two",
    arguments: [[["A"], ["B"]], [["A", "A"]], [["A", "A"], []]])
  func others(_ pieces: [[String]]) throws {
    let found = try accounts(pieces.map { names in names.map { record(0, ("name", $0)) } })
    #expect(found?.rows.map { $0[1] } == pieces.flatMap(\.self))
    #expect(found?.numbers == [1, 2])
  }

  @Test("A record in one piece twice, of which the first stands in another one, too")
  func twiceInOnePiece() throws {
    let found = try accounts([
      [record(0, ("name", "A"))], [record(0, ("fax", "1")), record(0, ("fax", "1")), record(1, ("name", "B"))],
    ])
    #expect(found?.rows.map { [$0[1], $0[2]] } == [["A", "1"], ["", "1"], ["B", ""]])
    #expect(found?.numbers == [1, 3, 4])
  }

  @Test("A table that the schema does not list is read all the same")
  func unlisted() throws {
    let data = Sales.data([
      Sales.records("account", [record(0, ("name", "A"))]),
      Sales.records("new_door", [record(1, ("new_colour", "red"))]),
    ])
    let entries = [("data.xml", Array(data.utf8)), ("data_schema.xml", Array(Self.schema.utf8))]
    let found = try Reading.tried(try folder.zip("package.zip", entries))
    #expect(found["new_door"]?.rows == [[Sales.ids[1], "red"]])
  }
}
