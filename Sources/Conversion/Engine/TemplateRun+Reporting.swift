import Findings
import Mapping
import Packages
import Records

/// What becomes of records that are not written, and what is reported of all.
extension TemplateRun {
  /// Reports the record's issues.
  mutating func report(
    _ index: Int, _ mapper: borrowing RecordMapper, _ batch: RecordBatch, _ record: Int, _ input: TaskInput
  ) throws {
    for issue in issues.all where !issue.isReported {
      let isWarning = issue.code.severity != .error
      if isWarning, context.findings.countsOnly(issue.code, .warning) { continue }
      var finding = finding(issue, index, batch, record, input)
      finding.value = value(of: issue, mapper, batch, record, input)
      if issue.code == .notACompany { nameCompany(in: &finding, batch, record, input) }
      try context.findings.add(finding)
    }
  }

  /// Reports the warnings of a record that is written, also that Sales could not price it. A comparison has no need of that.
  mutating func reportWritten(
    _ index: Int, _ mapper: borrowing RecordMapper, _ batch: RecordBatch, _ record: Int, _ input: TaskInput
  ) throws {
    let column = mapper.plan.pricingColumn
    if column >= 0, context.observer == nil,
      let code = PricingError.code(batch.bytes.span.extracting(batch.range(record, column).bounds)), code > 0
    {
      issues.add(.pricingError, detail: .pricingError(code))
    }
    if context.observer == nil { noteUnclearNumbers(index, batch, record, input) }
    try report(index, mapper, batch, record, input)
  }

  /// What an issue is about, as read: the value of its field, or the key; nothing where something is empty or missing.
  private func value(
    of issue: Issue, _ mapper: borrowing RecordMapper, _ batch: RecordBatch, _ record: Int, _ input: TaskInput
  ) -> String {
    if issue.code == .pricingError { return batch.shownValue(record, mapper.plan.pricingColumn) }
    var slot = ValueSlot.none
    if issue.code.isAboutKey {
      slot = mapper.readKey
    } else if let field = issue.field, !issue.code.isAboutNoValue {
      slot = mapper.readValue(of: field, batch, record)
    }
    if issue.code == .numberReadTwoWays, let column = issue.column { return written(column, batch, record, input) }
    if slot.isEmpty { return "" }
    if slot.origin == .batch,
      let column = input.columns.indices.first(where: { column in
        let range = batch.range(record, column)
        return input.columns[column].writtenPlace != nil && (range.start, range.end) == (slot.start, slot.end)
      })
    {
      return written(column, batch, record, input)
    }
    var text = OutputBuffer(capacity: 256)
    mapper.append(slot, batch, to: &text)
    return Finding.value(text.span)
  }

  /// A value as its file has it, whose meaning is in another column.
  private func written(_ column: Int, _ batch: RecordBatch, _ record: Int, _ input: TaskInput) -> String {
    batch.shownValue(record, input.columns[column].writtenPlace ?? column)
  }

  /// Notes the numbers of a record that only the culture of their file makes what they are.
  private mutating func noteUnclearNumbers(
    _ index: Int, _ batch: RecordBatch, _ record: Int, _ input: TaskInput
  ) {
    let entity = input.package.entities[input.entity]
    guard entity.readsNumbers else { return }
    let used = states[index].task.usedColumns
    for column in entity.columns.indices
    where entity.columns[column].writtenPlace != nil && used.contains(entity.columns[column].name.lowercased())
      && entity.isUnclear(batch, record, column: column)
    { issues.add(Issue(.numberReadTwoWays, .column(column))) }
  }

  /// Names the column that should have a company, and what stands there.
  private func nameCompany(in finding: inout Finding, _ batch: RecordBatch, _ record: Int, _ input: TaskInput) {
    let entity = input.package.entities[input.entity]
    let columns = CompanyColumns(SourceColumns(entity.columns), entity.schema)
    guard let column = columns.invalid(batch, record) else { return }
    finding.field = entity.columns[column].heading
    finding.value = Finding.value(batch.bytes.span.extracting(batch.range(record, column).bounds))
  }

  /// The finding of an issue of a record.
  func finding(
    _ issue: Issue, _ index: Int, _ batch: RecordBatch, _ record: Int, _ input: TaskInput
  ) -> Finding {
    let task = states[index].task
    let place = place(index, input, batch.number(of: record), line: batch.lines[record], key: issues.key)
    var finding = Finding(issue, issue.code.severity == .error ? .error : .warning, at: place)
    if issue.code == .pricingError { finding.field = PricingError.column }
    if let column = issue.column { finding.field = input.columns[column].heading }
    if let field = issue.field {
      finding.field = task.fields[field].column(in: input.package.entities[input.entity])
      if issue.code == .stateIsAName { finding.detail = .stateName }
      if issue.code == .tooLong || issue.code == .tooLongForAssumedLimit {
        let attribute = states[index].destination.attribute(named: task.fields[field].column)
        let isAssumed = attribute?.lengthIsAssumed ?? false
        // A value beyond an assumed limit is refused only if it does not fit into files either.
        let own = issue.code == .tooLong && isAssumed ? Int.max : attribute?.maxLength ?? Int.max
        finding.detail = .limit(
          min(own, context.options.fileFormat(to: template.destination)?.mostCharacters ?? Int.max))
      }
    }
    return finding
  }

  /// A record of the company at hand.
  func place(_ index: Int, _ input: TaskInput, _ number: RecordNumber, line: UInt32, key: String) -> FindingPlace {
    var place = place(of: input, index)
    (place.record, place.line, place.key, place.company) = (number, Int(line), key, company)
    return place
  }

  /// A reference to a record that comes later, or to the record itself.
  func finding(_ reference: SelfReferences.Later, _ index: Int) -> Finding {
    let place = states[index].place(of: reference.number)
    var there = self.place(of: place.input, index)
    (there.record, there.line) = (place.number, reference.line)
    (there.key, there.company) = (reference.chain[0], reference.company)
    var finding = Finding(
      .refersToLaterRecord, .warning, at: there, field: reference.field, detail: .chain(reference.chain))
    finding.value = reference.value
    return finding
  }

  /// A file that a task reads.
  func place(of input: TaskInput, _ index: Int) -> FindingPlace {
    FindingPlace(package: input.package.path, file: input.file, entity: EntityName(states[index].task.source))
  }

  /// Reports that a written header's total is not what its lines come to; the header stands in a file of a task, and has a key.
  mutating func reportTotal(
    _ sum: ExactSum, of totalField: String, _ index: Int, _ input: TaskInput, _ number: RecordNumber, line: UInt32,
    key: Span<UInt8>
  ) throws {
    guard context.observer == nil, !context.findings.countsOnly(.totalDiffers, .warning) else { return }
    let place = place(index, input, number, line: line, key: KeyText.string(key))
    var finding = Finding(.totalDiffers, .warning, at: place, field: totalField)
    finding.value = sum.description
    try context.findings.add(finding)
  }

  /// Counts and lists a record that is not meant to be written. `clause` is the number, in the list, of what decided; 0 if the
  /// reason says it all.
  mutating func filter(
    _ index: Int, _ reason: FilterReason, clause: Int = 0, _ mapper: inout RecordMapper, _ batch: RecordBatch,
    _ record: Int, _ input: TaskInput, _ lookups: borrowing LookupContext
  ) throws {
    states[index].counts.filteredBy[reason, default: 0] += 1
    if let notes = referenceNotes[index], notes.wantsUnwritten {
      if !issues.hasKey { issues.readKey(&mapper, batch, record, lookups) }
      notes.noteUnwritten(issues, company: companyAtHand.number)
    }
    if let watcher = context.watcher {
      if !issues.hasKey { issues.readKey(&mapper, batch, record, lookups) }
      let decision = Decision.filtered(reason, clause: context.filtered.text(of: clause))
      try show(decision, to: watcher, index, mapper, batch, record, input, lookups)
    }
    if reason == .duplicate {
      context.observer?.merged(index)
    } else {
      try context.observer?.filtered(index, reason, &mapper, batch, record, &issues, lookups)
    }
    guard context.filtered.isKept else { return }
    if !issues.hasKey { issues.readKey(&mapper, batch, record, lookups) }
    try context.filtered.add(
      task: index, input, key: issues.shown, record: batch.number(of: record).value, line: Int(batch.lines[record]),
      reason: reason, clause: clause, company: company)
  }

  /// The number, in the list, of the clause that refuses a record which a task's filter does not let through. It changes
  /// nothing; it says so because a closure would otherwise be given a copy of the whole run.
  mutating func clause(
    _ index: Int, _ mapper: inout RecordMapper, _ batch: RecordBatch, _ record: Int, _ lookups: borrowing LookupContext
  ) -> Int {
    mapper.refusingClause(batch, record, lookups).map { clauses[index][$0] } ?? 0
  }

  /// Reports the columns of a task's filter that a file with records lacks, once for each file. A comparison only notes
  /// it: packages that a conversion has written need not have them.
  func reportMissingColumns(_ index: Int, _ plan: borrowing TaskPlan, _ input: TaskInput) throws {
    for column in plan.missingFilterFields where context.noteMissing(column, of: input) {
      try context.findings.add(
        Finding(
          .filterColumnMissing, context.observer == nil ? .error : .info, at: place(of: input, index), field: column,
          detail: .name(column)))
    }
  }

  /// Reports the record's issues and puts it among the rejects.
  mutating func reject(
    _ index: Int, _ mapper: borrowing RecordMapper, _ batch: RecordBatch, _ record: Int, _ input: TaskInput,
    _ lookups: borrowing LookupContext
  ) throws {
    try report(index, mapper, batch, record, input)
    try context.observer?.rejected(index, mapper, batch, record, issues, lookups)
    if let watcher = context.watcher {
      try show(.rejected, to: watcher, index, mapper, batch, record, input, lookups)
    }
    states[index].counts.rejected += 1
    referenceNotes[index]?.noteUnwritten(issues, company: companyAtHand.number)
    guard states[index].rejects.areKept else { return }
    var codes: [String] = []
    var messages: [String] = []
    for issue in issues.all where issue.code.severity == .error {
      let code = issue.code.rawValue
      if !codes.contains(code) { codes.append(code) }
      messages.append(context.findings.message(finding(issue, index, batch, record, input)))
    }
    let longParts =
      issues.keyState == .tooLong
      ? (0..<batch.width).filter { mapper.isLongKeyPart(batch.range(record, $0)) } : []
    try states[index].rejects.add(
      batch, record, input: input.number, longKeyParts: longParts, codes: codes,
      message: messages.joined(separator: "; "), company: company)
  }

  /// Filters a record out that another input holds too.
  mutating func merge(
    _ index: Int, _ mapper: inout RecordMapper, _ batch: RecordBatch, _ record: Int, _ input: TaskInput, _ earlier: Int,
    _ lookups: borrowing LookupContext
  ) throws {
    try filter(index, .duplicate, &mapper, batch, record, input, lookups)
    let place = states[index].place(of: earlier)
    let issue = Issue(
      .duplicateInAnotherInput, detail: .otherInput(package: place.input.package.path, record: place.number))
    var finding = finding(issue, index, batch, record, input)
    finding.severity = .info
    try context.findings.add(finding)
  }
}
