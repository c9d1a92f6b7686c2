import Foundation
import Packages
import ProspectToCash
import TestSupport
import Testing

@Suite("Documents on both sides")
struct DocumentReconciliationTests {
  /// Orders of F&O and the packages that they became in Sales.
  private func carriedOver() throws -> (trade: Trade, sales: [String]) {
    let trade = try Trade()
    try trade.writeFinops(orders: [2, 1, 1], freightOfFirst: "12.500000")
    let output = try trade.convert("finops", to: "sales", references: ["known"])
    return (trade, output.paths + ["known"])
  }

  private func change(_ trade: Trade, _ file: String, _ old: String, _ new: String) throws {
    let text = try trade.folder.text("finops/\(file).csv")
    #expect(text.contains(old))
    try trade.folder.write("finops/\(file).csv", text.replacing(old, with: new))
  }

  @Test("An order that the template keeps back and that is there is not expected, nor are its lines")
  func notExpected() throws {
    let (trade, sales) = try carriedOver()
    try change(
      trade, "SalesOrderHeaderCDSEntity", "SO-1,A-1,USD,Order 1,1.500000,0,Confirmed",
      "SO-1,A-1,USD,Order 1,1.500000,0,Active")
    let reported = try Reconciled(trade.folder, finops: ["finops"], sales: sales)
    #expect(
      reported.lines == [
        "orders-to-sales¦headers¦not-expected¦SO-1¦¦SO-1¦SO-1¦filter",
        "orders-to-sales¦lines¦not-expected¦SO-1|1¦¦SO-1|1¦SO-1|1¦header",
      ])
    #expect(reported.task("orders-to-sales", "headers")?.destination["notExpected"] == 1)
  }

  @Test("What is kept back and is not there is as it should be")
  func keptBack() throws {
    let (trade, sales) = try carriedOver()
    let file = "finops/SalesOrderHeaderCDSEntity.csv"
    try trade.folder.write(
      file, try trade.folder.text(file) + "SO-9,A-1,USD,Order 9,1.500000,0,Active,Yes,Yes,CDS,Yes\n")
    let reported = try Reconciled(trade.folder, finops: ["finops"], sales: sales)
    #expect(reported.lines.isEmpty && reported.result == .ok)
    #expect(reported.task("orders-to-sales", "headers")?.source["filtered"] == 1)
  }

  @Test("A freight tax is a line of Sales: its amount, and whether it is there, count too")
  func freight() throws {
    let (trade, sales) = try carriedOver()
    try change(trade, "SalesOrderHeaderCDSEntity", "12.500000", "12.75")
    try change(
      trade, "SalesOrderHeaderCDSEntity", "SO-2,A-1,USD,Order 2,1.500000,0,", "SO-2,A-1,USD,Order 2,1.500000,3,")
    let reported = try Reconciled(trade.folder, finops: ["finops"], sales: sales)
    #expect(
      reported.lines == [
        "orders-to-sales¦lines¦different¦SO-0|freight-tax¦tax¦12.75¦12.500000¦number",
        "orders-to-sales¦lines¦only-in-finops¦SO-2|freight-tax¦¦SO-2|freight-tax¦¦",
      ])
  }

  @Test("A line that only one side has is reported, and so is another product by its number")
  func lines() throws {
    let (trade, sales) = try carriedOver()
    let file = "finops/SalesOrderLineCDSEntity.csv"
    var rows = try trade.folder.text(file).split(separator: "\n").map(String.init)
    rows.removeAll { $0.hasPrefix("SO-1,1,") }
    rows = rows.map { $0.hasPrefix("SO-2,1,") ? $0.replacing("P-0", with: "P-1") : $0 }
    rows.append("SO-2,2,1.500000,P-0,ea,.500000,USD,Confirmed,Yes,Yes,CDS,Yes")
    try trade.folder.write(file, rows.joined(separator: "\n") + "\n")
    let reported = try Reconciled(trade.folder, finops: ["finops"], sales: sales)
    #expect(
      reported.rows.map { "\($0.outcome) \($0.key) \($0.field)" } == [
        "only-in-sales SO-1|1 ", "different SO-2|1 productid", "only-in-finops SO-2|2 ",
      ])
    #expect(reported.rows[1].finops == "P-1" && reported.rows[1].kind == "lookup")
  }

  @Test("Files of the import wizard have no ids: lookups are the same by name and number")
  func wizard() throws {
    let trade = try Trade()
    try trade.writeFinops(orders: [2, 1], freightOfFirst: "12.500000")
    let output = try trade.convert("finops", to: "sales", references: ["known"]) { $0.salesFormat = .importWizard }
    let reported = try Reconciled(trade.folder, finops: ["finops"], sales: output.paths, to: "reported") {
      $0.references = [PackagePath(trade.folder.path("known"))]
    }
    #expect(reported.lines.isEmpty, "\(reported.lines.prefix(6))")
  }

  @Test("An order that is on its way back is compared once, by the template that carries it")
  func wayBack() throws {
    let reported = try Reconciled(try TestFolder(), finops: [], sales: [], samples: true)
    // Both templates ran, and no order is reported by both.
    let headers = reported.rows.filter { $0.task == "headers" }
    #expect(reported.report.templates.map(\.name).contains("orders-to-finops"))
    #expect(Set(headers.map(\.key)).count == Set(headers.map { "\($0.template) \($0.key)" }).count)
    #expect(!headers.contains { $0.outcome == "not-expected" })
    // The one order that both sides have is F&O's to say.
    #expect(
      Set(headers.filter { $0.outcome == "different" }.map { "\($0.template) \($0.key)" }) == [
        "orders-to-sales SO-000001"
      ])
  }

  @Test("Customers of F&O without a partner are reported once, by the template whose party type they have")
  func sharedEntity() throws {
    let trade = try Trade()
    try trade.writeSales()
    try trade.folder.write(
      "sales/contact.csv",
      "contactid,msdynce_contactnumber,firstname,lastname,creditlimit,msdynce_isactivecustomer\n"
        + "\(Trade.id(5)),C-1,Ann,Lee,5.00,True\n\(Trade.id(6)),C-2,Bo,Li,,False\n")
    try trade.folder.write(
      "finops/Customers V2.csv",
      "CUSTOMERACCOUNT,PARTYNUMBER,PARTYTYPE,ORGANIZATIONNAME,PERSONFIRSTNAME,PERSONLASTNAME,CREDITLIMIT\n"
        + "A-1,A-1,Organization,Alpine,,,0\nC-1,C-1,Person,,Ann,Lee,5\nc-1,C-1,Person,,Ann,Lee,6\n"
        + "C-2,C-2,Person,,Bo,Li,0\nC-3,C-3,Person,,Cy,Lo,7\nA-4,A-4,Organization,Four,,,8\n,X-1,Person,,No,Key,9\nbroken\n"
    )
    let reported = try Reconciled(trade.folder, finops: ["finops"], sales: ["sales"])
    #expect(
      reported.lines == [
        "accounts¦customers¦only-in-finops¦A-4¦¦A-4¦¦", "contacts-to-customers¦customers¦only-in-finops¦¦¦¦¦",
        "contacts-to-customers¦customers¦not-expected¦C-2¦¦C-2¦C-2¦filter",
        "contacts-to-customers¦customers¦only-in-finops¦C-3¦¦C-3¦¦",
        "contacts-to-customers¦customers¦duplicate¦c-1¦¦c-1¦¦finops",
      ])
    let totals = try reported.records("totals.csv").filter { $0[0] == "contacts-to-customers" }
    #expect(totals.map { [$0[6], $0[7], $0[9], $0[10]] } == [["5", "1", "27", "5"]])
    #expect(try reported.records("findings.csv").contains { $0[1] == "P2C1402" && $0[5] == "8" })
  }

  @Test("The page escapes what it shows, names no value, and needs nothing else")
  func page() throws {
    let folder = try TestFolder()
    try CustomerWorld(count: 100).write(to: folder)
    let reported = try Reconciled(folder, finops: ["finops"], sales: ["sales"])
    let page = try folder.text("\(reported.name)/report.html")
    #expect(!page.contains("{{") && !page.contains("http"))
    #expect(!page.contains("Elsewhere") && page.contains("Only in Sales") && page.contains("P2C3001"))
    // The verdict counts records, as the figures do: the same, six outcomes, and what was refused. The list has a row for
    // each value.
    let figures = page.matches(of: /<dd[^>]*>([0-9,]+)<\/dd>/).map { Int($0.1.filter { $0 != "," }) ?? -1 }
    let verdict = try #require(page.firstMatch(of: /<h1>([0-9,]+) records? differs?;/))
    #expect(figures.count == 8 && figures[1...6].reduce(0, +) == Int(verdict.1.filter { $0 != "," }))
    #expect(page.contains("differences.csv has \(reported.rows.count) row"))
    let sheet = try folder.text("\(reported.name)/RUNSHEET.md")
    #expect(sheet.contains("- **party-number**") == false && sheet.contains("**ambiguous** (1, P2C3006)"))
  }
}
