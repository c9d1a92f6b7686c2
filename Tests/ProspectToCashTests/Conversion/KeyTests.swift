import Findings
import ProspectToCash
import TestSupport
import Testing

@Suite("Keys of records")
struct RecordKeyTests {
  let folder: TestFolder

  init() throws { folder = try TestFolder() }

  private func accounts(_ numbers: [String]) -> String {
    "accountid,accountnumber,name\r\n"
      + numbers.enumerated().map { "\(Trade.id($0.offset)),\($0.element),Account\r\n" }.joined()
  }

  private func convert(_ inputs: [String], references: [String] = []) throws -> ConversionSummary {
    let job = try ConversionJob(packages: inputs.map(folder.path), output: folder.path("out"), project: nil) {
      options in
      options.templates = ["accounts"]
      options.references = references.map { PackagePath(folder.path($0)) }
      options.replacesOutput = true
    }
    return try job.run(progress: .silent)
  }

  /// How many keys look like earlier ones, as `validate` says, whatever the purpose.
  private func validated(_ inputs: [String]) throws -> Int {
    let counts = try [ValidationPurpose.import, .convert].map { purpose in
      let job = try ValidationJob(
        packages: inputs.map(folder.path), output: nil, project: nil, purpose: purpose, company: nil
      ) { $0.templates = ["accounts"] }
      return try job.run(progress: .silent).findings.count(of: .keyLooksLikeAnother)
    }
    #expect(counts[0] == counts[1])
    return counts[1]
  }

  private func findings(_ code: String) throws -> [[String]] {
    try folder.text("out/findings.csv").split(separator: "\r\n").map {
      $0.split(separator: ",", omittingEmptySubsequences: false).map(String.init)
    }.filter { $0[1] == code }
  }

  @Test(
    "A key that a spreadsheet has changed is a warning on the later record, which goes over",
    arguments: [
      ["1", "01"], ["01", "1"], ["0001", "01"], ["SO 1", "so1"], ["123000", "1.23E+05"], ["1.23E+05", "0123000"],
      ["A\u{A0}1", "A1"],
    ])
  func alike(numbers: [String]) throws {
    try folder.write("account.csv", accounts(numbers))
    #expect(try convert(["account.csv"]).result == .ok)
    let found = try findings("P2C2414")
    #expect(found.map { $0[0] } == ["warning"] && found.map { $0[5] } == ["2"])
    #expect(found[0][9].contains("record 1 of account"))
    #expect(try validated(["account.csv"]) == 1)
  }

  @Test(
    "Keys that differ otherwise are not alike",
    arguments: [["SO-1", "SO-01"], ["1", "10"], ["A1", "A-1"], ["0", "1"], ["1E", "1"]])
  func unlike(numbers: [String]) throws {
    try folder.write("account.csv", accounts(numbers))
    #expect(try convert(["account.csv"]).result == .ok)
    #expect(try findings("P2C2414").isEmpty)
    #expect(try validated(["account.csv"]) == 0)
  }

  @Test(
    "A key of more than 4,096 bytes rejects its record and is shown by its beginning",
    arguments: [
      (4_096, "k", false), (4_097, "k", true), (2_048, "é", false), (2_049, "é", true), (1_025, "\u{1F600}", true),
    ])
  func long(count: Int, character: String, isTooLong: Bool) throws {
    let key = String(repeating: character, count: count)
    try folder.write("account.csv", accounts(["A-1", "  \(key) "]))
    _ = try convert(["account.csv"])
    let found = try findings("P2C2103").filter { $0[9].contains("4096") }
    #expect(found.map { $0[5] } == (isTooLong ? ["2"] : []))
    let shown = String(decoding: key.utf16.prefix(80), as: UTF16.self)
    #expect(!isTooLong || found[0].contains(shown))
    let rejects = try folder.text("out/rejects/accounts.customers.csv")
    #expect(rejects.contains(shown) && rejects.contains(key) != isTooLong)
  }

  @Test("Long keys that begin alike are not doubled")
  func longAlike() throws {
    let key = String(repeating: "k", count: 5_000)
    try folder.write("account.csv", accounts([key + "1", key + "2"]))
    _ = try convert(["account.csv"])
    #expect(try findings("P2C2104").isEmpty)
  }

  @Test("Keys of several inputs are compared, too")
  func severalInputs() throws {
    try folder.write("one/account.csv", accounts(["000123"]))
    try folder.write("two/account.csv", accounts(["123"]))
    _ = try convert(["one", "two"])
    #expect(try findings("P2C2414").count == 1)
    #expect(try validated(["one", "two"]) == 1)
  }

  @Test("A key in scientific form that is like no other is none to warn of", arguments: ["1.23E+05", "4E7", "0001"])
  func alone(number: String) throws {
    try folder.write("account.csv", accounts([number, "A-1"]))
    #expect(try convert(["account.csv"]).result == .ok)
    #expect(try findings("P2C2414").isEmpty)
    #expect(try validated(["account.csv"]) == 0)
  }

  @Test("A row rejected for its key stays rejected until a reference shows that its key is free")
  func returned() throws {
    try folder.write("first/account.csv", accounts(["A-1", "a-1"]))
    _ = try convert(["first"])
    let rejects = try folder.text("out/rejects/accounts.customers.csv")
    #expect(rejects.contains("p2c_code,p2c_message,p2c_company") && rejects.contains(",USMF"))
    try folder.write("again/account.csv", rejects)
    #expect(try convert(["again"]).result == .findings)
    #expect(try findings("P2C2104").map { $0[9] }.joined().contains("--reference"))
    #expect(try convert(["again"], references: ["first"]).result == .findings)
    #expect(try !findings("P2C2104").map { $0[9] }.joined().contains("--reference"))
    try folder.write("again/account.csv", rejects.replacing("a-1", with: "A-2"))
    #expect(try convert(["again"]).result == .findings, "nobody knows whether A-2 is free")
    #expect(try convert(["again"], references: ["first"]).result == .ok)
    #expect(try folder.text("out/crosswalk.csv").contains("accounts,A-2,A-2,"))
  }

  @Test("A row without the columns of rejects, or rejected for another fault, is a row like any other")
  func ordinary() throws {
    try folder.write("account.csv", accounts(["A-1"]))
    #expect(try convert(["account.csv"]).result == .ok)
    try folder.write(
      "account.csv",
      "accountid,accountnumber,name,p2c_code,p2c_message\r\n\(Trade.id(1)),A-1,Account,P2C2103,too long\r\n")
    #expect(try convert(["account.csv"]).result == .ok)
  }
}
