import Foundation
import Mapping
import Packages
import Records
import TestSupport

/// The records of the packages in a folder of a test, by entity, read with the tool's own readers.
struct WrittenRecords {
  private var records: [String: [OrderWorld.Record]] = [:]

  /// The records of an entity; lookups as ids.
  subscript(_ entity: String) -> [OrderWorld.Record] { records[entity] ?? [] }

  /// Reads all packages in the folder of the name; none if there is no such folder.
  init(_ folder: TestFolder, _ name: String) throws {
    guard folder.holds(name) else { return }
    let opener = PackageOpener(schemas: try SchemaCatalogue.builtIn(), inferred: InferredLayout())
    for file in try FileManager.default.contentsOfDirectory(atPath: folder.path(name)).sorted() {
      for package in try opener.open(folder.path("\(name)/\(file)")) { try read(package) }
    }
  }

  private mutating func read(_ package: Package) throws {
    var scan = try PackageScan(package, entities: Set(package.entities.indices))
    while let (entity, batch) = try scan.next() {
      let columns = scan.columns(of: entity)
      for record in 0..<batch.count {
        let texts = columns.indices.filter { columns[$0].part == .value && $0 < batch.width }.map {
          (columns[$0].name, batch.text(record, $0))
        }
        let found = Dictionary(texts.filter { !$0.1.isEmpty }, uniquingKeysWith: { first, _ in first })
        records[package.entities[entity].name, default: []].append(found)
      }
    }
  }
}
