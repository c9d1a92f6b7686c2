import Foundation
import Mapping
import Packages
import ProspectToCash
import Records
import TestSupport

/// A small business on both sides, as exports of CSV files, and conversions of it.
struct Trade {
  let folder: TestFolder

  init() throws { folder = try TestFolder() }

  /// An id whose last digits tell what it is of.
  static func id(_ number: Int) -> String { "0f8fad5b-d9cb-469f-a165-" + String(format: "%012d", number) }

  // MARK: Sales

  /// Writes the Sales side: master data, and quotes with so many lines each. `isReversed` puts their lines into reverse order.
  func writeSales(
    to name: String = "sales", quotes lines: [Int] = [], isReversed: Bool = false,
    change: (_ table: String, _ text: String) -> String = { $1 }
  ) throws {
    var headers: [String] = []
    var details: [String] = []
    for (quote, count) in lines.enumerated() {
      headers.append(
        "\(Trade.id(1000 + quote)),Q-\(quote),Quote \(quote),\(Trade.id(1)),\(Trade.id(90)),1,True,10.50,Main St")
      for line in 0..<count {
        details.append(
          "\(Trade.id(100_000 + quote * 1000 + line)),\(Trade.id(1000 + quote)),\(line + 1),\(Trade.id(50)),"
            + "\(Trade.id(60)),\(line + 1).50,9.99,\(Trade.id(90)),True,1")
      }
    }
    let tables = [
      "account": "accountid,accountnumber,name,transactioncurrencyid\n\(Trade.id(1)),A-1,Alpine,\(Trade.id(90))\n",
      "transactioncurrency": "transactioncurrencyid,isocurrencycode,currencyname\n\(Trade.id(90)),USD,Dollar\n",
      "product":
        "productid,productnumber,name,msdynce_ismaintainedexternally\n\(Trade.id(50)),P-1,Skis,True\n",
      "uom": "uomid,name\n\(Trade.id(60)),ea\n",
      "quote":
        "quoteid,quotenumber,name,customerid,transactioncurrencyid,statecode,"
        + "msdynce_hasexternallymaintainedproductsonly,totalamount,shipto_line1\n" + headers.map { $0 + "\n" }.joined(),
      "quotedetail":
        "quotedetailid,quoteid,sequencenumber,productid,uomid,quantity,priceperunit,transactioncurrencyid,"
        + "msdynce_quotehasexternalmaintainedproductsonly,quotestatecode\n"
        + (isReversed ? details.reversed() : details).map { $0 + "\n" }.joined(),
    ]
    for (table, text) in tables where !table.hasPrefix("quote") || !lines.isEmpty {
      try folder.write("\(name)/\(table).csv", change(table, text))
    }
  }

  // MARK: F&O

  /// Writes the F&O side, products and confirmed orders with so many lines each, and what Sales knows already.
  func writeFinops(orders lines: [Int], freightOfFirst: String = "0", products: Int = 3) throws {
    var headers = "SALESORDERNUMBER,ORDERINGCUSTOMERACCOUNTNUMBER,CURRENCYCODE,SALESORDERNAME,ORDERTOTALAMOUNT,"
    headers += "ORDERHEADERTAXAMOUNT,SALESORDERPROCESSINGSTATUS,\(Trade.flags),ARETOTALSUPDATED\n"
    var details = "SALESORDERNUMBER,LINECREATIONSEQUENCENUMBER,ORDEREDSALESQUANTITY,PRODUCTNUMBER,SALESUNITSYMBOL,"
    details += "SALESPRICE,CURRENCYCODE,SALESORDERPROCESSINGSTATUS,\(Trade.flags),ARESALESORDERTOTALSUPDATED\n"
    for (order, count) in lines.enumerated() {
      let freight = order == 0 ? freightOfFirst : "0"
      headers += "SO-\(order),A-1,USD,Order \(order),\(count).500000,\(freight),Confirmed,Yes,Yes,CDS,Yes\n"
      for line in 0..<count {
        details += "SO-\(order),\(line + 1),1.500000,P-0,ea,.500000,USD,Confirmed,Yes,Yes,CDS,Yes\n"
      }
    }
    var released =
      "PRODUCTNUMBER,PRODUCTNAME,SALESPRICE,CURRENCYCODE,SALESUNITSYMBOL,SALESUNITDECIMALPRECISION,PRODUCTTYPE\n"
    for product in 0..<products { released += "P-\(product),Product \(product),\(product).25,USD,ea,2,Item\n" }
    try folder.write("finops/SalesOrderHeaderCDSEntity.csv", headers)
    try folder.write("finops/SalesOrderLineCDSEntity.csv", details)
    try folder.write("finops/EcoResSellableReleasedProductEntity.csv", released)
    try folder.write(
      "known/account.csv", "accountid,accountnumber,name,msdynce_sellablestatus\n\(Trade.id(1)),A-1,Alpine,\n")
    try folder.write("known/uom.csv", "uomid,name,uomscheduleid\n\(Trade.id(60)),ea,\(Trade.id(61))\n")
    try folder.write("known/uomschedule.csv", "uomscheduleid,name\n\(Trade.id(61)),Default unit\n")
    try folder.write(
      "known/pricelevel.csv", "pricelevelid,name,transactioncurrencyid\n\(Trade.id(70)),List,\(Trade.id(90))\n")
    try folder.write(
      "known/transactioncurrency.csv",
      "transactioncurrencyid,isocurrencycode,currencyname\n\(Trade.id(90)),USD,Dollar\n")
  }

  static let flags =
    "ORDERINGCUSTOMERISEXTERNALLYMAINTAINED,INVOICECUSTOMERISEXTERNALLYMAINTAINED,SALESORDERORIGINTYPE"

  // MARK: Conversions

  /// Converts the inputs of a folder; the output has the name.
  @discardableResult
  func convert(
    _ input: String, to output: String, references: [String] = [], templates: [String] = [],
    change: (inout ConversionOptions) -> Void = { _ in }
  ) throws -> Output {
    let job = try ConversionJob(packages: [folder.path(input)], output: folder.path(output), project: nil) { options in
      options.references = references.map { PackagePath(folder.path($0)) }
      options.templates = templates
      options.epoch = 1_717_243_200
      change(&options)
    }
    let summary = try job.run(progress: .silent)
    return try Output(summary, folder: folder, name: output)
  }

  /// What a conversion has written.
  struct Output {
    let result: RunResult
    let report: Report
    let folder: TestFolder
    let name: String

    init(_ summary: ConversionSummary, folder: TestFolder, name: String) throws {
      result = summary.result
      report = try JSONDecoder().decode(Report.self, from: Data(summary.json().utf8))
      self.folder = folder
      self.name = name
    }

    /// The names of the packages in import order.
    var packages: [String] { report.packages.map { String($0.path.dropFirst("packages/".count)) } }

    /// The paths of the packages within the folder.
    var paths: [String] { report.packages.map { "\(name)/\($0.path)" } }

    /// The counts of a task.
    func task(_ template: String, _ name: String) -> Report.Task? {
      report.templates.first { $0.name == template }?.tasks.first { $0.name == name }
    }

    /// The records of a package, each a text by column, by entity.
    func records(_ package: String) throws -> [String: [[String: String]]] {
      var records: [String: [[String: String]]] = [:]
      let opener = PackageOpener(schemas: try .builtIn(), inferred: InferredLayout())
      for package in try opener.open(folder.path("\(name)/packages/\(package)")) {
        var scan = try PackageScan(package, entities: Set(package.entities.indices))
        while let (entity, batch) = try scan.next() {
          let columns = scan.columns(of: entity)
          for record in 0..<batch.count {
            let cells = columns.indices.filter { columns[$0].part == .value }.map {
              (columns[$0].name, batch.text(record, $0))
            }
            records[package.entities[entity].name, default: []].append(
              Dictionary(cells, uniquingKeysWith: { one, _ in one }))
          }
        }
      }
      return records
    }

    /// The records of an entity over all packages.
    func all(_ entity: String) throws -> [[String: String]] {
      try packages.flatMap { try records($0)[entity] ?? [] }
    }

    /// The text of a file.
    func text(_ file: String) throws -> String { try folder.text("\(name)/\(file)") }
  }

  /// What the tests read of `report.json`.
  struct Report: Decodable {
    struct Package: Decodable {
      var path: String
      var bytes: Int
      var records: Int
    }

    struct Input: Decodable {
      struct Entity: Decodable {
        var name: String
        var file: String
        var records: Int
      }
      var path: String
      var sha256: String
      var entities: [Entity]
    }

    struct Task: Decodable {
      var name: String
      var read: Int
      var written: Int
      var filtered: Int
      var rejected: Int
      var generated: Int
      var filteredBy: [String: Int]
    }

    struct Template: Decodable {
      var name: String
      var tasks: [Task]
    }

    var inputs: [Input]
    var packages: [Package]
    var templates: [Template]
  }
}
