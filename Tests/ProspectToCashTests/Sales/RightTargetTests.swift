import ProspectToCash
import TestSupport
import Testing

@Suite("Targets in Sales")
struct RightTargetTests {
  let target: SalesTarget

  init() throws { target = try SalesTarget() }

  private func convert(price: String) throws {
    _ = try target.convert([
      ("EcoResSellableReleasedProductEntity", SalesTarget.products([("P-1", price, "Item", "Yes")]))
    ])
  }

  @Test("A number outside the field's range rejects", arguments: ["-0.000001", "-1", "1000000000000.01", "1E13"])
  func outside(price: String) throws {
    try convert(price: price)
    #expect(try target.codes() == ["P2C2109"])
    #expect(try target.folder.text("out/findings.csv").contains(",SalesPrice,P-1,"))
  }

  @Test("Its limits are within the range", arguments: ["0", "-0.00", "1000000000000", "1000000000000.00", "1E12"])
  func limits(price: String) throws {
    try convert(price: price)
    #expect(try target.codes() == [])
  }

  @Test("More decimals than the field keeps are a warning, and the value goes over whole")
  func decimals() throws {
    try convert(price: ".333333")
    #expect(try target.codes() == ["P2C1318"])
    #expect(try target.records("010-products")["product"]?.first?["price"] == "0.333333")
    try convert(price: ".333300")
    #expect(try target.codes() == [])
  }

  @Test("A line without an item in its document's price list is a warning that says what Sales needs")
  func lines() throws {
    let products = SalesTarget.products([("P-1", "1", "Item", "Yes")])
    // The product's item is for another unit than the line's.
    _ = try target.convert(
      [("EcoResSellableReleasedProductEntity", products)] + SalesTarget.invoice(date: "2024-01-01"))
    #expect(try target.codes() == ["P2C1310"])
    let findings = try target.folder.text("out/findings.csv")
    #expect(findings.contains("ispriceoverridden") && findings.contains("Use system pricing calculation"))
    #expect(findings.contains("I-1|7"))
  }

  @Test("Where there are no price list items at all nobody is warned")
  func noItems() throws {
    try target.folder.write(
      "sales/product.csv", "productid,productnumber,name\r\n\(SalesTarget.ids[6]),P-1,Paint\r\n")
    _ = try target.convert(SalesTarget.invoice(date: "2024-01-01"))
    #expect(try target.codes() == [])
  }

  @Test("An organisation whose tables have no column of the solution is one error, and no record is rejected")
  func noSolution() throws {
    try target.folder.write(
      "sales/account.csv", "accountid,accountnumber,name\r\n\(SalesTarget.ids[5]),A-1,Contoso\r\n")
    let summary = try target.convert([
      ("EcoResSellableReleasedProductEntity", SalesTarget.products([("P-1", "1", "Item", "Yes")]))
    ])
    #expect(summary.result == .findings)
    #expect(try target.codes() == ["P2C5004"])
    #expect(try target.records("010-products")["product"]?.count == 1)
    try target.folder.write("sales/account.csv", "accountid,accountnumber,name\r\n")
    try convert(price: "1")
    #expect(try target.codes() == [], "no records, so nothing could have the columns")
  }

  @Test("A name in the reference that XML cannot carry goes over without what is forbidden")
  func forbiddenName() throws {
    try target.folder.write(
      "sales/pricelevel.csv",
      "pricelevelid,name,transactioncurrencyid,statecode\r\n\(SalesTarget.ids[4]),Re\u{1}tail\u{FFFF},\(SalesTarget.ids[0]),0\r\n"
    )
    _ = try target.convert([
      ("EcoResSellableReleasedProductEntity", SalesTarget.products([("P-1", "1", "Item", "Yes")]))
    ])
    let data = try #require(try target.files("010-products")["data.xml"])
    #expect(data.contains("lookupentityname=\"Retail\"") && !data.contains("\u{1}") && !data.contains("\u{FFFF}"))
  }

  @Test("A freight tax line for the import wizard names its document as the document is written")
  func freightLine() throws {
    let products = SalesTarget.products([("P-1", "1", "Item", "Yes")])
    _ = try target.convert(
      [("EcoResSellableReleasedProductEntity", products)]
        + SalesTarget.invoice(date: "2024-01-01", freightTax: "7.5"), csv: true)
    let lines = try #require(try target.files("050-invoices")["Invoice Product.csv"])
    let numbers = lines.split(separator: "\r\n").dropFirst().map {
      $0.split(separator: ",", omittingEmptySubsequences: false)[6]
    }
    #expect(numbers == ["I-1", "I-1"])
  }
}
