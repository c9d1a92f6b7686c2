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
      try context.findings.add(finding(fault, index, batch, record, input))
    }
  }

  func finding(
    _ fault: RecordVerdict.Fault, _ index: Int, _ batch: RecordBatch, _ record: Int, _ input: TaskInput
  ) -> Finding {
    let task = states[index].task
    let isWarning = FieldFault.isWarning(fault.code)
    var finding = Finding(FindingCode("P2C\(fault.code)"), isWarning ? .warning : .error)
    (finding.package, finding.file, finding.entity) = (input.package.path, input.file, task.source)
    finding.record = batch.firstNumber + record
    finding.line = Int(batch.lines[record])
    finding.key = verdict.key
    finding.company = company
    finding.detail = fault.detail
    if fault.field >= 0 {
      finding.field = task.fields[fault.field].sources.first?.text ?? task.fields[fault.field].column
      if fault.code == 2103 || fault.code == 2403 {
        finding.detail = .limit(
          states[index].destination.attribute(named: task.fields[fault.field].column)?.maxLength ?? 0)
      }
    }
    return finding
  }

  /// A reference to a record that comes later, or to the record itself.
  func finding(_ reference: SelfReferences.Later, _ index: Int) -> Finding {
    let place = states[index].place(of: reference.number)
    var finding = Finding(FindingCode("P2C2411"), .warning)
    (finding.package, finding.file) = (place.input.package.path, place.input.file)
    finding.entity = states[index].task.source
    (finding.record, finding.line) = (place.number, reference.line)
    (finding.field, finding.value) = (reference.field, reference.value)
    (finding.key, finding.company) = (reference.chain[0], reference.company)
    finding.detail = .chain(reference.chain)
    return finding
  }

  /// Counts a record that is not meant to go over.
  mutating func keepBack(
    _ index: Int, _ reason: FilterReason, _ mapper: inout RecordMapper, _ batch: RecordBatch, _ record: Int,
    _ knowledge: borrowing Knowledge
  ) throws {
    states[index].counts.filteredBy[reason, default: 0] += 1
    try context.comparer?.keptBack(index, reason, &mapper, batch, record, &verdict, knowledge)
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
    for fault in verdict.faults where !FieldFault.isWarning(fault.code) {
      let code = "P2C\(fault.code)"
      if !codes.contains(code) { codes.append(code) }
      messages.append(context.findings.message(finding(fault, index, batch, record, input)))
    }
    try states[index].rejects.add(
      batch, record, input: input.number, codes: codes, message: messages.joined(separator: "; "),
      company: company)
  }

  /// Counts a record that another input holds too.
  mutating func merge(_ index: Int, _ batch: RecordBatch, _ record: Int, _ input: TaskInput, _ earlier: Int) throws {
    states[index].counts.filteredBy[.duplicate, default: 0] += 1
    context.comparer?.merged(index)
    let place = states[index].place(of: earlier)
    var finding = finding(
      RecordVerdict.Fault(
        code: 2404, field: -1, detail: .otherInput(package: place.input.package.path, record: place.number)), index,
      batch,
      record, input)
    finding.severity = .info
    try context.findings.add(finding)
  }
}
