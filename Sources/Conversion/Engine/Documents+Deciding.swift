// Hot path: no allocation per record.

import Findings
import Mapping
import Packages
import Records

/// What becomes of headers and lines, now that all of their documents is known: whole documents are written, all others
/// rejected or filtered, and everything is reported.
extension Documents {
  mutating func decide(
    _ record: inout RecordView, _ run: inout TemplateRun, _ lookups: borrowing LookupContext
  ) throws {
    if record.task == headers {
      try decideHeader(&record, &run, lookups)
    } else {
      try decideLine(&record, &run, lookups)
    }
  }

  private mutating func decideHeader(
    _ record: inout RecordView, _ run: inout TemplateRun, _ lookups: borrowing LookupContext
  ) throws {
    let header = record.number
    let clause = book.clause(of: header)
    if clause > 0 { return try run.filter(&record, .filter, clause: clause, lookups) }
    if try reportKey(&record, &run, lookups) { return }
    if isUnchanged(header) { return try run.filter(&record, .unchanged, lookups) }
    run.addAmbiguity(&record, lookups)
    run.checkValues(&record, lookups, parents: true)
    _ = run.checkNumber(&record, lookups)
    addBlame(header, to: &record)
    if record.issues.isRejected { return try run.reject(&record, lookups) }
    if !book.flags[header].contains(.hasLines) { record.issues.add(.headerWithoutLines) }
    try run.reportWritten(&record)
    if let totals, let sum = totals.difference(header, DocumentTotals.HeaderAmounts(&record, lookups)) {
      try run.reportTotal(
        sum, of: totals.totalField, headers, record.input, record.ownNumber, line: record.line,
        key: record.issues.shown.span)
    }
    record.unit = header
    try run.write(&record, lookups)
  }

  private mutating func decideLine(
    _ record: inout RecordView, _ run: inout TemplateRun, _ lookups: borrowing LookupContext
  ) throws {
    guard let header = header(of: &record, lookups) else {
      record.readKey(lookups)
      record.issues.add(.lineWithoutHeader)
      return try run.reject(&record, lookups)
    }
    if book.flags[header].contains(.filtered) {
      return try run.filter(&record, .header, clause: book.clause(of: header), lookups)
    }
    let isWhole = !book.flags[header].contains(.faulty)
    // The lines of a document without a fault have all been let through.
    if asksLines, !isWhole, !record.passesFilter(lookups) { record.issues.add(.lineContradictsHeader) }
    if try reportKey(&record, &run, lookups) { return }
    if isUnchanged(header) { return try run.filter(&record, .unchanged, lookups) }
    record.mapper.parent = isWhole ? book.parent(of: header) : .none
    run.checkValues(&record, lookups, parents: isWhole)
    book.note(parent: record.mapper.parent, of: header)
    addBlame(header, to: &record)
    if record.issues.isRejected { return try run.reject(&record, lookups) }
    if run.prices.lacksItem(book.list(of: header), record.mapper, lookups) {
      record.issues.add(
        Issue(.noPriceListItem, run.prices.unitField.map { .field($0) } ?? .record, detail: .priceListItem))
    }
    try run.reportWritten(&record)
    record.unit = header
    try run.write(&record, lookups, documentCurrency: book.currency(of: header))
  }

  /// Works the key out and adds what the survey has found wrong with it; true if the record is merged with another one.
  private func reportKey(
    _ record: inout RecordView, _ run: inout TemplateRun, _ lookups: borrowing LookupContext
  ) throws -> Bool {
    record.readKey(lookups)
    record.issues.addKeyIssue(isReported: record.mapper.plan.lacksKey)
    let outcome = run.states[record.task].keyFaults[record.number] ?? .first
    if case .merged(let earlier) = outcome {
      try run.merge(&record, earlier, lookups)
      return true
    }
    run.add(outcome, to: &record)
    run.addAlike(&record)
    try run.addReturned(&record, lookups)
    return false
  }

  /// A record without a fault of its own goes back with its document, and says who is to blame.
  private func addBlame(_ header: Int, to record: inout RecordView) {
    guard book.flags[header].contains(.faulty), !record.issues.isRejected else { return }
    let culprit = book.culprits[header]
    record.issues.add(
      .documentNotWhole,
      detail: .culprit(
        entity: culprit?.entity ?? "", key: culprit?.key ?? "", code: culprit?.code.rawValue ?? ""))
  }
}
