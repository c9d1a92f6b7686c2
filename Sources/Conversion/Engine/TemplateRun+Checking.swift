// Hot path: no allocation per record.

import Findings
import Mapping
import Packages
import Records

/// What is wrong with a record.
extension TemplateRun {
  /// Checks the record's key, as far as a first pass has not done so.
  mutating func checkKey(
    _ index: Int, _ mapper: inout RecordMapper, _ batch: RecordBatch, _ record: Int, _ number: Int, _ input: TaskInput,
    _ lookups: borrowing LookupContext
  ) throws -> KeyOutcome {
    issues.readKey(&mapper, batch, record, lookups)
    if issues.keyState != .whole {
      let missing = missingKey(index)
      issues.addKeyIssue(missing: missing, isReported: mapper.plan.lacksKey)
    }
    var outcome = KeyOutcome.first
    if states[index].hasSeveralInputs {
      outcome = states[index].keyFaults[number] ?? .first
    } else if issues.keyState == .whole {
      outcome = states[index].duplicates.check(issues.comparable, record: number, input: input.origin, content: 0)
      if let alike = states[index].duplicates.alike { states[index].alikes[number] = alike }
    }
    add(outcome, index)
    addAlike(number, index)
    try addReturned(index, batch, record, input, lookups)
    addAmbiguity(index, lookups)
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
  mutating func add(_ outcome: KeyOutcome, _ index: Int) {
    switch outcome {
    case .first, .merged: return
    case .doubled(let earlier):
      let place = states[index].place(of: earlier)
      issues.add(
        .keyTwice,
        detail: states[index].inputs.count > 1
          ? .otherInput(package: place.input.file, record: place.number) : .earlierRecord(place.number))
    case .contradicts(let other):
      let place = states[index].place(of: other)
      issues.add(.keyContradicts, detail: .otherInput(package: place.input.package.path, record: place.number))
    }
  }

  /// A natural key that several records of the destination have.
  mutating func addAmbiguity(_ index: Int, _ lookups: borrowing LookupContext) {
    guard template.destination == .sales, identities[index].isByRecordKey,
      identities[index].isAmbiguous(issues, lookups)
    else { return }
    issues.add(.severalCandidates)
  }

  /// Maps the record and notes what is wrong with its values.
  mutating func checkValues(
    _ index: Int, _ mapper: inout RecordMapper, _ batch: RecordBatch, _ record: Int, _ lookups: borrowing LookupContext,
    parents: Bool
  ) {
    mapper.map(batch, record, lookups, parents: parents)
    if !identities[index].isByRecordKey, identities[index].isAmbiguous(issues, mapper, batch, lookups) {
      issues.add(.severalCandidates)
    }
    for issue in mapper.issues {
      if issue.code == .timeOfTheRunUnknown {
        context.hasUnjudgedLists = true
        continue
      }
      // It is settled when all templates have run.
      if issue.code == .deferredReferenceNotFound { continue }
      var issue = issue
      if issue.code == .requiredFieldIsEmpty, let field = issue.field {
        issue.isReported = mapper.plan.isMissing(field)
      }
      issues.add(issue)
    }
  }

  /// Whether only what is new or changed is written, and the destination holds the mapped record with the same content.
  mutating func isHeld(
    _ index: Int, _ mapper: borrowing RecordMapper, _ batch: borrowing RecordBatch, _ lookups: borrowing LookupContext
  ) -> Bool {
    if held == nil { return false }
    if template.destination == .finops {
      let number = rowNumber
      return held?.holds(mapper, batch, company: number, of: index) ?? false
    }
    let id = identities[index].id(issues, mapper, batch, lookups, &ids)
    return held?.holds(id, mapper, batch, lookups, of: index) ?? false
  }

  /// Whether the number of a record without a fault is another company's: `P2C2107`, or of a shared number the other company.
  mutating func checkNumber(
    _ index: Int, _ mapper: borrowing RecordMapper, _ batch: borrowing RecordBatch, _ lookups: borrowing LookupContext
  ) -> SharedNumbers.Holder? {
    guard template.destination == .sales, context.companies.isPartitioned, !issues.isRejected else { return nil }
    switch identities[index].holder(issues, mapper, batch, lookups) {
    case .nobody: return nil
    case .shared(let holder): return holder
    case .other:
      issues.add(.numberOfAnotherCompany)
      return nil
    }
  }
}
