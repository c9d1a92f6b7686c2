import Findings
import Mapping
import Packages
import Records
import TestSupport
import Testing

@Suite("F&O data packages")
struct FinopsPackageTests {
  let folder: TestFolder

  init() throws { folder = try TestFolder() }

  static let formats: [EntityFormat] = [.csv, .csvUnicode, .xmlElement, .xmlAttribute, .xlsx]

  func file(_ format: EntityFormat) throws -> (String, [UInt8]) {
    let all = [Finops.columns] + Finops.rows
    switch format {
    case .csv: return ("Customer groups.csv", Array(Finops.csv(all).utf8))
    case .csvUnicode: return ("Customer groups.csv", Finops.utf16(Finops.csv(all)))
    case .xmlElement: return ("Customer groups.xml", Array(Finops.xml(Finops.rows, attributes: false).utf8))
    case .xmlAttribute: return ("Customer groups.xml", Array(Finops.xml(Finops.rows, attributes: true).utf8))
    default: return ("Customer groups.xlsx", try TestFolder.zipped(Workbook(texts: all).entries))
    }
  }

  @Test("Records are the same in every format", arguments: formats)
  func everyFormat(_ format: EntityFormat) throws {
    let (name, bytes) = try file(format)
    let listed = Finops.Listed(file: name, sheet: format == .xlsx ? "Customer_groups$" : "")
    let path = try folder.zip("package.zip", Finops.entries([listed], [(name, bytes)]))
    let package = try Reading.package(path)
    #expect(package.kind == .finopsDataPackage && package.kind.side == .finops)
    #expect(package.versions == ["packageVersion": "2", "project": "P2C"])
    let entity = try #require(package.entities.first)
    #expect(entity.name == "CustCustomerGroupEntity" && entity.label == "Customer groups" && entity.level == 10)
    #expect(entity.format == format && entity.file == name)
    let content = try Reading.content(path)
    #expect(content.columns == Finops.columns)
    #expect(content.rows == Finops.rows)
    #expect(content.issues.isEmpty && content.remarks.isEmpty)
  }

  @Test("Every format is known without a manifest, by name and columns", arguments: formats)
  func loose(_ format: EntityFormat) throws {
    let (name, bytes) = try file(format)
    let path = try folder.write("01-Export-" + name, bytes)
    let package = try Reading.package(path)
    #expect(package.kind == .finopsFiles)
    #expect(package.entities.map(\.name) == ["CustCustomerGroupEntity"])
    #expect(package.entities.map(\.format) == [format])
    #expect(try Reading.content(path).rows == Finops.rows)
  }

  @Test("Disabled entities are left out, missing files noted, unknown entities kept by their names")
  func manifest() throws {
    let csv = Array(Finops.csv([Finops.columns] + Finops.rows).utf8)
    let path = try folder.zip(
      "package.zip",
      Finops.entries(
        [
          .init(target: "", file: "CUSTOMER GROUPS.csv"), .init(label: "Off", file: "a.csv", isDisabled: "true"),
          .init(label: "Units", target: "UnitOfMeasureEntity", file: "Units.csv"),
          .init(label: "My things", target: "MyThingEntity", file: "things.csv"),
        ], [("Customer groups.csv", csv), ("things.csv", Array("A,B\r\n1,2\r\n".utf8))]))
    let package = try Reading.package(path)
    #expect(package.entities.map(\.name) == ["CustCustomerGroupEntity", "MyThingEntity"], "the label tells the first")
    #expect(package.notes.map(\.code) == [.dataFileMissing, .kindNotRecognised])
    #expect(package.notes.map(\.place.entity) == ["UnitOfMeasureEntity", "MyThingEntity"])
    #expect(try Reading.contents(package)["MyThingEntity"]?.rows == [["1", "2"]])
  }

  @Test("Columns may be in any case and order, and unknown ones are noted")
  func columns() throws {
    let csv = "Description,ZZCUSTOM,customergroupid\r\nGroup,x,10\r\n"
    let path = try folder.zip(
      "package.zip", Finops.entries([.init(file: "a.csv")], [("a.csv", Array(csv.utf8))]))
    let package = try Reading.package(path)
    let entity = try #require(package.entities.first)
    #expect(entity.columns.map(\.isKnown) == [true, false, true])
    #expect(entity.columns.map { $0.name.lowercased() } == ["description", "zzcustom", "customergroupid"])
    #expect(package.notes.map(\.code) == [.unknownColumn] && package.notes.map(\.field) == ["ZZCUSTOM"])
  }

  @Test("XML records may have other fields than the first one")
  func otherFields() throws {
    let xml = """
      <Document><CustCustomerGroupEntity><CUSTOMERGROUPID>10</CUSTOMERGROUPID></CustCustomerGroupEntity>
      <CustCustomerGroupEntity><DESCRIPTION>pl<!-- no -->ai<?no?>n</DESCRIPTION><CUSTOMERGROUPID><![CDATA[2]]>0\
      </CUSTOMERGROUPID></CustCustomerGroupEntity><CUSTCUSTOMERGROUPENTITY /></Document>
      """
    let content = try Reading.content(try folder.write("Customer groups.xml", Array(xml.utf8)))
    #expect(content.columns == ["CUSTOMERGROUPID", "DESCRIPTION"])
    #expect(content.rows == [["10", ""], ["20", "plain"], ["", ""]])
    #expect(content.numbers == [1, 2, 3] && content.lines == [1, 2, 2])
  }

  @Test("A package in a package is a package of its own")
  func nested() throws {
    let csv = Array(Finops.csv([Finops.columns] + Finops.rows).utf8)
    let inner = try TestFolder.zipped(Finops.entries([.init(file: "a.csv")], [("a.csv", csv)]))
    let sales = try TestFolder.zipped([
      ("data.xml", Array(Sales.accountData.utf8)), ("data_schema.xml", Array(Sales.accountSchema.utf8)),
    ])
    let path = try folder.zip("release.zip", [("01.zip", inner), ("02.zip", sales), ("read me.txt.bak", [0x41])])
    let packages = try Reading.packages(path)
    #expect(packages.map(\.kind) == [.finopsDataPackage, .salesConfigurationMigration])
    #expect(packages.map(\.path) == ["\(path)!01.zip", "\(path)!02.zip"])
    #expect(try packages.map { try Reading.contents($0).values.first?.rows.count } == [3, 2])
  }

  @Test("A package of templates is refused")
  func template() throws {
    let header = Finops.header.replacing(
      "DataManagementPackageManifest<", with: "DataManagementTemplatePackageManifest<")
    let path = try folder.zip(
      "t.zip", [("Manifest.xml", Finops.utf16(Finops.manifest([]))), ("PackageHeader.xml", Finops.utf16(header))])
    #expect(#expect(throws: PackageError.self) { try Reading.package(path) }?.code == .kindNotRecognised)
  }
}
