import ProspectToCash
import TestSupport
import Testing

@Suite("Files for the import wizard")
struct ImportWizardTests {
  let target: SalesTarget

  init() throws { target = try SalesTarget() }

  private func table(_ text: String?) throws -> [[String: String]] {
    let text = try #require(text)
    #expect(text.hasPrefix("\u{FEFF}"), "the wizard takes UTF-8 for a code page without the mark")
    let lines = text.dropFirst().split(separator: "\r\n").map { line in
      line.split(separator: ",", omittingEmptySubsequences: false).map(String.init)
    }
    let heading = try #require(lines.first)
    #expect(Set(heading).count == heading.count)
    return lines.dropFirst().map { Dictionary(uniqueKeysWithValues: zip(heading, $0)) }
  }

  @Test("Products and their price list items are written by display names, numbers, names and labels")
  func products() throws {
    let summary = try target.convert(
      [
        (
          "EcoResSellableReleasedProductEntity",
          SalesTarget.products([("P-1", ".5", "Item", "Yes"), ("P-2", "2", "Service", "No")])
        )
      ], csv: true)
    #expect(summary.result == .ok)
    let files = try target.files("010-products")
    let products = try table(files["Product.csv"])
    #expect(products.map { $0["Product ID"] } == ["P-1", "P-2"])
    #expect(products.map { $0["Currency"] } == ["US Dollar", "US Dollar"])
    #expect(
      products.map { $0["Default Unit"] } == ["ea", "ea"] && products.map { $0["Unit Group"] }.first == "Default unit")
    #expect(products.map { $0["Product Type"] } == ["Sales Inventory", "Services"])
    #expect(products.map { $0["Stock Item"] } == ["Yes", "No"])
    #expect(products.first?["Product"] == nil, "there is no column of ids")
    let items = try table(files["PriceListItem.csv"])
    #expect(items.map { $0["Product"] } == ["P-1", "P-2"] && items.map { $0["Amount"] } == ["0.5", "2"])
    #expect(items.allSatisfy { $0["Price List"] == "Retail" && $0["Pricing Method"] == "Currency Amount" })
  }

  @Test("Documents point to each other by number, and a freight tax line is a write-in product")
  func documents() throws {
    let products = SalesTarget.products([("P-1", "1", "Item", "Yes")])
    let summary = try target.convert(
      [("EcoResSellableReleasedProductEntity", products)]
        + SalesTarget.invoice(date: "2024-02-29 00:00:00", freightTax: "1.25"), csv: true)
    #expect(summary.result == .ok)
    let files = try target.files("050-invoices")
    let invoice = try #require(try table(files["Invoice.csv"]).first)
    #expect(invoice["Invoice ID"] == "I-1" && invoice["Customer"] == "a-1" && invoice["Price List"] == "Retail")
    #expect(invoice["Status Reason"] == "Billed" && invoice.values.contains("2024-02-29 00:00:00"))
    let lines = try table(files["Invoice Product.csv"])
    #expect(lines.map { $0["Existing Product"] } == ["p-1", ""])
    #expect(lines.map { $0["Unit"] } == ["Box", ""] && lines.map { $0["Tax"] }.last == "1.25")
    #expect(lines.map { $0["Select Product"] } == ["Existing", "Write-In"])
    #expect(lines.map { $0["IsMiscTax"] } == ["", "Yes"])
  }

  @Test("The run sheet names what Sales must have, and how to import", arguments: [true, false])
  func runSheet(_ csv: Bool) throws {
    let products = SalesTarget.products([("P-1", "1", "Item", "Yes"), ("P-2", "1", "Item", "Yes")])
    _ = try target.convert([("EcoResSellableReleasedProductEntity", products)], csv: csv)
    let text = try target.folder.text("out/RUNSHEET.md")
    for row in [
      "| currency | US Dollar | products | 2 |", "| unit | ea | products | 2 |",
      "| price list | Retail | products | 2 |",
    ] {
      #expect(text.contains(row))
    }
    #expect(text.contains("import wizard") == csv && text.contains("Configuration Migration tool") != csv)
  }
}
