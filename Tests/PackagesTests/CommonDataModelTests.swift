import Findings
import Foundation
import Packages
import Records
import TestSupport
import Testing

@Suite("Common Data Model folders")
struct CommonDataModelTests {
  let folder: TestFolder

  init() throws { folder = try TestFolder() }

  static let ids = (0..<4).map { "0000000\($0)-0000-4000-8000-00000000000\($0)" }

  private static func text(_ value: Any) throws -> [UInt8] {
    [UInt8](try JSONSerialization.data(withJSONObject: value, options: [.sortedKeys]))
  }

  private static func model(_ entities: [[String: Any]], _ more: [String: Any] = [:]) throws -> [UInt8] {
    try text(["name": "cdm", "version": "1.0", "entities": entities].merging(more) { $1 })
  }

  private static func entity(
    _ name: String, _ columns: [String], _ files: [String], type: String = "string", settings: [String: Any]? = nil
  ) -> [String: Any] {
    [
      "$type": "LocalEntity", "name": name, "attributes": columns.map { ["name": $0, "dataType": type] },
      "partitions": files.map { file in
        let more: [String: Any] = settings.map { ["fileFormatSettings": $0] } ?? [:]
        return ["name": "p", "location": file].merging(more) { $1 } as [String: Any]
      },
    ]
  }

  /// The rows of an entity of the only package of a folder.
  private func rows(_ name: String = "lake", of entity: String = "account") throws -> [[String]] {
    let package = try Reading.package(folder.path(name))
    var scan = try PackageScan(package, entities: Set(package.indices(of: entity)))
    var rows: [[String]] = []
    while let (_, batch) = try scan.next() {
      rows += (0..<batch.count).map { record in (0..<batch.width).map { batch.text(record, $0) } }
    }
    return rows
  }

  private func fault(_ name: String = "lake") throws -> FindingCode? {
    let error = #expect(throws: PackageError.self) { try rows(name) }
    #expect(error?.exitCode == 65)
    return error?.code
  }

  static let columns = [
    "Id", "accountid", "accountnumber", "name", "transactioncurrencyid", "transactioncurrencyid_entitytype", "x",
  ]

  @Test("Partitions are read in the order of the description, and values get p2c's forms")
  func reading() throws {
    let address = "https://lake.dfs.core.windows.net/c/account/b.csv?snapshot=1"
    try folder.write("lake/model.json", Self.model([Self.entity("Account", Self.columns, [address, "account/a.csv"])]))
    let (a, b, c) = (Self.ids[0], Self.ids[1], Self.ids[2])
    try folder.write(
      "lake/account/a.csv", "\(a),{\(a.uppercased())},1,\"A, \"\"B\"\"\nC\",,,\n\(b),,2,,,,7\n")
    try folder.write("lake/account/b.csv", "\u{FEFF}\(c),\(c.filter { $0 != "-" }),3,ø,,,")
    let package = try Reading.package(folder.path("lake"))
    #expect(package.kind == .salesCommonDataModel)
    #expect(package.entities.map(\.file) == ["account/b.csv", "account/a.csv"])
    #expect(package.entities.map(\.partitions) == [2, 2] && package.entities[0].name == "account")
    #expect(
      package.entities[0].columns.map(\.part) == [.service, .value, .value, .value, .value, .lookupTable, .value])
    #expect(package.notes.map { "\($0.code) \($0.field)" } == ["P2C1407 x"])
    #expect(
      try rows() == [
        [Self.ids[2], Self.ids[2], "3", "ø", "", "", ""],
        [Self.ids[0], Self.ids[0], "1", "A, \"B\"\nC", "", "", ""], [Self.ids[1], "", "2", "", "", "", "7"],
      ])
    #expect(try Reading.package(folder.path("lake/model.json")).entities.count == 2)
  }

  @Test("Booleans and dates of every form become those of other exports")
  func forms() throws {
    try folder.write("lake/model.json", Self.model([Self.entity("quote", ["quoteid", "effectivefrom"], ["q.csv"])]))
    let dates = [
      "2025-02-03T09:52:04.0000000Z", "2025-02-03", "2025-02-03T09:52:01.0000000+02:00", "\"2/3/2025 9:52:15 PM\"",
      "nonsense",
    ]
    try folder.write("lake/q.csv", dates.map { "\(Self.ids[0]),\($0)\n" }.joined())
    #expect(
      try rows(of: "quote").map { $0[1] } == [
        "2025-02-03T09:52:04.0000000Z", "2025-02-03", "2025-02-03T07:52:01Z", "2025-02-03T21:52:15Z", "nonsense",
      ])
  }

  static let logColumns = ["Id", "SinkModifiedOn", "name", "versionnumber", "IsDelete"]

  @Test("Of a log the last versions are records, and the other rows are there for whoever asks")
  func log() throws {
    try folder.write("lake/model.json", Self.model([Self.entity("account", Self.logColumns, ["1.csv", "2.csv"])]))
    let (a, b, c, d) = (Self.ids[0], Self.ids[1], Self.ids[2], Self.ids[3])
    try folder.write(
      "lake/1.csv",
      "\(a),,old,9,\n\(b),,first,5,\n\(c),4/14/2026 10:21:50 AM,late,1,\n\(b),,gone,6,True\nbroken\n\(d),,x,1,\n")
    try folder.write("lake/2.csv", "\(a.uppercased()),,new,10,false\n\(c),4/14/2026 9:21:50 AM,early,1,\n\(d),,y,1,\n")
    let package = try Reading.package(folder.path("lake"))
    #expect(try rows().map { $0[2] } == ["late", "", "new", "y"])
    func scanned(_ form: AsWritten) throws -> [String] {
      var scan = try PackageScan(package, entities: [0, 1], asWritten: form)
      var found: [String] = []
      while let (entity, batch) = try scan.next() {
        for record in 0..<batch.count {
          let mark = batch.deletions.isEmpty ? "" : batch.deletions[record] ? " deleted" : " superseded"
          found.append("\(entity) \(batch.number(of: record)) \(batch.text(record, 2))\(mark)")
        }
      }
      return found
    }
    #expect(try scanned([]) == ["0 3 late", "0 5 ", "1 1 new", "1 3 y"])
    #expect(
      try scanned(.replaced) == [
        "0 1 old superseded", "0 2 first superseded", "0 4 gone deleted", "0 6 x superseded", "1 2 early superseded",
      ])
    #expect(try scanned(.versions).count == 9)
    var aside: [String] = []
    var scan = try PackageScan(package, entities: [0, 1]) { batch in
      aside += (0..<batch.count).map { "\(batch.number(of: $0)) \(batch.text($0, 2)) \(batch.deletions[$0])" }
    }
    var records: [String] = []
    while let (_, batch) = try scan.next() { records += (0..<batch.count).map { batch.text($0, 2) } }
    #expect(records == ["late", "", "new", "y"])
    #expect(aside == ["1 old false", "2 first false", "4 gone true", "6 x false", "2 early false"])
  }

  @Test("A version that is no number is the lowest, and a negative one is less than none that is")
  func versionNumbers() throws {
    let versions = ["-7", "-6", "", "x", "-99999999999999999999"]
    try folder.write("lake/model.json", Self.model([Self.entity("account", Self.logColumns, ["1.csv"])]))
    try folder.write("lake/1.csv", versions.map { "\(Self.ids[0]),,v\($0),\($0),\n" }.joined())
    #expect(try rows().map { $0[2] } == ["v-6"])
  }

  @Test("Timestamp folders are read in the order of their names, with the attributes that they say themselves")
  func timestamps() throws {
    let early = "2026-04-14T20.21.50"
    let names = [early, early + ".5", early + ".5Z", early + "Z"]
    try folder.write("lake/model.json", Self.model([Self.entity("account", ["accountid", "name"], [])]))
    for (place, name) in names.enumerated().reversed() {
      try folder.write("lake/\(name)/account/a.csv", "\(Self.ids[place]),\(place)\(place == 1 ? ",more" : "")\n")
    }
    let columns = ["accountid", "name", "description"]
    try folder.write("lake/\(names[1])/model.json", Self.model([Self.entity("Account", columns, [])]))
    #expect(try rows().map { $0[1] } == ["0", "1", "2", "3"])
    #expect(try Reading.package(folder.path("lake")).entities.map(\.columns.count) == [2, 3, 2, 2])
    try folder.write("lake/\(names[2])/model.json", Self.model([Self.entity("account", [], [])]))
    #expect(try fault() == .descriptionUnreadable)
  }

  @Test("A pattern below an address of which the folder has nothing is refused, and finds nothing by mistake")
  func patternsAtAddresses() throws {
    func lake(_ root: String) throws {
      try folder.write(
        "lake/default.manifest.cdm.json",
        Self.manifest([
          [
            "entityName": "account", "entityPath": "a.cdm.json/account",
            "dataPartitionPatterns": [["rootLocation": root, "globPattern": "**/*.csv"]],
          ]
        ]))
    }
    try folder.write(
      "lake/a.cdm.json",
      Self.text(["definitions": [["entityName": "account", "hasAttributes": [["name": "accountid"]]]]]))
    try folder.write("lake/account/a.csv", "\(Self.ids[0])\n")
    for root in [
      "https://lake.example/c/account", "https://lake.example/c/account/", "abfss://c@lake.example/", "account",
    ] {
      try lake(root)
      #expect(try rows() == [[Self.ids[0]]], "\(root)")
    }
    try lake("https://lake.example/c/contact")
    #expect(try fault() == .dataElsewhere)
  }

  @Test("A row may end behind the mark of deletion, and nowhere else")
  func width() throws {
    let columns = Self.logColumns + ["new_late"]
    try folder.write("lake/model.json", Self.model([Self.entity("account", columns, ["1.csv"])]))
    try folder.write("lake/1.csv", "\(Self.ids[0]),,a,1,\n\(Self.ids[1]),,b,1,,late\n\(Self.ids[2]),,c,1\n")
    let content = try #require(try Reading.contents(Reading.package(folder.path("lake")))["account"])
    #expect(content.rows.map(\.last) == ["", "late", ""] && content.issues == [.fieldCount(4, expected: 6)])
  }

  @Test("Numbers of enumerations become symbols by the schema; those that it lacks stay")
  func symbols() throws {
    let names = ["ProductNumber", "ProductType", "IsStockedProduct"]
    try folder.write(
      "lake/model.json", Self.model([Self.entity("SellableReleasedProducts", names, ["p.csv"])]))
    try folder.write("lake/p.csv", "1,1,1\n2,2,no\n3,item,TRUE\n4,77,\n")
    let product = "EcoResSellableReleasedProductEntity"
    #expect(
      try rows(of: product) == [
        ["1", "Item", "Yes"], ["2", "Service", "No"], ["3", "Item", "Yes"], ["4", "77", ""],
      ])
  }

  @Test("Virtual entities take their symbols from the metadata beside them, and nothing is guessed without")
  func virtual() throws {
    let entity = "mserp_ecoressellablereleasedproductentity"
    let described = Self.entity(entity, ["mserp_productnumber", "mserp_producttype"], ["p.csv"], type: "int64")
    try folder.write("lake/model.json", Self.model([described]))
    try folder.write("lake/p.csv", "1,200000002\n")
    #expect(try fault() == .numbersWithoutSymbols)
    try folder.write(
      "lake/OptionsetMetadata/GlobalOptionsetMetadata.csv",
      "mserp_producttype,200000002,False,1033,\"A, B\",mserp_x,\(entity),Service\n")
    #expect(try rows(of: "EcoResSellableReleasedProductEntity") == [["1", "Service"]])
  }

  static let faults: [(name: String, code: FindingCode, partition: String)] = [
    ("missing", .describedFileMissing, #"{"location": "b.csv"}"#),
    ("outside", .locationLeadsOut, #"{"location": "../a.csv"}"#),
    ("elsewhere", .dataElsewhere, #"{"location": "https://x/y.csv"}"#),
    ("parquet", .partitionFormatNotRead, #"{"location": "a.parquet"}"#),
    ("delimiter", .partitionFormatNotRead, #"{"location": "a.csv", "fileFormatSettings": {"delimiter": "||"}}"#),
    ("form", .descriptionUnreadable, #"{"location": 5}"#),
  ]

  @Test("A partition that cannot be read ends the reading with its code", arguments: faults)
  func faulty(_ name: String, _ code: FindingCode, _ partition: String) throws {
    try folder.write(
      "\(name)/model.json",
      #"{"version": "1.0", "entities": [{"name": "account", "attributes": [{"name": "accountid"}, {"name": "name"}], "#
        + #""partitions": [\#(partition)]}]}"#)
    for file in ["a.csv", "a.parquet"] { try folder.write("\(name)/\(file)", "") }
    #expect(try fault(name) == code)
  }

  @Test("What is in a description twice, or in none, is refused")
  func doubles() throws {
    let account = Self.entity("account", ["accountid", "name"], ["a.csv"])
    try folder.write("two/model.json", Self.model([account, Self.entity("Account", ["accountid"], [])]))
    try folder.write("two/a.csv", "")
    #expect(try fault("two") == .entityOrPartitionTwice)
    try folder.write("file/model.json", Self.model([Self.entity("account", ["accountid"], ["a.csv", "/a.csv"])]))
    try folder.write("file/a.csv", "")
    #expect(try fault("file") == .entityOrPartitionTwice)
    try folder.write("column/model.json", Self.model([Self.entity("account", ["name", "NAME"], [])]))
    #expect(try fault("column") == .headerColumnEmptyOrTwice)
    try folder.write("none/model.json", Self.model([Self.entity("custtable", ["name"], [])]))
    #expect(try fault("none") == .kindNotRecognised)
    try folder.write("cut/model.json", Array(try Self.model([account]).dropLast(3)))
    #expect(try fault("cut") == .descriptionUnreadable)
  }

  private static func manifest(_ entities: [[String: Any]], _ more: [String: Any] = [:]) throws -> [UInt8] {
    try text(["manifestName": "m", "entities": entities].merging(more) { $1 })
  }

  @Test("Manifests, definitions with bases and groups, and patterns lead to the files")
  func manifests() throws {
    try folder.write(
      "lake/default.manifest.cdm.json",
      Self.manifest([], ["subManifests": [["definition": "sub/a.manifest.cdm.json"]]]))
    let pattern: [String: Any] = ["rootLocation": "/data", "globPattern": "**/*.csv"]
    try folder.write(
      "lake/sub/a.manifest.cdm.json",
      Self.manifest([
        [
          "type": "LocalEntity", "entityName": "account", "entityPath": "local:/account.cdm.json/Account",
          "dataPartitionPatterns": [pattern], "dataPartitions": [["location": "/data/b.csv"]],
        ]
      ]))
    let group: [String: Any] = ["attributeGroupReference": ["attributeGroupName": "g", "members": [["name": "name"]]]]
    try folder.write(
      "lake/account.cdm.json",
      Self.text([
        "imports": [["corpusPath": "base.cdm.json"], ["corpusPath": "cdm:/foundations.cdm.json"]],
        "definitions": [["entityName": "Account", "extendsEntity": "Base", "hasAttributes": [group]]],
      ]))
    let base: [String: Any] = ["entityName": "Base", "hasAttributes": [["name": "accountid", "dataFormat": "Guid"]]]
    try folder.write("lake/base.cdm.json", Self.text(["definitions": [base]]))
    try folder.write("lake/data/x/c.csv", "\(Self.ids[0]),c\n")
    try folder.write("lake/data/b.csv", "\(Self.ids[1]),b\n")
    #expect(try rows() == [[Self.ids[1], "b"], [Self.ids[0], "c"]])
    try folder.write(
      "lake/sub/b.manifest.cdm.json", Self.manifest([], ["subManifests": [["definition": "a.manifest.cdm.json"]]]))
    try folder.write(
      "lake/sub/a.manifest.cdm.json", Self.manifest([], ["subManifests": [["definition": "b.manifest.cdm.json"]]]))
    #expect(try fault() == .documentsInACircle)
  }

  @Test("A folder is found in a zip that macOS made of it, and not beside another folder")
  func companions() throws {
    let files = [
      ("lake/model.json", try Self.model([Self.entity("account", ["accountid"], ["a.csv"])])),
      ("lake/a.csv", Array("\(Self.ids[0])\n".utf8)), ("__MACOSX/lake/._model.json", Array("x".utf8)),
    ]
    try folder.write("mac.zip", TestFolder.zipped(files))
    #expect(try rows("mac.zip") == [[Self.ids[0]]])
    try folder.write("two.zip", TestFolder.zipped(files + [("other/account.csv", Array(LooseFileTests.csv.utf8))]))
    #expect(try Reading.package(folder.path("two.zip")).kind == .salesFiles)
  }

  @Test("A JSON file of the name without entities is no description")
  func others() throws {
    try folder.write("files/model.json", "{\"layers\": [1, 2]}")
    try folder.write("files/account.csv", LooseFileTests.csv)
    #expect(try Reading.package(folder.path("files")).kind == .salesFiles)
  }
}
