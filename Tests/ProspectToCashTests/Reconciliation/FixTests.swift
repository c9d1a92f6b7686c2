import Archives
import Foundation
import Mapping
import ProspectToCash
import TestSupport
import Testing

@Suite("Packages that make one side like the other")
struct FixTests {
  @Test("After the import into F&O nothing is left but what no import can mend")
  func finops() throws {
    let folder = try TestFolder()
    try CustomerWorld(count: 100).write(to: folder)
    let first = try Reconciled(folder, finops: ["finops"], sales: ["sales"]) { $0.fixes = .finops }
    let written = try WrittenRecords(folder, "reconciled/packages")["CustCustomerV2Entity"]
    let missing = written.filter { $0["OrganizationName"] == "Company 10" }
    #expect(missing.count == 1 && missing[0]["LanguageId"] == "en-us" && missing[0]["CustomerAccount"] == "A-10")
    // Everything else has its key and the fields in which some record differs.
    let changed = written.filter { $0["LanguageId"] == nil }
    #expect(
      Set(changed.compactMap { $0["CustomerAccount"] })
        == Set([0, 1, 2, 4, 5, 6, 7, 8, 9, 20].map { "A-\($0)" } + [" A-21 "]))
    #expect(changed.allSatisfy { $0["OrganizationName"] == nil && $0["AddressCountryRegionISOCode"] == nil })
    #expect(first.report.packages.map(\.records) == [1, 11])

    try importCustomers(written, folder)
    let second = try Reconciled(folder, finops: ["after"], sales: ["sales"], to: "again")
    let left = Set(second.rows.map { "\($0.outcome) \($0.kind)" })
    #expect(
      left == [
        "different refused", "different truncated", "different value", "only-in-finops ", "duplicate sales",
        "ambiguous party-number",
      ])
    #expect(
      second.rows.filter { $0.outcome == "different" }.map(\.field).sorted() == [
        "AddressCountryRegionISOCode", "CustomerAccount", "OrganizationName",
      ])
  }

  @Test("Packages for F&O have the format that a project says")
  func format() throws {
    let folder = try TestFolder()
    try CustomerWorld(count: 30).write(to: folder)
    func written(_ format: String) throws -> [[String: String]] {
      let compared = try Reconciled(folder, finops: ["finops"], sales: ["sales"], to: format) {
        $0.fixes = .finops
        $0.project = try ProjectFile.read(
          "fileFormat: \(format)\n", file: "job.yaml", templates: .builtIn(), schemas: .builtIn(), fileFormats: [format]
        )
      }
      for package in compared.report.packages {
        let entry = try Container.open(folder.path("\(format)/\(package.path)")).entries[0]
        #expect(entry.name.hasSuffix(".\(format)"))
      }
      return try WrittenRecords(folder, "\(format)/packages")["CustCustomerV2Entity"]
    }
    let records = try written("xlsx")
    #expect(try !records.isEmpty && records == written("csv"))
  }

  /// What an import does: a record whose key is known gets the columns of the file, another one is added.
  private func importCustomers(_ records: [[String: String]], _ folder: TestFolder) throws {
    let rows = CSVRows(try folder.text("finops/Customers V2.csv")).records
    let heading = rows[0]
    var customers: [String: [String: String]] = [:]
    func key(_ text: String?) -> String { (text ?? "").trimmingCharacters(in: .whitespaces).lowercased() }
    for row in rows.dropFirst() {
      let record = Dictionary(uniqueKeysWithValues: zip(heading, row))
      // Of two with one number the first stays.
      if customers[key(row[0])] == nil { customers[key(row[0])] = record }
    }
    for record in records {
      let values = Dictionary(uniqueKeysWithValues: record.map { ($0.key.uppercased(), $0.value) })
      var customer = customers[key(values["CUSTOMERACCOUNT"])] ?? [:]
      let isChange = values["LANGUAGEID"] == nil
      // The files of changes have these columns, blank or not.
      let columns =
        isChange
        ? ["CUSTOMERACCOUNT", "PARTYNUMBER", "ADDRESSCITY", "CREDITLIMIT", "PRIMARYCONTACTPHONE", "SALESMEMO"] : heading
      for column in columns { customer[column] = values[column] ?? "" }
      customers[key(values["CUSTOMERACCOUNT"])] = customer
    }
    try folder.write("after/Customers V2.csv", OrderWorld.csv(Array(customers.values)))
  }

  @Test("Into Sales a changed line goes with its id and the field that differs, a new order whole")
  func sales() throws {
    let trade = try Trade()
    try trade.writeFinops(orders: [2, 1])
    let output = try trade.convert("finops", to: "first", references: ["known"])
    let before = try output.all("salesorderdetail")
    try trade.writeFinops(orders: [2, 1, 1])
    let file = "finops/SalesOrderLineCDSEntity.csv"
    let text = try trade.folder.text(file)
    let place = try #require(text.range(of: "SO-0,2,1.500000,P-0,ea,.500000"))
    try trade.folder.write(file, text.replacingCharacters(in: place, with: "SO-0,2,1.500000,P-0,ea,.750000"))
    let reported = try Reconciled(trade.folder, finops: ["finops"], sales: output.paths + ["known"]) {
      $0.fixes = .sales
    }
    #expect(
      reported.lines == [
        "orders-to-sales¦headers¦only-in-finops¦SO-2¦¦SO-2¦¦",
        "orders-to-sales¦lines¦different¦SO-0|2¦priceperunit¦0.750000¦0.500000¦number",
        "orders-to-sales¦lines¦only-in-finops¦SO-2|1¦¦SO-2|1¦¦",
      ])
    let written = try WrittenRecords(trade.folder, "reconciled/packages")
    #expect(written["salesorder"].map { $0["ordernumber"] } == ["SO-2"])
    #expect(written["product"].isEmpty && written["productpricelevel"].isEmpty)
    let id = try #require(before.first { $0["sequencenumber"] == "2" }?["salesorderdetailid"])
    let changed = written["salesorderdetail"].filter { $0["salesorderdetailid"] == id }
    #expect(changed == [["salesorderdetailid": id, "priceperunit": "0.750000"]])
    #expect(written["salesorderdetail"].count == 2)
  }

  @Test("Where nothing differs there is no package")
  func none() throws {
    let trade = try Trade()
    try trade.writeSales(quotes: [1])
    let output = try trade.convert("sales", to: "converted")
    let reported = try Reconciled(trade.folder, finops: output.paths, sales: ["sales"]) { $0.fixes = .finops }
    #expect(reported.report.packages.isEmpty && !trade.folder.holds("reconciled/packages"))
  }
}
