import Foundation
import Mapping
import Packages
import ProspectToCash
import Records

/// A folder with a project and its inputs for one test, removed with the object.
final class JobFolder: Sendable {
  let url: URL

  init() throws {
    url = FileManager.default.temporaryDirectory.appending(path: "job-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: url, withIntermediateDirectories: true)
  }

  deinit { try? FileManager.default.removeItem(at: url) }

  /// Writes a file, with the folders that lead to it; its path.
  @discardableResult
  func write(_ name: String, _ text: String) throws -> String {
    let file = url.appending(path: name)
    try FileManager.default.createDirectory(at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
    try Data(text.utf8).write(to: file)
    return file.path
  }

  /// The text of a file.
  func text(_ name: String) throws -> String { try String(contentsOf: url.appending(path: name), encoding: .utf8) }

  /// The path of a name in the folder.
  func path(_ name: String) -> String { url.appending(path: name).path }

  /// Whether there is a file or folder of the name.
  func holds(_ name: String) -> Bool { FileManager.default.fileExists(atPath: path(name)) }

  /// Runs the project file `job.yaml`.
  @discardableResult
  func run(output: String? = nil, change: (inout ConversionOptions) throws -> Void = { _ in }) throws
    -> ConversionSummary
  {
    try ConversionJob(running: path("job.yaml"), output: output, change: change).run(progress: .silent)
  }

  /// The records of the only entity of a package, as texts by column.
  func records(_ name: String, schemas: SchemaCatalogue) throws -> [[String: String]] {
    var records: [[String: String]] = []
    for package in try PackageOpener(schemas: schemas, assumptions: Assumptions()).open(path(name)) {
      var scan = try PackageScan(package, entities: Set(package.entities.indices))
      while let (entity, batch) = try scan.next() {
        let columns = scan.columns(of: entity).map(\.heading)
        for record in 0..<batch.count {
          let texts = columns.indices.map { (columns[$0], batch.text(record, $0)) }
          records.append(Dictionary(texts, uniquingKeysWith: { first, _ in first }))
        }
      }
    }
    return records
  }
}
