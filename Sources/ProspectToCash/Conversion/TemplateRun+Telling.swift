import Findings
import Mapping
import Packages
import Records

/// What becomes of records that do not go over, and what is told of all.
extension TemplateRun {
  /// Tells the record's warnings and faults.
  mutating func tell(
    _ index: Int, _ mapper: borrowing RecordMapper, _ batch: RecordBatch, _ record: Int, _ input: TaskInput
  ) throws {
    for fault in verdict.faults where !fault.isSilent {
      let isWarning = fault.code.severity != .error
      if isWarning, context.findings.countsOnly(fault.code, .warning) { continue }
      var finding = finding(fault, index, batch, record, input)
      finding.value = value(of: fault, mapper, batch, record)
      if fault.code == .notACompany { nameCompany(in: &finding, batch, record, input) }
      try context.findings.add(finding)
    }
  }

  /// Tells the warnings of a record that goes over, also that Sales could not price it. A comparison has no need of that.
  mutating func tellWritten(
    _ index: Int, _ mapper: borrowing RecordMapper, _ batch: RecordBatch, _ record: Int, _ input: TaskInput
  ) throws {
    let column = mapper.plan.pricingColumn
    if column >= 0, context.comparer == nil,
      let code = PricingError.code(batch.bytes.span.extracting(batch.range(record, column).bounds)), code > 0
    {
      verdict.add(.pricingError, detail: .pricingError(code))
    }
    try tell(index, mapper, batch, record, input)
  }

  /// What a fault is about, as read: the value of its field, or the key; nothing where something is empty or missing.
  private func value(
    of fault: RecordVerdict.Fault, _ mapper: borrowing RecordMapper, _ batch: RecordBatch, _ record: Int
  ) -> String {
    if fault.code == .pricingError { return batch.shownValue(record, mapper.plan.pricingColumn) }
    var slot = ValueSlot.none
    if FieldFault.isAboutKey(fault.code) {
      slot = mapper.readKey
    } else if fault.field >= 0, !FieldFault.isAboutNoValue(fault.code) {
      slot = mapper.readValue(of: fault.field, batch, record)
    }
    if slot.isEmpty { return "" }
    var text = OutputBuffer(capacity: 256)
    mapper.append(slot, batch, to: &text)
    return Finding.value(text.span)
  }

  /// Names the column that should have a company, and what stands there.
  private func nameCompany(in finding: inout Finding, _ batch: RecordBatch, _ record: Int, _ input: TaskInput) {
    let entity = input.package.entities[input.entity]
    let columns = CompanyColumns(SourceColumns(entity.columns), entity.schema)
    guard let column = columns.invalid(batch, record) else { return }
    finding.field = entity.columns[column].heading
    finding.value = Finding.value(batch.bytes.span.extracting(batch.range(record, column).bounds))
  }

  func finding(
    _ fault: RecordVerdict.Fault, _ index: Int, _ batch: RecordBatch, _ record: Int, _ input: TaskInput
  ) -> Finding {
    let task = states[index].task
    let isWarning = fault.code.severity != .error
    var finding = Finding(fault.code, isWarning ? .warning : .error)
    (finding.package, finding.file, finding.entity) = (input.package.path, input.file, task.source)
    finding.record = batch.number(of: record)
    finding.line = Int(batch.lines[record])
    finding.key = verdict.key
    finding.company = company
    finding.detail = fault.detail
    if fault.code == .pricingError { finding.field = PricingError.column }
    if fault.column >= 0 { finding.field = input.columns[fault.column].heading }
    if fault.field >= 0 {
      finding.field = task.fields[fault.field].column(in: input.package.entities[input.entity])
      if fault.code == .stateIsAName { finding.detail = .stateName }
      if fault.code == .tooLong || fault.code == .tooLongForAssumedLimit {
        let attribute = states[index].destination.attribute(named: task.fields[fault.field].column)
        let isAssumed = attribute?.lengthIsAssumed ?? false
        // A value beyond an assumed limit is refused only if it does not fit into files either.
        let own = fault.code == .tooLong && isAssumed ? Int.max : attribute?.maxLength ?? Int.max
        finding.detail = .limit(
          min(own, context.options.fileFormat(to: template.destination)?.mostCharacters ?? Int.max))
      }
    }
    return finding
  }

  /// A reference to a record that comes later, or to the record itself.
  func finding(_ reference: SelfReferences.Later, _ index: Int) -> Finding {
    let place = states[index].place(of: reference.number)
    var finding = Finding(.refersToLaterRecord, .warning)
    (finding.package, finding.file) = (place.input.package.path, place.input.file)
    finding.entity = states[index].task.source
    (finding.record, finding.line) = (place.number, reference.line)
    (finding.field, finding.value) = (reference.field, reference.value)
    (finding.key, finding.company) = (reference.chain[0], reference.company)
    finding.detail = .chain(reference.chain)
    return finding
  }

  /// Reports that a written header's total is not what its lines come to.
  mutating func reportTotal(
    _ sum: ExactSum, of totalField: String, _ index: Int, _ mapper: borrowing RecordMapper, _ batch: RecordBatch,
    _ record: Int,
    _ input: TaskInput
  ) throws {
    guard context.comparer == nil, !context.findings.countsOnly(.totalDiffers, .warning) else { return }
    var finding = finding(
      RecordVerdict.Fault(code: .totalDiffers, field: -1, detail: .none), index, batch, record, input)
    finding.severity = .warning
    finding.field = totalField
    finding.value = sum.description
    try context.findings.add(finding)
  }

  /// Counts and lists a record that is not meant to go over. `clause` is the number, in the list, of what decided; 0 if the
  /// reason says it all.
  mutating func filter(
    _ index: Int, _ reason: FilterReason, clause: Int = 0, _ mapper: inout RecordMapper, _ batch: RecordBatch,
    _ record: Int, _ input: TaskInput, _ knowledge: borrowing Knowledge
  ) throws {
    states[index].counts.filteredBy[reason, default: 0] += 1
    if reason == .duplicate {
      context.comparer?.merged(index)
    } else {
      try context.comparer?.keptBack(index, reason, &mapper, batch, record, &verdict, knowledge)
    }
    guard context.filtered.isKept else { return }
    if !verdict.hasKey { verdict.readKey(&mapper, batch, record, knowledge) }
    try context.filtered.add(
      task: index, input, key: verdict.shown, record: batch.number(of: record), line: Int(batch.lines[record]),
      reason: reason, clause: clause, company: company)
  }

  /// The number, in the list, of the clause that refuses a record which a task's filter does not let through. It changes
  /// nothing; it says so because a closure would otherwise be given a copy of the whole run.
  mutating func clause(
    _ index: Int, _ mapper: inout RecordMapper, _ batch: RecordBatch, _ record: Int, _ knowledge: borrowing Knowledge
  ) -> Int {
    mapper.refusingClause(batch, record, knowledge).map { clauses[index][$0] } ?? 0
  }

  /// Reports the columns of a task's filter that a file with records lacks, once for each file. A comparison only notes
  /// it: packages that a conversion has written need not have them.
  func reportMissingColumns(_ index: Int, _ plan: borrowing TaskPlan, _ input: TaskInput) throws {
    for column in plan.missingFilterFields where context.noteMissing(column, of: input) {
      var finding = Finding(.filterColumnMissing, context.comparer == nil ? .error : .info)
      (finding.package, finding.file, finding.entity) = (input.package.path, input.file, states[index].task.source)
      finding.field = column
      finding.detail = .name(column)
      try context.findings.add(finding)
    }
  }

  /// Tells the record's faults and puts it among the rejects.
  mutating func reject(
    _ index: Int, _ mapper: borrowing RecordMapper, _ batch: RecordBatch, _ record: Int, _ input: TaskInput,
    _ knowledge: borrowing Knowledge
  ) throws {
    try tell(index, mapper, batch, record, input)
    try context.comparer?.refused(index, mapper, batch, record, verdict, knowledge)
    states[index].counts.rejected += 1
    guard states[index].rejects.areKept else { return }
    var codes: [String] = []
    var messages: [String] = []
    for fault in verdict.faults where fault.code.severity == .error {
      let code = fault.code.rawValue
      if !codes.contains(code) { codes.append(code) }
      messages.append(context.findings.message(finding(fault, index, batch, record, input)))
    }
    let longParts =
      verdict.keyState == .tooLong
      ? (0..<batch.width).filter { mapper.isLongKeyPart(batch.range(record, $0)) } : []
    try states[index].rejects.add(
      batch, record, input: input.number, longKeyParts: longParts, codes: codes,
      message: messages.joined(separator: "; "), company: company)
  }

  /// Filters a record out that another input holds too.
  mutating func merge(
    _ index: Int, _ mapper: inout RecordMapper, _ batch: RecordBatch, _ record: Int, _ input: TaskInput, _ earlier: Int,
    _ knowledge: borrowing Knowledge
  ) throws {
    try filter(index, .duplicate, &mapper, batch, record, input, knowledge)
    let place = states[index].place(of: earlier)
    var finding = finding(
      RecordVerdict.Fault(
        code: .duplicateInAnotherInput, field: -1,
        detail: .otherInput(package: place.input.package.path, record: place.number)), index,
      batch,
      record, input)
    finding.severity = .info
    try context.findings.add(finding)
  }
}
