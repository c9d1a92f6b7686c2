import ProspectToCash
import TestSupport
import Testing

@Suite("What no template reads is listed")
struct UnmappedTests {
  @Test("Filled columns that no template of the run reads, with their counts, and one remark for each entity")
  func columns() throws {
    let trade = try Trade()
    try trade.writeSales(quotes: [1]) { table, text in
      table == "account"
        ? "accountid,accountnumber,name,Zone,empty,fax,p2c_code\n\(Trade.id(1)),A-1,Alpine,,,1,x\n"
          + "\(Trade.id(2)),A-2,Beta,=North,,2,x\n" : text
    }
    let output = try trade.convert("sales", to: "out", templates: ["accounts"])
    let rows = try Rows(trade.folder, "out/unmapped.csv")
    #expect(rows.columns == ["entity", "column", "filled", "records"])
    #expect(rows["entity"] == ["account"])
    #expect(rows["column"] == ["Zone"])
    #expect((rows["filled"], rows["records"]) == (["1"], ["2"]))
    let reported = try Rows(trade.folder, "out/findings.csv").with(["code": "P2C2408"])
    #expect(reported.map { [$0["severity"], $0["entity"], $0["value"]] } == [["info", "account", "1"]])
    #expect(try output.text("SHA256SUMS").contains("  unmapped.csv"))
  }

  @Test("A record counts once, however many templates and passes read it")
  func once() throws {
    let trade = try Trade()
    try trade.writeSales(quotes: [2, 2]) { table, text in
      table == "quote" ? text.replacing("shipto_line1", with: "own_column") : text
    }
    _ = try trade.convert("sales", to: "out")
    let rows = try Rows(trade.folder, "out/unmapped.csv")
    #expect(rows.with(["column": "own_column"]).map { [$0["filled"], $0["records"]] } == [["2", "2"]])
    #expect(rows.with(["column": "transactioncurrencyid", "entity": "quotedetail"]).map { $0["filled"] } == ["4"])
  }

  @Test("Amounts that no field takes over are summed up by currency; a field for them ends that")
  func amounts() throws {
    let trade = try Trade()
    try trade.writeSales(quotes: [1, 1, 1]) { table, text in
      guard table == "quote" else { return text }
      var number = -1
      return text.split(separator: "\n").map { line in
        number += 1
        return line + [",freightamount,discountamount", ",1.105,0", ",2.20,", ",,.00"][number] + "\n"
      }.joined()
    }
    _ = try trade.convert("sales", to: "out", templates: ["quotes"])
    let reported = try Rows(trade.folder, "out/findings.csv").with(["code": "P2C2410"])
    #expect(reported.map { $0["field"] } == ["freightamount"])
    #expect(
      reported.map { [$0["entity"], $0["key"], $0["value"], $0["company"]] } == [["quote", "USD", "3.305", "USMF"]])
    #expect(reported[0]["message"]?.contains("2 records") == true)
  }
}

@Suite("Totals of headers and their lines")
struct DocumentTotalTests {
  /// Quotes with one line of 1.50 × 9.99 = 14.985, and one of 2.50 × 9.99 = 24.975 where there are two.
  private func reported(_ quotes: [Int], _ columns: String, _ values: [String]) throws -> [[String: String]] {
    let trade = try Trade()
    try trade.writeSales(quotes: quotes) { table, text in
      guard table == "quote" else { return text }
      var number = -1
      return text.replacing("totalamount", with: "other").split(separator: "\n").map { line in
        number += 1
        return line + "," + (number == 0 ? columns : values[number - 1]) + "\n"
      }.joined()
    }
    _ = try trade.convert("sales", to: "out", templates: ["quotes"])
    return try Rows(trade.folder, "out/findings.csv").with(["code": "P2C2409"])
  }

  @Test("A total that the lines do not give is a warning with what they give; a cent for each line is no difference")
  func tolerance() throws {
    let reported = try reported([1, 1, 1, 2, 2], "totalamount", ["14.98", "14.97", "", "39.94", "39.93"])
    #expect(reported.map { $0["key"] } == ["Q-1", "Q-4"])
    #expect(reported.map { $0["value"] } == ["14.985", "39.96"])
    #expect(reported.map { $0["severity"] } == ["warning", "warning"])
    #expect(reported.allSatisfy { $0["message"]?.contains("39.96") == false })
  }

  @Test("Discount, freight and a discount in hundredths count, and empty amounts are nothing")
  func header() throws {
    let reported = try reported(
      [1, 1, 1], "totalamount,discountamount,freightamount,discountpercentage",
      ["17.4865,1,5,10", "10,,,", "14.985,0,0,0"])
    #expect(reported.map { $0["key"] } == ["Q-1"])
  }

  @Test("Documents that stay behind and headers without lines have nothing to compare")
  func others() throws {
    #expect(try reported([0], "totalamount", ["99"]).isEmpty)
    #expect(try reported([1], "totalamount", ["no number"]).isEmpty)
  }

  @Test("Orders of F&O: the lines' amounts with discount, charges and tax")
  func finops() throws {
    var world = OrderWorld()
    world.add("SO-1")
    world.add("SO-2")
    let amounts = ["TOTALDISCOUNTAMOUNT": "5", "ORDERTOTALCHARGESAMOUNT": "2.5", "ORDERTOTALTAXAMOUNT": "1.75"]
    for index in world.headers.indices { world.headers[index].merge(amounts) { $1 } }
    world.headers[0]["ORDERTOTALAMOUNT"] = "39.25"
    let reported = try world.convert().findings.split(whereSeparator: \.isNewline).filter { $0.contains("P2C2409") }
    #expect(reported.count == 1)
    #expect(reported.first?.contains("SO-2") == true && reported.first?.contains("39.25") == true)
  }
}
