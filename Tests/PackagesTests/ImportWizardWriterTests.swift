import Archives
import Foundation
import Mapping
import Packages
import Records
import TestSupport
import Testing

@Suite("Splitting for the import wizard")
struct ImportWizardWriterTests {
  let folder: TestFolder

  init() throws { folder = try TestFolder() }

  /// Writes as many rows of ten bytes as given into each table, in files of at most `limit` bytes.
  private func write(_ tables: [(String, Int)], limit: Int) throws -> (zips: Int, records: [Int]) {
    let schemas = try SchemaCatalogue.builtIn()
    var files: [OutputFile] = []
    let writer = ImportWizardWriter(fileLimit: limit) { number in
      try files.last?.close(sync: false)
      let file = try OutputFile(folder.url.appending(path: "\(number).zip").path)
      files.append(file)
      return ZipWriter(file: file, level: 1, time: 1_717_243_200, jobs: 1)
    }
    for (name, rows) in tables {
      writer.begin(try #require(try schemas.schema(named: name)), fields: [("name", 0)])
      for row in 0..<rows { try writer.write(row: Array("row \(1000 + row)".utf8)[...]) }
      try writer.end()
    }
    #expect(try writer.finish() == tables.contains { $0.1 > 0 })
    try files.last?.close(sync: false)
    return (files.count, writer.recordsOfPackages)
  }

  private func rows(_ zip: Int) throws -> [String: [String]] {
    let container = try Container.open(folder.url.appending(path: "\(zip).zip").path)
    var files: [String: [String]] = [:]
    for entry in container.entries {
      let bytes = try container.readAll(entry, limit: 1 << 20)
      #expect(bytes.starts(with: [0xEF, 0xBB, 0xBF]))
      files[entry.name] = String(decoding: bytes.dropFirst(3), as: UTF8.self).split(separator: "\r\n").map(String.init)
    }
    return files
  }

  @Test("A table that is too large goes on in the next zip under the same name and heading")
  func split() throws {
    // Mark and heading take 9 bytes, a row 10.
    let written = try write([("salesorder", 5), ("salesorderdetail", 0), ("invoice", 3)], limit: 30)
    #expect(written.zips == 4 && written.records == [2, 2, 3, 1])
    #expect(try rows(1) == ["Order.csv": ["Name", "row 1000", "row 1001"]])
    #expect(try rows(2) == ["Order.csv": ["Name", "row 1002", "row 1003"]])
    #expect(try rows(3) == ["Order.csv": ["Name", "row 1004"], "Invoice.csv": ["Name", "row 1000", "row 1001"]])
    #expect(try rows(4) == ["Invoice.csv": ["Name", "row 1002"]])
  }

  @Test("A row larger than the limit has a file of its own")
  func largeRow() throws {
    #expect(try write([("invoice", 2)], limit: 5).records == [1, 1])
  }

  @Test("Without records there is no zip")
  func nothing() throws {
    #expect(try write([("invoice", 0)], limit: 100).zips == 0)
  }
}
