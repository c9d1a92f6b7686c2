// Hot path: no allocation per record.

import Findings
import Mapping
import Packages
import Records

/// What is wrong with a record.
extension TemplateRun {
  /// Checks the record's key, as far as a first pass has not done so.
  mutating func checkKey(_ record: inout RecordView, _ lookups: borrowing LookupContext) throws -> KeyOutcome {
    let index = record.task
    record.readKey(lookups)
    if record.issues.keyState != .whole {
      record.issues.addKeyIssue(missing: missingKey(index), isReported: record.mapper.plan.lacksKey)
    }
    var outcome = KeyOutcome.first
    if states[index].hasSeveralInputs {
      outcome = states[index].keyFaults[record.number] ?? .first
    } else if record.issues.keyState == .whole {
      outcome = states[index].duplicates.check(
        record.issues.comparable, record: record.number, input: record.input.origin, content: 0)
      if let alike = states[index].duplicates.alike { states[index].alikes[record.number] = alike }
    }
    add(outcome, to: &record)
    addAlike(&record)
    try addReturned(&record, lookups)
    addAmbiguity(&record, lookups)
    return outcome
  }

  /// What is to be said of a key that a record lacks.
  func missingKey(_ index: Int) -> Issue.Detail {
    let isAssignable =
      template.destination == .finops
      && states[index].source?.attributes.contains { $0.numberSequence != nil } ?? false
    return isAssignable && !context.options.assignsNumbers ? .assignable : .none
  }

  /// Makes issues of what was found out about a key.
  mutating func add(_ outcome: KeyOutcome, to record: inout RecordView) {
    let index = record.task
    switch outcome {
    case .first, .merged: return
    case .doubled(let earlier):
      let place = states[index].place(of: earlier)
      record.issues.add(
        .keyTwice,
        detail: states[index].inputs.count > 1
          ? .otherInput(package: place.input.file, record: place.number) : .earlierRecord(place.number))
    case .contradicts(let other):
      let place = states[index].place(of: other)
      record.issues.add(.keyContradicts, detail: .otherInput(package: place.input.package.path, record: place.number))
    }
  }

  /// A natural key that several records of the destination have.
  mutating func addAmbiguity(_ record: inout RecordView, _ lookups: borrowing LookupContext) {
    guard template.destination == .sales, identities[record.task].isByRecordKey,
      identities[record.task].isAmbiguous(record.issues, lookups)
    else { return }
    record.issues.add(.severalCandidates)
  }

  /// Maps the record and notes what is wrong with its values.
  mutating func checkValues(_ record: inout RecordView, _ lookups: borrowing LookupContext, parents: Bool) {
    record.map(lookups, parents: parents)
    if !identities[record.task].isByRecordKey, identities[record.task].isAmbiguous(&record, lookups) {
      record.issues.add(.severalCandidates)
    }
    for place in record.mapper.issues.indices {
      var issue = record.mapper.issues[place]
      if issue.code == .timeOfTheRunUnknown {
        context.hasUnjudgedLists = true
        continue
      }
      // It is settled when all templates have run.
      if issue.code == .deferredReferenceNotFound { continue }
      if issue.code == .requiredFieldIsEmpty, let field = issue.field {
        issue.isReported = record.mapper.plan.isMissing(field)
      }
      record.issues.add(issue)
    }
    addForeignValues(&record)
  }

  /// Refuses the values that are none of the culture of their file, whatever the destination would take: text takes all.
  private func addForeignValues(_ record: inout RecordView) {
    // Nearly no file has a culture.
    guard record.readsNumbers else { return }
    let entity = record.input.package.entities[record.input.entity]
    let task = states[record.task].task
    let used = task.usedColumns
    for column in entity.columns.indices where entity.isForeign(record.batch, record.index, column: column) {
      let name = entity.columns[column].name
      let isReported = record.issues.all.contains { issue in
        issue.code == .valueOfTheWrongType
          && issue.field.map { task.fields[$0].column(in: entity).lowercased() == name.lowercased() } ?? false
      }
      if !isReported, used.contains(name.lowercased()) {
        record.issues.add(Issue(.valueOfTheWrongType, .column(column)))
      }
    }
  }

  /// Whether only what is new or changed is written, and the destination holds the mapped record with the same content.
  mutating func isHeld(_ record: inout RecordView, _ lookups: borrowing LookupContext) -> Bool {
    if !held.isAsked { return false }
    if template.destination == .finops {
      let company = rowNumber
      return held.holds(record.mapper, record.batch, company: company, of: record.task)
    }
    let id = identities[record.task].id(of: &record, lookups)
    return held.holds(id, record.mapper, record.batch, lookups, of: record.task)
  }

  /// Whether the number of a record without a fault is another company's: `P2C2107`, or of a shared number the other company.
  mutating func checkNumber(
    _ record: inout RecordView, _ lookups: borrowing LookupContext
  ) -> SharedNumbers.Holder? {
    guard template.destination == .sales, context.companies.isPartitioned, !record.issues.isRejected else {
      return nil
    }
    switch identities[record.task].holder(of: &record, lookups) {
    case .nobody: return nil
    case .shared(let holder): return holder
    case .other:
      record.issues.add(.numberOfAnotherCompany)
      return nil
    }
  }
}
