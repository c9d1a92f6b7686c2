// Hot path: no allocation per record.

import Findings
import Mapping
import Packages
import Records

/// What is wrong with a record.
extension TemplateRun {
  /// Judges the record's key, as far as a first pass has not done so.
  mutating func judgeKey(
    _ index: Int, _ mapper: inout RecordMapper, _ batch: RecordBatch, _ record: Int, _ number: Int, _ input: TaskInput,
    _ knowledge: borrowing Knowledge
  ) throws -> KeyJudgement {
    verdict.readKey(&mapper, batch, record, knowledge)
    if verdict.keyState != .whole {
      let missing = missingKey(index)
      verdict.addKeyIssue(missing: missing, isReported: mapper.plan.lacksKey)
    }
    var judgement = KeyJudgement.first
    if states[index].hasSeveralInputs {
      judgement = states[index].keyFaults[number] ?? .first
    } else if verdict.keyState == .whole {
      judgement = states[index].judge.judge(verdict.comparable, record: number, input: input.origin, content: 0)
      if let alike = states[index].judge.alike { states[index].alikes[number] = alike }
    }
    add(judgement, index)
    addAlike(number, index)
    try addReturned(index, batch, record, input, knowledge)
    addAmbiguity(index, knowledge)
    return judgement
  }

  /// What is to be said of a key that a record lacks.
  func missingKey(_ index: Int) -> Issue.Detail {
    let isAssignable =
      template.destination == .finops
      && states[index].source?.attributes.contains { $0.numberSequence != nil } ?? false
    return isAssignable && !context.options.assignsNumbers ? .assignable : .none
  }

  /// Makes issues of what was found out about a key.
  mutating func add(_ judgement: KeyJudgement, _ index: Int) {
    switch judgement {
    case .first, .merged: return
    case .doubled(let earlier):
      let place = states[index].place(of: earlier)
      verdict.add(
        .keyTwice,
        detail: states[index].inputs.count > 1
          ? .otherInput(package: place.input.file, record: place.number) : .earlierRecord(place.number))
    case .contradicts(let other):
      let place = states[index].place(of: other)
      verdict.add(.keyContradicts, detail: .otherInput(package: place.input.package.path, record: place.number))
    }
  }

  /// A natural key that several records of the destination have.
  mutating func addAmbiguity(_ index: Int, _ knowledge: borrowing Knowledge) {
    guard template.destination == .sales, identities[index].isByRecordKey,
      identities[index].isAmbiguous(verdict, knowledge)
    else { return }
    verdict.add(.severalCandidates)
  }

  /// Maps the record and notes what is wrong with its values.
  mutating func judgeValues(
    _ index: Int, _ mapper: inout RecordMapper, _ batch: RecordBatch, _ record: Int, _ knowledge: borrowing Knowledge,
    parents: Bool
  ) {
    mapper.map(batch, record, knowledge, parents: parents)
    if !identities[index].isByRecordKey, identities[index].isAmbiguous(verdict, mapper, batch, knowledge) {
      verdict.add(.severalCandidates)
    }
    for issue in mapper.issues {
      if issue.code == .timeOfTheRunUnknown {
        context.hasUnjudgedLists = true
        continue
      }
      var issue = issue
      if issue.code == .requiredFieldIsEmpty, let field = issue.field {
        issue.isReported = mapper.plan.isMissing(field)
      }
      verdict.add(issue)
    }
  }

  /// Whether only what is new or changed goes over, and the destination holds the mapped record with the same content.
  mutating func isHeld(
    _ index: Int, _ mapper: borrowing RecordMapper, _ batch: borrowing RecordBatch, _ knowledge: borrowing Knowledge
  ) -> Bool {
    if held == nil { return false }
    if template.destination == .finops {
      let number = rowNumber
      return held?.holds(mapper, batch, company: number, of: index) ?? false
    }
    let id = identities[index].id(verdict, mapper, batch, knowledge, &ids)
    return held?.holds(id, mapper, batch, knowledge, of: index) ?? false
  }

  /// Whether the number of a record without a fault is another company's: `P2C2107`, or of a shared number the other company.
  mutating func judgeNumber(
    _ index: Int, _ mapper: borrowing RecordMapper, _ batch: borrowing RecordBatch, _ knowledge: borrowing Knowledge
  ) -> SharedNumbers.Holder? {
    guard template.destination == .sales, context.companies.isParted, !verdict.isRejected else { return nil }
    switch identities[index].holder(verdict, mapper, batch, knowledge) {
    case .nobody: return nil
    case .shared(let holder): return holder
    case .other:
      verdict.add(.numberOfAnotherCompany)
      return nil
    }
  }
}
