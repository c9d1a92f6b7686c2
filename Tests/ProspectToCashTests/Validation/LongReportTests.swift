import Foundation
import ProspectToCash
import TestSupport
import Testing

@Suite("Reports of many findings")
struct LongReportTests {
  private struct Report: Decodable {
    var items: [[String: String]]
  }

  private struct Log: Decodable {
    struct Run: Decodable {
      struct Result: Decodable {
        var ruleId: String
        var ruleIndex: Int
        var level: String
      }
      var results: [Result]
    }
    var runs: [Run]
  }

  @Test("More findings than are kept in memory come out in their order, with every character")
  func many() throws {
    let packages = try TestFolder()
    let odd = "\"\"\\ \u{1}/é€😀"
    let count = 12_000
    let rows = (1...count).map { "a,A-\($0)\(odd),Alpine\n" }.joined()
    let path = try packages.write("account.csv", Array("accountid,accountnumber,name\n\(rows)".utf8))
    let summary = try packages.report([path], templates: ["accounts"])
    let report = try JSONDecoder().decode(Report.self, from: Data(try summary.json().utf8))
    let wrong = report.items.filter { $0["code"] == "P2C2105" && $0["field"] == "accountid" }
    #expect(wrong.map { $0["record"] } == (1...count).map(String.init))
    #expect(wrong.last?["key"] == "A-\(count)\(odd)")
    let log = try JSONDecoder().decode(Log.self, from: Data(try summary.staticAnalysisLog().utf8))
    // A log has at most so many results, the first ones of each code.
    let listed = log.runs[0].results.map(\.ruleId)
    #expect(listed.count == min(25_000, report.items.count))
    var left = Dictionary(listed.map { ($0, 1) }, uniquingKeysWith: +)
    let first = report.items.map { $0["code"] ?? "" }.filter { code in
      left[code, default: 0] -= 1
      return left[code, default: 0] >= 0
    }
    #expect(listed == first)
    #expect(log.runs[0].results.allSatisfy { $0.ruleIndex >= 0 })
  }

  @Test("Without findings the lists are empty")
  func none() throws {
    let packages = try TestFolder()
    let project = try packages.write(
      "p.yaml",
      Array("environments: {sales: {version: 9.0.0.1, prospectToCash: 1.15.0.0}}\n".utf8))
    let path = try packages.zip("in.zip", SalesSample.catalogue.all)
    let summary = try packages.report([path], project: project)
    #expect(try JSONDecoder().decode(Report.self, from: Data(try summary.json().utf8)).items.isEmpty)
    let log = try JSONDecoder().decode(Log.self, from: Data(try summary.staticAnalysisLog().utf8))
    #expect(log.runs[0].results.isEmpty)
  }
}
