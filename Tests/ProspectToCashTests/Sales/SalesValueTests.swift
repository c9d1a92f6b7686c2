import ProspectToCash
import TestSupport
import Testing

@Suite("Values of F&O in Sales")
struct SalesValueTests {
  let target: SalesTarget

  init() throws { target = try SalesTarget() }

  @Test(
    "Numbers keep their digits and get the form that Sales reads",
    arguments: [
      (".500000", "0.500000"), ("-.000000", "-0.000000"), ("12.5000000000000000", "12.5000000000000000"),
      ("1E-03", "0.001"), ("+3", "3"), ("0", "0"), ("", nil),
    ])
  func number(_ text: String, _ written: String?) throws {
    _ = try target.convert([
      ("EcoResSellableReleasedProductEntity", SalesTarget.products([("P-1", text, "Item", "Yes")]))
    ])
    let product = try #require(try target.records("010-products")["product"]?.first)
    #expect(product["price"].flatMap { $0.isEmpty ? nil : $0 } == written)
    #expect(try target.codes() == [])
  }

  @Test("What is no number is refused", arguments: ["1,5", "1.000.0", "ten", "1 000", "0x1"])
  func noNumber(_ text: String) throws {
    _ = try target.convert([
      (
        "EcoResSellableReleasedProductEntity",
        SalesTarget.products([("P-1", "\"\(text)\"", "Item", "Yes"), ("P-2", "1", "Item", "Yes")])
      )
    ])
    #expect(try target.codes() == ["P2C2105"])
    #expect(try target.records("010-products")["product"]?.map { $0["productnumber"] } == ["P-2"])
  }

  @Test("Yes and No count in any case", arguments: [("Yes", "True"), ("NO", "False"), ("yes", "True")])
  func boolean(_ text: String, _ written: String) throws {
    _ = try target.convert([
      ("EcoResSellableReleasedProductEntity", SalesTarget.products([("P-1", "1", "item", text)]))
    ])
    let product = try #require(try target.records("010-products")["product"]?.first)
    #expect(product["isstockitem"] == written && product["producttypecode"] == "1")
  }

  @Test("A symbol that no map has is refused, and named", arguments: ["Bundle", "1"])
  func symbol(_ text: String) throws {
    let summary = try target.convert([
      ("EcoResSellableReleasedProductEntity", SalesTarget.products([("P-1", "1", text, "Yes")]))
    ])
    #expect(summary.result == .findings)
    #expect(try target.codes() == ["P2C2201"])
    #expect(try target.folder.text("out/findings.csv").contains(",ProductType,P-1,"))
  }

  @Test(
    "1900 is no date, and what never ends is a date like any other",
    arguments: [
      ("2024-02-29 00:00:00", "2024-02-29T00:00:00.0000000Z"), ("1900-01-01 00:00:00", nil), ("1900-01-01", nil),
      ("", nil), ("2154-12-31 00:00:00", "2154-12-31T00:00:00.0000000Z"),
      ("2154-12-31 23:59:59", "2154-12-31T23:59:59.0000000Z"),
    ])
  func date(_ text: String, _ written: String?) throws {
    let products = SalesTarget.products([("P-1", "1", "Item", "Yes")])
    _ = try target.convert(
      [("EcoResSellableReleasedProductEntity", products)] + SalesTarget.invoice(date: text))
    #expect(try target.codes() == ["P2C1310"], "the product has no price for boxes")
    let invoice = try #require(try target.records("050-invoices")["invoice"]?.first)
    #expect(invoice["msdynce_invoicedate"].flatMap { $0.isEmpty ? nil : $0 } == written)
  }

  @Test("Dates in another form are refused with their invoice", arguments: ["2/29/2024", "29.02.2024", "2023-02-29"])
  func noDate(_ text: String) throws {
    let products = SalesTarget.products([("P-1", "1", "Item", "Yes")])
    _ = try target.convert(
      [("EcoResSellableReleasedProductEntity", products)] + SalesTarget.invoice(date: text))
    #expect(try target.codes() == ["P2C2105", "P2C2501"])
    #expect(!target.folder.holds("out/packages/050-invoices.zip"))
  }

  @Test("A line of Sales that names its document by its id only keeps its own id, wherever the document stands")
  func linesWithoutDocumentNumber() throws {
    let ids = SalesTarget.ids
    // In the order of their names lines come after documents, and the freight tax of a document in another file before it.
    try target.folder.write("sales/invoice.csv", "invoiceid,invoicenumber,name\r\n\(ids[6]),I-1,One\r\n")
    try target.folder.write(
      "sales/invoicedetail.csv",
      "invoicedetailid,invoiceid,sequencenumber,msdynce_ismisctax\r\n\(ids[7]),\(ids[6]),7,False\r\n"
        + "\(ids[8]),\(ids[6]),,True\r\n\(ids[9]),\(ids[5]),7,False\r\n")
    _ = try target.convert(
      [("EcoResSellableReleasedProductEntity", SalesTarget.products([("P-1", "1", "Item", "Yes")]))]
        + SalesTarget.invoice(date: "2024-01-01", freightTax: "3.00"))
    let lines = try #require(try target.records("050-invoices")["invoicedetail"])
    #expect(Set(lines.map { $0["invoicedetailid"] }) == [ids[7], ids[8]])
    #expect(lines.allSatisfy { $0["invoiceid"] == ids[6] })
  }
}
