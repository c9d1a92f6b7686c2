import Foundation
import Mapping
import ProspectToCash
import TestSupport
import Testing

@Suite("Price list items on both sides, reconciled")
struct PriceListReconciliationTests {
  @Test("Every difference is found, and no other is reported, however price lists are known", arguments: [false, true])
  func everyOne(hasNamesake: Bool) throws {
    let folder = try TestFolder()
    let world = PriceListWorld(count: 400, hasNamesake: hasNamesake)
    try world.write(to: folder)
    let reported = try Reconciled(folder, finops: ["finops"], sales: ["sales"])
    let unlike = Set(reported.rows).symmetricDifference(world.expected)
    #expect(unlike.isEmpty)
    #expect(reported.rows.count == world.expected.count)
    let items = try #require(reported.task("products", "price-list-items"))
    #expect(items.source["read"] == world.made && items.destination["read"] == world.held)
    #expect(items.destination["notOfTheTemplate"] == world.left)
    let partners = try reported.records("crosswalk.csv").filter { $0[1] == "price-list-items" }
    #expect(partners.count == (items.source["same"] ?? 0) + (items.source["different"] ?? 0))
    #expect(
      partners[0] == [
        "products", "price-list-items", "P-0|\(world.list)", PriceListWorld.item(0), "P-0|\(world.list)", "USMF",
      ])
  }

  @Test("What does not fit in memory goes to files, and the same is reported")
  func parted() throws {
    let folder = try TestFolder()
    let world = PriceListWorld(count: 200)
    try world.write(to: folder)
    let whole = try Reconciled(folder, finops: ["finops"], sales: ["sales"], to: "whole") { $0.fixes = .sales }
    let parted = try Reconciled(folder, finops: ["finops"], sales: ["sales"], to: "parted") {
      $0.fixes = .sales
      $0.memory = 1
    }
    for file in ["differences.csv", "crosswalk.csv", "totals.csv", "report.json", "findings.csv"] {
      #expect(try folder.text("whole/\(file)") == folder.text("parted/\(file)"), "\(file)")
    }
    #expect(whole.report.packages.count == 2 && parted.report.packages.count == 2)
  }

  @Test("Totals sum the items up by currency")
  func totals() throws {
    let folder = try TestFolder()
    try PriceListWorld(count: 3).write(to: folder)
    let reported = try Reconciled(folder, finops: ["finops"], sales: ["sales"])
    let rows = try reported.records("totals.csv").filter { $0[1] == "price-list-items" }
    #expect(
      rows == [
        ["products", "price-list-items", "amount", "USD", "", "", "3", "2", "1", "3.75", "1.51", "2.24", "USMF"]
      ])
  }

  @Test("Fixes bring the items that Sales lacks, as a conversion makes them, and of others what differs")
  func fixes() throws {
    let trade = try Trade()
    try PriceListWorld(count: 40).write(to: trade.folder)
    let first = try Reconciled(trade.folder, finops: ["finops"], sales: ["sales"]) { $0.fixes = .sales }
    let written = try WrittenRecords(trade.folder, "reconciled/packages")
    let converted = try trade.convert("finops", to: "converted", references: ["sales"])
    let wanted = try converted.all("productpricelevel")
    let new = written["productpricelevel"].filter { $0["productid"] != nil }
    #expect(new.count == 4)
    for item in new { #expect(wanted.contains(item)) }
    let changed = written["productpricelevel"].filter { $0["productid"] == nil }
    func item(_ index: Int, _ values: OrderWorld.Record) -> OrderWorld.Record {
      values.merging(["productpricelevelid": PriceListWorld.item(index)]) { $1 }
    }
    let each = Trade.id(60)
    #expect(
      changed == [
        item(0, ["amount": "0.25"]), item(1, ["uomid": each]),
        item(9, ["amount": "9.25", "pricingmethodcode": "1"]), item(20, ["amount": "20.25"]), item(21, ["uomid": each]),
        item(29, ["amount": "29.25", "pricingmethodcode": "1"]),
      ])
    #expect(written["product"].compactMap { $0["productnumber"] }.sorted() == ["P-12", "P-14", "P-32", "P-34"])
    #expect(first.report.packages.map(\.records) == [6, 8])

    for table in ["product", "productpricelevel"] {
      let rows = CSVRows(try trade.folder.text("sales/\(table).csv")).records
      let before = rows.dropFirst().map { Dictionary(uniqueKeysWithValues: zip(rows[0], $0)) }
      var records: [String: OrderWorld.Record] = [:]
      for record in before + written[table] { records[record["\(table)id"] ?? "", default: [:]].merge(record) { $1 } }
      // New records have more columns than this export.
      for id in records.keys { records[id] = records[id]?.filter { rows[0].contains($0.key) } }
      try trade.folder.write("sales/\(table).csv", OrderWorld.csv(records.keys.sorted().compactMap { records[$0] }))
    }
    let second = try Reconciled(trade.folder, finops: ["finops"], sales: ["sales"], to: "again")
    #expect(Set(second.rows.map { "\($0.outcome) \($0.kind)" }) == ["only-in-sales ", "duplicate sales"])
    #expect(second.rows.count == 2 * (1 + 2 + 1 + 1))
  }

  @Test("An export of Sales without price list items is reported, and all else is compared")
  func omitted() throws {
    let folder = try TestFolder()
    try PriceListWorld(count: 1).write(to: folder)
    try FileManager.default.removeItem(atPath: folder.path("sales/productpricelevel.csv"))
    let reported = try Reconciled(folder, finops: ["finops"], sales: ["sales"])
    #expect(reported.lines.isEmpty && reported.result == .ok)
    #expect(
      reported.report.notCompared.map { [$0.template, $0.task, $0.entity] } == [
        ["products", "price-list-items", "productpricelevel"]
      ])
    #expect(try reported.records("findings.csv").contains { $0[1] == "P2C3008" })
    #expect(reported.task("products", "products")?.source["same"] == 1)
    let sheet = try folder.text("reconciled/RUNSHEET.md")
    #expect(sheet.contains("- products price-list-items: no package of Sales contains productpricelevel."))
  }
}
