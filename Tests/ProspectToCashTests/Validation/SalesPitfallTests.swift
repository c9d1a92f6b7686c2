import ProspectToCash
import TestSupport
import Testing

@Suite("Pitfalls of Sales packages")
struct SalesPitfallTests {
  /// A fault: what is bent, and what must come of it.
  struct Fault: Sendable, CustomTestStringConvertible {
    var code: String
    var severity: String
    var bend: @Sendable (inout SalesSample) -> Void

    init(_ code: String, _ severity: String, _ bend: @escaping @Sendable (inout SalesSample) -> Void) {
      (self.code, self.severity, self.bend) = (code, severity, bend)
    }

    var testDescription: String { "\(code) \(severity)" }
  }

  static let iso = "2024-06-01T12:00:00.0000000Z"
  static let date = "2024-05-04T00:00:00.0000000Z"

  static let faults = [
    Fault("P2C1221", "error") { $0.dataEdits = [("Account 2", "Account&amp;#7;2")] },
    Fault("P2C1301", "error") { $0.dataEdits = [(iso, "29/08/2019 17:48:29")] },
    Fault("P2C1302", "error") { $0.dataEdits = [(date, "4/5/2024 8:59:23 AM")] },
    Fault("P2C1302", "warning") { $0.dataEdits = [(date, "4/25/2024 8:59:23 AM")] },
    Fault("P2C1303", "warning") { $0.dataEdits = [("Account 2", "O'Brien")] },
    Fault("P2C1304", "warning") {
      $0.schemaEdits = [("updateCompare=\"true\" ", "")]
      $0.set("account", "name", "account 1")
    },
    Fault("P2C1305", "warning") { $0.set("account", "new_colour", "blue") },
    Fault("P2C1306", "warning") { $0.set("contact", "parentcustomerid", SalesSample.id(1, 7)) },
    Fault("P2C1307", "warning") { $0.set("product", "statecode", "0", type: "state") },
    Fault("P2C1308", "warning") { $0.tables.append(("uom", [[SalesSample.catalogue.tables[2].records[0][0]]])) },
    Fault("P2C1309", "error") { $0.set("salesorderdetail", "uomid", SalesSample.id(4, 3)) },
    Fault("P2C1310", "warning") { $0.set("salesorderdetail", "uomid", SalesSample.id(4, 2)) },
    Fault("P2C1311", "warning") { $0.set("salesorderdetail", "priceperunit", "9.99") },
    Fault("P2C1312", "error") { $0.set("salesorder", "transactioncurrencyid", SalesSample.id(9, 2)) },
    Fault("P2C1313", "warning") { $0.set("salesorderdetail", "extendedamount", "20.00", type: "money") },
    Fault("P2C1314", "warning") {
      $0.set("salesorder", "statecode", "4")
      $0.set("salesorder", "statuscode", "100003")
    },
    Fault("P2C1315", "error") { $0.set("salesorder", "statuscode", "4") },
    Fault("P2C1315", "warning") { $0.set("salesorder", "statuscode", "799990001") },
    Fault("P2C1316", "error") { $0.set("salesorder", "ordernumber", "o-1") },
    Fault("P2C1317", "error") { $0.set("account", "name", String(repeating: "N", count: 161)) },
    Fault("P2C1318", "warning") { $0.set("salesorderdetail", "quantity", "2.125") },
    Fault("P2C1319", "warning") { $0.set("account", "ownerid", SalesSample.id(0, 1), type: "owner", of: "systemuser") },
    Fault("P2C1320", "error") { $0.set("account", "new_topics", "[1,2]", type: "optionsetvaluecollection") },
    Fault("P2C1321", "error") { $0.schemaEdits = [("<entities >", "<entities dateMode=\"relative\">")] },
    Fault("P2C1322", "info") {
      $0.dataEdits = [
        (
          "<m2mrelationships />",
          "<m2mrelationships><m2mrelationship sourceid=\"x\"></m2mrelationship></m2mrelationships>"
        )
      ]
    },
    Fault("P2C1330", "error") {
      $0.schemaEdits = [("disableplugins=\"false\"", "disableplugins=\"true\"")]
      $0.set("account", "accountnumber", "")
    },
    Fault("P2C1331", "error") { $0.names[2] = "Content_Types.xml" },
    Fault("P2C1332", "error") { $0.dataEdits = [(SalesSample.id(1, 2), SalesSample.id(1, 1))] },
    Fault("P2C1333", "warning") { $0.set("product", "productstructure", "2") },
    Fault("P2C2105", "error") { $0.set("account", "creditonhold", "maybe") },
    Fault("P2C2105", "error") { $0.set("account", "creditlimit", "12,50") },
    Fault("P2C2105", "error") { $0.dataEdits = [(SalesSample.id(1, 2), "none")] },
  ]

  /// The codes of the tests of files for the import wizard.
  static let others = ["P2C1323", "P2C1324", "P2C1325", "P2C1326", "P2C1328", "P2C1329"]

  private func reported(_ sample: SalesSample) throws -> Set<ToldFinding> {
    let packages = try TestFolder()
    return try packages.reported(
      [packages.zip("in.zip", sample.all)], references: [packages.zip("reference.zip", SalesSample.catalogue.all)])
  }

  @Test("A fault is reported with its severity", arguments: faults)
  func fault(_ fault: Fault) throws {
    var sample = SalesSample.order
    fault.bend(&sample)
    let reported = try reported(sample)
    #expect(reported.contains(.init(code: fault.code, severity: fault.severity)), "reported: \(reported)")
  }

  @Test("The package that is bent has no pitfall itself, and neither have harmless variants of it")
  func blameless() throws {
    let variants: [(inout SalesSample) -> Void] = [
      { _ in }, { $0.set("account", "name", "O'Brien") }, { $0.set("account", "name", "Account 1") },
      { $0.schemaEdits = [("<entities >", "<entities dateMode=\"absolute\">")] },
      { $0.set("salesorderdetail", "quantity", "2.1200000000") },
      { $0.dataEdits = [(" timestamp=\"\(SalesPitfallTests.iso)\"", "")] },
      {
        $0.set("salesorderdetail", "priceperunit", "9.99")
        $0.set("salesorderdetail", "ispriceoverridden", "True")
      },
    ]
    for variant in variants {
      var sample = SalesSample.order
      variant(&sample)
      let reported = try reported(sample)
      let pitfalls = reported.filter { $0.code.hasPrefix("P2C1") && $0.severity != "info" }
      #expect(pitfalls.isEmpty, "reported: \(pitfalls)")
    }
  }

  @Test("A lookup that a reference shows to be wrong is an error")
  func lookups() throws {
    let packages = try TestFolder()
    var sample = SalesSample.order
    sample.set("salesorder", "pricelevelid", SalesSample.id(5, 7))
    let path = try packages.zip("in.zip", sample.all)
    let reference = try packages.zip("reference.zip", SalesSample.catalogue.all)
    #expect(try packages.reported([path], references: [reference]).contains(.init(code: "P2C1306", severity: "error")))
    #expect(try !packages.reported([path]).contains(.init(code: "P2C1306", severity: "error")))
  }

  @Test(
    "Files for the import wizard",
    arguments: [
      ("P2C1325", "export-17.csv", "\u{FEFF}Account Number,Account Name\r\nA-1,First\r\n"),
      ("P2C1325", "Account.csv", "\u{FEFF}Account Number,Account Name,Colour of the door\r\nA-1,First,red\r\n"),
      ("P2C1326", "Account.csv", "Account Number,Account Name\r\nA-1,Þór\r\n"),
      ("P2C1323", "Account.csv", "\u{FEFF}Account Number,Account Name,Relationship Type\r\nA-1,First,Wettbewerber\r\n"),
      (
        "P2C1328", "Account.csv",
        "\u{FEFF}Account Number,Account Name,Last Date Included in Campaign\r\nA-1,First,04/05/2024\r\n"
      ),
    ])
  func wizard(code: String, name: String, text: String) throws {
    let packages = try TestFolder()
    let reported = try packages.reported([packages.write(name, Array(text.utf8))])
    #expect(reported.contains { $0.code == code }, "reported: \(reported)")
    let twin = "\u{FEFF}Account Number,Account Name\r\nA-1,First\r\n"
    #expect(try !packages.reported([packages.write("Account.csv", Array(twin.utf8))]).contains { $0.code == code })
  }

  @Test("Names that a lookup by name finds twice, and lines before their orders")
  func wizardZip() throws {
    let packages = try TestFolder()
    func accounts(_ second: String) -> (String, [UInt8]) {
      ("Account.csv", Array("\u{FEFF}Account Number,Account Name\r\nA-1,Contoso\r\nA-2,\(second)\r\n".utf8))
    }
    let contacts = Array("\u{FEFF}Contact Number,Last Name,Company Name\r\nK-1,Berg,Contoso\r\n".utf8)
    let twice = try packages.zip("a.zip", [accounts("Contoso"), ("Contact.csv", contacts)])
    let once = try packages.zip("b.zip", [accounts("Fabrikam"), ("Contact.csv", contacts)])
    #expect(try packages.reported([twice]).contains { $0.code == "P2C1324" })
    #expect(try !packages.reported([once]).contains { $0.code == "P2C1324" })
    let orders = ("Order.csv", Array("\u{FEFF}Order ID,Name\r\nO-1,First\r\n".utf8))
    let lines = ("Order Product.csv", Array("\u{FEFF}Order,Write-In Product,Quantity\r\nFirst,Paint,2\r\n".utf8))
    #expect(try packages.reported([packages.zip("c.zip", [lines, orders])]).contains { $0.code == "P2C1329" })
    #expect(try !packages.reported([packages.zip("d.zip", [orders, lines])]).contains { $0.code == "P2C1329" })
  }
}
