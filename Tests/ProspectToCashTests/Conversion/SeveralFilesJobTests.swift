import Foundation
import Mapping
import Packages
import TestSupport
import Testing

@testable import Conversion
@testable import Inspection
@testable import ProspectToCash
@testable import Reconciliation

@Suite("Jobs over several files of one table")
struct SeveralFilesJobTests {
  let trade: Trade

  init() throws { trade = try Trade() }

  private var folder: TestFolder { trade.folder }

  private func accounts(_ file: String, _ numbers: [Int], columns: String = "accountid,accountnumber,name") throws {
    let rows = numbers.map { "\(Trade.id($0)),A-\($0),Name \($0)\n" }
    try folder.write(file, columns + "\n" + rows.joined())
  }

  private func items(_ package: String, _ code: String) throws -> [[String: String]] {
    let document = try JSONSerialization.jsonObject(with: Data(try folder.report([folder.path(package)]).json().utf8))
    let items = (document as? [String: Any])?["items"] as? [[String: String]] ?? []
    return items.filter { $0["code"] == code }
  }

  // MARK: Files that nobody understands

  @Test("A file that nobody understands is a warning, named in the last lines, and does not change the exit code")
  func unknown() throws {
    try accounts("in/account.csv", [1, 2])
    try folder.write("in/sub/mystery.csv", "colour,weight\nred,7\n")
    try folder.write("in/photo.jpg", "no data file")
    let job = try ConversionJob(packages: [folder.path("in")], output: folder.path("out"), project: nil) { _ in }
    let summary = try job.run(progress: .silent)
    #expect(summary.result == .ok)
    #expect(summary.lines.last?.contains("sub/mystery.csv") == true)
    let rows = CSVRows(try folder.text("out/findings.csv")).records.filter { $0[1] == "P2C1408" }
    #expect(rows.map { Array($0[0...4]) } == [["warning", "P2C1408", folder.path("in"), "sub/mystery.csv", ""]])
    let reported = try items("in", "P2C1408")
    #expect(reported.map { $0["severity"] } == ["warning"] && reported.map { $0["file"] } == ["sub/mystery.csv"])
    #expect(try folder.report([folder.path("in")]).lines.last?.contains("mystery.csv") == true)
  }

  @Test("An inspection lists it with its records and columns, none of which is known")
  func inspected() throws {
    try accounts("in/account2.csv", [1, 2])
    try accounts("in/account10.csv", [3])
    try folder.write("in/mystery.csv", "colour,weight\nred,7\ngreen,8\n")
    let text = try Inspection([folder.path("in")], schemas: .builtIn()).json()
    let document = try JSONSerialization.jsonObject(with: Data(text.utf8)) as? [String: Any]
    let package = (document?["packages"] as? [[String: Any]])?.first
    let entities = package?["entities"] as? [[String: Any]] ?? []
    #expect(entities.map { $0["file"] as? String } == ["account2.csv", "account10.csv", "mystery.csv"])
    #expect(entities.map { $0["records"] as? Int } == [2, 1, 2])
    #expect(entities.last?["name"] as? String == "mystery")
    #expect(entities.last?["unknownColumns"] as? [String] == ["colour", "weight"])
    #expect((package?["sha256"] as? String)?.count == 64)
  }

  // MARK: Validation

  @Test("A validation judges doubled keys over all files, and says in which file the first one is")
  func keys() throws {
    let header = "CUSTOMERACCOUNT,ORGANIZATIONNAME,CUSTOMERGROUPID\n"
    try folder.write("in/Customers V2.csv", header + "C-1,One,10\nC-2,Two,10\n")
    try folder.write("in/later/Customers V2.csv", header + "C-3,Three,10\nc-2 ,Two again,10\nC-3,Again,10\n")
    let reported = try items("in", "P2C1216")
    #expect(reported.map { $0["file"] } == ["later/Customers V2.csv", "later/Customers V2.csv"])
    #expect(reported.map { $0["record"] } == ["2", "3"] && reported.map { $0["line"] } == ["3", "4"])
    #expect(reported[0]["message"]?.contains("record 2") == true)
    #expect(reported[0]["message"]?.contains(" Customers V2.csv") == true)
    #expect(reported[1]["message"]?.contains("record 1") == true)
  }

  @Test("So it does with numbers and ids of Sales")
  func numbers() throws {
    try folder.write(
      "in/1/product.csv", "productid,productnumber,name\n\(Trade.id(1)),P-1,One\n\(Trade.id(2)),P-2,Two\n")
    try folder.write(
      "in/2/product.csv", "productid,productnumber,name\n\(Trade.id(3)),P-2,Three\n\(Trade.id(1)),P-4,Four\n")
    let doubled = try items("in", "P2C1316")
    #expect(doubled.map { $0["file"] } == ["2/product.csv"] && doubled.map { $0["record"] } == ["1"])
    #expect(doubled.first?["message"]?.contains("record 2 of product in 1/product.csv") == true)
    let ids = try items("in", "P2C1332")
    #expect(ids.map { $0["file"] } == ["2/product.csv"] && ids.map { $0["record"] } == ["2"])
    #expect(ids.map { $0["severity"] } == ["error"])
  }

  // MARK: Comparisons

  @Test("A reconciliation finds partners in every file of either side", arguments: [2 << 30, 1])
  func reconciled(memory: Int) throws {
    try accounts("whole/account.csv", Array(1...6))
    try accounts("parts/account1.csv", [1, 2])
    try accounts("parts/account10.csv", [6])
    try accounts("parts/account2.csv", [3, 4, 5])
    let made = try trade.convert("whole", to: "made")
    let reported = try Reconciled(folder, finops: made.paths, sales: ["parts"]) { $0.memory = memory }
    #expect(reported.lines == [])
    #expect(reported.task("accounts", "customers")?.source["same"] == 6)
    try folder.write("finops/a/Customers V2.csv", "CUSTOMERACCOUNT,ORGANIZATIONNAME\nA-1,Name 1\nA-2,Name 2\n")
    try folder.write("finops/b/Customers V2.csv", "CUSTOMERACCOUNT,ORGANIZATIONNAME\nA-3,Other\nA-4,Name 4\n")
    let other = try Reconciled(folder, finops: ["finops"], sales: ["parts"], to: "other") { $0.memory = memory }
    #expect(other.task("accounts", "customers")?.source["same"] == 3)
    #expect(other.rows.filter { $0.outcome == "different" }.map(\.key) == ["A-3"])
  }

  @Test("A comparison of exports reads all files; a column that one of them lacks is empty there")
  func compared() throws {
    try folder.write(
      "old/account.csv", "accountid,name,fax\n\(Trade.id(1)),One,1\n\(Trade.id(2)),Two,2\n\(Trade.id(3)),Three,\n")
    try folder.write("new/account1.csv", "accountid,name,fax\n\(Trade.id(1)),One,1\n")
    try folder.write("new/account2.csv", "accountid,name\n\(Trade.id(2)),Two\n\(Trade.id(3)),Drei\n")
    var options = VersionOptions(old: [folder.path("old")], new: [folder.path("new")])
    options.output = folder.path("reported")
    let summary = try VersionComparison(options).run()
    #expect(summary.result == .findings)
    let rows = CSVRows(try folder.text("reported/differences.csv")).records.dropFirst()
    #expect(
      rows.map { $0[1...5].joined(separator: "¦") } == [
        "changed¦\(Trade.id(2))¦fax¦2¦", "changed¦\(Trade.id(3))¦name¦Three¦Drei",
      ])
    #expect(CSVRows(try folder.text("reported/drift.csv")).records.count == 1)
  }

  // MARK: References and numbers

  @Test("What a reference of the destination holds in several files stays behind")
  func delta() throws {
    try accounts("in/account.csv", [1, 2, 3])
    let header = "CUSTOMERACCOUNT,ORGANIZATIONNAME,"
    let first = try trade.convert("in", to: "first") { $0.fileFormat = .csv }
    let file = try first.records("010-accounts.zip")["CustCustomerV2Entity"] ?? []
    let columns = file[0].keys.sorted()
    for (number, record) in file.enumerated() where number != 1 {
      let row = columns.map { record[$0] ?? "" }.joined(separator: ",")
      try folder.write("held/\(number)/Customers V2.csv", columns.joined(separator: ",").uppercased() + "\n\(row)\n")
    }
    #expect(!header.isEmpty && file.count == 3)
    let second = try trade.convert("in", to: "second", references: ["held"]) { $0.isDelta = true }
    #expect(second.task("accounts", "customers")?.filteredBy == ["unchanged": 2])
    #expect(second.task("accounts", "customers")?.written == 1)
  }

  @Test("Numbers are assigned over all files, past those that any has")
  func assigned() throws {
    try folder.write("in/account1.csv", "accountid,accountnumber,name\n\(Trade.id(1)),,One\n")
    try folder.write(
      "in/account2.csv", "accountid,accountnumber,name\n\(Trade.id(2)),ACC-01000-ABCDEF,Two\n\(Trade.id(3)),,Three\n")
    let output = try trade.convert("in", to: "out") { $0.assignsNumbers = true }
    let numbers = try output.all("CustCustomerV2Entity").compactMap { $0["CustomerAccount"] }
    #expect(numbers.map { $0.prefix(9) } == ["ACC-01001", "ACC-01000", "ACC-01002"])
  }

  // MARK: Conservation

  private func conservation(reading files: [Int], records: Int) throws {
    try accounts("in/account1.csv", [1, 2])
    try accounts("in/account2.csv", [3])
    let package = try PackageOpener(schemas: .builtIn()).open(folder.path("in"))[0]
    let conservation = InputConservation()
    for (entity, count) in [2, 1].enumerated() { conservation.noteFound(count, in: entity, of: package) }
    for entity in files { conservation.noteRead(entity == 0 ? records : 1, in: entity, of: package) }
    let reading = InputConservation.Reading(template: "accounts", task: "customers", source: "account", records: 3)
    try conservation.check([reading], of: [package])
  }

  @Test("A file that no task has read, or not whole, is a defect that ends the run")
  func conserved() throws {
    try conservation(reading: [0, 1], records: 2)
    let path = folder.path("in")
    #expect(throws: ConversionError.notRead(file: "account2.csv", package: path)) {
      try conservation(reading: [0], records: 2)
    }
    #expect(throws: ConversionError.notRead(file: "account1.csv", package: path)) {
      try conservation(reading: [0, 1], records: 1)
    }
    #expect(ConversionError.notRead(file: "", package: "").exitCode == 70)
  }

  @Test("Files of both sides in one zip have their own counts")
  func bothSides() throws {
    try accounts("in/account.csv", [1, 2, 3])
    try folder.write("in/Customers V2.csv", "CUSTOMERACCOUNT,ORGANIZATIONNAME\nA-1,Name 1\n")
    let output = try trade.convert("in", to: "out") { $0.destination = .finops }
    let counts = output.report.inputs.flatMap(\.entities).map { ($0.file, $0.records) }
    #expect(Dictionary(uniqueKeysWithValues: counts) == ["account.csv": 3, "Customers V2.csv": 1])
  }
}
