// Hot path: no allocation per record while nothing is wrong with it.

import Archives
import Conversion
import Findings
import Mapping
import Packages
import Records

/// Checks the values, keys and columns of one entity of an F&O package.
final class FinopsRecords: RecordChecks {
  let reporter: FindingReporter
  let package: Package
  let entity: PackageEntity
  let place: FindingPlace
  /// The batch keeps these checks for its end, so they must not keep it.
  private unowned let batch: PackageBatch
  private let manifest: FinopsManifest.Entity?
  private let numbers: DocumentNumbers
  private let number: Int
  private let index: Int
  /// The number of the table in the ledger of keys, and the company whose keys it has.
  private var table: (number: Int, company: CompanyID)?
  private var tables: [CompanyID: Int] = [:]
  private var companies: StatedCompanies
  private let isCSV: Bool
  private let isXML: Bool
  private let lineEnds: LineEnds
  private var columns: [SourceColumn] = []
  private var plan: FinopsColumns
  private var isFilled: [Bool] = []
  private var records = 0
  private var scratch = OutputBuffer(capacity: 256)
  private var hasWideText = false

  /// Checks of the file at a place of the package.
  init(_ batch: PackageBatch, _ package: Package, _ entity: Int, _ numbers: DocumentNumbers) throws {
    self.batch = batch
    self.package = package
    index = entity
    let entity = package.entities[entity]
    self.entity = entity
    self.numbers = numbers
    reporter = batch.reporter
    place = FindingPlace(package, entity)
    let listed = batch.structures.manifests[package.path]?.entities ?? []
    manifest =
      listed.first { entity.file.hasSuffix($0.file) && $0.label == entity.label && !$0.file.isEmpty }
      ?? listed.first { entity.file.lowercased().hasSuffix($0.file.lowercased()) && !$0.file.isEmpty }
    number = batch.packages.count - 1
    isCSV = entity.dialect != nil
    isXML = entity.composite == nil && entity.format.isMarkup
    lineEnds = LineEnds(entity, manifest)
    plan = FinopsColumns([], schema: nil, maps: [], target: batch.target)
    companies = StatedCompanies([], of: entity.schema, package: package, usual: batch.company)
  }

  func check(_ records: RecordBatch, columns: [SourceColumn]) throws {
    if columns.count != self.columns.count {
      self.columns = columns
      plan = FinopsColumns(columns, schema: entity.schema, maps: manifest?.maps ?? [], target: batch.target)
      companies = StatedCompanies(columns, of: entity.schema, package: package, usual: batch.company)
      isFilled += Array(repeating: false, count: columns.count - isFilled.count)
    }
    self.records += records.count
    guard records.width == columns.count else { return }
    if isCSV { try lineEnds.check(records, self) }
    var issue = 0
    for record in 0..<records.count {
      if records.issue(of: record, &issue)?.isUnreadable ?? false { continue }
      try checkValues(records, record)
      try checkKey(records, record)
    }
  }

  private func checkValues(_ batch: RecordBatch, _ record: Int) throws {
    let base = record * batch.width
    let bytes = batch.bytes.span
    let delimiter = entity.dialect?.delimiter ?? 0
    var isToldDelimiter = false
    for column in 0..<batch.width {
      let range = batch.fields[base + column]
      if range.isEmpty {
        if isXML, range.isAbsent, plan.isMapped[column] {
          try report(.columnsAndMapsDiffer, .error, batch, record, column)
        }
        continue
      }
      isFilled[column] = true
      let value = bytes.extracting(range.bounds)
      let traits = TextTraits(value, delimiter: delimiter)
      if traits.isWide { hasWideText = true }
      if isCSV, traits.hasDelimiter, !isToldDelimiter {
        isToldDelimiter = true
        try report(.valueWithDelimiter, .warning, batch, record, column)
      }
      if traits.hasForbidden {
        try report(.characterNotCarried, .error, batch, record, column)
        continue
      }
      switch plan.forms[column] {
      case .text:
        let limit = plan.limits[column]
        if limit > 0, UTF8Text.isLonger(value, than: limit) {
          let isAssumed = plan.isAssumed[column]
          try report(.textLongerThanField, isAssumed ? .warning : .error, batch, record, column, .limit(limit))
        }
      case .number: try checkNumber(value, batch, record, column)
      case .date:
        if DateTime(value) == nil { try report(.dateUnclear, .error, batch, record, column) }
      case .symbol: try checkSymbol(value, batch, record, column)
      case .guid: if GUID(value) == nil { try report(.valueOfTheWrongType, .error, batch, record, column) }
      }
      if !plan.marks[column].isEmpty { try checkMeaning(batch, record, column) }
    }
  }

  private func checkNumber(_ value: Span<UInt8>, _ batch: RecordBatch, _ record: Int, _ column: Int) throws {
    if let range = plan.ranges[column], !range.holdsPlainly(value), let number = ExactDecimal(value) {
      if !range.holds(number) { try report(.outOfRange, .error, batch, record, column) }
      if range.cuts(number) { try report(.tooManyDecimals, .warning, batch, record, column) }
    }
    guard !TextTraits.isPlainNumber(value) else { return }
    let isExponent = ExactDecimal(value) != nil
    try report(.numberUnclear, isExponent ? .warning : .error, batch, record, column)
  }

  private func checkSymbol(_ value: Span<UInt8>, _ batch: RecordBatch, _ record: Int, _ column: Int) throws {
    scratch.truncate(to: 0)
    KeyText.append(value, to: &scratch)
    if plan.symbols[column].find(scratch.span) == nil { try report(.notASymbol, .error, batch, record, column) }
  }

  /// Companies, dimensions, attachments and what the target must have.
  private func checkMeaning(_ batch: RecordBatch, _ record: Int, _ column: Int) throws {
    let marks = plan.marks[column]
    let value = batch.text(record, column)
    if marks.contains(.company), reporter.company != nil || package.company != nil, value.count <= 4,
      value.uppercased() != company(batch, record).description
    {
      try report(.anotherCompanyInAValue, .warning, batch, record, column)
    }
    if marks.contains(.dimension), FinopsRecords.hasBareDelimiter(value) {
      try report(.dimensionValueWithDelimiter, .info, batch, record, column)
    }
    if marks.contains(.attachment), !hasAttachment(value) {
      try report(.attachmentMissing, .error, batch, record, column)
    }
    if marks.contains(.needed),
      !self.batch.target.finops.has(value, of: company(batch, record), rule: plan.rules[column])
    {
      try report(.missingInTarget, .error, batch, record, column)
    }
  }

  private static func hasBareDelimiter(_ value: String) -> Bool {
    var isEscaped = false
    for character in value {
      if character == "-" || character == "~", !isEscaped { return true }
      isEscaped = character == "\\" && !isEscaped
    }
    return false
  }

  /// Whether the file stands under `Resources`, in the folder of the entity.
  private func hasAttachment(_ name: String) -> Bool {
    let folder = "resources/\(entity.label.filter { !"\\/:*?\"<>|".contains($0) })/".lowercased()
    let wanted = folder + name.lowercased()
    return package.container.entries.contains { $0.name.lowercased().hasSuffix(wanted) }
  }

  // MARK: Keys

  private func checkKey(_ batch: RecordBatch, _ record: Int) throws {
    guard !plan.keys.isEmpty else { return }
    if plan.keys.contains(where: { KeyText.isTooLong(batch.bytes.span.extracting(batch.range(record, $0).bounds)) }) {
      return try reporter.report(
        .tooLong, .error, place.record(batch, record, self), detail: .keyLimit(KeyText.longestPart))
    }
    guard FinopsRecords.load(plan.keys, batch, record, to: &scratch) else { return }
    let company = company(batch, record)
    let table = table(of: company)
    if let origin = self.batch.keys.add(table, scratch, record: batch.firstNumber + record) {
      let value = plan.keys.count == 1 ? batch.shownValue(record, plan.keys[0]) : ""
      if origin.package == number {
        let earlier = self.batch.earlier(origin, than: index)
        try reporter.report(.keyTwiceInFile, .error, place.record(batch, record, self), value: value, detail: earlier)
      } else {
        let other = self.batch.packages[origin.package].path
        try reporter.report(
          .sameRecordInTwoPackages, .warning, place.record(batch, record, self), value: value,
          detail: .otherInput(package: other, record: RecordNumber(origin.record)))
      }
    }
    if let part = try numbers.part(entity, columns),
      try numbers.hasLostZeros(part, batch, record, of: company)
    {
      try report(.numberUnclear, .warning, batch, record, part.column)
    }
  }

  /// Puts the comparable form of a record's key into a buffer; false for a key without a value.
  @discardableResult
  static func load(_ keys: [Int], _ batch: RecordBatch, _ record: Int, to key: inout OutputBuffer) -> Bool {
    key.truncate(to: 0)
    var isEmpty = true
    for (place, column) in keys.enumerated() {
      let range = batch.range(record, column)
      if !range.isEmpty { isEmpty = false }
      if place > 0 { key.append(0x1F) }
      KeyText.append(batch.bytes.span.extracting(range.bounds), to: &key)
    }
    return !isEmpty
  }

  /// The number of the table that has the keys of a company's records.
  private func table(of company: CompanyID) -> Int {
    if let table, table.company == company { return table.number }
    let number = tables[company] ?? batch.beginKeys(of: entity.name, company, package: self.number, entity: index)
    tables[company] = number
    table = (number, company)
    return number
  }

  func company(_ batch: RecordBatch, _ record: Int) -> CompanyID { companies.company(batch, record) }

  func key(_ batch: RecordBatch, _ record: Int) -> String { FinopsRecords.shownKey(plan.keys, batch, record) }

  /// A record's key as findings show it.
  static func shownKey(_ keys: [Int], _ batch: RecordBatch, _ record: Int) -> String {
    keys.map { column in
      let range = batch.range(record, column)
      let value = batch.bytes.span.extracting(range.bounds)
      return KeyText.string(value.extracting(KeyText.kept(value)))
    }.joined(separator: "|")
  }

  // MARK: Findings

  func report(
    _ code: FindingCode, _ severity: Severity, _ batch: RecordBatch, _ record: Int, _ column: Int,
    _ detail: Issue.Detail? = nil
  ) throws {
    let heading = columns[column].heading
    try reporter.report(
      code, severity, place.record(batch, record, self), field: heading, value: batch.shownValue(record, column),
      detail: detail ?? .name(heading))
  }

  func finish(columns: [SourceColumn]) throws {
    if !columns.isEmpty, hasWideText, isCSV, entity.encoding == .utf8, manifest != nil {
      try reporter.report(.characterNotCarried, .warning, place)
    }
    if records == 0, entity.partitions == nil { try reporter.report(.emptyFile, .error, place) }
    guard !columns.isEmpty else { return }
    try FinopsFileChecks(reporter, place, entity, columns, manifest).check()
    guard records > 0 else { return }
    for (index, column) in columns.enumerated() where index < isFilled.count && !isFilled[index] {
      if SchemaMatch.added.contains(column.heading.lowercased()) { continue }
      if StatedCompanies.isCompany(column, of: entity.schema) || column.part == .service { continue }
      try reporter.report(.emptyColumn, .warning, place, field: column.heading, detail: .name(column.heading))
    }
  }
}
