import Foundation
import ProspectToCash
import TestSupport
import Testing

@Suite("Sources that F&O would not take as they are")
struct SourceWarningTests {
  let target: SalesTarget

  init() throws { target = try SalesTarget() }

  static let orders = """
    <Document><SALESORDERHEADERCDSENTITY SALESORDERNUMBER="SO-1" SALESORDERNAME="One" CURRENCYCODE="USD" \
    ORDERINGCUSTOMERACCOUNTNUMBER="A-1" SALESORDERPROCESSINGSTATUS="Confirmed" AREtotalsupdated="Yes" \
    ORDERINGCUSTOMERISEXTERNALLYMAINTAINED="Yes" INVOICECUSTOMERISEXTERNALLYMAINTAINED="yes" SALESORDERORIGINTYPE="">
    <SALESORDERLINECDSENTITY LINECREATIONSEQUENCENUMBER="1" ORDEREDSALESQUANTITY="2" SALESPRICE=".500000" \
    PRODUCTNUMBER="P-1" SALESUNITSYMBOL="ea" SALESORDERPROCESSINGSTATUS="Confirmed" SALESORDERORIGINTYPE="" \
    ORDERINGCUSTOMERISEXTERNALLYMAINTAINED="Yes" INVOICECUSTOMERISEXTERNALLYMAINTAINED="Yes" \
    ARESALESORDERTOTALSUPDATED="Yes" CURRENCYCODE="USD" /></SALESORDERHEADERCDSENTITY>
    <SALESORDERHEADERCDSENTITY SALESORDERNUMBER="SO-2" SALESORDERNAME="Two" CURRENCYCODE="USD" \
    ORDERINGCUSTOMERACCOUNTNUMBER="A-1" SALESORDERPROCESSINGSTATUS="Picked" ARETOTALSUPDATED="Yes" \
    ORDERINGCUSTOMERISEXTERNALLYMAINTAINED="Yes" INVOICECUSTOMERISEXTERNALLYMAINTAINED="Yes" SALESORDERORIGINTYPE="" />
    </Document>
    """

  @Test("Lines within orders belong to them, and an order without any is reported")
  func composite() throws {
    let products = SalesTarget.products([("P-1", "1", "Item", "Yes")])
    try target.folder.write("finops/orders.xml", Self.orders)
    let summary = try target.convert([("EcoResSellableReleasedProductEntity", products)])
    #expect(summary.result == .ok)
    #expect(Set(try target.codes()) == ["P2C1222", "P2C2503"])
    let tables = try target.records("040-orders-to-sales")
    #expect(tables["salesorder"]?.map { $0["ordernumber"] } == ["SO-1", "SO-2"])
    let line = try #require(tables["salesorderdetail"]?.first)
    #expect(line["msdynce_ordernumber"] == "SO-1" && line["priceperunit"] == "0.500000")
    #expect(line["salesorderid"] == tables["salesorder"]?.first?["salesorderid"])
  }

  @Test("A manifest that F&O would pass over in silence is a warning, not an error")
  func manifest() throws {
    let products = SalesTarget.products([("P-1", "1", "Item", "Yes")])
    try target.folder.write("finops/PackageHeader.xml", "<DataManagementPackageHeader />")
    try target.folder.write(
      "finops/Manifest.xml",
      """
      <DataManagementPackageManifest xmlns="http://schemas.microsoft.com/dynamics/2015/01/DataManagement">\
      <PackageEntityList><DataManagementPackageEntityData><EntityName>Sellable released products</EntityName>\
      <EntityMapList><EntityMap><EntityField>PRODUCTNUMBER</EntityField></EntityMap></EntityMapList>\
      <InputFilePath>EcoResSellableReleasedProductEntity.csv</InputFilePath><RunBusinessLogic>Yes</RunBusinessLogic>\
      <TargetEntity>EcoResSellableReleasedProductEntity</TargetEntity></DataManagementPackageEntityData>\
      </PackageEntityList></DataManagementPackageManifest>
      """)
    let summary = try target.convert([("EcoResSellableReleasedProductEntity", products)])
    #expect(summary.result == .ok)
    #expect(try target.codes() == ["P2C1204", "P2C1206"])
    #expect(try target.records("010-products")["product"]?.count == 1)
  }

  @Test("Documents and lines that Sales could not price are warned of where they are written")
  func pricingErrors() throws {
    let trade = try Trade()
    try trade.writeSales(quotes: [1, 2]) { table, text in
      guard table == "quote" || table == "quotedetail" else { return text }
      var number = -1
      let rows = text.split(whereSeparator: \.isNewline).map { row in
        number += 1
        return number == 0 ? "\(row),pricingerrorcode" : "\(row),\(number == 1 ? 11 : 0)"
      }
      return rows.joined(separator: "\r\n") + "\r\n"
    }
    let output = try trade.convert("sales", to: "out", templates: ["quotes"])
    #expect(output.task("quotes", "headers")?.written == 2)
    let findings = try String(contentsOfFile: trade.folder.path("out/findings.csv"), encoding: .utf8)
    let reported = findings.split(whereSeparator: \.isNewline).filter { $0.contains("P2C1335") }
    #expect(reported.count == 2)
    for line in reported {
      #expect(line.hasPrefix("warning,") && line.contains("pricingerrorcode 11: not in the price list"))
    }
  }
}
