import Mapping
import Packages
import Records

/// Names and numbers that must be unique, and those that must be there.
final class NameChecks {
  private unowned let batch: PackageBatch
  private let package: Package
  private let entity: PackageEntity
  private let structure: MigrationStructure.Table?
  private var names: Int?
  private var numbers: Int?
  private var scratch = OutputBuffer(capacity: 128)

  /// The numbers of records: unique within a table, those of quotes with their revision.
  private static let numbered = [
    "quote": ["quotenumber", "revisionnumber"], "salesorder": ["ordernumber"], "invoice": ["invoicenumber"],
    "product": ["productnumber"],
  ]
  /// Numbers that plug-ins of the Prospect to Cash solution fill.
  private static let filled = ["account": "accountnumber", "contact": "msdynce_contactnumber"]

  init(_ batch: PackageBatch, _ package: Package, _ entity: PackageEntity, _ structure: MigrationStructure.Table?) {
    self.batch = batch
    self.package = package
    self.entity = entity
    self.structure = structure
    let number = batch.packages.count - 1
    if let structure, !structure.hasUpdateCompare {
      names = batch.keys.begin("names/\(number)/\(entity.name)", package: number)
    }
    if NameChecks.numbered[entity.name] != nil {
      numbers = batch.keys.begin("numbers/\(number)/\(entity.name)", package: number)
    }
  }

  /// Judges a record.
  func check(_ batch: RecordBatch, _ record: Int, _ checks: SalesRecords) throws {
    if let names {
      let column = checks.row[structure?.primaryName ?? entity.schema?.primaryName ?? "name"]
      if let origin = add(names, [column], batch, record) {
        // Only a record that the target has for sure makes it certain that both become one.
        let name = batch.bytes.span.extracting(batch.range(record, column).bounds)
        scratch.truncate(to: 0)
        KeyText.append(name, to: &scratch)
        let isThere = self.batch.target.sales.has(name: scratch.span, in: entity.name)
        try checks.tell(
          "P2C1304", isThere ? .error : .warning, batch, record, column, .earlierRecord(origin.record))
      }
    }
    if let numbers, let wanted = NameChecks.numbered[entity.name] {
      let columns = wanted.map { checks.row[$0] }
      if let origin = add(numbers, columns, batch, record) {
        try checks.tell("P2C1316", .error, batch, record, columns[0], .earlierRecord(origin.record))
      }
    }
    if structure?.disablesPlugins ?? false, let number = NameChecks.filled[entity.name] {
      let column = checks.row[number]
      if column < 0 || batch.range(record, column).isEmpty {
        try checks.judge.tell(
          "P2C1330", .error, checks.place.record(batch, record, checks), field: number, detail: .name(number))
      }
    }
  }

  private func add(_ table: Int, _ columns: [Int], _ batch: RecordBatch, _ record: Int) -> RecordOrigin? {
    guard columns[0] >= 0, !batch.range(record, columns[0]).isEmpty else { return nil }
    scratch.truncate(to: 0)
    for column in columns where column >= 0 {
      KeyText.append(batch.bytes.span.extracting(batch.range(record, column).bounds), to: &scratch)
      scratch.append(0x1F)
    }
    return self.batch.keys.add(table, scratch, record: batch.firstNumber + record)
  }
}
