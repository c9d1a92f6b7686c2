import ProspectToCash
import TestSupport
import Testing

@Suite("What is filtered out is listed")
struct FilteredListTests {
  @Test("Every filtered record has a row with the clause that decided; lines have that of their header")
  func clauses() throws {
    let trade = try Trade()
    try trade.writeSales(quotes: [1, 2]) { table, text in
      let start = "Q-1,Quote 1,\(Trade.id(1)),\(Trade.id(90))"
      return table == "quote" ? text.replacing("\(start),1", with: "\(start),2") : text
    }
    let output = try trade.convert("sales", to: "out", templates: ["quotes"])
    let rows = try Rows(trade.folder, "out/filtered.csv")
    #expect(
      rows.columns == [
        "template", "task", "package", "file", "entity", "key", "record", "line", "reason", "clause", "company",
      ])
    #expect(rows["task"] == ["headers", "lines", "lines"])
    #expect(rows["reason"] == ["filter", "header", "header"])
    #expect(Set(rows["clause"]) == ["statecode eq 1"])
    #expect(rows["key"] == ["Q-1", "Q-1|1", "Q-1|2"])
    #expect(rows["record"] == ["2", "2", "3"])
    #expect(rows["line"] == ["3", "3", "4"])
    #expect(Set(rows["company"]) == ["USMF"])
    #expect(output.task("quotes", "lines")?.filteredBy == ["header": 2])
    #expect(try output.text("SHA256SUMS").contains("  filtered.csv"))
  }

  @Test("Merged and unchanged records are listed without a clause, and keys cannot become formulas")
  func merged() throws {
    let trade = try Trade()
    try trade.writeSales { table, text in table == "account" ? text.replacing("A-1", with: "=1+1,") : text }
    for name in ["sales", "copy"] {
      try trade.folder.write(
        "\(name)/account.csv", "accountid,accountnumber,name\n\(Trade.id(1)),=1+1,Alpine\n")
    }
    let job = try ConversionJob(
      packages: [trade.folder.path("sales"), trade.folder.path("copy")], output: trade.folder.path("out"), project: nil
    ) { $0.templates = ["accounts"] }
    _ = try job.run(progress: .silent)
    let rows = try Rows(trade.folder, "out/filtered.csv")
    #expect(rows["reason"] == ["duplicate"])
    #expect((rows["clause"], rows["key"]) == ([""], ["'=1+1"]))
    let again = try trade.convert(
      "sales", to: "again", references: ["out/packages/010-accounts.zip"], templates: ["accounts"]
    ) { $0.isDelta = true }
    #expect(try Rows(trade.folder, "again/filtered.csv")["reason"] == ["unchanged"])
    #expect(again.task("accounts", "customers")?.filtered == 1)
  }

  @Test("The list is there without a row, too, also of a dry run, and --max-findings does not shorten it")
  func always() throws {
    let trade = try Trade()
    try trade.writeSales(quotes: [1, 1, 1]) { $0 == "quote" ? $1.replacing(",1,True,", with: ",0,True,") : $1 }
    _ = try trade.convert("sales", to: "dry", templates: ["accounts"]) { $0.isDryRun = true }
    #expect(try Rows(trade.folder, "dry/filtered.csv").all.isEmpty)
    _ = try trade.convert("sales", to: "out", templates: ["quotes"]) { $0.maxFindings = 1 }
    #expect(try Rows(trade.folder, "out/filtered.csv").all.count == 6)
  }
}

@Suite("A column that a filter asks for and a file lacks")
struct MissingColumnTests {
  /// Takes a column out of a file of CSV without quotes.
  private static func without(_ column: String, _ text: String) -> String {
    let lines = text.split(separator: "\n").map { $0.split(separator: ",", omittingEmptySubsequences: false) }
    guard let place = lines[0].firstIndex(where: { $0.lowercased() == column }) else { return text }
    return lines.map { $0.enumerated().filter { $0.offset != place }.map(\.element).joined(separator: ",") + "\n" }
      .joined()
  }

  @Test("One error for the file; all of its records are filtered out with that as the clause, and their lines follow")
  func headers() throws {
    let trade = try Trade()
    try trade.writeSales(quotes: [1, 1]) { $0 == "quote" ? Self.without("statecode", $1) : $1 }
    let output = try trade.convert("sales", to: "out", templates: ["quotes"])
    #expect(output.result == .findings)
    let reported = try Rows(trade.folder, "out/findings.csv").with(["code": "P2C1411"])
    #expect(reported.map { $0["field"] } == ["statecode"])
    #expect(reported.map { $0["file"] } == ["quote.csv"])
    #expect(reported.map { [$0["severity"], $0["entity"], $0["key"]] } == [["error", "quote", ""]])
    let rows = try Rows(trade.folder, "out/filtered.csv")
    #expect(rows["reason"] == ["filter", "filter", "header", "header"])
    #expect(Set(rows["clause"]) == ["statecode is missing"])
  }

  @Test("If the lines' file lacks it, the headers of its lines stay behind, and others go over")
  func lines() throws {
    let trade = try Trade()
    try trade.writeFinops(orders: [1, 0, 2])
    let file = "finops/SalesOrderLineCDSEntity.csv"
    try trade.folder.write(file, Self.without("aresalesordertotalsupdated", try trade.folder.text(file)))
    let output = try trade.convert(
      "finops", to: "out", references: ["known"], templates: ["products", "orders-to-sales"])
    #expect(output.task("orders-to-sales", "headers")?.written == 1)
    #expect(output.task("orders-to-sales", "lines")?.filteredBy == ["header": 3])
    let rows = try Rows(trade.folder, "out/filtered.csv")
    #expect(rows.with(["task": "headers"]).map { $0["key"] } == ["SO-0", "SO-2"])
    #expect(Set(rows["clause"]) == ["AreSalesOrderTotalsUpdated is missing"])
    let reported = try Rows(trade.folder, "out/findings.csv").with(["code": "P2C1411"])
    #expect(reported.map { $0["entity"] } == ["SalesOrderLineCDSEntity"])
  }

  @Test("A file without records, and a column that is derived, are no error")
  func noError() throws {
    let trade = try Trade()
    try trade.writeSales(quotes: [1]) { table, text in
      table == "quotedetail"
        ? Self.without("msdynce_quotehasexternalmaintainedproductsonly", Self.without("quotestatecode", text)) : text
    }
    let output = try trade.convert("sales", to: "out", templates: ["quotes"])
    #expect(output.task("quotes", "lines")?.written == 1)
    #expect(try Rows(trade.folder, "out/findings.csv").with(["code": "P2C1411"]).isEmpty)
    try trade.writeSales(to: "empty") { table, text in table == "account" ? text : text }
    try trade.folder.write("empty/quote.csv", "quoteid,quotenumber\n")
    _ = try trade.convert("empty", to: "none", templates: ["quotes"])
    #expect(try Rows(trade.folder, "none/findings.csv").with(["code": "P2C1411"]).isEmpty)
  }

  @Test("validate reports it for a conversion only")
  func validate() throws {
    let trade = try Trade()
    try trade.writeSales(quotes: [1]) { $0 == "quote" ? Self.without("statecode", $1) : $1 }
    let wanted = ToldFinding(code: "P2C1411", severity: "error")
    #expect(try trade.folder.reported([trade.folder.path("sales")], purpose: .convert).contains(wanted))
    #expect(try !trade.folder.reported([trade.folder.path("sales")]).contains(wanted))
  }
}
