import Packages
import Records
import TestSupport
import Testing

@Suite("Dates in the form of the exporting machine")
struct DateNotationTests {
  /// The accounts' dates as they are read from a package with a contact's date and a time stamp.
  private func dates(_ dates: [String], contact: String = "", timestamp: String = "x") throws -> [String] {
    func table(_ name: String) -> String {
      Sales.table(
        name,
        fields: [Sales.field("\(name)id", "guid"), Sales.field("new_on", "datetime"), Sales.field("name", "string")])
    }
    let accounts = dates.enumerated().map { Sales.record(Sales.ids[$0], [("new_on", $1), ("name", "13/1/2019")]) }
    let data = Sales.data(
      [
        Sales.records("account", accounts),
        Sales.records("contact", [Sales.record(Sales.ids[8], contact.isEmpty ? [] : [("new_on", contact)])]),
      ], timestamp: timestamp)
    let schema = Sales.schema([table("account"), table("contact")])
    let entries = [("data.xml", Array(data.utf8)), ("data_schema.xml", Array(schema.utf8))]
    let folder = try TestFolder()
    let found = try Reading.tried(try folder.zip("package.zip", entries))
    #expect(found["account"]?.rows.map { $0[2] } == dates.map { _ in "13/1/2019" }, "texts are no dates")
    return (found["account"]?.rows ?? []).map { $0[1] }
  }

  @Test("The order of one table counts for all, and so does that of the time stamp")
  func oneOrder() throws {
    #expect(try dates(["4/5/2019 8:59:23 AM"], contact: "12/31/2018") == ["2019-04-05T08:59:23"])
    #expect(try dates(["4/5/2019 8:59:23 PM"], contact: "31/12/2018") == ["2019-05-04T20:59:23"])
    #expect(try dates(["4-5-2019 8:59"], timestamp: "29-08-2019 17:48:29") == ["2019-05-04T08:59:00"])
    #expect(try dates(["04.05.2019", "24.05.2019 12.30.01"]) == ["2019-05-04T00:00:00", "2019-05-24T12:30:01"])
    #expect(
      try dates(["12-1-2019 8:00", "2019-01-13T00:00:00.0000000Z"], contact: "1-12-2019") == [
        "12-1-2019 8:00", "2019-01-13T00:00:00.0000000Z",
      ])
  }

  @Test("Dates of an order that nothing shows, or in both, stay as they are")
  func unclear() throws {
    #expect(try dates(["4/5/2019"]) == ["4/5/2019"])
    #expect(try dates(["4/25/2019"], contact: "25/4/2019") == ["4/25/2019"])
    #expect(try dates(["4/25/2019"], timestamp: "29/08/2019 17:48:29") == ["4/25/2019"])
    #expect(try dates(["45/13/2019", "13/13/2019"]) == ["45/13/2019", "13/13/2019"])
  }
}
