import Archives
import Foundation
import Mapping
import ProspectToCash
import TestSupport
import Testing

@Suite("Comparing on several threads")
struct ParallelComparisonTests {
  private static let lists = [
    "differences.csv", "crosswalk.csv", "totals.csv", "report.json", "findings.csv", "RUNSHEET.md",
  ]

  private func expectSame(_ folder: TestFolder, _ one: String, _ other: String) throws {
    for file in ParallelComparisonTests.lists {
      #expect(try folder.text("\(one)/\(file)") == folder.text("\(other)/\(file)"), "\(file) of \(other)")
    }
  }

  @Test(
    "Customers are compared with the same result by any number of threads, in memory and in files",
    arguments: [2 << 30, 1 << 20])
  func customers(memory: Int) throws {
    let folder = try TestFolder()
    let world = CustomerWorld(count: 12_000)
    try world.write(to: folder)
    for jobs in [1, 2, 3, 8, 64] {
      let reported = try Reconciled(folder, finops: ["finops"], sales: ["sales"], to: "jobs-\(jobs)") {
        ($0.jobs, $0.memory) = (jobs, memory)
      }
      #expect(Set(reported.rows) == Set(world.expected) && reported.rows.count == world.expected.count)
      try expectSame(folder, "jobs-1", "jobs-\(jobs)")
    }
  }

  @Test(
    "Price list items are compared with the same result by any number of threads, corrections included",
    arguments: [2 << 30, 1 << 20])
  func items(memory: Int) throws {
    let folder = try TestFolder()
    try PriceListWorld(count: 6000).write(to: folder)
    for jobs in [1, 3, 64] {
      _ = try Reconciled(folder, finops: ["finops"], sales: ["sales"], to: "jobs-\(jobs)") {
        ($0.jobs, $0.memory, $0.fixes) = (jobs, memory, .sales)
      }
      try expectSame(folder, "jobs-1", "jobs-\(jobs)")
      #expect(
        try folder.text("jobs-1/SHA256SUMS").split(separator: "\n").filter { $0.contains("packages/") }
          == folder.text("jobs-\(jobs)/SHA256SUMS").split(separator: "\n").filter { $0.contains("packages/") })
    }
  }

  @Test(
    "Documents with their lines are compared with the same result by any number of threads", arguments: [2 << 30, 1])
  func documents(memory: Int) throws {
    let trade = try Trade()
    try trade.writeFinops(orders: [2, 1, 1], freightOfFirst: "12.500000")
    let output = try trade.convert("finops", to: "sales", references: ["known"])
    let text = try trade.folder.text("finops/SalesOrderHeaderCDSEntity.csv")
    try trade.folder.write("finops/SalesOrderHeaderCDSEntity.csv", text.replacing("Order 1", with: "Another order"))
    for jobs in [1, 2, 8] {
      let reported = try Reconciled(
        trade.folder, finops: ["finops"], sales: output.paths + ["known"], to: "jobs-\(jobs)"
      ) { ($0.jobs, $0.memory) = (jobs, memory) }
      #expect(!reported.rows.isEmpty)
      try expectSame(trade.folder, "jobs-1", "jobs-\(jobs)")
    }
  }

  @Test(
    "Two exports are compared with the same result by any number of threads, in memory and in files",
    arguments: [2 << 30, 1 << 20])
  func versions(memory: Int) throws {
    let folder = try TestFolder()
    let heading = "CUSTOMERACCOUNT,ORGANIZATIONNAME,CREDITLIMIT\r\n"
    var (old, new) = (heading, heading)
    for index in 0..<15_000 {
      let name = "Company \(index) with a name of some length"
      // Of each hundred one is new, one is gone, one is renamed, one is twice in the old export and one in the new one.
      if index % 100 != 1 { old += "A-\(index),\(name),\(index)\r\n" }
      if index % 100 == 2 { old += "A-\(index),Another,\(index)\r\n" }
      if index % 100 != 3 { new += "A-\(index),\(index % 100 == 4 ? "Renamed" : name),\(index).00\r\n" }
      if index % 100 == 5 { new += "a-\(index),\(name),7\r\n" }
    }
    try folder.write("old/Customers V2.csv", old)
    try folder.write("new/Customers V2.csv", new)
    for jobs in [1, 2, 3, 8, 64] {
      var options = VersionOptions(old: [folder.path("old")], new: [folder.path("new")])
      options.output = folder.path("jobs-\(jobs)")
      (options.jobs, options.memory) = (jobs, memory)
      _ = try VersionComparison(options).run()
      for file in ["differences.csv", "drift.csv", "report.json"] {
        #expect(try folder.text("jobs-1/\(file)") == folder.text("jobs-\(jobs)/\(file)"), "\(file) with \(jobs)")
      }
    }
    #expect(CSVRows(try folder.text("jobs-1/differences.csv")).records.count == 1 + 5 * 150)
  }
}
