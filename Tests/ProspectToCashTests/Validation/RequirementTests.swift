import Foundation
import Mapping
import ProspectToCash
import TestSupport
import Testing

@Suite("Requirements on versions")
struct RequirementTests {
  /// The codes that these tests raise, each with a twin that does not.
  static let codes = ["P2C5001", "P2C5002", "P2C5003", "P2C5004", "P2C5005"]

  private static let sales = "  sales: {version: 8.2.1.207, prospectToCash: 1.14.0.0}\n"

  @Test(
    "What a project states is compared with what the templates need",
    arguments: [
      ("  finops: {application: 7.2.11792.56024, platform: 7.0.4565.16212}\n" + sales, []),
      ("  finops: {application: 7.2.9999.99999, platform: 7.0.4565.16212}\n" + sales, ["P2C5001"]),
      ("  finops: {application: 7.3.11971.56116, platform: 7.0.4709.41128}\n" + sales, ["P2C5001"]),
      (
        "  finops: {application: 7.1.1541.3036, platform: 7.0.4565.16212, hotfixes: [KB4051266]}\n" + sales, ["P2C5002"]
      ),
      ("  sales: {version: 8.2.1.99, prospectToCash: 1.14.0.0}\n", ["P2C5003"]),
      ("  sales: {version: 9.0.0.1}\n", ["P2C5004"]),
    ] as [(String, Set<String>)])
  func versions(environments: String, codes: Set<String>) throws {
    let packages = try TestFolder()
    let project = try packages.write("project.yaml", Array("environments:\n\(environments)".utf8))
    let account = try packages.write("account.csv", Array("accountid,accountnumber,name\n,A-1,Alpine\n".utf8))
    let reported = try packages.reported([account], project: project, templates: ["accounts"])
    #expect(Set(reported.map(\.code).filter { $0.hasPrefix("P2C5") }) == codes)
  }

  @Test("A project that says nothing of versions is worth a remark")
  func nothingStated() throws {
    let packages = try TestFolder()
    let account = try packages.write("account.csv", Array("accountid,accountnumber,name\n,A-1,Alpine\n".utf8))
    #expect(try packages.reported([account]).contains(.init(code: "P2C5005", severity: "info")))
  }

  @Test("SARIF names rules, levels and places")
  func staticAnalysisLog() throws {
    let packages = try TestFolder()
    let account = try packages.write("account.csv", Array("accountid,accountnumber,name\n,A-1,Alpine\n,,none\n".utf8))
    let text = try packages.report([account], templates: ["accounts"]).staticAnalysisLog()
    let log = try #require(try JSONSerialization.jsonObject(with: Data(text.utf8)) as? [String: Any])
    let run = try #require((log["runs"] as? [[String: Any]])?.first)
    let results = try #require(run["results"] as? [[String: Any]])
    #expect(log["version"] as? String == "2.1.0")
    #expect(results.contains { $0["ruleId"] as? String == "P2C2101" && $0["level"] as? String == "error" })
  }
}
