// Hot path (`decide`): no allocation per record.

import Findings
import Mapping
import Packages
import Records

/// The policy of records that stand alone: each is decided and written when it passes. Only where several inputs could
/// contradict each other are the keys of all looked at before.
struct SingleRecords: RunPolicy {
  var isFirstPass: Bool { true }

  func survey(_ company: RunCompany, _ run: inout TemplateRun, _ lookups: inout LookupContext) {}

  func plan(_ group: [RunCompany], _ run: inout TemplateRun) {}

  func select(_ company: RunCompany, task index: Int, _ run: inout TemplateRun, _ lookups: inout LookupContext) {
    run.select(company, task: index, &lookups)
  }

  mutating func write(_ index: Int, _ run: inout TemplateRun, _ lookups: borrowing LookupContext) throws {
    if run.states[index].hasSeveralInputs { try checkKeys(index, &run, lookups) }
    try run.decideAll(index, by: &self, preparing: [.filter, .key, .values, .parents, .currency], lookups)
    run.states[index].duplicates.forget()
  }

  func decide(_ record: inout RecordView, _ run: inout TemplateRun, _ lookups: borrowing LookupContext) throws {
    let index = record.task
    guard record.passesFilter(lookups) else {
      return try run.filter(&record, .filter, clause: run.clause(&record, lookups), lookups)
    }
    let outcome = try run.checkKey(&record, lookups)
    if case .merged(let earlier) = outcome { return try run.merge(&record, earlier, lookups) }
    run.checkValues(&record, lookups, parents: true)
    if let other = run.checkNumber(&record, lookups) {
      // It is written again, if need be, as one that has brought its price list item.
      record.unit = run.units
      return try run.share(&record, other, lookups)
    }
    if record.issues.isRejected { return try run.reject(&record, lookups) }
    if run.context.companies.isPartitioned { run.identities[index].claim(&record, lookups) }
    if run.isHeld(&record, lookups) { return try run.filter(&record, .unchanged, lookups) }
    try run.reportWritten(&record)
    record.unit = run.units
    try run.write(&record, lookups)
    run.units += 1
    for rule in lookups.growingRules where !lookups.existing[rule].isEmpty {
      lookups.existing[rule].addWritten(record.issues.comparable.span)
    }
  }

  func rewrite(_ index: Int, _ run: inout TemplateRun, _ lookups: borrowing LookupContext) throws {
    var unit = run.units
    try run.rewrite(index, lookups) { _ in
      unit += 1
      return unit - 1
    }
    run.units = unit
  }

  /// A pass over the keys of the company at hand, where several inputs could contradict each other.
  private func checkKeys(_ index: Int, _ run: inout TemplateRun, _ lookups: borrowing LookupContext) throws {
    let state = run.states[index]
    var duplicates = DuplicateKeyDetector(hasSeveralInputs: true, seeksAlike: true)
    let hashes = state.contentHashes
    try state.pass.forEachStretch(
      of: run.part, keeping: true, preparing: [.filter, .key], lookups, counting: run.context.count
    ) { record in
      run.states[index].note(record.batch, record.first, record.input)
      let keyColumns = record.mapper.plan.keyColumns
      while record.next() {
        duplicates.expect(record.batch, record.index, columns: keyColumns)
        guard !record.isUnreadable, record.passesFilter(lookups) else { continue }
        record.readKey(lookups)
        guard record.issues.keyState == .whole else { continue }
        let content = hashes[record.input.number].hash(record.batch, record.index)
        let outcome = duplicates.check(
          record.issues.comparable, record: record.number, input: record.input.origin, content: content)
        run.states[index].note(outcome, of: record.number)
        if let alike = duplicates.alike { run.states[index].alikes[record.number] = alike }
      }
    }
  }
}
