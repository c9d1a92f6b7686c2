import Findings
import Mapping
import Packages
import Records

/// Names and numbers that must be unique, and those that must be there.
final class NameChecks {
  private unowned let batch: PackageBatch
  private let package: Package
  private let entity: PackageEntity
  private let structure: ConfigurationMigrationSchema.Table?
  private let number: Int
  private let index: Int
  private let hasNames: Bool
  /// The numbers of the tables of names and of numbers in the ledger, once the file has come to its turn.
  private var names: Int?
  private var numbers: Int?
  private var scratch = OutputBuffer(capacity: 128)
  /// The column that a plug-in of the Prospect to Cash solution numbers.
  private let filled: String?

  /// Checks of the table at a place of the package.
  init(_ batch: PackageBatch, _ package: Package, _ entity: Int, _ structure: ConfigurationMigrationSchema.Table?) {
    self.batch = batch
    self.package = package
    self.structure = structure
    index = entity
    self.entity = package.entities[entity]
    number = batch.packages.count - 1
    filled = self.entity.schema?.attributes.first { $0.numberSequence != nil }?.name
    hasNames = structure.map { !$0.hasUpdateCompare } ?? false
  }

  /// Checks a record.
  func check(_ batch: RecordBatch, _ record: Int, _ id: GUID?, _ checks: SalesRecords) throws {
    if hasNames { try checkName(batch, record, id, checks) }
    if let unique = entity.schema?.uniqueFields, !unique.isEmpty {
      let columns = unique.map { checks.row[$0] }
      if let origin = add(&numbers, "numbers", columns, batch, record) {
        try checks.report(.numberTwice, .error, batch, record, columns[0], self.batch.earlier(origin, than: index))
      }
    }
    if structure?.disablesPlugins ?? false, let number = filled {
      let column = checks.row[number]
      if column < 0 || batch.range(record, column).isEmpty {
        try checks.reporter.report(
          .numberEmptyWithoutPlugIns, .error, checks.place.record(batch, record, checks), field: number,
          detail: .name(number))
      }
    }
  }

  /// Checks the primary name, by which an import finds a record that it does not know by its id.
  ///
  /// Only a record that the target has for sure makes it certain that two become one.
  private func checkName(_ batch: RecordBatch, _ record: Int, _ id: GUID?, _ checks: SalesRecords) throws {
    let column = checks.row[entity.recordName]
    guard column >= 0 else { return }
    scratch.truncate(to: 0)
    KeyText.append(batch.bytes.span.extracting(batch.range(record, column).bounds), to: &scratch)
    guard scratch.count > 0 else { return }
    let isTaken = self.batch.target.sales.has(name: scratch.span, in: entity.name, butOf: id)
    let origin = add(&names, "names", [column], batch, record)
    if isTaken {
      try checks.report(.matchedByName, .error, batch, record, column)
    } else if let origin, !checks.isSame(id, origin) {
      try checks.report(.matchedByName, .warning, batch, record, column, self.batch.earlier(origin, than: index))
    }
  }

  private func add(
    _ table: inout Int?, _ kind: String, _ columns: [Int], _ batch: RecordBatch, _ record: Int
  ) -> RecordOrigin? {
    guard columns[0] >= 0, !batch.range(record, columns[0]).isEmpty else { return nil }
    scratch.truncate(to: 0)
    for column in columns where column >= 0 {
      KeyText.append(batch.bytes.span.extracting(batch.range(record, column).bounds), to: &scratch)
      scratch.append(0x1F)
    }
    let known = table ?? self.batch.keys.begin("\(kind)/\(number)/\(entity.name)", package: number, entity: index)
    table = known
    return self.batch.keys.add(known, scratch, record: batch.firstNumber + record)
  }
}
