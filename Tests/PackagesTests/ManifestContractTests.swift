import Findings
import Packages
import TestSupport
import Testing

@Suite("Manifests as F&O reads them")
struct ManifestContractTests {
  let folder: TestFolder

  init() throws { folder = try TestFolder() }

  /// One manifest that is right, made wrong by a replacement.
  struct Departure: Sendable, CustomTestStringConvertible {
    var what: String
    var from: String
    var to: String
    var notes: [String]

    var testDescription: String { what }
  }

  static let departures: [Departure] = [
    Departure(what: "nothing", from: "P2C", to: "P2C", notes: []),
    Departure(
      what: "a member before its place", from: "<Disable>false</Disable>",
      to: "<EntityName>Customer groups</EntityName><Disable>false</Disable>",
      notes: ["P2C1204 Disable after EntityName", "P2C1204 EntityMapList after EntityName"]),
    Departure(
      what: "a map's member before its place", from: "<EntityMap><EntityField>",
      to: "<EntityMap><XMLField>X</XMLField><EntityField>", notes: ["P2C1204 EntityField after XMLField"]),
    Departure(
      what: "the list before the name", from: "<DefinitionGroupName>P2C</DefinitionGroupName>", to: "", notes: []),
    Departure(
      what: "no maps", from: "<EntityMap>", to: "<Other>", notes: ["P2C1204 EntityMapList no maps"]),
    Departure(
      what: "no namespace", from: " xmlns=\"\(Finops.namespace)\"", to: "", notes: ["P2C1205 xmlns no namespace"]),
    Departure(what: "another namespace", from: Finops.namespace, to: "n", notes: ["P2C1205 xmlns namespace"]),
    Departure(
      what: "another case", from: "DataManagementPackageManifest", to: "datamanagementpackagemanifest",
      notes: ["P2C1205 datamanagementpackagemanifest root"]),
    Departure(
      what: "a Boolean in words", from: "<Disable>false", to: "<Disable>No", notes: ["P2C1206 Disable a Boolean"]),
    Departure(
      what: "a number without digits", from: "<LevelInExecutionUnit>10", to: "<LevelInExecutionUnit>",
      notes: ["P2C1206 LevelInExecutionUnit a whole number"]),
    Departure(
      what: "blanks around a number", from: "<LevelInExecutionUnit>10", to: "<LevelInExecutionUnit> 10 ", notes: []),
    Departure(
      what: "an unknown member", from: "<Disable>", to: "<Zebra>1</Zebra><Disable>", notes: []),
    Departure(
      what: "a second copy", from: "<SourceFormat>", to: "<LevelInExecutionUnit>x</LevelInExecutionUnit><SourceFormat>",
      notes: []),
  ]

  @Test("What F&O passes over or refuses is noted", arguments: departures)
  func departure(_ departure: Departure) throws {
    let right = Finops.manifest([.init(file: "a.csv")])
    var wrong = right.replacing(departure.from, with: departure.to)
    if departure.what == "no maps" { wrong = wrong.replacing("</EntityMap>", with: "</Other>") }
    #expect(departure.from == departure.to || wrong != right)
    #expect(try notes(Finops.utf16(wrong)) == departure.notes)
  }

  private func notes(_ manifest: [UInt8]) throws -> [String] {
    let csv = Array(Finops.csv([Finops.columns] + Finops.rows).utf8)
    let path = try folder.zip(
      "\(manifest.hashValue).zip",
      [("Manifest.xml", manifest), ("PackageHeader.xml", Finops.utf16(Finops.header)), ("a.csv", csv)])
    let package = try Reading.package(path)
    #expect(package.entities.map(\.name) == ["CustCustomerGroupEntity"], "it is read all the same")
    return package.notes.map { "\($0.code) \($0.field) \($0.name)" }
  }

  @Test("A declaration that contradicts the bytes is noted")
  func declaration() throws {
    let manifest = Finops.manifest([.init(file: "a.csv")])
    let right = Array("<?xml version=\"1.0\" encoding=\"utf-8\"?>\(manifest)".utf8)
    #expect(try notes(right) == [])
    let wide = Finops.utf16("<?xml version=\"1.0\" encoding='UTF-16'?>\(manifest)")
    #expect(try notes(wide) == [])
    let wrong = Finops.utf16("<?xml version=\"1.0\" encoding=\"utf-8\"?>\(manifest)")
    #expect(try notes(wrong) == ["P2C1205 encoding utf-8"])
  }
}
