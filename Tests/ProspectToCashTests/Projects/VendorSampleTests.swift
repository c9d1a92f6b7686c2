import Foundation
import Mapping
import ProspectToCash
import TestSupport
import Testing

/// `samples/vendors` is made of schemas and a template alone: no Swift knows vendors or their bank accounts.
@Suite("A flow of a project's own: vendors with their bank accounts")
struct VendorSampleTests {
  private let root = #filePath.components(separatedBy: "/Tests/")[0] + "/samples/vendors"

  private func convert(
    to folder: TestFolder, _ name: String = "out", change: @escaping (inout ConversionOptions) -> Void = { _ in }
  ) throws -> Trade.Output {
    let job = try ConversionJob(running: root + "/job.yaml", output: folder.path(name)) { change(&$0) }
    return try Trade.Output(job.run(progress: .silent), folder: folder, name: name)
  }

  /// The values of a column in a written package.
  private func values(
    _ column: String, of entity: String, in package: String, _ output: Trade.Output
  ) throws -> [String] {
    try (output.records(package)[entity] ?? []).compactMap { $0[column] }
  }

  @Test("Vendors are written with their bank accounts, all of them or none")
  func conversion() throws {
    let folder = try TestFolder()
    let output = try convert(to: folder)
    #expect(output.result == .findings)
    let findings = try Rows(folder, "out/findings.csv")
    func keys(_ code: String) -> [String] { findings.with(["code": code]).compactMap { $0["key"] }.sorted() }
    #expect(keys("P2C2102") == ["V-0002|MAIN", "V-0003"])
    #expect(keys("P2C2501") == ["V-0002", "V-0003|MAIN"])
    #expect(keys("P2C2412") == ["V-0002"])
    let package = "060-vendors.zip"
    #expect(try values("VENDORACCOUNTNUMBER", of: "VendVendorV2Entity", in: package, output) == ["V-0001", "V-0006"])
    let accounts = try values("VENDORBANKACCOUNTID", of: "VendVendorBankAccountEntity", in: package, output)
    #expect(accounts == ["MAIN", "TAX", "MAIN", "RENT"])
  }

  @Test("What was written reconciles with its source, and passes validation")
  func comparison() throws {
    let folder = try TestFolder()
    _ = try convert(to: folder)
    let package = folder.path("out/packages/060-vendors.zip")
    let job = try ReconciliationJob(
      finops: [package], sales: [root + "/sales"], output: folder.path("reconciled"), project: root + "/job.yaml"
    ) { $0.templates = ["vendors"] }
    _ = try job.run(progress: .silent)
    #expect(CSVRows(try folder.text("reconciled/differences.csv")).records.count == 1)
    #expect(CSVRows(try folder.text("reconciled/crosswalk.csv")).records.count == 1 + 2 + 4)
    let reported = try folder.reported([package], project: root + "/job.yaml")
    #expect(!reported.contains { $0.severity == "error" }, "reported: \(reported)")
  }

  @Test("A document stays whole when its package is split")
  func split() throws {
    let folder = try TestFolder()
    let output = try convert(to: folder) { $0.maxRecords = 3 }
    for (part, vendor) in [("01", "V-0001"), ("02", "V-0006")] {
      let package = "060-vendors-\(part).zip"
      #expect(try values("VENDORACCOUNTNUMBER", of: "VendVendorV2Entity", in: package, output) == [vendor])
      #expect(
        try values("VENDORACCOUNTNUMBER", of: "VendVendorBankAccountEntity", in: package, output) == [vendor, vendor])
    }
  }

  @Test("Validation finds in the source what the conversion would reject")
  func source() throws {
    let reported = try TestFolder().reported(
      [root + "/sales"], project: root + "/job.yaml", purpose: .convert, templates: ["vendors"])
    for (code, severity) in [("P2C2102", "error"), ("P2C2412", "warning"), ("P2C2501", "error")] {
      #expect(reported.contains(ToldFinding(code: code, severity: severity)), "\(code)")
    }
  }

  @Test("A vendor that F&O has under another number is found by its party")
  func alternateKey() throws {
    let folder = try TestFolder()
    try folder.write(
      "finops/Vendors V2.csv",
      "VENDORACCOUNTNUMBER,VENDORPARTYNUMBER,VENDORORGANIZATIONNAME\r\n900001,V-0001,Adatum Paper\r\n")
    try folder.write("finops/Vendor bank accounts.csv", "VENDORACCOUNTNUMBER,VENDORBANKACCOUNTID\r\n900009,MAIN\r\n")
    let job = try ReconciliationJob(
      finops: [folder.path("finops")], sales: [root + "/sales"], output: folder.path("reconciled"),
      project: root + "/job.yaml"
    ) { $0.templates = ["vendors"] }
    _ = try job.run(progress: .silent)
    let differences = try Rows(folder, "reconciled/differences.csv")
    let found = differences.with(["task": "vendors", "outcome": "different"])
    let values = found.map { [$0["field"], $0["finops_value"], $0["sales_value"]] }
    #expect(values == [["VendorAccountNumber", "900001", "V-0001"]])
    #expect(differences.with(["task": "vendors", "outcome": "only-in-sales"]).map { $0["key"] } == ["V-0006"])
  }

  @Test("A bank account whose vendor number has lost its zeros is found by what ties them")
  func lostZeros() throws {
    let folder = try TestFolder()
    let heading = "VENDORACCOUNTNUMBER,VENDORORGANIZATIONNAME,VENDORGROUPID,CURRENCYCODE\r\n"
    try folder.write("in/Vendors V2.csv", heading + "000104,Trey Research,PAPER,USD\r\n")
    func reported(_ number: String) throws -> Set<ToldFinding> {
      let heading = "VENDORACCOUNTNUMBER,VENDORBANKACCOUNTID,IBAN,CURRENCYCODE\r\n"
      try folder.write("in/accounts of vendors.csv", heading + "\(number),MAIN,US1,USD\r\n")
      return try folder.reported([folder.path("in")], project: root + "/job.yaml")
    }
    let unclear = ToldFinding(code: "P2C1218", severity: "warning")
    #expect(try reported("104").contains(unclear))
    #expect(try !reported("000104").contains(unclear))
    #expect(try !reported("105").contains(unclear))
  }

  @Test("Bank accounts are imported in their first state, and their status must belong to it")
  func states() throws {
    let folder = try TestFolder()
    func field(_ name: String, _ type: String) -> String { "<field name=\"\(name)\" type=\"\(type)\" />" }
    let id = "a0000000-0000-4000-8000-000000000001"
    func reported(state: Int, status: Int) throws -> Set<ToldFinding> {
      let package = try folder.zip(
        "in-\(state)-\(status).zip",
        [
          (
            "data.xml",
            Array(
              """
              <entities><entity name="new_bankaccount"><records><record id="\(id)">\
              <field name="new_bankaccountid" value="\(id)" /><field name="statecode" value="\(state)" />\
              <field name="statuscode" value="\(status)" /></record></records></entity></entities>
              """.utf8)
          ),
          (
            "data_schema.xml",
            Array(
              """
              <entities ><entity name="new_bankaccount" primaryidfield="new_bankaccountid" primarynamefield="new_name">\
              <fields>\(field("new_bankaccountid", "guid"))\(field("statecode", "state"))\
              \(field("statuscode", "status"))</fields></entity></entities>
              """.utf8)
          ), ("[Content_Types].xml", []),
        ])
      return try folder.reported([package], project: root + "/job.yaml")
    }
    let (early, foreign) = (
      ToldFinding(code: "P2C1314", severity: "warning"), ToldFinding(code: "P2C1315", severity: "error")
    )
    for (state, status, expected) in [
      (0, 1, []), (0, 2, [foreign]), (1, 2, [early]), (1, 1, [early, foreign]),
    ] as [(Int, Int, Set<ToldFinding>)] {
      #expect(try reported(state: state, status: status).intersection([early, foreign]) == expected)
    }
  }
}
