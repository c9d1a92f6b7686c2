// Hot path: no allocation per record while nothing is wrong with it.

import Mapping
import Packages
import Records

/// Judges the values, ids and relations of one table of a Sales package.
final class SalesRecords: RecordChecks {
  let judge: Judge
  /// The batch keeps these checks for its end, so they must not keep it.
  unowned let batch: PackageBatch
  let package: Package
  let entity: PackageEntity
  let place: Place
  let structure: MigrationStructure.Table?
  private(set) var row: SalesRow
  private(set) var columns: [SourceColumn] = []
  private var plan: SalesColumns
  private let isWizard: Bool
  private let number: Int
  private var ids: Int?
  private var isToldOnce: Set<String> = []
  private var scratch = OutputBuffer(capacity: 64)
  private var dates = CultureDates()
  private var lookups: LookupChecks
  private let names: NameChecks
  private let states: StateChecks
  private let catalogue: CatalogueChecks
  private var keyColumn = -1
  private var nameLikeColumn = -1
  private var hasWideText = false

  init(_ batch: PackageBatch, _ package: Package, _ entity: PackageEntity) throws {
    self.batch = batch
    self.package = package
    self.entity = entity
    judge = batch.judge
    place = Place(package, entity)
    structure = batch.structures.migrations[package.path]?.tables[entity.name.lowercased()]
    isWizard = package.kind == .salesFiles
    row = SalesRow(entity, columns: [])
    plan = SalesColumns([], entity, types: [:], isWizard: isWizard)
    number = batch.packages.count - 1
    lookups = LookupChecks(batch.target.sales)
    names = NameChecks(batch, package, entity, structure)
    states = StateChecks(entity)
    catalogue = CatalogueChecks(entity.name, batch.target.sales)
  }

  func judge(_ records: RecordBatch, columns: [SourceColumn]) throws {
    if columns.count != self.columns.count {
      self.columns = columns
      row = SalesRow(entity, columns: columns)
      plan = SalesColumns(columns, entity, types: structure?.types ?? [:], isWizard: isWizard)
      keyColumn = row[SalesRecords.naturalKeys[entity.name] ?? ""]
      nameLikeColumn = row[structure?.primaryName ?? entity.schema?.primaryName ?? "name"]
    }
    guard records.width == columns.count else { return }
    var fault = 0
    for record in 0..<records.count {
      if fault < records.faults.count, records.faults[fault].index == record {
        fault += 1
        continue
      }
      try judgeValues(records, record)
      try judgeID(records, record)
      try names.check(records, record, self)
      if !isWizard {
        try states.check(records, record, self)
        try catalogue.check(records, record, self)
      }
    }
    for record in records.encodedOnce {
      try judge.tell("P2C1303", .warning, place.record(records, record, self))
    }
  }

  private func judgeValues(_ batch: RecordBatch, _ record: Int) throws {
    let base = record * batch.width
    let bytes = batch.bytes.span
    for column in 0..<batch.width {
      let range = batch.fields[base + column]
      if range.isEmpty { continue }
      let form = plan.forms[column]
      if form == .none { continue }
      if plan.isReadOnly[column] { try tellOnce("P2C1313", .warning, batch, record, column) }
      let value = bytes.extracting(range.bounds)
      switch form {
      case .text:
        let limit = plan.limits[column]
        let traits = TextTraits(value, delimiter: 0)
        if traits.isWide { hasWideText = true }
        if traits.hasControls || (limit > 0 && range.count > limit && TextTraits.utf16Length(value) > limit) {
          try tell("P2C1317", .error, batch, record, column, traits.hasControls ? nil : .limit(limit))
        }
      case .boolean:
        if !SalesRecords.isBoolean(value) { try tell("P2C2105", .error, batch, record, column) }
      case .whole, .option:
        if !SalesRecords.isWhole(value) { try tell("P2C2105", .error, batch, record, column) }
      case .decimal: try judgeDecimal(value, batch, record, column)
      case .date:
        guard DateTime(value) == nil else { continue }
        if dates.note(value, column: column, record: batch.firstNumber + record, line: Int(batch.lines[record])) {
          continue
        }
        try tell("P2C2105", .error, batch, record, column)
      case .options:
        if !SalesRecords.isMultiSelect(batch.text(record, column)) {
          try tell("P2C1320", .error, batch, record, column)
        }
      case .guid: if GUID(value) == nil { try tell("P2C2105", .error, batch, record, column) }
      case .lookup: try judgeLookup(value, batch, record, column)
      case .shownDate:
        if DateTime(value) == nil { try tellOnce("P2C1328", .warning, batch, record, column) }
      case .label:
        scratch.truncate(to: 0)
        KeyText.append(value, to: &scratch)
        if plan.labels[column].find(scratch.span) == nil { try tell("P2C1323", .warning, batch, record, column) }
      case .name:
        if GUID(value) == nil, self.batch.target.sales.isAmbiguous(batch.text(record, column)) {
          try tell("P2C1324", .error, batch, record, column)
        }
      case .none: continue
      }
    }
  }

  private func judgeDecimal(_ value: Span<UInt8>, _ batch: RecordBatch, _ record: Int, _ column: Int) throws {
    guard TextTraits.isPlainNumber(value) || ExactDecimal(value) != nil else {
      return try tell("P2C2105", .error, batch, record, column)
    }
    let precision = plan.precisions[column]
    guard precision >= 0, SalesRecords.decimals(value) > precision else { return }
    try tell("P2C1318", .warning, batch, record, column)
  }

  private func judgeLookup(_ value: Span<UInt8>, _ batch: RecordBatch, _ record: Int, _ column: Int) throws {
    let isPaired = column + 1 < columns.count && columns[column + 1].part == .lookupTable
    let table = isPaired ? batch.range(record, column + 1) : .empty
    if LookupChecks.isUser(batch.bytes.span.extracting(table.bounds)) {
      return try tellOnce("P2C1319", .warning, batch, record, column)
    }
    guard let id = GUID(value) else { return try tell("P2C2105", .error, batch, record, column) }
    let known = entity.schema?.attribute(named: columns[column].name)?.targets ?? []
    let name =
      table.isEmpty ? known.count == 1 ? known[0] : "" : KeyText.string(batch.bytes.span.extracting(table.bounds))
    lookups.note(
      id, table: name.lowercased(), column: column, record: batch.firstNumber + record, line: Int(batch.lines[record]),
      ledger: self.batch.ledger)
  }

  /// An id is a GUID, and no other record has it.
  private func judgeID(_ batch: RecordBatch, _ record: Int) throws {
    guard row.id >= 0, !batch.range(record, row.id).isEmpty else { return }
    guard let id = row.guid(batch, record, row.id) else {
      if plan.forms[row.id] != .guid { try tell("P2C2105", .error, batch, record, row.id) }
      return
    }
    RecordIDs.append(id, to: &scratch)
    let table = ids ?? self.batch.ledger.begin("sales/\(entity.name)", package: number)
    ids = table
    guard let origin = self.batch.ledger.add(table, scratch, record: batch.firstNumber + record) else { return }
    let there = place.record(batch, record, self)
    if origin.package == number {
      try judge.tell("P2C1332", .error, there, detail: .earlierRecord(origin.record))
    } else {
      let other = self.batch.packages[origin.package].path
      try judge.tell("P2C1332", .warning, there, detail: .otherInput(package: other, record: origin.record))
    }
  }

  // MARK: Findings

  /// The columns that people know records by.
  static let naturalKeys = [
    "account": "accountnumber", "contact": "msdynce_contactnumber", "product": "productnumber", "quote": "quotenumber",
    "salesorder": "ordernumber", "invoice": "invoicenumber", "transactioncurrency": "isocurrencycode",
  ]

  func key(_ batch: RecordBatch, _ record: Int) -> String {
    for column in [keyColumn, nameLikeColumn, row.id] {
      let text = row.text(batch, record, column)
      if !text.isEmpty { return text }
    }
    return ""
  }

  /// Tells what is wrong with a record's value.
  func tell(
    _ code: String, _ severity: Severity, _ batch: RecordBatch, _ record: Int, _ column: Int,
    _ detail: Finding.Detail? = nil, cause: FindingCode? = nil
  ) throws {
    let heading = column >= 0 ? columns[column].heading : ""
    try judge.tell(
      code, severity, place.record(batch, record, self), field: heading, detail: detail ?? .name(heading), cause: cause)
  }

  /// Tells what is wrong with a whole column, at the first record that shows it.
  func tellOnce(_ code: String, _ severity: Severity, _ batch: RecordBatch, _ record: Int, _ column: Int) throws {
    guard isToldOnce.insert("\(code) \(column)").inserted else { return }
    try tell(code, severity, batch, record, column)
  }

  func finish(columns: [SourceColumn]) throws {
    try dates.tell(self)
    batch.leave(lookups, of: self)
    if isWizard, hasWideText, entity.encoding == .utf8 || entity.encoding == .windows1252 {
      try judge.tell("P2C1326", .error, place)
    }
    try SalesSchemaChecks(self, columns).check()
  }
}

/// How records' ids stand in a ledger of keys.
enum RecordIDs {
  /// Replaces the buffer's bytes by those of the id.
  static func append(_ id: GUID, to buffer: inout OutputBuffer) {
    buffer.truncate(to: 0)
    for half in [id.high, id.low] {
      for shift in stride(from: 56, through: 0, by: -8) {
        buffer.append(UInt8(truncatingIfNeeded: half >> UInt64(shift)))
      }
    }
  }
}
