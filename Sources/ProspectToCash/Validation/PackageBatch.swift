import Mapping
import Packages
import Records

/// The checks of one entity's records, fed batch by batch.
protocol RecordChecks: AnyObject {
  /// Judges a batch. Its columns may be more than those of batches before.
  func judge(_ batch: RecordBatch, columns: [SourceColumn]) throws

  /// Tells what only all records together show. `columns` are those that the file turned out to have.
  func finish(columns: [SourceColumn]) throws

  /// The record's natural key, for findings.
  func key(_ batch: RecordBatch, _ record: Int) -> String
}

/// Judges the packages of a batch one after the other, each in one pass over its records.
final class PackageBatch {
  let judge: Judge
  let target: TargetKnowledge
  let structures: PackageStructures
  let ledger = KeyLedger()
  /// The packages so far, by their number in the ledger.
  private(set) var packages: [Package] = []

  private var lookups: [(checks: SalesRecords, lookups: LookupChecks)] = []

  init(_ judge: Judge, target: TargetKnowledge, structures: PackageStructures) {
    self.judge = judge
    self.target = target
    self.structures = structures
  }

  /// Judges a package; how many records each of its entities has.
  func judge(_ package: Package) throws -> [Int] {
    packages.append(package)
    try tellNotes(package)
    let numbers = DocumentNumbers()
    if package.kind == .salesFiles { try WizardFiles(judge, package, target).check() }
    let checks = try package.entities.indices.map { index -> any RecordChecks in
      package.kind.side == .finops
        ? try FinopsRecords(self, package, package.entities[index], numbers)
        : try SalesRecords(self, package, package.entities[index])
    }
    var scan = try PackageScan(
      package, entities: Set(package.entities.indices), notesEncoding: package.kind == .salesConfigurationMigration)
    var counts = Array(repeating: 0, count: package.entities.count)
    while let (entity, batch) = try scan.next() {
      counts[entity] += batch.count
      let columns = scan.columns(of: entity)
      try tellUnreadable(batch, checks[entity], Place(package, package.entities[entity]), width: columns.count)
      try checks[entity].judge(batch, columns: columns)
    }
    for (index, entity) in package.entities.enumerated() {
      try checks[index].finish(columns: scan.columns(of: index))
      for remark in scan.remarks(of: index) where remark.code != "P2C1222" {
        let place = Place(package, entity)
        try judge.tell(
          remark.code, remark.code == "P2C1226" ? .error : .warning, place, field: remark.field,
          detail: .name(remark.detail.isEmpty ? remark.field : remark.detail))
      }
    }
    if scan.hasRelations { try judge.tell("P2C1322", .info, Place(package)) }
    return counts
  }

  /// Takes over the lookups of a table whose records may still come with another package.
  func leave(_ open: LookupChecks, of checks: SalesRecords) { lookups.append((checks, open)) }

  /// Tells what all packages together show.
  func finish() throws {
    for index in lookups.indices { try lookups[index].lookups.tell(lookups[index].checks) }
  }

  /// What was noticed while the package was opened. Missing files were told with the manifest.
  private func tellNotes(_ package: Package) throws {
    let contract = ["P2C1204", "P2C1205", "P2C1206"]
    for note in package.notes where !note.code.hasPrefix("P2C12") || contract.contains(note.code) {
      var place = Place(package)
      place.line = note.line
      (place.file, place.entity) = (note.file, note.entity)
      let name = note.detail.isEmpty ? note.field.isEmpty ? note.entity : note.field : note.detail
      let severity: Severity = contract.contains(note.code) ? .error : .info
      try judge.tell(note.code, severity, place, field: note.field, detail: .name(name))
    }
  }

  /// Records that could not be read as their file's header says.
  private func tellUnreadable(_ batch: RecordBatch, _ checks: any RecordChecks, _ place: Place, width: Int) throws {
    for fault in batch.faults {
      var there = place
      (there.record, there.line) = (batch.firstNumber + fault.index, Int(batch.lines[fault.index]))
      switch fault.kind {
      case .undecodable: try judge.tell("P2C1401", .error, there)
      case .fieldCount(let found):
        try judge.tell("P2C1402", .error, there, detail: .fields(found: found, expected: width))
      case .quote: try judge.tell("P2C1403", .error, there)
      }
    }
  }
}

extension Place {
  /// The place of a record of a batch.
  func record(_ batch: RecordBatch, _ record: Int, _ checks: any RecordChecks) -> Place {
    var place = self
    (place.record, place.line) = (batch.firstNumber + record, Int(batch.lines[record]))
    place.key = checks.key(batch, record)
    return place
  }
}
