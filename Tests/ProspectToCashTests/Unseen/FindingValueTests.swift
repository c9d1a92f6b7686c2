import Foundation
import ProspectToCash
import TestSupport
import Testing

@Suite("The value that a finding is about")
struct FindingValueTests {
  private static let secret = "Zyxwor Quimby" + String(repeating: "😀", count: 60)

  private func trade() throws -> Trade {
    let trade = try Trade()
    try trade.writeSales()
    let rows = [
      "\(Trade.id(1)),V-1,\(Self.secret),,,,", "\(Trade.id(2)),V-2,Two,Land of Zyxwor,,,",
      "\(Trade.id(3)),V-3,Three,,no Zyxwor number,,", "\(Trade.id(4)), v-3 ,Four,,,,",
      "\(Trade.id(5)),V-5,Five,,,\(Trade.id(99)),", "\(Trade.id(6)),,Six Zyxwor,,,,",
    ]
    try trade.folder.write(
      "sales/account.csv",
      "accountid,accountnumber,name,address1_country,creditlimit,transactioncurrencyid,fax\n"
        + rows.map { $0 + "\n" }.joined())
    return trade
  }

  @Test("findings.csv has it as read, at most 80 UTF-16 code units, and nothing where something is empty")
  func file() throws {
    let trade = try trade()
    _ = try trade.convert("sales", to: "out", templates: ["accounts"])
    let rows = try Rows(trade.folder, "out/findings.csv")
    func value(_ code: String, _ key: String) -> String? { rows.with(["code": code, "key": key]).first?["value"] }
    #expect(value("P2C2103", "V-1") == "Zyxwor Quimby" + String(repeating: "😀", count: 33))
    #expect(value("P2C2201", "V-2") == "Land of Zyxwor")
    #expect(value("P2C2105", "V-3") == "no Zyxwor number")
    #expect(value("P2C2104", "v-3") == " v-3 ")
    #expect(value("P2C2301", "V-5") == Trade.id(99))
    #expect(value("P2C2101", "") == "")
    for message in rows["message"] { #expect(!message.contains("Zyxwor")) }
  }

  @Test("The reports of convert and validate do not have it; validate does with --show-values, in JSON and SARIF")
  func elsewhere() throws {
    let trade = try trade()
    let output = try trade.convert("sales", to: "out", templates: ["accounts"])
    for file in ["report.json", "report.html", "RUNSHEET.md"] { #expect(try !output.text(file).contains("Zyxwor")) }
    for showsValues in [false, true] {
      let job = try ValidationJob(
        packages: [trade.folder.path("sales")], output: nil, project: nil, purpose: .convert, company: nil
      ) { $0.showsValues = showsValues }
      let summary = try job.run(progress: .silent)
      #expect(!summary.lines.joined().contains("Zyxwor"))
      for text in [try summary.json(), try summary.staticAnalysisLog()] {
        #expect(text.contains("Land of Zyxwor") == showsValues)
        #expect(text.contains("\"value\""))
      }
    }
  }

  @Test("Checks of packages give it, too: of Sales and of F&O")
  func checks() throws {
    let trade = try trade()
    func items(_ folder: String) throws -> [[String: String]] {
      let job = try ValidationJob(
        packages: [trade.folder.path(folder)], output: trade.folder.path("\(folder)-out"), project: nil,
        purpose: .import, company: nil
      ) { _ in }
      _ = try job.run(progress: .silent)
      return try Rows(trade.folder, "\(folder)-out/findings.csv").all
    }
    let sales = try items("sales")
    #expect(sales.contains { $0["code"] == "P2C2105" && $0["value"] == "no Zyxwor number" })
    // A record without a number is known by its id, never by its name.
    #expect(sales.allSatisfy { $0["key"]?.contains("Zyxwor") == false })
    try trade.folder.write(
      "finops/CustCustomerV2Entity.csv", "CUSTOMERACCOUNT,CREDITLIMIT\nC-1,many\nC-1,1\n")
    let finops = try items("finops")
    #expect(finops.contains { $0["code"] == "P2C1218" && $0["value"] == "many" })
    #expect(finops.contains { $0["code"] == "P2C1216" && $0["value"] == "C-1" })
  }
}
