import Conversion
import Findings
import Mapping
import Packages
import Records

/// The checks of one entity's records, fed batch by batch.
protocol RecordChecks: AnyObject {
  /// Checks a batch. Its columns may be more than those of batches before.
  func check(_ batch: RecordBatch, columns: [SourceColumn]) throws

  /// Reports what only all records together show. `columns` are those that the file turned out to have.
  func finish(columns: [SourceColumn]) throws

  /// The record's natural key, for findings.
  func key(_ batch: RecordBatch, _ record: Int) -> String

  /// The record's company.
  func company(_ batch: RecordBatch, _ record: Int) -> CompanyID
}

/// Checks the packages of a batch, each in one pass over its records: its own, or that of a template which reads them
/// too.
final class PackageBatch: RecordObserver {
  /// A package that is being checked.
  private struct State {
    var checks: [any RecordChecks]
    /// How many records of each entity have been checked.
    var counts: [Int]
    /// Whether all of an entity's have.
    var isDone: [Bool]
  }

  let reporter: FindingReporter
  /// The company of records that nothing else says the company of.
  let company: CompanyID
  let target: TargetContents
  let structures: PackageStructures
  let keys = KeyLedger()
  let ids = IDLedger()
  /// The packages so far, by their number in the ledgers.
  private(set) var packages: [Package] = []

  private var states: [State] = []
  private var lookups: [(checks: SalesRecords, lookups: LookupChecks)] = []
  /// Where batches are checked that templates read.
  private lazy var bench = SerialWorker<BatchToCheck, [Finding]>(name: "checks", capacity: LookaheadScan.lead + 1) {
    try $0.findings()
  }
  private var batchesOnBench = 0
  /// The tables whose records are activities.
  private var activityTables: Set<String> = []
  /// The companies of F&O whose records have keys, by entity in lower case.
  private var keyed: [String: Set<CompanyID>] = [:]

  init(_ reporter: FindingReporter, company: CompanyID, target: TargetContents, structures: PackageStructures) {
    self.reporter = reporter
    self.company = company
    self.target = target
    self.structures = structures
  }

  /// Checks what can be said of a package before its records; its number.
  func begin(_ package: Package) throws -> Int {
    packages.append(package)
    states.append(
      State(checks: [], counts: package.entities.map { _ in 0 }, isDone: package.entities.map { _ in false }))
    activityTables.formUnion(package.entities.filter { $0.table?.isActivity ?? false }.map(\.name))
    try reportNotes(package)
    let numbers = DocumentNumbers(reporter.schemas)
    if package.kind == .salesFiles { try WizardFiles(reporter, package, target).check() }
    states[states.count - 1].checks = try package.entities.indices.map { entity -> any RecordChecks in
      package.kind.side == .finops
        ? try FinopsRecords(self, package, entity, numbers) as any RecordChecks
        : try SalesRecords(self, package, entity)
    }
    return packages.count - 1
  }

  /// How many records each entity of a package has, as far as they have been checked.
  func counts(of number: Int) -> [Int] { states[number].counts }

  /// Whether templates may show the package's records to the checks: those of one document are looked at together.
  static func mayShare(_ package: Package) -> Bool { package.kind != .salesConfigurationMigration }

  /// Checks the records of a package that no template has shown.
  func checkRest(_ number: Int) throws {
    let package = packages[number]
    let left = package.entities.indices.filter { !states[number].isDone[$0] }
    guard !left.isEmpty else { return }
    var scan = try PackageScan(
      package, entities: Set(left), notesEncoding: !PackageBatch.mayShare(package), asWritten: .dates)
    while let (entity, batch) = try scan.next() {
      if package.updates.contains(entity) {
        // Its references are checked with the records over which they are laid.
        states[number].counts[entity] += batch.count
        continue
      }
      try take(batch, columns: scan.columns(of: entity), of: entity, in: number)
    }
    for entity in left where !package.updates.contains(entity) { try end(entity, in: number, scan) }
    if scan.hasRelations { try reporter.report(.manyToManyRelations, .info, FindingPlace(package)) }
  }

  private func take(_ batch: RecordBatch, columns: [SourceColumn], of entity: Int, in number: Int) throws {
    try counted(batch, columns: columns, of: entity, in: number).report()
  }

  /// Counts a batch that is about to be checked.
  private func counted(
    _ batch: RecordBatch, columns: [SourceColumn], of entity: Int, in number: Int
  ) -> BatchToCheck {
    states[number].counts[entity] += batch.count
    return BatchToCheck(
      reporter: reporter, checks: states[number].checks[entity], batch: batch, columns: columns,
      place: FindingPlace(packages[number], packages[number].entities[entity]))
  }

  private func end(_ entity: Int, in number: Int, _ scan: PackageScan) throws {
    states[number].isDone[entity] = true
    try states[number].checks[entity].finish(columns: scan.columns(of: entity))
    // All rows of a log count, not only those that are records.
    if packages[number].entities[entity].isLog, let total = scan.total(of: entity) {
      states[number].counts[entity] = total
    }
    let place = FindingPlace(packages[number], packages[number].entities[entity])
    for remark in scan.remarks(of: entity) where remark.code != .compositeEntityNotWhole {
      try reporter.report(
        remark.code, remark.code == .workbookRefused ? .error : .warning, place, field: remark.field,
        detail: remark.detail)
    }
  }

  // MARK: Records that templates read

  private func number(of input: TaskInput) -> Int? {
    guard PackageBatch.mayShare(input.package) else { return nil }
    return packages.firstIndex { $0.path == input.package.path && $0.kind == input.package.kind }
  }

  func wants(_ input: TaskInput) -> Bool { number(of: input).map { !states[$0].isDone[input.entity] } ?? false }

  func take(_ batch: RecordBatch, of input: TaskInput, _ scan: PackageScan) {
    guard let number = number(of: input) else { return }
    bench.give(counted(batch, columns: scan.columns(of: input.entity), of: input.entity, in: number))
    batchesOnBench += 1
  }

  func reportOldest() throws {
    guard batchesOnBench > 0 else { return }
    batchesOnBench -= 1
    try reporter.report(held: bench.take() ?? [])
  }

  func abandon() {
    while batchesOnBench > 0 {
      batchesOnBench -= 1
      _ = try? bench.take()
    }
  }

  func end(_ input: TaskInput, _ scan: PackageScan) throws {
    guard let number = number(of: input) else { return }
    try end(input.entity, in: number, scan)
  }

  // MARK: Keys of F&O

  /// Begins the keys of a company's records in a package; the number of their table.
  func beginKeys(of entity: String, _ company: CompanyID, package: Int, entity index: Int) -> Int {
    keyed[entity.lowercased(), default: []].insert(company)
    return keys.begin(PackageBatch.table(entity, company), package: package, entity: index)
  }

  /// The companies that have records of an entity.
  func companies(of entity: String) -> Set<CompanyID> { keyed[entity.lowercased()] ?? [] }

  /// Whether a record of a company has the key.
  func hasKey(_ key: Span<UInt8>, in entity: String, of company: CompanyID) -> Bool {
    keys.contains(PackageBatch.table(entity, company), key)
  }

  private static func table(_ entity: String, _ company: CompanyID) -> String {
    "finops/\(entity.lowercased())/\(company)"
  }

  // MARK: What else is reported

  /// Which earlier record of the same package a finding about a record of the file is due to.
  func earlier(_ origin: RecordOrigin, than entity: Int) -> Issue.Detail {
    if origin.entity == entity { return .earlierRecord(RecordNumber(origin.record)) }
    return .otherInput(
      package: packages[origin.package].entities[origin.entity].file, record: RecordNumber(origin.record))
  }

  /// Whether a record of a table of Sales has the id: one of an activity is one of all activities, too.
  func has(_ id: GUID, in table: String) -> Bool {
    if ids.contains(table, id) { return true }
    return table == SalesTarget.activities && activityTables.contains { ids.contains($0, id) }
  }

  /// Takes over the lookups of a table whose records may still come with another package.
  func leave(_ open: LookupChecks, of checks: SalesRecords) { lookups.append((checks, open)) }

  /// Reports what all packages together show.
  func finish() throws {
    for index in lookups.indices { try lookups[index].lookups.report(lookups[index].checks) }
  }

  /// What was noticed while the package was opened. Missing files were reported with the manifest.
  private func reportNotes(_ package: Package) throws {
    let contract: [FindingCode] = [.fieldMapsOutOfOrder, .manifestUnreadable, .manifestValueMalformed]
    for note in package.notes where !note.code.isAboutFinopsPackages || contract.contains(note.code) {
      // What no schema knows is reported with what the target may lack.
      if package.kind == .salesConfigurationMigration, [.unknownColumn, .kindNotRecognised].contains(note.code) {
        continue
      }
      // A note about a record is about one of an update that brings nothing.
      let severity: Severity =
        contract.contains(note.code) || note.place.record != nil
        ? .error : note.code.isAboutCommonDataModel ? note.severity : .info
      try reporter.report(note.code, severity, note.noted(in: package).place, field: note.field, detail: note.detail)
    }
  }
}

extension FindingPlace {
  /// The place of a record of a batch.
  func record(_ batch: RecordBatch, _ record: Int, _ checks: any RecordChecks) -> FindingPlace {
    var place = self
    (place.record, place.line) = (batch.number(of: record), Int(batch.lines[record]))
    place.key = checks.key(batch, record)
    place.company = checks.company(batch, record).description
    return place
  }
}
