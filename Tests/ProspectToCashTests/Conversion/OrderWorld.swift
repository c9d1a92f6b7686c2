import Foundation
import ProspectToCash
import TestSupport
import Testing

/// Orders as F&O exports them, with the Sales sample as their reference: headers, lines, and the files they are written to.
struct OrderWorld {
  /// One record: values by column.
  typealias Record = [String: String]

  var headers: [Record] = []
  var lines: [Record] = []
  /// Whether the lines' file comes before the headers' one.
  var putsLinesFirst = false

  /// Adds an order that nothing is wrong with; `products` become its lines 1, 2, …
  mutating func add(_ number: String, freightTax: String = ".000000", products: [String] = ["AW-1001", "AW-1002"]) {
    headers.append(Self.header(number, freightTax: freightTax))
    for (index, product) in products.enumerated() { lines.append(Self.line(number, index + 1, product)) }
  }

  /// A header that nothing is wrong with.
  static func header(_ number: String, freightTax: String = ".000000") -> Record {
    [
      "SALESORDERNUMBER": number, "SALESORDERNAME": "Order \(number)", "CURRENCYCODE": "USD",
      "ORDERINGCUSTOMERACCOUNTNUMBER": "000101", "ORDERINGCUSTOMERISEXTERNALLYMAINTAINED": "Yes",
      "INVOICECUSTOMERISEXTERNALLYMAINTAINED": "Yes", "ARETOTALSUPDATED": "Yes", "ORDERTOTALAMOUNT": "10.500000",
      "SALESORDERPROCESSINGSTATUS": "Confirmed", "SALESORDERORIGINTYPE": "SalesOrderIntegration",
      "ORDERHEADERTAXAMOUNT": freightTax,
    ]
  }

  /// A line that nothing is wrong with.
  static func line(_ number: String, _ sequence: Int, _ product: String = "AW-1001") -> Record {
    [
      "SALESORDERNUMBER": number, "LINECREATIONSEQUENCENUMBER": String(sequence), "PRODUCTNUMBER": product,
      "PRODUCTNAME": "Name, \"quoted\"", "CURRENCYCODE": "USD", "SALESUNITSYMBOL": "ea", "SALESPRICE": "10.000000",
      "ORDEREDSALESQUANTITY": "2.000000", "TOTALDISCOUNTAMOUNT": ".000000", "LINEAMOUNT": "20.000000",
      "ORDERINGCUSTOMERISEXTERNALLYMAINTAINED": "Yes", "INVOICECUSTOMERISEXTERNALLYMAINTAINED": "Yes",
      "ARESALESORDERTOTALSUPDATED": "Yes", "SALESORDERPROCESSINGSTATUS": "Confirmed",
      "SALESORDERORIGINTYPE": "SalesOrderIntegration",
    ]
  }

  /// What came of a conversion.
  struct Outcome {
    var headers: ReportedCounts.Task
    var lines: ReportedCounts.Task
    /// The written orders and lines, by column.
    var orders: [Record]
    var details: [Record]
    var findings: String
    var rejectedHeaders: String
    var rejectedLines: String
  }

  /// Converts the orders to Sales, on one thread and on several, which must give the same.
  func convert(
    references: [String] = [], adjusting adjust: (inout ConversionOptions) -> Void = { _ in }
  ) throws -> Outcome {
    let folder = try TestFolder()
    let files = [
      try folder.write("in/SalesOrderHeaderCDSEntity.csv", Self.csv(headers, Self.header(""))),
      try folder.write("in/SalesOrderLineCDSEntity.csv", Self.csv(lines, Self.line("", 1))),
    ]
    let output = folder.url.appending(path: "out")
    for (name, jobs, stretch) in [("out", 1, nil), ("parallel", 3, 2)] as [(String, Int, Int?)] {
      let job = try ConversionJob(
        packages: putsLinesFirst ? files.reversed() : files, output: folder.path(name), project: nil
      ) { options in
        options.references = (references + [Samples.path("contoso-sales")]).map { PackagePath($0) }
        options.templates = ["orders-to-sales"]
        options.epoch = 1_717_407_000
        (options.jobs, options.stretch) = (jobs, stretch)
        adjust(&options)
      }
      _ = try job.run(progress: .silent)
    }
    // Several threads, each with two records at a time, give the same bytes.
    #expect(try OutputTree(output).files == OutputTree(folder.url.appending(path: "parallel")).files)
    let counts = try ReportedCounts(output)
    let texts = try OutputTree.texts(of: output)
    let written = try WrittenRecords(folder, "out/packages")
    return Outcome(
      headers: counts.task("orders-to-sales", "headers") ?? .none,
      lines: counts.task("orders-to-sales", "lines") ?? .none,
      orders: written["salesorder"], details: written["salesorderdetail"], findings: texts["findings.csv"] ?? "",
      rejectedHeaders: texts["rejects/orders-to-sales.headers.csv"] ?? "",
      rejectedLines: texts["rejects/orders-to-sales.lines.csv"] ?? "")
  }

  /// A CSV file of the records with their columns and those of a whole one; what a record lacks is empty.
  static func csv(_ records: [Record], _ whole: Record = [:]) -> String {
    let columns = records.reduce(into: Set(whole.keys)) { $0.formUnion($1.keys) }.sorted()
    let rows = records.map { record in
      columns.map { "\"" + (record[$0] ?? "").replacing("\"", with: "\"\"") + "\"" }.joined(separator: ",")
    }
    return ([columns.joined(separator: ",")] + rows).joined(separator: "\r\n") + "\r\n"
  }
}

extension ReportedCounts.Task {
  /// The counts of a task that did not run.
  static let none = Self(name: "", read: 0, generated: 0, filtered: 0, rejected: 0, written: 0)
}
