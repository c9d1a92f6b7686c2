import Findings
import Foundation
import Packages
import TestSupport
import Testing

@Suite("Several files of one table")
struct SeveralFilesTests {
  let folder: TestFolder

  init() throws { folder = try TestFolder() }

  private static func account(_ number: Int) -> [UInt8] {
    Array("accountid,accountnumber,name\r\n\(Sales.ids[number]),A-\(number),Name \(number)\r\n".utf8)
  }

  /// A package of the files as a zip or a folder.
  private func package(_ files: [(String, [UInt8])], isZip: Bool, name: String = "in.zip") throws -> Package {
    guard !isZip else { return try Reading.package(try folder.zip(name, files)) }
    for (name, bytes) in files { try folder.write("in/\(name)", bytes) }
    return try Reading.package(folder.url.appending(path: "in").path)
  }

  static let orders: [[String]] = [
    ["account.csv", "account2.csv", "account10.csv"], ["a/account.csv", "b/account.csv"],
    ["account1.csv", "account01.csv", "account2.csv"], ["account.csv", "account1/account.csv", "accounts.csv"],
    ["a/account.csv", "a-b/account.csv", "a1/account.csv", "a02/account.csv"], ["Account.csv", "account-2.csv"],
    ["account.csv", "account (2).csv", "account-3.csv"], ["account.csv", "account.2.csv"],
    ["x/account.csv", "x/account.txt"],
    ["2024/account9.csv", "2024/account10.csv", "10000/account.csv"],
  ]

  @Test("Files come in natural order, folder by folder, whatever their order in a zip", arguments: orders)
  func order(_ names: [String]) throws {
    for (number, files) in [names, names.reversed()].enumerated() {
      #expect(files.sorted(by: NaturalOrder.precedes) == names)
      let found = try package(files.map { ($0, Self.account(0)) }, isZip: true, name: "in\(number).zip")
      #expect(found.entities.map(\.file) == names)
      #expect(found.indices(of: "ACCOUNT") == Array(names.indices))
    }
    #expect(try package(names.map { ($0, Self.account(0)) }, isZip: false).entities.map(\.file) == names)
  }

  @Test("Numbers of any length compare")
  func longNumbers() {
    let long = String(repeating: "9", count: 40)
    #expect(NaturalOrder.precedes("a\(long)", "a1\(long)") && !NaturalOrder.precedes("a1\(long)", "a\(long)"))
    #expect(!NaturalOrder.precedes("a1", "a1") && NaturalOrder.precedes("a1b", "a01a"))
  }

  @Test("Files of one table keep the places that it has among the others")
  func places() throws {
    let contact = Array("contactid,lastname,firstname\r\n\(Sales.ids[4]),Berg,Ada\r\n".utf8)
    let found = try package(
      [("z/account.csv", Self.account(1)), ("contact.csv", contact), ("a/account.csv", Self.account(0))], isZip: true)
    #expect(found.entities.map(\.file) == ["a/account.csv", "contact.csv", "z/account.csv"])
  }

  static let strangers: [String: String] = [
    "mystery.csv": "colour,weight\r\nred,7\r\n", "sub/mystery.csv": "",
    "notes.xml": "<notes><note><text>x</text></note></notes>",
    "wide.csv": (0..<20_000).map { "c\($0)" }.joined(separator: ",") + "\r\n",
  ]

  @Test("A file that nobody understands does not hide the others", arguments: strangers.keys.sorted(), [true, false])
  func unknown(_ file: String, isZip: Bool) throws {
    let stranger = (file, Array((Self.strangers[file] ?? "").utf8))
    let found = try package([stranger, ("account.csv", Self.account(0))], isZip: isZip)
    #expect(found.entities.map(\.file) == ["account.csv"])
    #expect(found.unknownFiles.map(\.entity.file) == [file])
    let name = try #require(file.split(separator: "/").last).split(separator: ".")[0]
    #expect(found.unknownFiles.map(\.entity.name) == [String(name)])
    #expect(!found.notes.contains { $0.code == .kindNotRecognised })
  }

  @Test("A header that is at fault keeps its code, also among other files")
  func header() throws {
    let error = #expect(throws: PackageError.self) {
      try package(
        [("account1.csv", Array("accountid,name,name\r\n1,2,3\r\n".utf8)), ("account2.csv", Self.account(0))],
        isZip: true)
    }
    #expect(error?.code == .headerColumnEmptyOrTwice)
  }

  @Test("Data of Configuration Migration beside loose files are a package of their own")
  func migration() throws {
    let path = try folder.zip(
      "in.zip", [("accounts-export.xml", Array(Sales.accountData.utf8)), ("account.csv", Self.account(0))])
    #expect(try Reading.packages(path).map(\.kind) == [.salesConfigurationMigration, .salesFiles])
  }

  @Test("A file that could be read, but stands beside what names the files of its package, is reported")
  func unlisted() throws {
    let csv = Array(Finops.csv([Finops.columns] + Finops.rows).utf8)
    let listed = Finops.entries([Finops.Listed(file: "Customer groups.csv")], [("Customer groups.csv", csv)])
    let finops = try Reading.package(try folder.zip("finops.zip", listed + [("Customer groups 2.csv", csv)]))
    #expect(
      finops.notes.map(\.code) == [.fileNameDiffers] && finops.notes.map(\.place.file) == ["Customer groups 2.csv"])
    #expect(finops.unknownFiles.isEmpty)
    let sales = try Reading.package(
      try folder.zip(
        "sales.zip",
        [
          ("data.xml", Array(Sales.accountData.utf8)), ("account.csv", Self.account(0)),
        ]))
    #expect(sales.unknownFiles.map(\.entity.file) == ["account.csv"])
  }

  @Test("The tables that records are owned by are known by their ids, whatever their files are called")
  func owners() throws {
    let files = [
      ("units.csv", "businessunitid,name\r\n0f8fad5b-d9cb-469f-a165-708677289500,Contoso DE\r\n"),
      (
        "teams.csv",
        "teamid,name,businessunitid\r\n0f8fad5b-d9cb-469f-a165-708677289500,Contoso DE,0f8fad5b-d9cb-469f-a165-708677289500\r\n"
      ),
      (
        "users.csv",
        "systemuserid,domainname,businessunitid\r\n0f8fad5b-d9cb-469f-a165-708677289500,anna,0f8fad5b-d9cb-469f-a165-708677289500\r\n"
      ),
    ]
    let found = try package(files.map { ($0.0, Array($0.1.utf8)) }, isZip: true)
    #expect(found.entities.map(\.name).sorted() == ["businessunit", "systemuser", "team"])
    #expect(found.unknownFiles.isEmpty)
  }

  @Test("A zip of packages tells the loose file that nobody understands")
  func outer() throws {
    let inner = try folder.zip("inner.zip", [("account.csv", Self.account(0))])
    let path = try folder.zip(
      "outer.zip",
      [
        ("inner.zip", Array(try Data(contentsOf: URL(filePath: inner)))),
        ("mystery.csv", Array("colour,weight\r\n".utf8)),
      ])
    let found = try Reading.package(path)
    #expect(found.path == "\(path)!inner.zip")
    #expect(found.unknownFiles.map(\.path) == [path])
  }

  @Test("A manifest's entity in two files, listed in any order, comes in natural order")
  func manifest() throws {
    let csv = Array(Finops.csv([Finops.columns] + Finops.rows).utf8)
    let names = ["Customer groups 10.csv", "Customer groups 2.csv"]
    let path = try folder.zip("in.zip", Finops.entries(names.map { Finops.Listed(file: $0) }, names.map { ($0, csv) }))
    #expect(try Reading.package(path).entities.map(\.file) == ["Customer groups 2.csv", "Customer groups 10.csv"])
  }
}
