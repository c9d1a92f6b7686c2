import Foundation
import Packages
import ProspectToCash
import TestSupport
import Testing

@Suite("Both sides after a conversion")
struct AgreementTests {
  @Test("What was converted to F&O and is exported from there is the same")
  func finops() throws {
    let trade = try Trade()
    try trade.writeSales(quotes: [2, 1, 3])
    let output = try trade.convert("sales", to: "converted") { $0.fileFormat = .xmlElement }
    #expect(output.result == .ok)
    let reported = try Reconciled(trade.folder, finops: output.paths, sales: ["sales"])
    #expect(reported.result == .ok && reported.lines.isEmpty)
    #expect(reported.task("quotes", "lines")?.source["same"] == 6)
    #expect(reported.report.partners == 1 + 3 + 6)
    #expect(
      try reported.records("crosswalk.csv").prefix(3) == [
        ["template", "task", "finops_key", "sales_id", "number", "company"],
        ["accounts", "customers", "A-1", Trade.id(1), "A-1", "USMF"],
        ["quotes", "headers", "Q-0", Trade.id(1000), "Q-0", "USMF"],
      ])
  }

  @Test("What was converted to Sales and is exported from there is the same, freight taxes among it")
  func sales() throws {
    let trade = try Trade()
    try trade.writeFinops(orders: [2, 1], freightOfFirst: "12.500000")
    let output = try trade.convert("finops", to: "converted", references: ["known"])
    let reported = try Reconciled(trade.folder, finops: ["finops"], sales: output.paths + ["known"])
    #expect(reported.result == .ok && reported.lines.isEmpty)
    #expect(reported.task("orders-to-sales", "lines")?.source["same"] == 4)
    #expect(reported.task("products", "products")?.destination["same"] == 3)
  }

  @Test("One byte that changes in a package is exactly one difference")
  func oneByte() throws {
    let trade = try Trade()
    try trade.writeSales(quotes: [2, 1, 3])
    let output = try trade.convert("sales", to: "converted") { $0.fileFormat = .csv }
    for (package, file, old, new, expected) in [
      (
        "010-accounts", "Customers V2.csv", "Alpine,", "Alpene,",
        [
          // The address has the customer's name too; its column comes first in the file.
          "accounts¦customers¦different¦A-1¦AddressDescription¦Alpene¦Alpine¦value"
        ]
      ),
      (
        "030-quotes", "CDS sales quotation lines.csv", "3.50,", "3.51,",
        ["quotes¦lines¦different¦Q-2|3¦RequestedSalesQuantity¦3.51¦3.50¦number"]
      ),
      (
        "030-quotes", "CDS sales quotation header.csv", "Main St", "Main st",
        ["quotes¦headers¦different¦Q-0¦DeliveryAddressStreet¦Main st¦Main St¦case"]
      ),
    ] {
      let texts = try OutputTree.texts(of: trade.folder.url.appending(path: "converted"))
      var text = try #require(texts["packages/\(package)/\(file)"])
      let place = try #require(text.range(of: old))
      text.replaceSubrange(place, with: new)
      // The other entities' files stay as they were written.
      let others = output.paths.filter { !$0.contains(package) }
      let folder = "changed-\(new.filter(\.isLetter))\(expected.count)"
      for (name, content) in texts where name.hasPrefix("packages/\(package)/") && name.hasSuffix(".csv") {
        let entity = String(name.split(separator: "/").last ?? "")
        try trade.folder.write("\(folder)/\(entity)", entity == file ? text : content)
      }
      let reported = try Reconciled(
        trade.folder, finops: others + [folder], sales: ["sales"], to: "reported-\(folder)")
      #expect(reported.lines == expected)
      #expect(reported.result == .findings)
    }
  }

  @Test("A number is the same however it is written, nothing stands for zero in F&O, and a date is its day")
  func spellings() throws {
    let trade = try Trade()
    try trade.writeSales(quotes: [1])
    let output = try trade.convert("sales", to: "converted") { $0.fileFormat = .csv }
    let texts = try OutputTree.texts(of: trade.folder.url.appending(path: "converted"))
    for (name, text) in texts where name.hasSuffix(".csv") && name.hasPrefix("packages/") {
      let file = String(name.split(separator: "/").last ?? "")
      try trade.folder.write(
        "exported/\(file)", text.replacing("1.50,", with: "1.500000,").replacing("9.99", with: "+9.990"))
    }
    #expect(output.result == .ok)
    let reported = try Reconciled(trade.folder, finops: ["exported"], sales: ["sales"])
    #expect(reported.lines.isEmpty)
  }
}
