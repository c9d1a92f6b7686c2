import Findings
import Packages
import TestSupport
import Testing

@Suite("Composite files of F&O")
struct CompositeTests {
  let folder: TestFolder

  init() throws { folder = try TestFolder() }

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
    #expect(package.entities.map(\.composite?.path) == [[], ["salesorderlinev2entity"]])
    #expect(Set(package.entities.map(\.format)) == [xml == Self.elements ? .xmlElement : .xmlAttribute])
    #expect(
      try rows(package, "SalesOrderHeaderV2Entity", ["SALESORDERNUMBER", "CURRENCYCODE"]) == [
        ["SO-1", "USD"], ["SO-2", "EUR"],
      ])
    #expect(
      try rows(package, "SalesOrderLineV2Entity", ["SALESORDERNUMBER", "LINENUMBER", "ITEMNUMBER"]) == [
        ["SO-1", "1", "1000"], ["SO-9", "2", "2000"], ["SO-2", "1", "3000"],
      ])
    #expect(
      package.notes.filter { $0.code == .kindNotRecognised }.map { $0.place.entity.rawValue.lowercased() } == [
        "mychargeentity"
      ])
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

  @Test("Records stand as deep as they like, and have the key of the nearest one around them that has it")
  func deeper() throws {
    let xml = """
      <Document><BATCH><NUMBER>7</NUMBER><SALESORDERNUMBER>SO-0</SALESORDERNUMBER><SALESORDERHEADERV2ENTITY>
      <SALESORDERLINEV2ENTITY><ITEMNUMBER>1000</ITEMNUMBER><NOTES><NOTE>First</NOTE></NOTES></SALESORDERLINEV2ENTITY>
      <SALESORDERNUMBER>SO-1</SALESORDERNUMBER></SALESORDERHEADERV2ENTITY><SALESORDERHEADERV2ENTITY>
      <SALESORDERNUMBER /><SALESORDERLINEV2ENTITY><ITEMNUMBER>2000</ITEMNUMBER></SALESORDERLINEV2ENTITY>
      </SALESORDERHEADERV2ENTITY></BATCH><BATCH><SALESORDERHEADERV2ENTITY><SALESORDERNUMBER>SO-2</SALESORDERNUMBER>
      <SALESORDERLINEV2ENTITY><ITEMNUMBER>3000</ITEMNUMBER></SALESORDERLINEV2ENTITY></SALESORDERHEADERV2ENTITY></BATCH>
      <BATCH><SALESORDERHEADERV2ENTITY /></BATCH></Document>
      """
    let package = try Reading.package(try folder.write("batches.xml", Array(xml.utf8)))
    #expect(
      package.entities.map(\.composite?.path) == [
        ["salesorderheaderv2entity"], ["salesorderheaderv2entity", "salesorderlinev2entity"],
      ])
    #expect(
      try rows(package, "SalesOrderHeaderV2Entity", ["SALESORDERNUMBER"]) == [["SO-1"], ["SO-0"], ["SO-2"], [""]])
    #expect(
      try rows(package, "SalesOrderLineV2Entity", ["SALESORDERNUMBER", "ITEMNUMBER"]) == [
        ["SO-1", "1000"], ["SO-0", "2000"], ["SO-2", "3000"],
      ])
    #expect(
      try Reading.contents(package)["SalesOrderHeaderV2Entity"]?.remarks == [
        "P2C1222 salesorderlinev2entity in 1, the first is record 4"
      ])
    // Nobody knows the outermost records, nor the notes.
    #expect(package.notes.filter { $0.code == .kindNotRecognised }.map(\.place.entity) == ["BATCH", "NOTES"])
  }

  /// A file whose beginning does not tell all of its entities: orders that fill it, and behind them what is new.
  enum Late: CaseIterable {
    case lines, linesOfElements, otherLines, recordsInLines

    var entity: String {
      switch self {
      case .lines, .linesOfElements: "SalesOrderLineV2Entity"
      case .otherLines, .recordsInLines: "SalesOrderLineCDSEntity"
      }
    }

    var count: Int { self == .otherLines ? 2 : 3 }

    var document: String {
      "<Document>" + (1...4_000).map { order.replacing("#", with: "P-\($0)") }.joined() + new.dropFirst(10)
    }

    private var order: String {
      switch self {
      case .lines:
        "<SALESORDERHEADERV2ENTITY SALESORDERNUMBER='#' CURRENCYCODE='USD' SALESORDERNAME='An order, and a long name' />"
      case .linesOfElements:
        "<SalesOrderHeaderV2Entity><SALESORDERNUMBER>#</SALESORDERNUMBER><CURRENCYCODE /></SalesOrderHeaderV2Entity>"
      case .otherLines, .recordsInLines:
        "<SALESORDERHEADERV2ENTITY SALESORDERNUMBER='#'><SALESORDERLINEV2ENTITY LINENUMBER='1' /></SALESORDERHEADERV2ENTITY>"
      }
    }

    private var new: String {
      switch self {
      case .lines: attributes
      case .linesOfElements: elements
      case .otherLines: attributes.replacing("MYCHARGEENTITY", with: "SALESORDERLINECDSENTITY")
      case .recordsInLines:
        elements.replacing("<LINENUMBER>", with: "<SalesOrderLineCDSEntity><LINENUMBER>")
          .replacing("</LINENUMBER>", with: "</LINENUMBER></SalesOrderLineCDSEntity>")
      }
    }
  }

  @Test("What only later records hold is found too", arguments: Late.allCases)
  func late(_ late: Late) throws {
    let path = try folder.write("orders.xml", Array(late.document.utf8))
    let beginning = try Reading.package(path)
    #expect(!beginning.entities.contains { $0.name == late.entity })
    #expect(throws: InferenceError.recordsWithin(file: "orders.xml", package: path)) {
      try Reading.contents(beginning)
    }
    let contents = try InferredLayout.tried { try Reading.contents(Reading.package(path, inferred: $0)) }
    #expect(contents["SalesOrderHeaderV2Entity"]?.rows.count == 4_002)
    #expect(contents[late.entity]?.rows.count == late.count)
    let column = try #require(contents[late.entity]?.columns.firstIndex(of: "SALESORDERNUMBER"))
    let numbers = contents[late.entity]?.rows.map { $0[column] } ?? []
    #expect(Set(numbers).isSubset(of: ["SO-1", "SO-2", "SO-9"]))
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
