// Hot path: no allocation per record while nothing is wrong with it.

import Conversion
import Findings
import Mapping
import Packages
import Records

/// Checks the values, ids and relations of one table of a Sales package.
final class SalesRecords: RecordChecks {
  let reporter: FindingReporter
  /// The batch keeps these checks for its end, so they must not keep it.
  unowned let batch: PackageBatch
  let package: Package
  let entity: PackageEntity
  let place: FindingPlace
  let structure: ConfigurationMigrationSchema.Table?
  private(set) var row: SalesRow
  private var companies: StatedCompanies
  private(set) var columns: [SourceColumn] = []
  private var plan: SalesColumns
  private let isWizard: Bool
  private let number: Int
  private let index: Int
  /// The number of the table in the ledger of ids.
  private var table: Int?
  private var isToldOnce: Set<String> = []
  /// The filled columns that cannot be set, as far as they have been met.
  private var toldReadOnly: Set<Int> = []
  private var scratch = OutputBuffer(capacity: 64)
  private var lookups: LookupChecks
  /// For each lookup's column the table that its last record has named: as it stands there, and in lower case.
  private var recentTables: [Int: (text: [UInt8], name: String)] = [:]
  private let names: NameChecks
  private let states: StateChecks
  private let catalogue: CatalogueChecks
  private var keyColumn = -1
  private var hasWideText = false

  /// Checks of the table at a place of the package.
  init(_ batch: PackageBatch, _ package: Package, _ entity: Int) throws {
    self.batch = batch
    self.package = package
    index = entity
    let entity = package.entities[entity]
    self.entity = entity
    reporter = batch.reporter
    place = FindingPlace(package, entity)
    structure = batch.structures.migrations[package.path]?.table(named: entity.name)
    isWizard = package.kind == .salesFiles
    row = SalesRow(entity, columns: [])
    companies = StatedCompanies([], of: entity.schema, package: package, usual: batch.company)
    plan = SalesColumns([], entity, types: [:], isWizard: isWizard, try batch.reporter.schemas.platformCatalogue())
    number = batch.packages.count - 1
    lookups = LookupChecks(batch.target.sales)
    names = NameChecks(batch, package, index, structure)
    states = StateChecks(entity)
    catalogue = CatalogueChecks(entity.name, entity.schema, batch.target.sales)
  }

  func check(_ records: RecordBatch, columns: [SourceColumn]) throws {
    if columns.count != self.columns.count {
      self.columns = columns
      row = SalesRow(entity, columns: columns)
      companies = StatedCompanies(columns, of: entity.schema, package: package, usual: batch.company)
      plan = SalesColumns(
        columns, entity, types: structure?.types ?? [:], isWizard: isWizard,
        try reporter.schemas.platformCatalogue())
      keyColumn = row[entity.schema?.naturalKey ?? ""]
    }
    guard records.width == columns.count else { return }
    let ids = ids(of: records)
    let doubled = add(ids, of: records)
    let steps = plan.steps
    var issue = 0
    var double = 0
    for record in 0..<records.count {
      if records.issue(of: record, &issue)?.isUnreadable ?? false { continue }
      if !records.fitsXML { try checkCharacters(records, record) }
      try checkValues(records, record, steps)
      if ids[record] == nil { try reportWrongID(records, record) }
      if double < doubled.count, doubled[double].place == record {
        try reportDouble(records, record, doubled[double].origin)
        double += 1
      }
      try names.check(records, record, ids[record], self)
      if !isWizard {
        try states.check(records, record, self)
        try catalogue.check(records, record, self)
      }
    }
    for record in records.encodedOnce {
      try reporter.report(.textEncodedOnce, .warning, place.record(records, record, self))
    }
  }

  private func checkValues(_ batch: RecordBatch, _ record: Int, _ steps: [SalesColumns.Step]) throws {
    let ranges = batch.fields.span.extracting(record * batch.width..<(record + 1) * batch.width)
    let bytes = batch.bytes.span
    // Mostly one look at the whole record is enough for all its texts.
    let plain = SalesRecords.plainBytes(ranges, bytes)
    for place in steps.indices {
      let step = steps[place]
      let (column, range) = (step.column, ranges[step.column])
      if range.isEmpty { continue }
      if step.isReadOnly { try reportReadOnly(batch, record, column) }
      let value = bytes.extracting(range.bounds)
      if !batch.fitsXML, !UTF8Text.fitsXML(value) { continue }
      if step.isPricingError, let code = PricingError.code(value), code > 0 {
        try report(.pricingError, .warning, batch, record, column, .pricingError(code))
      }
      switch step.form {
      case .text:
        if range.count > step.mostBytes || range.start < plain.lowerBound || range.end > plain.upperBound {
          try checkText(value, batch, record, column)
        }
      case .boolean:
        if !SalesRecords.isBoolean(value) { try report(.valueOfTheWrongType, .error, batch, record, column) }
      case .option:
        if !SalesRecords.isWhole(value) { try report(.valueOfTheWrongType, .error, batch, record, column) }
      case .whole:
        if SalesRecords.isWhole(value) {
          try checkRange(value, batch, record, column)
        } else {
          try report(.valueOfTheWrongType, .error, batch, record, column)
        }
      case .decimal: try checkDecimal(value, batch, record, column)
      case .date:
        if DateTime(value) == nil { try checkDate(value, batch, record, column) }
      case .options:
        if !SalesRecords.isMultiSelect(batch.text(record, column)) {
          try report(.multiSelectWithoutItsMarks, .error, batch, record, column)
        }
      case .guid: if GUID(value) == nil { try report(.valueOfTheWrongType, .error, batch, record, column) }
      case .lookup: try checkLookup(value, batch, record, column)
      case .shownDate:
        if DateTime(value) == nil { try reportOnce(.dependsOnTheUsersSettings, .warning, batch, record, column) }
      case .label:
        scratch.truncate(to: 0)
        KeyText.append(value, to: &scratch)
        if plan.labels[column].find(scratch.span) == nil {
          try report(.optionLabelUnknown, .warning, batch, record, column)
        }
      case .name:
        if GUID(value) == nil, self.batch.target.sales.isAmbiguous(batch.text(record, column)) {
          try report(.nameNotUnique, .error, batch, record, column)
        }
      case .none: continue
      }
    }
  }

  /// The part of the buffer from the record's first value to its last, if those bytes are plain text; else nothing.
  private static func plainBytes(_ ranges: Span<FieldRange>, _ bytes: Span<UInt8>) -> Range<UInt32> {
    var (first, last) = (0, ranges.count - 1)
    while first <= last, ranges[first].isEmpty { first += 1 }
    while last > first, ranges[last].isEmpty { last -= 1 }
    guard first <= last, ranges[first].start <= ranges[last].end else { return 0..<0 }
    let (start, end) = (ranges[first].start, ranges[last].end)
    // Fields that records share stand far apart.
    if end - start > 1 << 16 { return 0..<0 }
    return UTF8Text.isPlain(bytes.extracting(Int(start)..<Int(end))) ? start..<end : 0..<0
  }

  private func checkText(_ value: Span<UInt8>, _ batch: RecordBatch, _ record: Int, _ column: Int) throws {
    let limit = plan.limits[column]
    let isPlain = UTF8Text.isPlain(value)
    let traits = isPlain ? TextTraits() : TextTraits(value, delimiter: 0)
    if traits.isWide { hasWideText = true }
    if limit > 0, UTF8Text.isLonger(value, than: limit) {
      try report(.textLongerThanColumn, .error, batch, record, column, .limit(limit))
    }
  }

  /// Characters that no format carries, in whatever column.
  private func checkCharacters(_ batch: RecordBatch, _ record: Int) throws {
    for column in 0..<batch.width {
      if UTF8Text.fitsXML(batch.bytes.span.extracting(batch.range(record, column).bounds)) { continue }
      try report(.characterNotCarried, .error, batch, record, column)
    }
  }

  /// A date that is not ISO 8601: one of the exporting machine's form, whose order the package shows or not.
  private func checkDate(_ value: Span<UInt8>, _ batch: RecordBatch, _ record: Int, _ column: Int) throws {
    guard let date = CultureDate(value) else { return try report(.valueOfTheWrongType, .error, batch, record, column) }
    switch package.dates {
    case .iso: throw InferenceError.datesAreISO(package: package.path)
    case .culture(let order):
      try report(.dateOfAnotherCulture, date.date(in: order) == nil ? .error : .warning, batch, record, column)
    case .unclear: try report(.dateOfAnotherCulture, .error, batch, record, column)
    }
  }

  private func checkDecimal(_ value: Span<UInt8>, _ batch: RecordBatch, _ record: Int, _ column: Int) throws {
    guard TextTraits.isPlainNumber(value) || ExactDecimal(value) != nil else {
      return try report(.valueOfTheWrongType, .error, batch, record, column)
    }
    try checkRange(value, batch, record, column)
  }

  private func checkRange(_ value: Span<UInt8>, _ batch: RecordBatch, _ record: Int, _ column: Int) throws {
    guard let range = plan.ranges[column], !range.holdsPlainly(value) else { return }
    guard let number = ExactDecimal(value), range.holds(number) else {
      return try report(.outOfRange, .error, batch, record, column)
    }
    if range.cuts(number) { try report(.tooManyDecimals, .warning, batch, record, column) }
  }

  private func checkLookup(_ value: Span<UInt8>, _ batch: RecordBatch, _ record: Int, _ column: Int) throws {
    let isPaired = column + 1 < columns.count && columns[column + 1].part == .lookupTable
    let table = isPaired ? batch.range(record, column + 1) : .empty
    var name = columns[column].target
    if !table.isEmpty { name = tableName(batch.bytes.span.extracting(table.bounds), column) }
    if LookupChecks.isUser(name) { return try reportOnce(.userOfTheSource, .warning, batch, record, column) }
    guard let id = GUID(value) else { return try report(.valueOfTheWrongType, .error, batch, record, column) }
    lookups.note(id, table: name, column: column, batch, record, self)
  }

  /// The logical name of a table as a lookup of a column gives it. Most records name the table of the one before.
  private func tableName(_ text: Span<UInt8>, _ column: Int) -> String {
    if let recent = recentTables[column], text.equals(recent.text.span) { return recent.name }
    let name = KeyText.string(text)
    recentTables[column] = (Array(name.utf8), name.lowercased())
    return recentTables[column]?.name ?? name
  }

  /// Reports that a column cannot be set, unless the target may lack it altogether.
  private func reportReadOnly(_ batch: RecordBatch, _ record: Int, _ column: Int) throws {
    guard !toldReadOnly.contains(column) else { return }
    toldReadOnly.insert(column)
    if !isWizard, try SalesSchemaChecks(self, columns).severity(of: columns[column]) != nil { return }
    try report(.columnNotTakenOnCreate, .warning, batch, record, column)
  }

  /// The ids of a batch's records; nil for those that have none, or could not be read.
  private func ids(of batch: RecordBatch) -> [GUID?] {
    var ids = [GUID?](repeating: nil, count: batch.count)
    guard row.id >= 0 else { return ids }
    var issue = 0
    for record in ids.indices where batch.issue(of: record, &issue) == nil {
      ids[record] = row.guid(batch, record, row.id)
    }
    return ids
  }

  /// Adds ids to those of all records; the places of those that another record has.
  private func add(_ ids: [GUID?], of batch: RecordBatch) -> [(place: Int, origin: RecordOrigin)] {
    guard ids.contains(where: { $0 != nil }) else { return [] }
    let table = table ?? self.batch.ids.begin(entity.name, package: number, entity: index)
    self.table = table
    return self.batch.ids.add(table, ids, first: batch.firstNumber)
  }

  /// Reports that a record's id is no GUID, unless it has none.
  private func reportWrongID(_ batch: RecordBatch, _ record: Int) throws {
    guard row.id >= 0, !batch.range(record, row.id).isEmpty, plan.forms[row.id] != .guid else { return }
    try report(.valueOfTheWrongType, .error, batch, record, row.id)
  }

  /// Reports that another record has the id.
  private func reportDouble(_ batch: RecordBatch, _ record: Int, _ origin: RecordOrigin) throws {
    let there = place.record(batch, record, self)
    let id = batch.shownValue(record, row.id)
    if origin.package == number {
      try reporter.report(.recordTwice, .error, there, value: id, detail: self.batch.earlier(origin, than: index))
    } else {
      let other = self.batch.packages[origin.package].path
      try reporter.report(
        .recordTwice, .warning, there, value: id,
        detail: .otherInput(package: other, record: RecordNumber(origin.record)))
    }
  }

  /// Whether a record of the table, which came before, has the id, so that both are one.
  func isSame(_ id: GUID?, _ other: RecordOrigin) -> Bool {
    guard let id, let table, let first = batch.ids.origin(table, of: id) else { return false }
    return first == other
  }

  // MARK: Findings

  /// The natural key, or the id of a record that has none: other columns would show what is no key.
  func key(_ batch: RecordBatch, _ record: Int) -> String {
    for column in [keyColumn, row.id] {
      let text = row.text(batch, record, column)
      if !text.isEmpty { return text }
    }
    return ""
  }

  func company(_ batch: RecordBatch, _ record: Int) -> CompanyID { companies.company(batch, record) }

  /// Reports what is wrong with a record's value.
  func report(
    _ code: FindingCode, _ severity: Severity, _ batch: RecordBatch, _ record: Int, _ column: Int,
    _ detail: Issue.Detail? = nil, cause: FindingCode? = nil
  ) throws {
    let heading = column >= 0 ? columns[column].heading : ""
    try reporter.report(
      code, severity, place.record(batch, record, self), field: heading, value: batch.shownValue(record, column),
      detail: detail ?? .name(heading), cause: cause)
  }

  /// Reports what is wrong with a whole column, at the first record that shows it.
  func reportOnce(_ code: FindingCode, _ severity: Severity, _ batch: RecordBatch, _ record: Int, _ column: Int) throws
  {
    guard isToldOnce.insert("\(code) \(column)").inserted else { return }
    try report(code, severity, batch, record, column)
  }

  func finish(columns: [SourceColumn]) throws {
    batch.leave(lookups, of: self)
    if isWizard, hasWideText, entity.encoding == .utf8 || entity.encoding == .windows1252 {
      try reporter.report(.byteOrderMarkMissing, .error, place)
    }
    if !isWizard { try SalesSchemaChecks(self, columns).check() }
  }
}
