import Foundation
import Mapping
import ProspectToCash
import TestSupport
import Testing

@Suite("Packages that make Sales like F&O")
struct SalesFixTests {
  /// Orders of F&O, the first with a freight tax, and the packages that they became in Sales.
  private func carriedOver(_ lines: [Int]) throws -> (trade: Trade, output: Trade.Output) {
    let trade = try Trade()
    try trade.writeFinops(orders: lines, freightOfFirst: "12.500000")
    return (trade, try trade.convert("finops", to: "first", references: ["known"]))
  }

  private func change(_ trade: Trade, _ file: String, _ changes: [(old: String, new: String)]) throws {
    var text = try trade.folder.text("finops/\(file).csv")
    for change in changes {
      #expect(text.contains(change.old))
      text = text.replacing(change.old, with: change.new)
    }
    try trade.folder.write("finops/\(file).csv", text)
  }

  @Test("Each record has its id and the fields in which it differs itself, no other and none empty")
  func ownFields() throws {
    let (trade, output) = try carriedOver([2, 2])
    try change(
      trade, "SalesOrderLineCDSEntity",
      [
        ("SO-0,2,1.500000,P-0,ea,.500000", "SO-0,2,1.500000,P-0,ea,.750000"),
        ("SO-1,1,1.500000,P-0,ea,.500000", "SO-1,1,2.500000,P-1,ea,.500000"),
      ])
    try change(trade, "SalesOrderHeaderCDSEntity", [("Order 1", "Order one")])
    let reported = try Reconciled(trade.folder, finops: ["finops"], sales: output.paths + ["known"]) {
      $0.fixes = .sales
    }
    #expect(
      reported.rows.map { "\($0.task) \($0.outcome) \($0.key) \($0.field)" } == [
        "headers different SO-1 name", "lines different SO-0|2 priceperunit", "lines different SO-1|1 quantity",
        "lines different SO-1|1 productid",
      ])
    let written = try WrittenRecords(trade.folder, "reconciled/packages")
    let lines = try output.all("salesorderdetail")
    func line(_ order: String, _ sequence: String) -> String? {
      lines.first { $0["msdynce_ordernumber"] == order && $0["sequencenumber"] == sequence }?["salesorderdetailid"]
    }
    let product = try output.all("product").first { $0["productnumber"] == "P-1" }?["productid"]
    #expect(
      written["salesorderdetail"] == [
        ["salesorderdetailid": line("SO-0", "2") ?? "", "priceperunit": "0.750000"],
        ["salesorderdetailid": line("SO-1", "1") ?? "", "quantity": "2.500000", "productid": product ?? ""],
      ])
    let order = try output.all("salesorder").first { $0["ordernumber"] == "SO-1" }?["salesorderid"]
    #expect(written["salesorder"] == [["salesorderid": order ?? "", "name": "Order one"]])
    let texts = try OutputTree.texts(of: trade.folder.url.appending(path: "reconciled"))
    let data = try #require(texts.first { $0.key.hasSuffix("-changed/data.xml") }?.value)
    #expect(!data.contains("value=\"\""))
    #expect(reported.report.packages.map(\.records) == [3])
    try expectAgreement(trade, output, written)
  }

  @Test("Freight taxes that are new, differ, or come with a new order are among the lines, as a conversion writes them")
  func freights() throws {
    let (trade, output) = try carriedOver([2, 1, 1])
    try trade.writeFinops(orders: [2, 1, 1, 2], freightOfFirst: "12.75")
    try change(
      trade, "SalesOrderHeaderCDSEntity",
      [("Order 2,1.500000,0,", "Order 2,1.500000,3,"), ("Order 3,2.500000,0,", "Order 3,2.500000,4.25,")])
    let reported = try Reconciled(trade.folder, finops: ["finops"], sales: output.paths + ["known"]) {
      $0.fixes = .sales
    }
    #expect(
      reported.lines == [
        "orders-to-sales¦headers¦only-in-finops¦SO-3¦¦SO-3¦¦",
        "orders-to-sales¦lines¦different¦SO-0|freight-tax¦tax¦12.75¦12.500000¦number",
        "orders-to-sales¦lines¦only-in-finops¦SO-2|freight-tax¦¦SO-2|freight-tax¦¦",
        "orders-to-sales¦lines¦only-in-finops¦SO-3|1¦¦SO-3|1¦¦",
        "orders-to-sales¦lines¦only-in-finops¦SO-3|2¦¦SO-3|2¦¦",
        "orders-to-sales¦lines¦only-in-finops¦SO-3|freight-tax¦¦SO-3|freight-tax¦¦",
      ])
    let written = try WrittenRecords(trade.folder, "reconciled/packages")
    // A conversion of the same orders says what the lines must be.
    let again = try trade.convert("finops", to: "again", references: ["known"])
    let wanted = try again.all("salesorderdetail").filter { $0["msdynce_ismisctax"] == "True" }
    #expect(wanted.count == 3)
    let taxes = written["salesorderdetail"].filter { $0["tax"] != nil }
    #expect(
      taxes.first { $0["tax"] == "12.75" } == [
        "salesorderdetailid": wanted.first { $0["tax"] == "12.75" }?["salesorderdetailid"] ?? "", "tax": "12.75",
      ])
    for tax in ["3", "4.25"] {
      let line = try #require(wanted.first { $0["tax"] == tax })
      #expect(taxes.contains(line.filter { !$0.value.isEmpty }), "\(tax)")
    }
    #expect(taxes.count == 3 && written["salesorderdetail"].count == 5)
    #expect(reported.report.packages.map(\.records) == [5, 1])
    try expectAgreement(trade, output, written)
  }

  @Test("A freight tax that F&O has no more is reported, and stays: an import removes nothing")
  func goneFreight() throws {
    let (trade, output) = try carriedOver([2, 1])
    try change(trade, "SalesOrderHeaderCDSEntity", [("12.500000", "0")])
    let reported = try Reconciled(trade.folder, finops: ["finops"], sales: output.paths + ["known"]) {
      $0.fixes = .sales
    }
    #expect(reported.rows.map { "\($0.outcome) \($0.kind)" } == ["only-in-sales "])
    #expect(reported.report.packages.isEmpty)
  }

  /// Expects that nothing differs any more after the import of the records into Sales: one whose id is known gets its
  /// fields, another one is added.
  private func expectAgreement(_ trade: Trade, _ before: Trade.Output, _ written: WrittenRecords) throws {
    for table in ["product", "productpricelevel", "salesorder", "salesorderdetail"] {
      var records: [String: OrderWorld.Record] = [:]
      for record in try before.all(table) + written[table] {
        records[record["\(table)id"] ?? "", default: [:]].merge(record) { $1 }
      }
      try trade.folder.write("after/\(table).csv", OrderWorld.csv(records.keys.sorted().compactMap { records[$0] }))
    }
    let reported = try Reconciled(trade.folder, finops: ["finops"], sales: ["after", "known"], to: "agreed")
    #expect(reported.lines.isEmpty)
  }
}
