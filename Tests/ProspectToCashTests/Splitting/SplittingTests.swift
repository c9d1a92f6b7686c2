import Packages
import ProspectToCash
import TestSupport
import Testing

@Suite("Packages within limits")
struct SplittingTests {
  static let quotes = [3, 1, 7, 2, 0, 4, 1, 1, 5, 2, 30, 1]

  @Test("Quotes go whole into packages of a few records, whatever the order of their lines", arguments: [false, true])
  func quotes(isReversed: Bool) throws {
    let trade = try Trade()
    try trade.writeSales(quotes: Self.quotes, isReversed: isReversed)
    let whole = try trade.convert("sales", to: "whole", templates: ["quotes"])
    let split = try trade.convert("sales", to: "split", templates: ["quotes"]) { $0.maxRecords = 8 }
    #expect(split.packages.prefix(2) == ["030-quotes-01.zip", "030-quotes-02.zip"])
    #expect(split.packages == split.packages.sorted(), "names sort in the order of import")
    #expect(whole.packages == ["030-quotes.zip"], "a package that is not split has no number")
    try checkQuotes(split, against: whole) { $0 <= 8 }
    #expect(split.task("quotes", "lines")?.written == Self.quotes.reduce(0, +))
  }

  /// Every document is whole in its package, and all packages together hold what the unsplit one does.
  private func checkQuotes(_ split: Trade.Output, against whole: Trade.Output, _ fits: (Int) -> Bool) throws {
    for (name, package) in zip(split.packages, split.report.packages) {
      let records = try split.records(name)
      let headers = (records["SalesQuotationHeaderCDSEntity"] ?? []).map { $0["SalesQuotationNumber"] }
      let lines = (records["SalesQuotationLineCDSEntity"] ?? []).map { $0["SalesQuotationNumber"] }
      #expect(Set(lines).isSubset(of: Set(headers)))
      #expect(package.records == headers.count + lines.count)
      #expect(fits(package.records) || headers.count == 1)
    }
    for entity in ["SalesQuotationHeaderCDSEntity", "SalesQuotationLineCDSEntity"] {
      let key = { (record: [String: String]) in record.sorted { $0.key < $1.key }.map { "\($0)=\($1)" }.joined() }
      #expect(try split.all(entity).map(key).sorted() == whole.all(entity).map(key).sorted())
    }
    #expect(
      try split.all("SalesQuotationHeaderCDSEntity").map { $0["SalesQuotationNumber"] }
        == whole.all("SalesQuotationHeaderCDSEntity").map { $0["SalesQuotationNumber"] })
    #expect(try split.text("crosswalk.csv") == whole.text("crosswalk.csv"))
    #expect(try split.text("RUNSHEET.md").contains("2. `packages/\(split.packages[1])`"))
  }

  @Test("Packages of F&O stay below a size", arguments: [FinopsFileFormat.csvUnicode, .xmlElement, .workbook])
  func finopsSize(format: FinopsFileFormat) throws {
    let trade = try Trade()
    try trade.writeSales(quotes: (0..<60).map { $0 % 7 })
    let whole = try trade.convert("sales", to: "whole", templates: ["quotes"]) { $0.fileFormat = format }
    let limit = UInt64(whole.report.packages[0].bytes * 2 / 3)
    let split = try trade.convert("sales", to: "split", templates: ["quotes"]) {
      $0.fileFormat = format
      $0.maxPackageSize = limit
    }
    #expect(split.packages.count > 1)
    #expect(split.report.packages.allSatisfy { $0.bytes <= limit })
    try checkQuotes(split, against: whole) { _ in true }
  }

  @Test("Orders for Sales stay below a size, with the lines of their freight taxes")
  func salesSize() throws {
    let trade = try Trade()
    try trade.writeFinops(orders: (0..<80).map { 1 + $0 % 5 }, freightOfFirst: "7.5")
    let references = ["known"]
    let whole = try trade.convert("finops", to: "whole", references: references)
    let limit = UInt64(whole.report.packages.map(\.bytes).max() ?? 0) * 3 / 4
    let split = try trade.convert("finops", to: "split", references: references) { $0.maxPackageSize = limit }
    #expect(split.packages.contains("040-orders-to-sales-02.zip"))
    #expect(split.report.packages.allSatisfy { $0.bytes <= limit })
    for name in split.packages where name.contains("orders") {
      let records = try split.records(name)
      let orders = Set((records["salesorder"] ?? []).map { $0["salesorderid"] })
      #expect(Set((records["salesorderdetail"] ?? []).map { $0["salesorderid"] }).isSubset(of: orders))
    }
    for table in ["product", "productpricelevel", "salesorder", "salesorderdetail"] {
      #expect(
        try Set(split.all(table).map { $0["\(table)id"] }) == Set(whole.all(table).map { $0["\(table)id"] }), "\(table)"
      )
    }
    let first = try split.records("040-orders-to-sales-01.zip")
    #expect(first["salesorderdetail"]?.count { $0["msdynce_ismisctax"] == "True" } == 1)
  }

  @Test("A product's price list item goes into the product's package")
  func products() throws {
    let trade = try Trade()
    try trade.writeFinops(orders: [], products: 7)
    let split = try trade.convert("finops", to: "split", references: ["known"], templates: ["products"]) {
      $0.maxRecords = 5
    }
    #expect(split.report.packages.map(\.records) == [4, 4, 4, 2])
    for name in split.packages {
      let records = try split.records(name)
      #expect(
        records["product"]?.map { $0["productid"] } == records["productpricelevel"]?.map { $0["productid"] })
    }
  }

  @Test("What fits is one package, byte for byte as without a limit")
  func fits() throws {
    let trade = try Trade()
    try trade.writeSales(quotes: [2, 3])
    let whole = try trade.convert("sales", to: "whole")
    let split = try trade.convert("sales", to: "split") {
      $0.maxRecords = 7
      $0.maxPackageSize = 1 << 20
    }
    #expect(split.packages == whole.packages)
    #expect(
      try split.text("SHA256SUMS").contains(
        whole.text("SHA256SUMS").split(separator: "\n").first { $0.contains("030") } ?? "?"))
  }

  @Test("What a file's format takes is a limit, too, on the way to F&O", arguments: [nil, 30])
  func format(most: Int?) throws {
    let trade = try Trade()
    try trade.writeSales(quotes: Self.quotes)
    var format = FinopsFileFormat.workbook
    format.mostRecords = 31
    let whole = try trade.convert("sales", to: "whole", templates: ["quotes"])
    let split = try trade.convert("sales", to: "split", templates: ["quotes"]) {
      $0.fileFormat = format
      $0.maxRecords = most
    }
    #expect(split.packages == (1...4).map { "030-quotes-0\($0).zip" })
    try checkQuotes(split, against: whole) { $0 <= most ?? 31 }
    let accounts = try trade.convert("sales", to: "accounts", templates: ["accounts"]) { $0.fileFormat = format }
    #expect(accounts.packages == ["010-accounts.zip"])
    try trade.writeFinops(orders: [], products: 40)
    let products = try trade.convert("finops", to: "products", references: ["known"], templates: ["products"]) {
      $0.fileFormat = format
    }
    #expect(products.packages == ["010-products.zip"], "packages for Sales have another form")
  }

  @Test("Single records go on in the next package where a workbook is full")
  func fullWorkbook() throws {
    let trade = try Trade()
    try trade.writeSales { table, text in
      table != "account"
        ? text : (1...7).reduce(text) { "\($0)\(Trade.id(2000 + $1)),B-\($1),Blue \($1),\(Trade.id(90))\n" }
    }
    var format = FinopsFileFormat.workbook
    format.mostRecords = 3
    let output = try trade.convert("sales", to: "out", templates: ["accounts"]) { $0.fileFormat = format }
    #expect(output.packages == ["010-accounts-01.zip", "010-accounts-02.zip", "010-accounts-03.zip"])
    #expect(output.report.packages.map(\.records) == [3, 3, 2])
    #expect(
      try output.all("CustCustomerV2Entity").map { $0["CUSTOMERACCOUNT"] ?? $0["CustomerAccount"] }
        == ["A-1"] + (1...7).map { "B-\($0)" })
  }

  @Test("A document with more lines than a workbook has rows, or an entity with more columns, is refused")
  func beyondFormat() throws {
    let trade = try Trade()
    try trade.writeSales(quotes: [3, 9, 1])
    var format = FinopsFileFormat.workbook
    format.mostRecords = 8
    let line = "SalesQuotationLineCDSEntity"
    #expect(throws: ConversionError.tooManyRecords(entity: line, format: "xlsx", most: 8)) {
      try trade.convert("sales", to: "rows", templates: ["quotes"]) { $0.fileFormat = format }
    }
    format.mostColumns = 7
    let header = "SalesQuotationHeaderCDSEntity"
    #expect(throws: ConversionError.tooManyColumns(entity: header, format: "xlsx", most: 7)) {
      try trade.convert("sales", to: "columns", templates: ["quotes"]) { $0.fileFormat = format }
    }
    #expect(!trade.folder.holds("rows") && !trade.folder.holds("columns"))
  }

  @Test("A quote with a value that no cell takes stays behind")
  func longValue() throws {
    let trade = try Trade()
    let most = 32_767
    try trade.writeSales(quotes: [1, 1, 1]) { table, text in
      table != "quote"
        ? text
        : text.replacing("Quote 0", with: String(repeating: "ä", count: most))
          .replacing("Quote 1", with: String(repeating: "ä", count: most + 1))
    }
    let csv = try trade.convert("sales", to: "csv", templates: ["quotes"])
    let output = try trade.convert("sales", to: "out", templates: ["quotes"]) { $0.fileFormat = .workbook }
    let names = try csv.all("SalesQuotationHeaderCDSEntity").map { ($0["SalesQuotationName"] ?? "").utf16.count }
    #expect(names == [most, most + 1, 7], "elsewhere it is only longer than is known to be safe")
    #expect(output.task("quotes", "headers")?.rejected == 1 && output.task("quotes", "lines")?.rejected == 1)
    #expect(
      try output.all("SalesQuotationHeaderCDSEntity").map { ($0["SalesQuotationName"] ?? "").utf16.count } == [most, 7])
    let findings = CSVRows(try output.text("findings.csv")).records
    #expect(findings.contains { $0.contains("P2C2103") && $0.contains { $0.contains("\(most)") } })
  }

  @Test("More packages than are open at a time come from further passes, with the same content")
  func rounds() throws {
    let trade = try Trade()
    try trade.writeSales(quotes: Array(repeating: 1, count: 300), isReversed: true)
    let split = try trade.convert("sales", to: "split", templates: ["quotes"]) { $0.maxRecords = 2 }
    #expect(split.packages.count == 300)
    #expect(split.report.packages.allSatisfy { $0.records == 2 })
    #expect(split.packages.last == "030-quotes-300.zip")
    #expect(
      try split.records("030-quotes-300.zip")["SalesQuotationLineCDSEntity"]?.first?["SalesQuotationNumber"] == "Q-299")
  }
}
