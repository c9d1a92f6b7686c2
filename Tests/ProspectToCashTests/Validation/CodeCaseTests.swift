import Findings
import Foundation
import Mapping
import ProspectToCash
import TestSupport
import Testing

@Suite("Every finding code")
struct CodeCaseTests {
  static let cases = archives + formats + wizard + files + values + lookups + documents

  static let archives: [CodeCase] = [
    .archive("P2C1101") { $0.cut(30) },
    .archive("P2C1102") { $0.replace("Customers V3.csv", with: "../../../xyz.csv") },
    .archive("P2C1103") { $0.replace("Customers V4.csv", with: "Customers V3.csv") },
    .archive("P2C1104") { $0.change(listed: 8, to: 1) },
    CodeCase(
      code: "P2C1105", severity: "error",
      broken: { .init(packages: [try $0.zip("in.zip", FinopsSample().all + [("Big.csv", zeros(65 << 20))])]) },
      twin: { .init(packages: [try $0.zip("in.zip", FinopsSample().all + [("Big.csv", zeros(1 << 20))])]) }),
    .archive("P2C1106") { $0.flip(listed: 16) },
    .archive("P2C1107") {
      $0.change(listed: 5, to: 3)
      $0.change(listed: 41, to: 0xA0)
    },
    CodeCase(
      code: "P2C1108", severity: "error",
      broken: { .init(packages: [try nested($0, 2)]) }, twin: { .init(packages: [try nested($0, 1)]) }),
  ]

  private static func zeros(_ count: Int) -> [UInt8] { [UInt8](repeating: 0x30, count: count) }

  private static func nested(_ packages: TestFolder, _ depth: Int) throws -> String {
    var path = try packages.zip("0.zip", FinopsSample().all)
    for level in 1...depth {
      path = try packages.zip("\(level).zip", [("inner.zip", Array(try Data(contentsOf: URL(filePath: path))))])
    }
    return path
  }

  static let formats: [CodeCase] = [
    .finops("P2C1222", "error", { composite(&$0, lines: false) }, twin: { composite(&$0, lines: true) }),
    .finops("P2C1226", "error", { workbook(&$0, sheet: "Other") }, twin: { workbook(&$0, sheet: "Customers_V3") }),
  ]

  private static func composite(_ sample: inout FinopsSample, lines: Bool) {
    (sample.label, sample.target, sample.listed) = ("Sales orders composite V4", "", "Orders.xml")
    sample.columns = ["SALESORDERNUMBER"]
    sample.format = "XML-Attribute"
    let line = lines ? "<SALESORDERLINEV2ENTITY LINENUMBER=\"1\"/>" : ""
    sample.entries["Customers V3.csv"] = .some(nil)
    sample.entries["Orders.xml"] = wide(
      "<Document><SALESORDERHEADERV3ENTITY SALESORDERNUMBER=\"SO-1\">\(line)<SALESORDERHEADERCHARGEV2ENTITY "
        + "CHARGECODE=\"F\"/></SALESORDERHEADERV3ENTITY></Document>")
  }

  private static func workbook(_ sample: inout FinopsSample, sheet: String) {
    (sample.listed, sample.format) = ("Customers V3.xlsx", "EXCEL")
    sample.manifestEdits = [("<ExecutionUnit>", "<ExcelSheetName>\(sheet)$</ExcelSheetName><ExecutionUnit>")]
    sample.entries["Customers V3.csv"] = .some(nil)
    let main = "xmlns=\"http://schemas.openxmlformats.org/spreadsheetml/2006/main\""
    let relation = "http://schemas.openxmlformats.org/officeDocument/2006/relationships"
    let rows = ([sample.columns] + sample.rows).map { cells in
      "<row>\(cells.map { "<c t=\"inlineStr\"><is><t>\($0)</t></is></c>" }.joined())</row>"
    }
    let parts = [
      ("[Content_Types].xml", "<Types/>"),
      (
        "xl/workbook.xml",
        "<workbook \(main) xmlns:r=\"\(relation)\"><sheets><sheet name=\"Customers_V3\" sheetId=\"1\" r:id=\"rId1\"/>"
          + "</sheets></workbook>"
      ),
      (
        "xl/_rels/workbook.xml.rels",
        "<Relationships><Relationship Id=\"rId1\" Type=\"\(relation)/worksheet\" Target=\"worksheets/sheet1.xml\"/>"
          + "</Relationships>"
      ),
      ("xl/worksheets/sheet1.xml", "<worksheet \(main)><sheetData>\(rows.joined())</sheetData></worksheet>"),
    ]
    sample.entries["Customers V3.xlsx"] = try? TestFolder.zipped(parts.map { ($0.0, Array($0.1.utf8)) })
  }

  static let wizard: [CodeCase] = [
    CodeCase(
      code: "P2C1327", severity: "error", broken: { .init(packages: [try contacts($0, ";")]) },
      twin: { .init(packages: [try contacts($0, ",")]) })
  ]

  private static func contacts(_ packages: TestFolder, _ delimiter: String) throws -> String {
    let mark: [UInt8] = [0xEF, 0xBB, 0xBF]
    let accounts = "Account Number,Account Name\r\nA-1,First\r\n"
    let contacts = "Contact Number\(delimiter)Last Name\r\nK-1\(delimiter)Berg\r\n"
    return try packages.zip(
      "in.zip", [("Account.csv", mark + Array(accounts.utf8)), ("Contact.csv", mark + Array(contacts.utf8))])
  }

  private static let head = "accountid,accountnumber,name\n"

  static let files: [CodeCase] = [
    .file(
      "P2C1401", "error", "account.csv", wide("\(head),A-1,Alpine\n") + [0x00, 0xD8, 0x0A, 0x00],
      wide("\(head),A-1,Alpine\n")),
    .files("P2C1406", "error", ("account.csv", "name,accountnumber,Name\n,A-1,Alpine\n"), ("account.csv", head)),
    .files("P2C1408", "error", ("x.csv", "colour,size\nred,1\n"), ("x.csv", "\(head),A-1,Alpine\n")),
    .files("P2C1409", "info", ("x.csv", "Account Number,name\nA-1,Alpine\n"), ("x.csv", "accountnumber,name\nA-1,x\n")),
    .file(
      "P2C1410", "info", "account.csv", Array("\(head),A-1,M".utf8) + [0xFC, 0x6C, 0x0A],
      Array("\(head),A-1,Mül\n".utf8)),
  ]

  static let values: [CodeCase] = [
    .account("P2C2101", "error", ",,Berg,,,USD,", ",A-2,Berg,,,USD,"),
    .account("P2C2102", "error", ",A-2,,,,USD,", ",A-2,Berg,,,USD,"),
    .account("P2C2103", "error", ",A-2345678901234567890,Berg,,,USD,", ",A-234567890123456789,Berg,,,USD,"),
    .account("P2C2104", "error", ", a-1 ,Berg,,,USD,", ",A-2,Berg,,,USD,"),
    .account("P2C2105", "error", ",A-2,Berg,,much,USD,", ",A-2,Berg,,1.5,USD,"),
    .account("P2C2201", "error", ",A-2,Berg,Atlantis,,USD,", ",A-2,Berg,Iceland,,USD,"),
    .account("P2C2301", "error", ",A-2,Berg,,,,\(SalesSample.id(9, 9))", ",A-2,Berg,,,USD,"),
    .account("P2C2402", "warning", ",A-2,Berg,,,,", ",A-2,Berg,,,USD,"),
    CodeCase(
      code: "P2C2106", severity: "error", broken: { .init(packages: try two($0, "A-1,Other")) },
      twin: { .init(packages: try two($0, "A-2,Other")) }),
    CodeCase(
      code: "P2C2404", severity: "info", broken: { .init(packages: try two($0, "A-1,Alpine")) },
      twin: { .init(packages: try two($0, "A-2,Alpine")) }),
    CodeCase(
      code: "P2C2401", severity: "info", broken: { .init(packages: [try contact($0, "parentcustomerid")]) },
      twin: { .init(packages: [try contact($0, "msdynce_iscompanyanaccount,msdynce_isactivecustomer")]) }),
    CodeCase(
      code: "P2C2403", severity: "warning", broken: { .init(packages: [try state($0, 11)]) },
      twin: { .init(packages: [try state($0, 10)]) }),
    CodeCase(
      code: "P2C2412", severity: "warning", broken: { .init(packages: [try state($0, "new york")]) },
      twin: { .init(packages: [try state($0, "NY")]) }),
    // The target's own list decides, by whatever ids it has.
    CodeCase(
      code: "P2C2412", severity: "warning", broken: { .init(packages: [try state($0, "Texas")]) },
      twin: { .init(packages: [try state($0, "Texas")], references: [try states($0)]) }),
    CodeCase(
      code: "P2C1230", severity: "error",
      broken: { .init(packages: [try state($0, "NY")], references: [try states($0)]) },
      twin: { .init(packages: [try state($0, "nyc")], references: [try states($0)]) }),
    CodeCase(
      code: "P2C1335", severity: "warning", broken: { .init(packages: [try quote($0, pricingError: "5")]) },
      twin: { .init(packages: [try quote($0, pricingError: "0")]) }),
    CodeCase(
      code: "P2C1412", severity: "error",
      broken: { .init(packages: [try $0.write("uom.csv", Array("uomid,name\n,ea\n".utf8))], purpose: .convert) },
      twin: { .init(packages: [try state($0, "NY")], purpose: .convert) }),
  ]

  /// Two exports of accounts.
  private static func two(_ packages: TestFolder, _ second: String) throws -> [String] {
    [
      try packages.write("account.csv", Array("\(head),A-1,Alpine\n".utf8)),
      try packages.write("account-2.csv", Array("\(head),\(second)\n".utf8)),
    ]
  }

  private static func contact(_ packages: TestFolder, _ columns: String) throws -> String {
    let values = columns.split(separator: ",").map { _ in "True" }.joined(separator: ",")
    let text =
      "contactid,msdynce_contactnumber,lastname,\(columns)\n,K-1,Berg,\(columns.contains("parent") ? "" : values)\n"
    return try packages.write("contact.csv", Array(text.utf8))
  }

  private static func state(_ packages: TestFolder, _ length: Int) throws -> String {
    try state(packages, String(repeating: "5", count: length))
  }

  /// The states that a target has.
  private static func states(_ packages: TestFolder) throws -> String {
    let text = "COUNTRYREGIONID,STATE,NAME\nUSA,NYC,New York\nUSA,TEXAS,\n"
    return try packages.write("LogisticsAddressStateEntity.csv", Array(text.utf8))
  }

  private static func quote(_ packages: TestFolder, pricingError: String) throws -> String {
    let text = "quoteid,quotenumber,name,pricingerrorcode\n,Q-1,First,\(pricingError)\n"
    return try packages.write("quote.csv", Array(text.utf8))
  }

  private static func state(_ packages: TestFolder, _ state: String) throws -> String {
    let text = "accountid,accountnumber,name,address1_stateorprovince\n,A-1,Alpine,\(state)\n"
    return try packages.write("account.csv", Array(text.utf8))
  }

  static let lookups: [CodeCase] = [
    .order("P2C2302") { $0.lines[1]["PRODUCTNUMBER"] = "AW-9999" },
    .order("P2C2303") { $0.headers[1]["ORDERINGCUSTOMERACCOUNTNUMBER"] = "NOBODY" },
    .order("P2C2304") { $0.lines[1]["SALESUNITSYMBOL"] = "parsec" },
    .order("P2C2306") { $0.headers[1]["CURRENCYCODE"] = "XXX" },
    CodeCase(
      code: "P2C2305", severity: "error", broken: { try products($0, "priceList: Nowhere") },
      twin: { try products($0, "priceList: Retail USD") }),
    CodeCase(
      code: "P2C2309", severity: "error", broken: { try products($0, "unitGroup: Nowhere") },
      twin: { try products($0, "unitGroup: Default unit") }),
    CodeCase(
      code: "P2C2307", severity: "error", broken: { try invoice($0, order: "SO-9") },
      twin: { try invoice($0, order: "") }),
    CodeCase(
      code: "P2C2308", severity: "error", broken: { try ambiguous($0, "A-1") }, twin: { try ambiguous($0, "A-2") }),
  ]

  private static func products(_ packages: TestFolder, _ change: String) throws -> CodeCase.Job {
    let text = "PRODUCTNUMBER,PRODUCTNAME,CURRENCYCODE,SALESPRICE,SALESUNITSYMBOL,SALESUNITDECIMALPRECISION,"
    let path = try packages.write(
      "EcoResSellableReleasedProductEntity.csv",
      Array("\(text)ISSTOCKEDPRODUCT,PRODUCTTYPE\nP-1,Paint,USD,10.5,ea,2,Yes,Item\n".utf8))
    let project = try packages.write("p.yaml", Array("templates: {products: {\(change)}}\n".utf8))
    return .init(packages: [path], references: [Samples.path("contoso-sales")], project: project)
  }

  private static func invoice(_ packages: TestFolder, order: String) throws -> CodeCase.Job {
    let header =
      "INVOICENUMBER,INVOICEDATE,LEDGERVOUCHER,CURRENCYCODE,INVOICECUSTOMERACCOUNTNUMBER,SALESORDERNUMBER,"
      + "SALESORDERORIGINTYPE\nI-1,2024-02-29,V-1,USD,000101,\(order),SalesOrderIntegration\n"
    let line =
      "INVOICENUMBER,INVOICEDATE,LEDGERVOUCHER,LINECREATIONSEQUENCENUMBER,CURRENCYCODE,INVOICEDQUANTITY,LINEAMOUNT,"
      + "PRODUCTNUMBER,SALESPRICE,SALESUNITSYMBOL\nI-1,2024-02-29,V-1,1,USD,1,10,AW-1001,10,ea\n"
    let names = ["Header", "Line"].map { "SalesExternallyMaintainedCustomerSalesInvoice\($0)Entity.csv" }
    return .init(
      packages: [try packages.write(names[0], Array(header.utf8)), try packages.write(names[1], Array(line.utf8))],
      references: [Samples.path("contoso-sales")])
  }

  /// An order of a customer whose number two accounts of the reference have, or one.
  private static func ambiguous(_ packages: TestFolder, _ second: String) throws -> CodeCase.Job {
    var world = OrderWorld()
    world.add("O-1", products: ["AW-1001"])
    world.headers[0]["ORDERINGCUSTOMERACCOUNTNUMBER"] = "A-1"
    let accounts =
      "accountid,accountnumber,name\n\(SalesSample.id(1, 1)),A-1,Alpine\n\(SalesSample.id(1, 2)),\(second),Other\n"
    return .init(
      packages: [
        try packages.write("SalesOrderHeaderCDSEntity.csv", Array(OrderWorld.csv(world.headers).utf8)),
        try packages.write("SalesOrderLineCDSEntity.csv", Array(OrderWorld.csv(world.lines).utf8)),
      ], references: [Samples.path("contoso-sales"), try packages.write("account.csv", Array(accounts.utf8))])
  }

  static let documents: [CodeCase] = [
    .order("P2C2501") { $0.lines[1]["PRODUCTNUMBER"] = "AW-9999" },
    .order("P2C2502") { $0.lines[1]["SALESORDERNUMBER"] = "O-9" },
    .order("P2C2503", "warning") { $0.headers.append(OrderWorld.header("O-3")) },
    .order("P2C2504") { $0.lines[1]["SALESORDERPROCESSINGSTATUS"] = "Active" },
  ]

  private func reported(_ make: CodeCase.Make) throws -> Set<ToldFinding> {
    let packages = try TestFolder()
    let job = try make(packages)
    return try packages.reported(
      job.packages, references: job.references, project: job.project, purpose: job.purpose,
      templates: job.templates)
  }

  @Test("A code is reported where its fault is, and not where it is not", arguments: cases)
  func code(_ one: CodeCase) throws {
    let broken = try reported(one.broken)
    #expect(broken.contains(.init(code: one.code, severity: one.severity)), "reported: \(broken)")
    let twin = try reported(one.twin)
    #expect(!twin.contains { $0.code == one.code }, "reported: \(twin)")
  }

  /// Codes whose faults have another code, which the catalogue names.
  static let aliases: Set<String> = ["P2C1213", "P2C1233"]

  @Test("Every code of the catalogue that packages alone show has a case")
  func catalogue() throws {
    let wanted = try FindingCatalogue.builtIn().all.filter { $0.offline != "no" }.map(\.code.rawValue)
      // What comes of comparisons, of projects and of plans has tests of its own.
      .filter { code in !["P2C3", "P2C4", "P2C6"].contains { code.hasPrefix($0) } }
      .filter { !CodeCaseTests.aliases.contains($0) }
    let covered = Set(CodeCaseTests.cases.map(\.code))
      .union(FinopsPitfallTests.faults.map(\.code)).union(FinopsPitfallTests.others)
      .union(SalesPitfallTests.faults.map(\.code)).union(SalesPitfallTests.others)
      .union(RequirementTests.codes).union(CompanyValidationTests.codes)
      .union(CompanyConversionTests.codes)
      // Those of Common Data Model folders are tested where these are read.
      .union((1501...1514).map { "P2C\($0)" })
      // What only a conversion says has its tests beside it.
      .union([
        "P2C1411", "P2C1413", "P2C2109", "P2C2311", "P2C2312", "P2C2408", "P2C2409", "P2C2410", "P2C2411", "P2C2413",
        "P2C2414", "P2C2415",
      ])
    let missing = wanted.filter { !covered.contains($0) }
    #expect(missing.isEmpty)
    #expect(covered.isSubset(of: Set(try FindingCatalogue.builtIn().all.map(\.code.rawValue))))
  }
}
