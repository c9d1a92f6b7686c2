import Foundation
import ProspectToCash
import TestSupport
import Testing

/// Records of F&O are compared within their company.
@Suite("Several companies on both sides")
struct CompanyReconciliationTests {
  private func compared(_ customers: [String], _ accounts: [String], memory: Int = 2 << 30) throws -> Reconciled {
    let folder = try TestFolder()
    try folder.write(
      "finops/Customers V2.csv",
      "DATAAREAID,CUSTOMERACCOUNT,ORGANIZATIONNAME,CREDITLIMIT,SALESCURRENCYCODE\r\n"
        + customers.map { $0 + "\r\n" }.joined())
    try folder.write(
      "sales/account.csv",
      "accountid,accountnumber,name,creditlimit,transactioncurrencyid.isocurrencycode\r\n"
        + accounts.enumerated().map { "\(Trade.id($0.offset)),\($0.element)\r\n" }.joined())
    return try Reconciled(folder, finops: ["finops"], sales: ["sales"]) { $0.memory = memory }
  }

  @Test("An account of no known company belongs to the first company that has its number", arguments: [2 << 30, 1])
  func first(memory: Int) throws {
    let reported = try compared(
      ["usmf,C-1,One,1,USD", "demf,C-1,Two,1,USD", "usmf,C-2,Three,2,USD"], ["C-1,Uno,1,USD", "C-2,Three,2,USD"],
      memory: memory)
    #expect(
      reported.rows.map { [$0.outcome, $0.key, $0.finops, $0.sales, $0.company].joined(separator: "¦") } == [
        "different¦C-1¦Two¦Uno¦DEMF", "only-in-finops¦C-1¦C-1¦¦USMF",
      ])
    #expect(
      try reported.records("crosswalk.csv").dropFirst().map { [$0[2], $0[5]] } == [["C-1", "DEMF"], ["C-2", "USMF"]])
  }

  @Test("Totals are sums within a company")
  func totals() throws {
    let reported = try compared(["usmf,C-2,Two,2,USD", "demf,C-1,One,1,USD"], ["C-1,One,1,USD", "C-2,Two,2,USD"])
    #expect(reported.lines.isEmpty)
    let totals = try reported.records("totals.csv")
    #expect(totals[0].last == "company")
    // Sums of both sides with the company.
    #expect(totals.dropFirst().map { [$0[9], $0[10], $0[12]] } == [["1", "1", "DEMF"], ["2", "2", "USMF"]])
  }

  @Test("Exports whose customers say no company have that of the run in every list")
  func usual() throws {
    let reported = try compared([",C-1,One,1,USD"], ["C-1,Uno,1,USD", "C-2,Two,2,USD"])
    #expect(reported.rows.map(\.company) == ["USMF", "USMF"])
  }
}
