import Packages
import Testing

@Suite("Composite files of F&O")
struct CompositeTests {
  let folder: PackageFolder

  init() throws { folder = try PackageFolder() }

  static let attributes = """
    <Document><SALESORDERHEADERV2ENTITY SALESORDERNUMBER="SO-1" CURRENCYCODE="USD">
    <SALESORDERLINEV2ENTITY LINENUMBER="1" ITEMNUMBER="1000" /><SALESORDERLINEV2ENTITY LINENUMBER="2" \
    ITEMNUMBER="2000" SALESORDERNUMBER="SO-9" /><MYCHARGEENTITY AMOUNT="1" /></SALESORDERHEADERV2ENTITY>
    <SALESORDERHEADERV2ENTITY SALESORDERNUMBER="SO-2" CURRENCYCODE="EUR"><SALESORDERLINEV2ENTITY LINENUMBER="1" \
    ITEMNUMBER="3000" /><MYCHARGEENTITY AMOUNT="1" /></SALESORDERHEADERV2ENTITY></Document>
    """

  static let elements = """
    <Document><SalesOrderHeaderV2Entity><CURRENCYCODE>USD</CURRENCYCODE>
    <SalesOrderLineV2Entity><LINENUMBER>1</LINENUMBER><ITEMNUMBER>10<!-- no -->00</ITEMNUMBER></SalesOrderLineV2Entity>
    <SalesOrderLineV2Entity><LINENUMBER>2</LINENUMBER><ITEMNUMBER>2000</ITEMNUMBER><SALESORDERNUMBER>SO-9\
    </SALESORDERNUMBER></SalesOrderLineV2Entity><MyChargeEntity><AMOUNT>1</AMOUNT></MyChargeEntity>
    <SALESORDERNUMBER>SO-1</SALESORDERNUMBER></SalesOrderHeaderV2Entity>
    <SalesOrderHeaderV2Entity><SALESORDERNUMBER>SO-2</SALESORDERNUMBER><CURRENCYCODE>EUR</CURRENCYCODE>
    <SalesOrderLineV2Entity><LINENUMBER>1</LINENUMBER><ITEMNUMBER>3000</ITEMNUMBER></SalesOrderLineV2Entity>
    <MyChargeEntity><AMOUNT>1</AMOUNT></MyChargeEntity></SalesOrderHeaderV2Entity></Document>
    """

  private func rows(_ package: Package, _ entity: String, _ columns: [String]) throws -> [[String]] {
    let content = try #require(try Reading.contents(package)[entity])
    let places = try columns.map { try #require(content.columns.map { $0.uppercased() }.firstIndex(of: $0)) }
    return content.rows.map { row in places.map { row[$0] } }
  }

  @Test(
    "Inner records become an entity of their own, with the key of the outer one where they lack it",
    arguments: [
      attributes, elements,
    ])
  func flattened(_ xml: String) throws {
    let package = try Reading.package(try folder.write("orders.xml", Array(xml.utf8)))
    #expect(package.entities.map(\.name) == ["SalesOrderHeaderV2Entity", "SalesOrderLineV2Entity"])
    #expect(package.entities.map(\.composite?.isChild) == [false, true])
    #expect(
      try rows(package, "SalesOrderHeaderV2Entity", ["SALESORDERNUMBER", "CURRENCYCODE"]) == [
        ["SO-1", "USD"], ["SO-2", "EUR"],
      ])
    #expect(
      try rows(package, "SalesOrderLineV2Entity", ["SALESORDERNUMBER", "LINENUMBER", "ITEMNUMBER"]) == [
        ["SO-1", "1", "1000"], ["SO-9", "2", "2000"], ["SO-2", "1", "3000"],
      ])
    #expect(package.notes.filter { $0.code == "P2C1408" }.map { $0.entity.lowercased() } == ["mychargeentity"])
  }

  @Test("Columns that only later inner records have make all of them wider")
  func laterColumns() throws {
    let more = String(repeating: "<SALESORDERLINEV2ENTITY LINENUMBER=\"3\" />", count: 9_000)
    let xml = Self.attributes.replacing("<MYCHARGEENTITY AMOUNT=\"1\" />", with: more)
      .replacing("ITEMNUMBER=\"3000\"", with: "ITEMNUMBER=\"3000\" SALESUNITSYMBOL=\"ea\"")
    let package = try Reading.package(try folder.write("orders.xml", Array(xml.utf8)))
    let rows = try rows(package, "SalesOrderLineV2Entity", ["SALESORDERNUMBER", "SALESUNITSYMBOL"])
    #expect(rows.count == 18_003)
    #expect(rows.first == ["SO-1", ""] && rows[9_002] == ["SO-2", "ea"] && rows.last == ["SO-2", ""])
  }

  @Test("An outer record without a kind of inner ones that others have is remarked on", arguments: [true, false])
  func missingChild(_ isWhole: Bool) throws {
    let line = "<SALESORDERLINEV2ENTITY LINENUMBER=\"1\" \\\n    ITEMNUMBER=\"3000\" />".replacing("\\\n    ", with: "")
    let xml = isWhole ? Self.attributes : Self.attributes.replacing(line, with: "")
    let package = try Reading.package(try folder.write("orders.xml", Array(xml.utf8)))
    let header = try #require(try Reading.contents(package)["SalesOrderHeaderV2Entity"])
    #expect(header.remarks == (isWhole ? [] : ["P2C1222 salesorderlinev2entity in 1, the first is record 2"]))
  }

  @Test("A composite in a package stands under its label only if nobody knows its outer records")
  func inPackage() throws {
    let unknown = Self.attributes.replacing("SALESORDERHEADERV2ENTITY", with: "MYORDERENTITY")
    for (xml, names) in [
      (Self.attributes, ["SalesOrderHeaderV2Entity", "SalesOrderLineV2Entity"]),
      (unknown, ["Sales orders composite V4", "SalesOrderLineV2Entity"]),
    ] {
      let listed = Finops.Listed(label: "Sales orders composite V4", target: "", file: "orders.xml")
      let path = try folder.zip("\(names[0]).zip", Finops.entries([listed], [("orders.xml", Array(xml.utf8))]))
      let package = try Reading.package(path)
      #expect(package.entities.map(\.name) == names)
      #expect(try rows(package, names[1], ["SALESORDERNUMBER"]) == [["SO-1"], ["SO-9"], ["SO-2"]])
    }
  }

  @Test("Fields that are nil are fields, not records")
  func nilFields() throws {
    let xml = """
      <Document><CUSTCUSTOMERGROUPENTITY xmlns:i="i"><CUSTOMERGROUPID>10</CUSTOMERGROUPID><DESCRIPTION i:nil="true" />\
      </CUSTCUSTOMERGROUPENTITY></Document>
      """
    let package = try Reading.package(try folder.write("Customer groups.xml", Array(xml.utf8)))
    #expect(package.entities.map(\.composite) == [nil])
    #expect(try Reading.contents(package)["CustCustomerGroupEntity"]?.rows == [["10", ""]])
  }
}
