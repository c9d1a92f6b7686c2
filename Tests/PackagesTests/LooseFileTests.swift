import Findings
import Foundation
import Packages
import Records
import TestSupport
import Testing

@Suite("Loose files")
struct LooseFileTests {
  let folder: TestFolder

  init() throws { folder = try TestFolder() }

  static let columns = ["accountid", "accountnumber", "name", "address1_city"]
  static let rows = (0..<3).map { [Sales.ids[$0], "A-\($0)", "Þór – \($0), ehf.;\t|", "Reykjavík"] }
  static let csv = Finops.csv([columns] + rows)

  static let encodings: [(String, String.Encoding, [UInt8], TextEncoding, EntityFormat)] = [
    ("UTF-8", .utf8, [], .utf8, .csv), ("UTF-8 with a mark", .utf8, [0xEF, 0xBB, 0xBF], .utf8WithMark, .csv),
    ("UTF-16LE", .utf16LittleEndian, [0xFF, 0xFE], .utf16LittleEndian, .csv),
    ("UTF-16LE without a mark", .utf16LittleEndian, [], .utf16LittleEndian, .csv),
    ("UTF-16BE", .utf16BigEndian, [0xFE, 0xFF], .utf16BigEndian, .csv),
  ]

  @Test("Files are read in every encoding", arguments: encodings)
  func encoding(
    _ name: String, _ coding: String.Encoding, _ mark: [UInt8], _ encoding: TextEncoding, _ format: EntityFormat
  ) throws {
    let path = try folder.write("account.csv", mark + [UInt8](try #require(Self.csv.data(using: coding))))
    let package = try Reading.package(path)
    #expect(package.kind == .salesFiles)
    #expect(package.entities.map(\.encoding) == [encoding] && package.entities.map(\.format) == [format])
    #expect(try Reading.content(path).rows == Self.rows, "\(name)")
  }

  @Test("A header may have as many columns as the widest worksheet, and 4 MiB")
  func wide() throws {
    func header(_ count: Int, filler: String = "") -> String {
      "accountid,accountnumber,name" + (3..<count).map { ",c\($0)\(filler)" }.joined()
    }
    let path = try folder.write("account.csv", header(16_384) + "\r\n")
    #expect(try Reading.package(path).entities.map(\.columns.count) == [16_384])
    let long = String(repeating: "x", count: 1_000)
    for text in [header(16_385), header(5_000, filler: long), header(100_000, filler: long)] {
      let path = try folder.write("account.csv", text + "\r\n")
      let error = #expect(throws: PackageError.self) { try Reading.package(path) }
      #expect(error?.code == .kindNotRecognised && error?.exitCode == 65)
    }
  }

  @Test("What is not UTF-8 is read as Windows-1252 in a second try", arguments: [true, false])
  func windows1252(_ isInHeader: Bool) throws {
    let text = isInHeader ? Self.csv.replacing("address1_city", with: "straße") : Self.csv
    let path = try folder.write("account.csv", [UInt8](try #require(text.data(using: .windowsCP1252))))
    let wrong = #expect(throws: InferenceError.self) { try Reading.content(path) }
    #expect(wrong == .isUTF8(file: "account.csv", package: path))
    var inferred = InferredLayout()
    inferred.drop(try #require(wrong))
    let package = try Reading.package(path, inferred: inferred)
    #expect(package.entities.map(\.encoding) == [.windows1252])
    #expect(package.notes.map(\.code).contains(.readAsWindows1252))
    #expect(try Reading.content(path, inferred: inferred).rows == Self.rows)
  }

  @Test("Files are read with every delimiter and line end", arguments: [",", ";", "\t", "|"], ["\r\n", "\n", "\r"])
  func delimiter(_ delimiter: String, lineEnd: String) throws {
    let csv = Finops.csv([Self.columns] + Self.rows, delimiter: delimiter, lineEnd: lineEnd)
    let path = try folder.write("account.csv", Array(csv.utf8))
    #expect(try Reading.package(path).entities.first?.dialect?.delimiter == delimiter.utf8.first)
    let content = try Reading.content(path)
    #expect(content.rows == Self.rows && content.lines == [2, 3, 4])
  }

  @Test("A zip and a folder of files are one package", arguments: [true, false])
  func several(_ isZip: Bool) throws {
    let contact = Array("contactid,lastname,firstname\r\n\(Sales.ids[4]),Berg,Ada\r\n".utf8)
    let files = [("account.csv", Array(Self.csv.utf8)), ("contact.csv", contact)]
    if isZip {
      try folder.zip("export.zip", files)
    } else {
      for (name, bytes) in files { try folder.write("export.zip/\(name)", bytes) }
    }
    let package = try Reading.package(folder.url.appending(path: "export.zip").path)
    #expect(package.kind == .salesFiles)
    let contents = try Reading.contents(package)
    #expect(contents["account"]?.rows == Self.rows)
    #expect(contents["contact"]?.rows == [[Sales.ids[4], "Berg", "Ada"]])
  }

  @Test("Files of both sides are two packages")
  func bothSides() throws {
    let groups = Array(Finops.csv([Finops.columns] + Finops.rows).utf8)
    let path = try folder.zip("all.zip", [("account.csv", Array(Self.csv.utf8)), ("Customer groups.csv", groups)])
    #expect(try Reading.packages(path).map(\.kind) == [.finopsFiles, .salesFiles])
  }

  @Test("Display names and the columns of rejects are known")
  func displayNames() throws {
    let csv = "Account Number,Account Name,Address 1: City,ownerid.lookupentity,p2c_code\r\nA-1,Ada,Oslo,team,x\r\n"
    let package = try Reading.package(try folder.write("account.csv", Array(csv.utf8)))
    let entity = try #require(package.entities.first)
    #expect(entity.columns.map(\.name) == ["accountnumber", "name", "address1_city", "ownerid", "p2c_code"])
    #expect(entity.columns[3].part == .lookupTable)
    #expect(package.notes.map(\.code) == [.takenByItsDisplayName, .takenByItsDisplayName, .takenByItsDisplayName])
  }

  @Test("Names prove nothing: a package called .csv is a package")
  func misleadingName() throws {
    let path = try folder.zip(
      "customers.csv",
      [("data.xml", Array(Sales.accountData.utf8)), ("data_schema.xml", Array(Sales.accountSchema.utf8))])
    #expect(try Reading.package(path).kind == .salesConfigurationMigration)
  }

  @Test("A header alone is an entity without records")
  func headerOnly() throws {
    for end in ["", "\r\n"] {
      let path = try folder.write("account.csv", Array((Self.columns.joined(separator: ",") + end).utf8))
      #expect(try Reading.content(path) == Reading.Content(columns: Self.columns))
    }
  }

  @Test("Records at fault are reported, and the others are read")
  func faults() throws {
    let csv = "accountid,accountnumber,name\r\n1,2\r\n1,2,3,4\r\n1,2,\"a\"b\r\n1,2,3\r\n1,2,\"open\r\n"
    let content = try Reading.content(try folder.write("account.csv", Array(csv.utf8)))
    #expect(content.issues == [.fieldCount(2, expected: 3), .fieldCount(4, expected: 3), .openQuote, .openQuote])
    #expect(content.rows[3] == ["1", "2", "3"] && content.numbers == [1, 2, 3, 4, 5])
  }

  @Test(
    "A doubled or blank column is refused",
    arguments: [("accountid,name,NAME", "NAME"), ("accountid,name, ", ""), ("accountid,name,accountnumber,", "")])
  func header(_ header: String, column: String) throws {
    let path = try folder.write("account.csv", Array("\(header)\r\n1,2,3\r\n".utf8))
    let error = #expect(throws: PackageError.self) { try Reading.package(path) }
    guard case .header(column, "account.csv", path) = error else {
      Issue.record("refused as \(String(describing: error))")
      return
    }
    #expect(error?.code == .headerColumnEmptyOrTwice)
  }

  static let unknown: [(String, [UInt8])] = [
    ("shopping.csv", Array("milk,eggs\r\n1,12\r\n".utf8)), ("account.csv", Array(repeating: 0, count: 1_000)),
    ("a.xml", Array("<html><body/></html>".utf8)), ("empty.csv", []), ("noise.bin", (0...255).map { UInt8($0) }),
  ]

  @Test("What nobody knows is not recognised", arguments: unknown)
  func notRecognised(_ name: String, _ bytes: [UInt8]) throws {
    let path = try folder.write(name, bytes)
    // Bytes that are no text are first taken for another code page.
    var inferred = InferredLayout()
    inferred.drop(.isUTF8(file: name, package: path))
    let error = #expect(throws: PackageError.self) { try Reading.packages(path, inferred: inferred) }
    #expect(error?.exitCode == 65)
    #expect([.kindNotRecognised, .cannotBeDecoded].contains(error?.code))
  }
}
