import Mapping
import Packages
import TestSupport
import Testing

@Suite("Manifests in every job")
struct ManifestReadingTests {
  let folder: TestFolder

  init() throws { folder = try TestFolder() }

  /// A package with a second entity, whose manifest says something of `Disable` and whose file is missing.
  private func package(disabling word: String) throws -> String {
    var sample = FinopsSample()
    sample.more = [
      (
        "Customer groups", "CustCustomerGroupEntity", "Customer groups.csv", 1,
        [["CUSTOMERGROUPID", "DESCRIPTION"], ["10", "Ten"]]
      )
    ]
    let begin = "</Disable><EntityMapList><EntityMap><EntityField>CUSTOMERGROUPID<"
    sample.manifestEdits = [("<Disable>false" + begin, "<Disable>\(word)" + begin)]
    sample.entries["Customer groups.csv"] = .some(nil)
    return try folder.zip("package.zip", sample.all)
  }

  @Test(
    "An entity that one job leaves out, all leave out",
    arguments: [("true", []), (" 1 ", []), ("True", ["P2C1206 error"]), ("Yes", ["P2C1206 error"])])
  func disabled(_ word: String, _ reported: [String]) throws {
    let path = try package(disabling: word)
    let opened = try PackageOpener(schemas: .builtIn()).open(path)
    #expect(opened.flatMap(\.entities).map(\.name) == ["CustCustomerV3Entity"])
    #expect(try folder.reported([path]).map(\.description).filter { $0.hasPrefix("P2C12") }.sorted() == reported)
  }

  @Test("An entity that is not left out misses its file", arguments: [("false", []), ("No", ["P2C1206 error"])])
  func enabled(_ word: String, _ reported: [String]) throws {
    let found = try folder.reported([try package(disabling: word)]).map(\.description).filter { $0.hasPrefix("P2C12") }
    #expect(found.sorted() == (["P2C1202 error"] + reported).sorted())
  }

  @Test("A manifest with another root is none, for all jobs")
  func root() throws {
    var sample = FinopsSample()
    sample.manifestEdits = [("DataManagementPackageManifest", "Other")]
    let path = try folder.zip("package.zip", sample.all)
    let opened = try PackageOpener(schemas: .builtIn()).open(path)
    #expect(opened.map(\.kind) == [.finopsFiles])
    let reported = try folder.reported([path]).map(\.description)
    #expect(reported.contains("P2C1205 error") && !reported.contains("P2C1203 warning"))
  }
}
