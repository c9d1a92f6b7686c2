import ProspectToCash
import TestSupport
import Testing

@Suite("Pitfalls of F&O packages")
struct FinopsPitfallTests {
  /// A fault: what is bent, and what must come of it.
  struct Fault: Sendable, CustomTestStringConvertible {
    var code: String
    var severity: String
    var bend: @Sendable (inout FinopsSample) -> Void

    init(_ code: String, _ severity: String, _ bend: @escaping @Sendable (inout FinopsSample) -> Void) {
      (self.code, self.severity, self.bend) = (code, severity, bend)
    }

    var testDescription: String { "\(code) \(severity)" }
  }

  static let headers = [["SALESORDERNUMBER", "CURRENCYCODE"], ["0054", "USD"]]
  static let lines = [["SALESORDERNUMBER", "LINECREATIONSEQUENCENUMBER", "ITEMNUMBER"], ["54", "1", "1000"]]

  static func orders(_ sample: inout FinopsSample, headers level: Int, lines other: Int) {
    sample.more = [
      ("CDS sales order headers", "SalesOrderHeaderCDSEntity", "H.csv", level, headers),
      ("CDS sales order lines", "SalesOrderLineCDSEntity", "L.csv", other, lines),
    ]
  }

  static let faults = [
    Fault("P2C1201", "error") { $0.folder = "export/" },
    Fault("P2C1202", "error") { $0.entries["Customers V3.csv"] = .some(nil) },
    Fault("P2C1203", "warning") { $0.listed = "customers v3.CSV" },
    Fault("P2C1203", "warning") { $0.entries["Other.csv"] = wide("A,B\r\n") },
    Fault("P2C1204", "error") { $0.mapped = [] },
    Fault("P2C1205", "error") { $0.manifestEdits = [("/2015/01/", "/2016/01/")] },
    Fault("P2C1206", "error") { $0.manifestEdits = [("<RunBusinessLogic>true", "<RunBusinessLogic>Yes")] },
    Fault("P2C1207", "error") { $0.label = "CustomersV3" },
    Fault("P2C1207", "warning") { $0.label = "Klanten V3" },
    Fault("P2C1208", "error") {
      $0.more = [("Customers V3", "CustCustomerV3Entity", "B.csv", 2, [["CUSTOMERACCOUNT"], ["US0007"]])]
    },
    Fault("P2C1209", "error") { $0.encode = { Array($0.utf8) } },
    Fault("P2C1209", "error") { $0.format = "CSV" },
    Fault("P2C1210", "error") { $0.fileEdits = [("\r\n", "\n")] },
    Fault("P2C1211", "warning") { $0 = $0.with("ORGANIZATIONNAME", "\"Smith, Jones\"") },
    Fault("P2C1212", "error") { $0.fileEdits = [("US0002", "\r\nUS0002")] },
    Fault("P2C1212", "error") { $0.fileEdits = [("CUSTOMERACCOUNT", "\r\nCUSTOMERACCOUNT")] },
    Fault("P2C1402", "error") { $0.fileEdits = [("US0002,", "US0002,,")] },
    Fault("P2C1214", "error") { $0.rows = [] },
    Fault("P2C1214", "error") { $0.entries["Customers V3.csv"] = [] },
    Fault("P2C1215", "error") { $0.mapped = $0.columns + ["OTHERNAME"] },
    Fault("P2C1215", "warning") { $0.mapped = $0.columns.filter { $0 != "NAMEALIAS" } },
    Fault("P2C1216", "error") { $0 = $0.with("CUSTOMERACCOUNT", " us0001 ") },
    Fault("P2C1217", "error") { $0 = $0.with("CREDMANCUSTOMERSINCE", "8/25/2020 13:03") },
    Fault("P2C1218", "error") { $0 = $0.with("CREDITLIMIT", "\"2500,50\"") },
    Fault("P2C1218", "warning") { $0 = $0.with("CREDITLIMIT", "1E+05") },
    Fault("P2C1218", "warning") { orders(&$0, headers: 1, lines: 2) },
    Fault("P2C1219", "error") { $0 = $0.with("CREDITLIMITISMANDATORY", "Ja") },
    Fault("P2C1220", "error") { $0 = $0.with("ORGANIZATIONNAME", String(repeating: "N", count: 101)) },
    Fault("P2C1220", "warning") { $0 = $0.with("CUSTOMERGROUPID", "GROUP-00011") },
    Fault("P2C1221", "error") { $0 = $0.with("ORGANIZATIONNAME", "Bell\u{7}") },
    Fault("P2C1221", "warning") {
      $0 = $0.with("ORGANIZATIONNAME", "Þór")
      ($0.format, $0.encode) = ("CSV", { Array($0.utf8) })
    },
    Fault("P2C1223", "error") { orders(&$0, headers: 2, lines: 1) },
    Fault("P2C1223", "warning") { orders(&$0, headers: 1, lines: 1) },
    Fault("P2C1224", "warning") { $0 = $0.with("WRITEOFFCOMPANY", "DEMF") },
    Fault("P2C1225", "warning") { $0 = $0.with("ADDRESSRECORDID", "68720637428") },
    Fault("P2C1227", "warning") {
      $0.rows[0][4] = ""
      $0.rows[1][4] = ""
    },
    Fault("P2C1228", "error") { $0.project = "John's" },
    Fault("P2C1229", "error") {
      $0.columns.removeFirst()
      for index in $0.rows.indices { $0.rows[index].removeFirst() }
    },
    Fault("P2C1232", "info") { $0 = $0.with("DEFAULTDIMENSIONDISPLAYVALUE", "HW-02") },
    Fault("P2C1234", "error") { $0 = $0.with("LogoFileName", "logo.png") },
    Fault("P2C1407", "info") { $0 = $0.with("XCOLOUR", "blue") },
    Fault("P2C1403", "error") { $0.fileEdits = [(",Second", ",\"Second")] },
    Fault("P2C1404", "error") { $0.entries["Manifest.xml"] = wide("<DataManagementPackageManifest>") },
    Fault("P2C1405", "error") { $0.entries["PackageHeader.xml"] = wide("<!DOCTYPE x><x/>") },
  ]

  /// The codes of the tests that need more than one package.
  static let others = ["P2C1230", "P2C1231"]

  @Test("A fault is reported with its severity", arguments: faults)
  func fault(_ fault: Fault) throws {
    var sample = FinopsSample()
    fault.bend(&sample)
    let packages = try TestFolder()
    let reported = try packages.reported([packages.zip("in.zip", sample.all)], company: "USMF")
    #expect(reported.contains(.init(code: fault.code, severity: fault.severity)), "reported: \(reported)")
  }

  @Test("The package that is bent is blameless itself, and so are harmless variants of it")
  func blameless() throws {
    let variants: [(inout FinopsSample) -> Void] = [
      { _ in }, { $0.manifestEdits = [("</SourceFormat>", "</SourceFormat><SourceX>1</SourceX>")] },
      { $0 = $0.with("WRITEOFFCOMPANY", "usmf") }, { $0 = $0.with("DEFAULTDIMENSIONDISPLAYVALUE", "HW\\-02") },
      { $0 = $0.with("CREDMANCUSTOMERSINCE", "2024-02-29 13:00:00") }, { $0 = $0.with("CREDITLIMIT", ".5") },
      {
        $0 = $0.with("LogoFileName", "logo.png")
        $0.entries["Resources/Customers V3/logo.png"] = [0x89]
      },
    ]
    for variant in variants {
      var sample = FinopsSample()
      variant(&sample)
      let packages = try TestFolder()
      let reported = try packages.reported([packages.zip("in.zip", sample.all)], company: "USMF")
      #expect(
        reported.allSatisfy { $0.severity == "info" && ["P2C5005", "P2C1407"].contains($0.code) },
        "reported: \(reported)")
    }
  }

  @Test("What the target lacks is an error only where a reference tells of its kind")
  func target() throws {
    let packages = try TestFolder()
    var groups = FinopsSample()
    (groups.label, groups.target) = ("Customer groups", "CustCustomerGroupEntity")
    (groups.columns, groups.rows) = (["CUSTOMERGROUPID", "DESCRIPTION"], [["10", "Ten"], ["20", "Twenty"]])
    let reference = try packages.zip("reference.zip", groups.all)
    let known = try packages.zip("known.zip", FinopsSample().all)
    let unknown = try packages.zip("unknown.zip", FinopsSample().with("CUSTOMERGROUPID", "99").all)
    let error = ToldFinding(code: "P2C1230", severity: "error")
    #expect(try packages.reported([unknown], references: [reference]).contains(error))
    #expect(try !packages.reported([known], references: [reference]).contains(error))
    #expect(try !packages.reported([unknown]).contains(error))
  }

  @Test("The same record in two packages is worth a warning")
  func twoPackages() throws {
    let packages = try TestFolder()
    let first = try packages.zip("a.zip", FinopsSample().all)
    var other = FinopsSample()
    other.rows = [["US0009", "1", "No", "10", "Nine", "Ninth"]]
    let second = try packages.zip("b.zip", other.all)
    let warning = ToldFinding(code: "P2C1231", severity: "warning")
    #expect(try packages.reported([first, first]).contains(warning))
    #expect(try !packages.reported([first, second]).contains(warning))
  }

  @Test("For a conversion, what only an import meets is a remark")
  func forConversion() throws {
    let packages = try TestFolder()
    var sample = FinopsSample()
    sample.fileEdits = [("\r\n", "\n")]
    let path = try packages.zip("in.zip", sample.all)
    #expect(try packages.reported([path], purpose: .convert).contains(.init(code: "P2C1210", severity: "info")))
  }
}
