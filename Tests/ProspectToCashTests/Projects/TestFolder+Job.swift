import Mapping
import Packages
import ProspectToCash
import Records
import TestSupport

extension TestFolder {
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
    for package in try PackageOpener(schemas: schemas, inferred: InferredLayout()).open(path(name)) {
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
