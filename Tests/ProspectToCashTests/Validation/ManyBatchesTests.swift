import Foundation
import ProspectToCash
import TestSupport
import Testing

@Suite("Files of many batches")
struct ManyBatchesTests {
  private struct Report: Decodable {
    struct Findings: Decodable {
      var byCode: [String: Int]
      var following: [String: Int]
    }
    var findings: Findings
    var items: [[String: String]]
  }

  /// Rows of 300 bytes, some of them with a number that is too long or an id of an earlier row.
  private func accounts(_ count: Int, tooLongEvery: Int, doubledEvery: Int) -> String {
    let rest = String(repeating: "x", count: 220)
    let rows = (1...count).map { row in
      let id = row % doubledEvery == 0 ? row - 1 : row
      let number = row % tooLongEvery == 0 ? "A-\(String(repeating: "0", count: 20))\(row)" : "A-\(row)"
      let zeros = String(repeating: "0", count: 12 - "\(id)".count)
      return "00000000-0000-4000-8000-\(zeros)\(id),\(number),Alpine,\(rest)\r\n"
    }
    return "accountid,accountnumber,name,description\r\n" + rows.joined()
  }

  @Test("What templates find follows from what the checks have reported, in every batch")
  func tailing() throws {
    let packages = try TestFolder()
    let text = accounts(25_000, tooLongEvery: 1_000, doubledEvery: 7_000)
    let path = try packages.zip("in.zip", [("account.csv", Array(text.utf8))])
    let json = try packages.report([path], templates: ["accounts"]).json()
    let report = try JSONDecoder().decode(Report.self, from: Data(json.utf8))
    #expect(report.findings.byCode["P2C1317"] == 25 && report.findings.byCode["P2C2103"] == 25)
    #expect(report.findings.following["error"] == 25)
    #expect(report.findings.byCode["P2C1332"] == 3)
    let reported = report.items.filter { $0["code"] == "P2C1317" || $0["code"] == "P2C2103" }
    for record in stride(from: 1_000, through: 25_000, by: 1_000) {
      let codes = reported.filter { $0["record"] == "\(record)" }.map { $0["code"] }
      #expect(codes == ["P2C1317", "P2C2103"])
    }
    let first = reported.filter { $0["code"] == "P2C1317" }.map { $0["record"] }
    #expect(first == (1...25).map { "\($0 * 1_000)" })
    // A batch's findings stand together, the package's own first.
    let switches = zip(reported, reported.dropFirst()).count { $0["code"] != $1["code"] }
    #expect((9...21).contains(switches))
    for _ in 0..<3 { #expect(try packages.report([path], templates: ["accounts"]).json() == json) }
  }

  @Test("What stands in front of a damaged place is reported once, and always the same")
  func damaged() throws {
    let packages = try TestFolder()
    let text = accounts(25_000, tooLongEvery: 1_000, doubledEvery: 7_000)
    var zip = try TestFolder.zipped([("account.csv", Array(text.utf8))])
    let damage = zip.count / 2
    for place in damage..<damage + 64 { zip[place] ^= 0xFF }
    let path = try packages.write("damaged.zip", zip)
    let json = try packages.report([path], templates: ["accounts"]).json()
    let report = try JSONDecoder().decode(Report.self, from: Data(json.utf8))
    let records = report.items.filter { $0["code"] == "P2C1317" }.map { $0["record"] }
    // What the damaged stretch unpacks to may be anything, before it is found out.
    let before = (1...8).map { "\($0 * 1_000)" }
    #expect(records.starts(with: before) && records.count { before.contains($0 ?? "") } == before.count)
    for _ in 0..<3 { #expect(try packages.report([path], templates: ["accounts"]).json() == json) }
  }
}
