import Archives
import Foundation
import ProspectToCash
import TestSupport
import Testing

@Suite("Rehearsal after rehearsal")
struct BaselineTests {
  private func marks(_ reported: Reconciled, _ file: String) throws -> [String: Int] {
    let rows = try reported.records(file)
    #expect(rows[0].last == "baseline")
    return Dictionary(grouping: rows.dropFirst(), by: { $0.last ?? "" }).mapValues(\.count)
  }

  @Test("Without a change everything is known, whatever the order of the records")
  func known() throws {
    let folder = try TestFolder()
    try CustomerWorld(count: 200).write(to: folder)
    let first = try Reconciled(folder, finops: ["finops"], sales: ["sales"], to: "first")
    #expect(try first.records("differences.csv")[0].count == 9)
    let heading = "CUSTOMERACCOUNT"
    let lines = CSVRows(try folder.text("finops/Customers V2.csv")).records
    let records = lines.dropFirst().map { Dictionary(uniqueKeysWithValues: zip(lines[0], $0)) }
    // Sorting is stable here, so that doubled records keep their order.
    let sorted = records.enumerated().sorted {
      ($0.element[heading] ?? "", $0.offset) < ($1.element[heading] ?? "", $1.offset)
    }
    try folder.write("later/Customers V2.csv", OrderWorld.csv(sorted.map(\.element)))
    let second = try Reconciled(folder, finops: ["later"], sales: ["sales"], to: "second") {
      $0.baseline = folder.path("first")
    }
    #expect(try marks(second, "differences.csv") == ["known": first.rows.count])
    #expect(try marks(second, "findings.csv").keys.sorted() == ["known"])
    #expect(try second.records("gone-differences.csv").count == 1)
    #expect(second.report.trend.map(\.differences) == [first.rows.count, first.rows.count])
  }

  @Test("What came besides is new, what was mended is gone, and the trend goes on")
  func changes() throws {
    let folder = try TestFolder()
    try CustomerWorld(count: 100).write(to: folder)
    _ = try Reconciled(folder, finops: ["finops"], sales: ["sales"], to: "first")
    let text = try folder.text("finops/Customers V2.csv")
    try folder.write(
      "finops/Customers V2.csv",
      text.replacing("Elsewhere", with: "Aarhus").replacing("Company 50", with: "Company 5O").replacing(
        "AARHUS", with: "aarhus"))
    let second = try Reconciled(folder, finops: ["finops"], sales: ["sales"], to: "second") {
      $0.baseline = folder.path("first")
    }
    let new = try second.records("differences.csv").filter { $0.last == "new" }
    #expect(
      new.map { $0.dropFirst(2).prefix(6).joined(separator: "¦") } == [
        "different¦A-50¦OrganizationName¦Company 5O¦Company 50¦value"
      ])
    let gone = try second.records("gone-differences.csv").dropFirst()
    #expect(gone.map { [$0[3], $0[4], $0[5]] } == [["A-0", "AddressCity", "Elsewhere"]])
    // Another value of the same field is no other difference.
    #expect(
      try second.records("differences.csv").contains { $0[3] == "A-1" && $0[5] == "aarhus" && $0.last == "known" })

    let third = try Reconciled(folder, finops: ["finops"], sales: ["sales"], to: "third") {
      $0.baseline = folder.path("second")
    }
    let count = second.rows.count
    #expect(third.report.trend.map(\.differences) == [count, count, count])
    #expect(third.report.trend.map { $0.changes?.new } == [nil, 1, 0])
    #expect(third.report.trend.map { $0.changes?.gone } == [nil, 1, 0])
  }

  @Test("Findings have their values with a baseline, too; the page has them if that is wanted")
  func values() throws {
    let folder = try TestFolder()
    try CustomerWorld(count: 10).write(to: folder)
    let accounts = try folder.text("sales/account.csv")
    try folder.write(
      "sales/account.csv",
      accounts.replacing(
        "\"A-7\",\"Company 7\",\"Aarhus\",\"Denmark\"", with: "\"A-7\",\"Company 7\",\"Aarhus\",\"Atlantis\""))
    let first = try Reconciled(folder, finops: ["finops"], sales: ["sales"], to: "first")
    let second = try Reconciled(folder, finops: ["finops"], sales: ["sales"], to: "second") {
      $0.baseline = folder.path("first")
      $0.showsValues = true
    }
    let findings = try first.records("findings.csv")
    let place = try #require(findings[0].firstIndex(of: "value"))
    #expect(findings.contains { $0[place] == "Atlantis" })
    #expect(try second.records("findings.csv").map { Array($0.dropLast()) } == findings)
    #expect(try !folder.text("first/report.html").contains("Atlantis"))
    #expect(try folder.text("second/report.html").contains("Atlantis"))
  }

  @Test("A folder that is no reconciliation is refused before anything is written")
  func wrongFolder() throws {
    let trade = try Trade()
    try trade.writeSales()
    try trade.convert("sales", to: "converted")
    #expect(throws: ArchiveError.notFound(path: trade.folder.path("converted/differences.csv"))) {
      try Reconciled(trade.folder, finops: ["converted"], sales: ["sales"]) {
        $0.baseline = trade.folder.path("converted")
      }
    }
    #expect(!trade.folder.holds("reconciled"))
  }
}
