import Findings
import Foundation
import Packages
import Testing

/// Real exports beside the repository, where they are present. Their values are not shown.
@Suite("Real packages")
struct RealPackageTests {
  static let folder = URL(fileURLWithPath: #filePath)
    .deletingLastPathComponent().appending(path: "../../../shared/corpus").standardizedFileURL

  static let sales = [("fabrikam", "account", 19), ("banking", "account", 5), ("nonprofit", "account", -1)]

  static func has(_ name: String) -> Bool { FileManager.default.fileExists(atPath: folder.appending(path: name).path) }

  @Test("The workbook of a package of 2017 is read", .enabled(if: has("finops/asset-major-types.zip")))
  func workbook() throws {
    let package = try Reading.package(Self.folder.appending(path: "finops/asset-major-types.zip").path)
    #expect(package.kind == .finopsDataPackage)
    #expect(package.entities.map(\.name) == ["Fixed asset major type"])
    let content = try #require(try Reading.contents(package).values.first)
    #expect(content.columns == ["MAJORTYPEID", "DESCRIPTION"])
    #expect(content.rows.count == 11)
    #expect(content.rows.allSatisfy { $0.allSatisfy { !$0.isEmpty } })
    #expect(content.remarks.isEmpty)
  }

  @Test("Packages of both dialects are read", .enabled(if: has("sales/fabrikam.zip")), arguments: sales)
  func configurationMigration(_ name: String, _ table: String, _ count: Int) throws {
    let path = Self.folder.appending(path: "sales/\(name).zip").path
    #expect(try Reading.package(path).kind == .salesConfigurationMigration)
    let content = try #require(try Reading.tried(path)[table])
    #expect(count < 0 || content.rows.count == count)
    let ids = try #require(content.columns.firstIndex(of: table + "id"))
    #expect(Set(content.rows.map { $0[ids] }).count == content.rows.count, "every record has an id of its own")
  }
}
