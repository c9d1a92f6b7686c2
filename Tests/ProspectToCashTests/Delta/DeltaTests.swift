import ProspectToCash
import Testing

@Suite("Only what is new or changed")
struct DeltaTests {
  @Test("What the references of F&O hold with the same content stays behind, documents as a whole")
  func finops() throws {
    let trade = try Trade()
    try trade.writeSales(quotes: [2, 1, 3])
    let first = try trade.convert("sales", to: "first")
    #expect(first.result == .ok && first.packages == ["010-accounts.zip", "030-quotes.zip"])
    try trade.writeSales(to: "later", quotes: [2, 1, 3]) { table, text in
      switch table {
      // A number written otherwise is no change; another quantity of one line is.
      case "quotedetail":
        text.replacing("1.50,9.99", with: "1.5000,9.990", maxReplacements: 3).replacing("3.50", with: "4")
      default: text
      }
    }
    let second = try trade.convert("later", to: "second", references: first.paths) { $0.isDelta = true }
    #expect(second.packages == ["030-quotes.zip"])
    #expect(second.task("accounts", "customers")?.filteredBy == ["unchanged": 1])
    #expect(second.task("quotes", "headers")?.filteredBy == ["unchanged": 2])
    #expect(second.task("quotes", "lines")?.filteredBy == ["unchanged": 3])
    #expect(try second.all("SalesQuotationHeaderCDSEntity").map { $0["SalesQuotationNumber"] } == ["Q-2"])
    #expect(try second.all("SalesQuotationLineCDSEntity").count == 3)
    #expect(try second.text("crosswalk.csv").contains("Q-0") == false)
  }

  @Test("A field that becomes empty is a change for F&O, where it is written all the same")
  func emptied() throws {
    let trade = try Trade()
    try trade.writeSales(quotes: [1])
    let first = try trade.convert("sales", to: "first")
    try trade.writeSales(to: "later", quotes: [1]) { $0 == "quote" ? $1.replacing("Main St", with: "") : $1 }
    let second = try trade.convert("later", to: "second", references: first.paths) { $0.isDelta = true }
    #expect(second.packages == ["030-quotes.zip"])
  }

  @Test("Warnings of what stays behind are not reported")
  func warnings() throws {
    let trade = try Trade()
    try trade.writeSales(quotes: [1, 0]) { $0 == "account" ? $1.replacing(",\(Trade.id(90))\n", with: ",\n") : $1 }
    let first = try trade.convert("sales", to: "first")
    #expect(try first.text("findings.csv").contains("P2C2402"))
    #expect(try first.text("findings.csv").contains("P2C2503"))
    let second = try trade.convert("sales", to: "second", references: first.paths) { $0.isDelta = true }
    #expect(second.packages.isEmpty)
    // What no template reads stays behind all the same, and is reported.
    #expect(try Set(Rows(trade.folder, "second/findings.csv")["code"]) == ["P2C2408"])
  }

  @Test("Into Sales a freight tax counts among the lines of its order")
  func freight() throws {
    let trade = try Trade()
    try trade.writeFinops(orders: [2, 1], freightOfFirst: "12.500000")
    let first = try trade.convert("finops", to: "first", references: ["known"])
    #expect(first.result == .ok)
    let same = try trade.convert("finops", to: "same", references: first.paths + ["known"]) { $0.isDelta = true }
    #expect(same.packages.isEmpty)
    #expect(same.task("products", "products")?.generated == 0)
    try trade.writeFinops(orders: [2, 1], freightOfFirst: "12.75")
    let other = try trade.convert("finops", to: "other", references: first.paths + ["known"]) { $0.isDelta = true }
    #expect(other.packages == ["040-orders-to-sales.zip"])
    #expect(try other.all("salesorder").map { $0["ordernumber"] } == ["SO-0"])
    #expect(try other.all("salesorderdetail").compactMap { $0["tax"] }.filter { !$0.isEmpty } == ["12.75"])
  }

  @Test("Of two references the first one tells what is held")
  func firstReference() throws {
    let trade = try Trade()
    try trade.writeSales()
    let old = try trade.convert("sales", to: "old")
    try trade.writeSales(to: "later") { $0 == "account" ? $1.replacing("Alpine", with: "Alps") : $1 }
    let new = try trade.convert("later", to: "new")
    let held = try trade.convert("later", to: "held", references: new.paths + old.paths) { $0.isDelta = true }
    #expect(held.packages.isEmpty)
    let gone = try trade.convert("later", to: "gone", references: old.paths + new.paths) { $0.isDelta = true }
    #expect(gone.packages == ["010-accounts.zip"])
  }
}
