import Archives
import Mapping
import Packages
import ProspectToCash
import Records
import TestSupport

/// A Sales organisation and exports of F&O for tests, as loose CSV files.
struct SalesTarget {
  let folder: TestFolder

  init() throws {
    folder = try TestFolder()
    for (name, text) in SalesTarget.reference { try folder.write("sales/\(name).csv", text) }
  }

  static let ids = (0...9).map { "0f8fad5b-d9cb-469f-a165-70867728950\($0)" }

  static let reference = [
    ("transactioncurrency", "transactioncurrencyid,isocurrencycode,currencyname\r\n\(ids[0]),USD,US Dollar\r\n"),
    ("uomschedule", "uomscheduleid,name,baseuomname\r\n\(ids[1]),Default unit,ea\r\n"),
    ("uom", "uomid,name,uomscheduleid\r\n\(ids[2]),ea,\(ids[1])\r\n\(ids[3]),Box,\(ids[1])\r\n"),
    ("pricelevel", "pricelevelid,name,transactioncurrencyid,statecode\r\n\(ids[4]),Retail,\(ids[0]),0\r\n"),
    (
      "account",
      "accountid,accountnumber,name,msdynce_sellablestatus\r\n\(ids[5]),A-1,\"Contoso, \"\"A\"\"\",\r\n"
    ),
  ]

  /// Products by number, with price, kind and whether they are stocked.
  static func products(_ rows: [(number: String, price: String, kind: String, stocked: String)]) -> String {
    "PRODUCTNUMBER,PRODUCTNAME,CURRENCYCODE,SALESUNITSYMBOL,SALESPRICE,PRODUCTTYPE,ISSTOCKEDPRODUCT\r\n"
      + rows.map { "\($0.number),Name of \($0.number),usd,EA,\($0.price),\($0.kind),\($0.stocked)\r\n" }.joined()
  }

  /// An invoice of one line, with its date, the line's quantity and the freight tax.
  static func invoice(date: String, quantity: String = "2.000000", freightTax: String = ".000000") -> [(String, String)]
  {
    [
      (
        "SalesExternallyMaintainedCustomerSalesInvoiceHeaderEntity",
        "INVOICENUMBER,INVOICECUSTOMERACCOUNTNUMBER,CURRENCYCODE,INVOICEDATE,INVOICEHEADERTAXAMOUNT,SALESORDERORIGINTYPE\r\n"
          + "I-1,a-1,USD,\(date),\(freightTax),\r\n"
      ),
      (
        "SalesExternallyMaintainedCustomerSalesInvoiceLineEntity",
        "INVOICENUMBER,LINECREATIONSEQUENCENUMBER,INVOICEDQUANTITY,SALESUNITSYMBOL,SALESPRICE,PRODUCTNUMBER,CURRENCYCODE\r\n"
          + "I-1,7,\(quantity),box,-.500000,p-1,USD\r\n"
      ),
    ]
  }

  /// Converts the files and returns the run.
  func convert(
    _ files: [(String, String)], csv: Bool = false, change: (inout ConversionOptions) -> Void = { _ in }
  ) throws -> ConversionSummary {
    for (name, text) in files { try folder.write("finops/\(name).csv", text) }
    let job = try ConversionJob(packages: [folder.path("finops")], output: folder.path("out"), project: nil) {
      options in
      options.references = [PackagePath(folder.path("sales"))]
      options.salesFormat = csv ? .importWizard : .configurationMigration
      options.replacesOutput = true
      // One record at a time, so that several threads map them.
      (options.jobs, options.stretch) = (3, 1)
      change(&options)
    }
    return try job.run(progress: .silent)
  }

  /// The texts of the files of a package by name.
  func files(_ package: String) throws -> [String: String] {
    let container = try Container.open(folder.path("out/packages/\(package).zip"))
    var files: [String: String] = [:]
    for entry in container.entries {
      files[entry.name] = String(decoding: try container.readAll(entry, limit: 1 << 20), as: UTF8.self)
    }
    return files
  }

  /// The records of the written packages by table, as texts by column.
  func records(_ package: String) throws -> [String: [[String: String]]] {
    var tables: [String: [[String: String]]] = [:]
    let opener = PackageOpener(schemas: try SchemaCatalogue.builtIn(), inferred: InferredLayout())
    for package in try opener.open(folder.path("out/packages/\(package).zip")) {
      var scan = try PackageScan(package, entities: Set(package.entities.indices))
      while let (entity, batch) = try scan.next() {
        let columns = scan.columns(of: entity).map(\.heading)
        for record in 0..<batch.count {
          let texts = columns.indices.map { (columns[$0], batch.text(record, $0)) }
          tables[package.entities[entity].name, default: []].append(
            Dictionary(texts, uniquingKeysWith: { first, _ in first }))
        }
      }
    }
    return tables
  }

  /// The codes of all findings that are no infos.
  func codes() throws -> [String] {
    try folder.text("out/findings.csv").split(separator: "\r\n").dropFirst().map { $0.split(separator: ",") }
      .filter { $0[0] != "info" }.map { String($0[1]) }
  }
}
