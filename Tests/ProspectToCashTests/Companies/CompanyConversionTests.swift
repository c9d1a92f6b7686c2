import Foundation
import Packages
import ProspectToCash
import Records
import TestSupport
import Testing

/// Conversions of the records of several companies.
@Suite("Conversion of several companies")
struct CompanyConversionTests {
  /// The codes that these tests raise.
  static let codes = ["P2C2107", "P2C2108", "P2C2310", "P2C2405", "P2C2406"]

  private let target: SalesTarget
  private var folder: TestFolder { target.folder }

  init() throws { target = try SalesTarget() }

  // MARK: Input

  private static let productHeading =
    "DATAAREAID,PRODUCTNUMBER,PRODUCTNAME,CURRENCYCODE,SALESUNITSYMBOL,SALESPRICE,PRODUCTTYPE\r\n"

  private func products(_ rows: [String]) -> (String, String) {
    ("EcoResSellableReleasedProductEntity", CompanyConversionTests.productHeading + rows.map { $0 + "\r\n" }.joined())
  }

  /// Orders, each of one line, by company and number.
  private func orders(_ orders: [(company: String, number: String)]) -> [(String, String)] {
    let headers = orders.map { "\($0.company),\($0.number),A-1,USD,Order,Confirmed,Yes,Yes,CDS,Yes\r\n" }
    let lines = orders.enumerated().map { place, order in
      "\(order.company),\(order.number),1,\(place + 1).0,P-1,ea,1.00,USD,Confirmed,Yes,Yes,CDS,Yes\r\n"
    }
    return [
      (
        "SalesOrderHeaderCDSEntity",
        "DATAAREAID,SALESORDERNUMBER,ORDERINGCUSTOMERACCOUNTNUMBER,CURRENCYCODE,SALESORDERNAME,SALESORDERPROCESSINGSTATUS,"
          + "\(Trade.flags),ARETOTALSUPDATED\r\n" + headers.joined()
      ),
      (
        "SalesOrderLineCDSEntity",
        "DATAAREAID,SALESORDERNUMBER,LINECREATIONSEQUENCENUMBER,ORDEREDSALESQUANTITY,PRODUCTNUMBER,SALESUNITSYMBOL,"
          + "SALESPRICE,CURRENCYCODE,SALESORDERPROCESSINGSTATUS,\(Trade.flags),ARESALESORDERTOTALSUPDATED\r\n"
          + lines.joined()
      ),
    ]
  }

  private func convert(
    _ files: [(String, String)], project: String = "", _ change: (inout ConversionOptions) -> Void = { _ in }
  ) throws -> ConversionSummary {
    for (name, text) in files { try folder.write("finops/\(name).csv", text) }
    return try convert(["finops"], references: ["sales"], project: project, change)
  }

  private func convert(
    _ inputs: [String], references: [String], project: String = "",
    _ change: (inout ConversionOptions) -> Void = { _ in }
  ) throws -> ConversionSummary {
    let file = try project.isEmpty ? nil : folder.write("p2c.yaml", project)
    let job = try ConversionJob(packages: [], output: folder.path("out"), project: file) { options in
      options.inputs = inputs.map { PackagePath($0, resolve: folder.path) }
      options.references = references.map { PackagePath($0, resolve: folder.path) }
      options.replacesOutput = true
      // Few records at a time, so that several threads map them.
      (options.jobs, options.stretch) = (3, 2)
      change(&options)
    }
    return try job.run(progress: .silent)
  }

  // MARK: Output

  /// The findings that are no infos: code, key, value and company between bars.
  private func findings() throws -> [String] {
    let rows = try rows(of: "findings.csv")
    return rows.filter { $0["severity"] != "info" }.map { row in
      ["code", "key", "value", "company"].map { row[$0] ?? "" }.joined(separator: "¦")
    }
  }

  private func rows(of file: String) throws -> [[String: String]] {
    let lines = try folder.text("out/\(file)").split(separator: "\r\n").map {
      $0.split(separator: ",", omittingEmptySubsequences: false).map { $0.trimmingCharacters(in: ["\u{FEFF}", "\""]) }
    }
    return lines.dropFirst().map { Dictionary(zip(lines[0], $0), uniquingKeysWith: { first, _ in first }) }
  }

  private func filtered() throws -> [String] {
    try rows(of: "filtered.csv").map { row in
      ["key", "reason", "clause", "company"].map { row[$0] ?? "" }.joined(separator: "¦")
    }
  }

  // MARK: To Sales

  @Test("A company that is asked for has its own name and price, and the others' rows are filtered")
  func selection() throws {
    let summary = try convert([products(["usmf,P-1,One,USD,ea,1,Item", "DemF,P-1,Two,USD,ea,2,Item"])]) {
      $0.companies = [CompanyID("demf")!]
    }
    #expect(summary.result == .ok)
    let product = try target.records("010-products")["product"]
    #expect(product?.map { $0["name"] } == ["Two"])
    #expect(try filtered() == ["P-1¦company¦USMF¦USMF"])
    #expect(try !folder.holds("out/rejects") || folder.names.isEmpty)
  }

  @Test("Sales has one record of a product, and a company with other values gets a warning")
  func shared() throws {
    let rows = ["usmf,P-1,One,USD,ea,1,Item", "demf,P-1,Two,USD,ea,2,Item", "frmf,P-1,Two,USD,ea,3,Item"]
    _ = try convert([products(rows)])
    #expect(try target.records("010-products")["product"]?.map { $0["name"] } == ["Two"], "DEMF comes first by name")
    #expect(try findings() == ["P2C2406¦P-1¦¦USMF"])
    #expect(try filtered() == ["P-1¦shared¦DEMF¦FRMF", "P-1¦shared¦DEMF¦USMF"])
    #expect(try target.records("010-products")["productpricelevel"]?.map { $0["amount"] }.count == 1)
  }

  @Test("A number that two companies have stays with the first, and the other's lines go with their header")
  func number() throws {
    let rows = ["usmf,P-1,One,USD,ea,1,Item", "demf,P-1,One,USD,ea,1,Item"]
    _ = try convert([products(rows)] + orders([("usmf", "SO-1"), ("demf", "SO-1"), ("usmf", "SO-2")]))
    #expect(
      try findings().filter { $0.hasPrefix("P2C21") || $0.hasPrefix("P2C25") } == [
        "P2C2107¦SO-1¦SO-1¦USMF", "P2C2501¦SO-1|1¦¦USMF",
      ])
    let lines = try target.records("040-orders-to-sales")["salesorderdetail"]
    #expect(lines?.map { $0["quantity"].flatMap(Double.init) } == [2, 3], "no line ends in another company's order")
    let rejects = try folder.text("out/rejects/orders-to-sales.lines.csv")
    #expect(rejects.split(separator: "\r\n")[0].hasSuffix(",p2c_company"))
    #expect(rejects.split(separator: "\r\n").dropFirst().allSatisfy { $0.hasSuffix(",USMF") })
  }

  @Test("A prefix parts the numbers of two companies, in headers and in lines")
  func prefix() throws {
    let rows = ["usmf,P-1,One,USD,ea,1,Item", "demf,P-1,One,USD,ea,1,Item"]
    _ = try convert(
      [products(rows)] + orders([("usmf", "SO-1"), ("demf", "SO-1")]),
      project: "companies:\n  USMF: {}\n  DEMF: {prefix: DE-}\n")
    #expect(try findings().isEmpty)
    let tables = try target.records("040-orders-to-sales")
    #expect(tables["salesorder"]?.map { $0["ordernumber"] ?? "" } == ["SO-1", "DE-SO-1"])
    let ids = tables["salesorder"]?.map { $0["salesorderid"] ?? "" } ?? []
    #expect(tables["salesorderdetail"]?.map { $0["salesorderid"] ?? "" } == ids && Set(ids).count == 2)
  }

  @Test("An owner that Sales has is set, and one that it lacks is one error of the company")
  func owner() throws {
    try folder.write("sales/team.csv", "teamid,name\r\n\(SalesTarget.ids[8]),Contoso US\r\n")
    let rows = ["usmf,P-1,One,USD,ea,1,Item", "demf,P-1,One,USD,ea,1,Item"]
    let summary = try convert(
      [products(rows)] + orders([("usmf", "SO-1"), ("demf", "SO-2"), ("demf", "SO-3")]),
      project: "companies:\n  USMF: {owner: \"team:contoso us\"}\n  DEMF: {owner: \"user:anna@contoso.com\"}\n")
    #expect(summary.result == .findings)
    #expect(try findings().map { $0.prefix(8) } == ["P2C2310¦"])
    let owners = try target.records("040-orders-to-sales")["salesorder"]?.map { $0["ownerid"] ?? "" }
    #expect(owners == [SalesTarget.ids[8], "", ""])
  }

  @Test("Files for the import wizard name the owner, and the documents by their prefix")
  func wizard() throws {
    try folder.write("sales/team.csv", "teamid,name\r\n\(SalesTarget.ids[8]),Contoso DE\r\n")
    let rows = ["usmf,P-1,One,USD,ea,1,Item", "demf,P-1,One,USD,ea,1,Item"]
    _ = try convert(
      [products(rows)] + orders([("usmf", "SO-1"), ("demf", "SO-1")]),
      project: "companies:\n  USMF: {}\n  DEMF: {prefix: DE-, owner: \"team:CONTOSO DE\"}\n"
    ) { $0.salesFormat = .importWizard }
    #expect(try findings().isEmpty)
    let files = try target.files("040-orders-to-sales")
    let orders = try #require(files["Order.csv"]).split(separator: "\r\n").map {
      $0.split(separator: ",", omittingEmptySubsequences: false)
    }
    #expect(orders[0].last == "Owner" && orders.dropFirst().map(\.last) == ["", "Contoso DE"])
    let number = try #require(orders[0].firstIndex(of: "Order ID"))
    #expect(orders.dropFirst().map { $0[number] } == ["SO-1", "DE-SO-1"])
    #expect(try #require(files["Order Product.csv"]).contains(",DE-SO-1,DE-SO-1,"))
  }

  @Test("What is no company is rejected, and counts for the company that a blank would have")
  func noCompany() throws {
    _ = try convert([
      products(["us mf,P-1,One,USD,ea,1,Item", "toolong,P-2,Two,USD,ea,2,Item", ",P-3,Three,USD,ea,3,Item"])
    ])
    #expect(try findings() == ["P2C2108¦P-1¦us mf¦USMF", "P2C2108¦P-2¦toolong¦USMF"])
    #expect(try target.records("010-products")["product"]?.map { $0["productnumber"] } == ["P-3"])
  }

  @Test("A package is of the company that its path names, and one record is in the company's packages only")
  func packages() throws {
    let heading = CompanyConversionTests.productHeading.replacing("DATAAREAID,", with: "")
    for (name, price) in [("us", "1"), ("de", "2")] {
      try folder.write(
        "\(name)/EcoResSellableReleasedProductEntity.csv", heading + "P-\(price),Name,USD,ea,\(price),Item\r\n")
    }
    let summary = try convert(["USMF=us", "demf=de"], references: ["sales"])
    #expect(summary.result == .ok)
    #expect(
      try rows(of: "crosswalk.csv").filter { $0["key"]?.hasPrefix("P-") ?? false }.map { $0["company"] }
        .prefix(2) == ["DEMF", "USMF"])
  }

  // MARK: To F&O

  @Test(
    "The company follows from the business unit, each has packages of its own, and an unknown unit is reported once")
  func units() throws {
    try folder.write(
      "crm/account.csv",
      "accountid,accountnumber,name,transactioncurrencyid,owningbusinessunit\r\n"
        + [("A-1", "Contoso US"), ("A-2", "Contoso DE"), ("A-3", "Other"), ("A-4", "Other"), ("A-5", "")].enumerated()
        .map { "\(Trade.id($0)),\($1.0),Name,\(Trade.id(90)),\($1.1)\r\n" }.joined())
    try folder.write(
      "crm/transactioncurrency.csv",
      "transactioncurrencyid,isocurrencycode,currencyname\r\n\(Trade.id(90)),USD,Dollar\r\n")
    _ = try convert(
      ["crm"], references: [],
      project: "companies:\n  USMF: {businessUnit: Contoso US}\n  DEMF: {businessUnit: contoso de}\n")
    #expect(try findings() == ["P2C2405¦Other¦2¦"])
    #expect(try filtered() == ["A-3¦company¦Other¦", "A-4¦company¦Other¦"])
    func customers(_ company: String) throws -> [String?]? {
      try target.records("\(company)/010-accounts")["CustCustomerV2Entity"]?.map { $0["CUSTOMERACCOUNT"] }
    }
    #expect(try customers("USMF") == ["A-1", "A-5"])
    #expect(try customers("DEMF") == ["A-2"])
    let sheet = try folder.text("out/RUNSHEET.md")
    #expect(
      sheet.contains("## Import into USMF, in this order") && sheet.contains("## Import into DEMF, in this order"))
    #expect(sheet.contains("| accounts | customers | DEMF | CustCustomerV2Entity | 1 | 0 | 0 | 0 | 1 |"))
    let report = try folder.text("out/report.json")
    #expect(report.contains("\"DEMF\"") && report.contains("\"USMF\""))
  }
}
