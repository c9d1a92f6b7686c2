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
    let told = try folder.told([package], project: root + "/job.yaml")
    #expect(!told.contains { $0.severity == "error" }, "told: \(told)")
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
    let told = try TestFolder().told(
      [root + "/sales"], project: root + "/job.yaml", purpose: .convert, templates: ["vendors"])
    for (code, severity) in [("P2C2102", "error"), ("P2C2412", "warning"), ("P2C2501", "error")] {
      #expect(told.contains(ToldFinding(code: code, severity: severity)), "\(code)")
    }
  }
}
