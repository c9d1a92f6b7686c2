import Findings
import Mapping
import Packages
import Records

/// What becomes of records that are not written, and what is reported of all.
extension TemplateRun {
  /// Reports the record's issues.
  mutating func report(_ record: inout RecordView) throws {
    for place in record.issues.all.indices {
      let issue = record.issues.all[place]
      if issue.isReported { continue }
      let isWarning = issue.code.severity != .error
      if isWarning, context.findings.countsOnly(issue.code, .warning, about: entity(record.task)) { continue }
      var finding = states[record.task].findings.finding(issue, of: record)
      finding.value = value(of: issue, record)
      if issue.code == .notACompany { nameCompany(in: &finding, record) }
      try context.findings.add(finding)
    }
  }

  /// Reports the warnings of a record that is written, also that Sales could not price it. A comparison has no need of that.
  mutating func reportWritten(_ record: inout RecordView) throws {
    let column = record.mapper.plan.pricingColumn
    if column >= 0, context.purpose != .observation, let code = pricingError(record, column) {
      record.issues.add(.pricingError, detail: .pricingError(code))
    }
    noteUnclearNumbers(&record)
    try report(&record)
  }

  /// Why Sales could not price the record; nil if it could.
  func pricingError(_ record: borrowing RecordView, _ column: Int) -> Int? {
    let text = record.batch.bytes.span.extracting(record.batch.range(record.index, column).bounds)
    guard let code = PricingError.code(text), code > 0 else { return nil }
    return code
  }

  /// What an issue is about, as read: the value of its field, or the key; nothing where something is empty or missing.
  private func value(of issue: Issue, _ record: borrowing RecordView) -> String {
    if issue.code == .pricingError { return record.batch.shownValue(record.index, record.mapper.plan.pricingColumn) }
    var slot = ValueSlot.none
    if issue.code.isAboutKey {
      slot = record.mapper.readKey
    } else if let field = issue.field, !issue.code.isAboutNoValue {
      slot = record.mapper.readValue(of: field, record.batch, record.index)
    }
    if let column = issue.column, record.input.columns[column].writtenPlace != nil { return written(column, record) }
    if slot.isEmpty { return "" }
    if slot.origin == .batch,
      let column = record.input.columns.indices.first(where: { column in
        let range = record.batch.range(record.index, column)
        return record.input.columns[column].writtenPlace != nil && (range.start, range.end) == (slot.start, slot.end)
      })
    {
      return written(column, record)
    }
    var text = OutputBuffer(capacity: 256)
    record.mapper.append(slot, record.batch, to: &text)
    return Finding.value(text.span)
  }

  /// A value as its file has it, whose meaning is in another column.
  private func written(_ column: Int, _ record: borrowing RecordView) -> String {
    record.batch.shownValue(record.index, record.input.columns[column].writtenPlace ?? column)
  }

  /// Notes the numbers of a record that only the culture of their file makes what they are. A comparison has no need of that.
  mutating func noteUnclearNumbers(_ record: inout RecordView) {
    guard record.readsNumbers, context.purpose != .observation else { return }
    let entity = record.input.package.entities[record.input.entity]
    let used = states[record.task].task.usedColumns
    for column in entity.columns.indices
    where entity.columns[column].writtenPlace != nil && used.contains(entity.columns[column].name.lowercased())
      && entity.isUnclear(record.batch, record.index, column: column)
    { record.issues.add(Issue(.numberReadTwoWays, .column(column))) }
  }

  /// Names the column that should have a company, and what stands there.
  private func nameCompany(in finding: inout Finding, _ record: borrowing RecordView) {
    let entity = record.input.package.entities[record.input.entity]
    let columns = CompanyColumns(SourceColumns(entity.columns), entity.schema)
    guard let column = columns.invalid(record.batch, record.index) else { return }
    finding.field = entity.columns[column].heading
    finding.value = Finding.value(
      record.batch.bytes.span.extracting(record.batch.range(record.index, column).bounds))
  }

  /// A record of the company at hand.
  func place(_ index: Int, _ input: TaskInput, _ number: RecordNumber, line: UInt32, key: String) -> FindingPlace {
    var place = place(of: input, index)
    (place.record, place.line, place.key, place.company) = (number, Int(line), key, company)
    return place
  }

  /// The source entity of a task, as findings have it.
  func entity(_ index: Int) -> EntityName { states[index].findings.entity }

  /// A file that a task reads.
  func place(of input: TaskInput, _ index: Int) -> FindingPlace {
    FindingPlace(package: input.package.path, file: input.file, entity: entity(index))
  }

  /// Reports that a written header's total is not what its lines come to; the header stands in a file of a task, and has a key.
  mutating func reportTotal(
    _ sum: ExactSum, of totalField: String, _ index: Int, _ input: TaskInput, _ number: RecordNumber, line: UInt32,
    key: Span<UInt8>
  ) throws {
    guard context.purpose != .observation,
      !context.findings.countsOnly(.totalDiffers, .warning, about: entity(index))
    else { return }
    let place = place(index, input, number, line: line, key: KeyText.string(key))
    var finding = Finding(.totalDiffers, .warning, at: place, field: totalField)
    finding.value = sum.description
    try context.findings.add(finding)
  }

  /// Counts a record that is not meant to be written. `clause` is the number of what decided; 0 if the reason says it all.
  mutating func filter(
    _ record: inout RecordView, _ reason: FilterReason, clause: Int = 0, _ lookups: borrowing LookupContext
  ) throws {
    (record.reason, record.clause) = (reason, clause)
    states[record.task].counts.filteredBy[reason, default: 0] += 1
    for observer in observers {
      if reason == .duplicate {
        try observer.merged(&record, lookups)
      } else {
        try observer.filtered(&record, lookups)
      }
    }
  }

  /// The number of the clause that refuses a record which a task's filter does not let through. It changes
  /// nothing; it says so because a closure would otherwise be given a copy of the whole run.
  mutating func clause(_ record: inout RecordView, _ lookups: borrowing LookupContext) -> Int {
    record.mapper.refusingClause(record.batch, record.index, lookups).map { clauses[record.task][$0] } ?? 0
  }

  /// Reports the columns of a task's filter that a file with records lacks, once for each file. A comparison only notes
  /// it: packages that a conversion has written need not have them.
  func reportMissingColumns(_ index: Int, _ plan: borrowing TaskPlan, _ input: TaskInput) throws {
    for column in plan.missingFilterFields where context.noteMissing(column, of: input) {
      try context.findings.add(
        Finding(
          .filterColumnMissing, context.purpose == .observation ? .info : .error, at: place(of: input, index),
          field: column,
          detail: .name(column)))
    }
  }

  /// Rejects a record, and reports its issues.
  mutating func reject(_ record: inout RecordView, _ lookups: borrowing LookupContext) throws {
    try report(&record)
    states[record.task].counts.rejected += 1
    for observer in observers { try observer.rejected(&record, lookups) }
  }

  /// Filters a record out that another input holds too.
  mutating func merge(_ record: inout RecordView, _ earlier: Int, _ lookups: borrowing LookupContext) throws {
    try filter(&record, .duplicate, lookups)
    let place = states[record.task].place(of: earlier)
    let issue = Issue(
      .duplicateInAnotherInput, detail: .otherInput(package: place.input.package.path, record: place.number))
    var finding = states[record.task].findings.finding(issue, of: record)
    finding.severity = .info
    try context.findings.add(finding)
  }
}
