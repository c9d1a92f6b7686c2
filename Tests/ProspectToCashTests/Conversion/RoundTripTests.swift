import Foundation
import ProspectToCash
import Records
import TestSupport
import Testing

@Suite("Orders that go to F&O and come back")
struct RoundTripTests {
  /// Amounts of orders that are hard to keep: price, quantity and discount of each line.
  static let amounts = [
    ("1250.0000", "2.0000000000", "25.0000"), ("0.0100", "3.0000000000", ""), ("33.3333", "0.3000000000", "0.0100"),
    ("99999999999.9900", "1.0000000000", "0.0000"), ("89.5000", "1.5000000000", "10.0500"),
  ]
  static let orderID = "0f8fad5b-d9cb-469f-a165-7086772800"
  static let lineID = "1f8fad5b-d9cb-469f-a165-7086772800"

  @Test("Keys, amounts and quantities are the same to the last digit, and the ids are the ones that Sales had")
  func comesBack() throws {
    let folder = try TestFolder()
    let (orders, lines) = Self.world
    let files = [
      try folder.write("sales/salesorder.csv", OrderWorld.csv(orders)),
      try folder.write("sales/salesorderdetail.csv", OrderWorld.csv(lines)),
    ]
    let job = try ConversionJob(packages: files, output: folder.path("finops"), project: nil) { options in
      options.references = [PackagePath(Samples.path("contoso-sales"))]
      options.templates = ["orders-to-finops"]
      options.epoch = 1_717_407_000
    }
    #expect(try job.run(progress: .silent).result == .ok)
    let there = try WrittenRecords(folder, "finops/packages")
    var world = OrderWorld()
    world.headers = there["SalesOrderHeaderCDSEntity"].map(Self.inFiles).map(Self.confirmedHeader)
    world.lines = there["SalesOrderLineCDSEntity"].map(Self.inFiles).map(Self.confirmedLine)
    #expect((world.headers.count, world.lines.count) == (orders.count, lines.count))

    let back = try world.convert(references: files)
    #expect(back.headers.rejected == 0 && back.lines.rejected == 0, "\(back.findings)")
    try compare(back.orders, orders, by: "salesorderid", texts: ["ordernumber", "name"], numbers: ["totalamount"])
    try compare(
      back.details, lines, by: "salesorderdetailid", texts: ["salesorderid"],
      numbers: ["quantity", "priceperunit", "manualdiscountamount", "sequencenumber"])
  }

  private func compare(
    _ found: [OrderWorld.Record], _ expected: [OrderWorld.Record], by id: String, texts: [String], numbers: [String]
  ) throws {
    let byID = Dictionary(uniqueKeysWithValues: found.map { ($0[id] ?? "", $0) })
    #expect(found.count == expected.count)
    for record in expected {
      let other = try #require(byID[record[id] ?? ""], "\(record)")
      for column in texts { #expect(other[column] == record[column]) }
      for column in numbers {
        let (new, old) = (
          ExactDecimal(other[column] ?? "0"), ExactDecimal(record[column].flatMap { $0.isEmpty ? nil : $0 } ?? "0")
        )
        #expect(new == old && new != nil, "\(column) of \(record[id] ?? ""): \(other[column] ?? "none")")
      }
    }
  }

  /// A record by the columns of files, which are in upper case.
  private static func inFiles(_ record: OrderWorld.Record) -> OrderWorld.Record {
    Dictionary(uniqueKeysWithValues: record.map { ($0.key.uppercased(), $0.value) })
  }

  /// What F&O adds to an order that it has confirmed.
  private static func confirmedHeader(_ record: OrderWorld.Record) -> OrderWorld.Record {
    let number = record["SALESORDERNUMBER"] ?? ""
    let name = record["CUSTOMERSORDERREFERENCE"] ?? ""
    return OrderWorld.header(number).merging(record) { $1 }.merging(["SALESORDERNAME": name]) { $1 }
  }

  private static func confirmedLine(_ record: OrderWorld.Record) -> OrderWorld.Record {
    var line = OrderWorld.line(record["SALESORDERNUMBER"] ?? "", 0).merging(record) { $1 }
    if record["TOTALDISCOUNTAMOUNT"] == nil { line["TOTALDISCOUNTAMOUNT"] = nil }
    return line
  }

  /// Orders of Sales, each with every line, as loose CSV files hold them.
  private static var world: (orders: [OrderWorld.Record], lines: [OrderWorld.Record]) {
    var orders: [OrderWorld.Record] = []
    var lines: [OrderWorld.Record] = []
    for number in 10...14 {
      let id = "\(orderID)\(number)"
      orders.append([
        "salesorderid": id, "ordernumber": "000\(number)", "name": "Order “\(number)”, \"Ø\" & more",
        "customerid": number % 2 == 0 ? "Contoso Ltd." : "Adventure Works Müller GmbH",
        "transactioncurrencyid": "US Dollar", "totalamount": "1234567\(number).0\(number % 10)00",
        "msdynce_hasexternallymaintainedproductsonly": "True", "msdynce_ismaintainedexternally": "False",
        "msdynce_processingstatus": "647390000",
      ])
      for (index, (price, quantity, discount)) in amounts.enumerated() {
        lines.append([
          "salesorderdetailid": "\(lineID)\(number - 9)\(index)", "salesorderid": id, "sequencenumber": "\(index + 1)",
          // By this number lines of Sales are known again.
          "msdynce_ordernumber": "000\(number)",
          "productid": "Mountain bike 26\" red", "uomid": "ea", "quantity": quantity, "priceperunit": price,
          "manualdiscountamount": discount, "msdynce_orderhasexternalmaintainedproductsonly": "True",
          "msdynce_orderissubmitted": "True", "msdynce_ismaintainedexternally": "False",
        ])
      }
    }
    return (orders, lines)
  }
}
