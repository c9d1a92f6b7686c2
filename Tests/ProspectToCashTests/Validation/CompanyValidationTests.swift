import Foundation
import ProspectToCash
import TestSupport
import Testing

/// `validate` checks the records of each company by themselves.
@Suite("Validation of several companies")
struct CompanyValidationTests {
  /// The codes that these tests raise.
  static let codes = ["P2C2407"]

  private let folder: TestFolder

  init() throws { folder = try TestFolder() }

  /// The findings of a code, each as its parts between bars.
  private func found(
    _ code: String, _ parts: [String], in packages: [String], references: [String] = [],
    purpose: ValidationPurpose = .import, company: String? = nil
  ) throws -> [String] {
    let summary = try folder.report(packages, references: references, purpose: purpose, company: company)
    let document = try JSONSerialization.jsonObject(with: Data(try summary.json().utf8)) as? [String: Any]
    let items = document?["items"] as? [[String: String]] ?? []
    return items.filter { $0["code"] == code }.map { item in parts.map { item[$0] ?? "" }.joined(separator: "¦") }
  }

  private func customers(_ name: String, _ rows: [String], heading: String = "dataAreaId") throws -> String {
    try folder.write(
      "\(name)/Customers V2.csv",
      "\(heading),CUSTOMERACCOUNT,ORGANIZATIONNAME,CUSTOMERGROUPID\r\n" + rows.map { $0 + "\r\n" }.joined())
    return folder.path(name)
  }

  @Test("Two companies may have one number; one company may not, however it is written")
  func keys() throws {
    let package = try customers("in", ["usmf,C-1,One,10", "demf,C-1,Two,10", " UsMf ,c-1,Three,10", ",C-1,Four,10"])
    #expect(
      try found("P2C1216", ["record", "key", "company"], in: [package], company: "DEMF") == [
        "3¦c-1¦USMF", "4¦C-1¦DEMF",
      ])
  }

  @Test("What is no company counts as blank, and is no finding of an import")
  func noCompany() throws {
    let package = try customers("in", ["toolong,C-1,One,10", ",C-1,Two,10", "a b,C-1,Three,10"])
    #expect(try found("P2C1216", ["record", "company"], in: [package]) == ["2¦USMF", "3¦USMF"])
    #expect(try found("P2C2108", ["record"], in: [package]).isEmpty)
  }

  @Test("One record in two packages is one only within its company")
  func packages() throws {
    let packages = try [
      customers("one", ["usmf,C-1,One,10"]), customers("two", ["demf,C-1,Two,10"]),
      customers("three", ["DEMF,C-1,Two,10"]),
    ]
    #expect(try found("P2C1231", ["key", "company"], in: packages) == ["C-1¦DEMF"])
  }

  @Test(
    "The column of the company is no value, whatever its case",
    arguments: ["DATAAREAID", "dataAreaId", "DataAreaId", "dataareaid"])
  func column(heading: String) throws {
    let package = try customers("in", ["usmf,C-1,One,10", "demf,C-2,Two,10"], heading: heading)
    for code in ["P2C1224", "P2C1407", "P2C1409"] {
      #expect(try found(code, ["field"], in: [package], company: "USMF").isEmpty, "\(code)")
    }
    var sample = FinopsSample().with(heading, "USMF")
    sample.mapped = FinopsSample().columns
    #expect(try found("P2C1215", ["field"], in: [folder.zip("in.zip", sample.all)], company: "USMF").isEmpty)
  }

  @Test("A value that the target must have is looked for in its own company")
  func needed() throws {
    try folder.write(
      "reference/Customer groups.csv", "DATAAREAID,CUSTOMERGROUPID,DESCRIPTION\r\nusmf,10,Ten\r\ndemf,20,Twenty\r\n")
    let package = try customers("in", ["usmf,C-1,One,10", "demf,C-2,Two,10", "frrt,C-3,Three,30"])
    #expect(
      try found("P2C1230", ["key", "company"], in: [package], references: [folder.path("reference")]) == ["C-2¦DEMF"])
  }

  private func orders(_ rows: [String]) throws -> String {
    try folder.write(
      "orders/CDS sales order headers.csv",
      "DATAAREAID,SALESORDERNUMBER,ORDERINGCUSTOMERACCOUNTNUMBER,CURRENCYCODE,SALESORDERNAME\r\n"
        + rows.map { $0 + ",C-1,USD,Order\r\n" }.joined())
    return folder.path("orders")
  }

  @Test("A number that two companies have is a warning for the later company, not the later record")
  func numbers() throws {
    let package = try orders(["usmf,SO-1", "demf,SO-1", "usmf,SO-2", "demf,SO-3", "frrt,so-1"])
    #expect(
      try found("P2C2407", ["severity", "record", "key", "company"], in: [package], purpose: .convert) == [
        "warning¦1¦SO-1¦USMF", "warning¦5¦so-1¦FRRT",
      ])
    #expect(try found("P2C2407", ["key"], in: [package]).isEmpty)
  }

  @Test("Product numbers are one for all companies, and customers do not go to Sales")
  func shared() throws {
    try folder.write(
      "products/Sellable released products.csv",
      "DATAAREAID,PRODUCTNUMBER,PRODUCTNAME,SALESPRICE\r\nusmf,P-1,Skis,1\r\ndemf,P-1,Skis,1\r\n")
    let customers = try customers("in", ["usmf,C-1,One,10", "demf,C-1,Two,10"])
    for package in [folder.path("products"), customers] {
      #expect(try found("P2C2407", ["key"], in: [package], purpose: .convert).isEmpty)
    }
  }
}
