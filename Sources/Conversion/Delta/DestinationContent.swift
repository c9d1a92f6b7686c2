import Mapping
import Packages
import Records

/// What references of the destination hold of the entities that a template writes, so that only what is new or changed
/// is written (`--delta`). Costs 8 bytes a record of F&O and 8 a field of Sales, besides the keys or ids.
struct DestinationContent {
  private var tables: [ContentTable] = []

  /// Nothing, for a run that writes what the destination has already, too.
  init() {}

  /// Whether only what is new or changed is written.
  var isAsked: Bool { !tables.isEmpty }

  /// Reads the packages of the destination as far as they hold what the tasks write.
  init(_ entities: [WrittenEntity], inputs: Inputs, companies: ReferenceCompanies) throws {
    tables = entities.map(ContentTable.init)
    for package in inputs.destinations {
      var wanted: [Int: [Int]] = [:]
      for (task, written) in entities.enumerated() {
        for entity in package.indices(of: written.schema.name) { wanted[entity, default: []].append(task) }
      }
      if wanted.isEmpty { continue }
      var scan = try PackageScan(package, entities: Set(wanted.keys))
      while let (entity, batch) = try scan.next() {
        let columns = SourceColumns(scan.columns(of: entity))
        let rows = companies.rows(of: package, package.entities[entity], columns)
        for task in wanted[entity] ?? [] { tables[task].add(batch, columns, rows) }
      }
    }
  }

  /// Whether F&O holds, for a company by its number, what the mapper has made of a record of the task.
  mutating func holds(
    _ mapper: borrowing RecordMapper, _ batch: borrowing RecordBatch, company: Int, of task: Int
  ) -> Bool {
    tables[task].holds(mapper, batch, company: company)
  }

  /// Whether Sales holds, under the id, what the mapper has made of a record of the task.
  mutating func holds(
    _ id: GUID, _ mapper: borrowing RecordMapper, _ batch: borrowing RecordBatch, _ lookups: borrowing LookupContext,
    of task: Int
  ) -> Bool {
    tables[task].holds(id, mapper, batch, lookups)
  }

  /// Whether Sales holds a generated record of the task under the id.
  func holds(
    _ id: GUID, _ record: borrowing GeneratedRecord, _ lookups: borrowing LookupContext, of task: Int
  ) -> Bool {
    tables[task].holds(id, record, lookups)
  }
}
