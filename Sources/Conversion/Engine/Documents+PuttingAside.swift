// Hot path: no allocation per mapped record.

import Findings
import Mapping
import Packages
import Records

/// Records that were judged are put aside until all of their documents is known.
extension Documents {
  /// Puts a judged record aside: its values, and counted as one that is written, if nothing is to be said of it.
  mutating func putAside(
    _ verdict: Verdict, _ record: inout RecordView, _ run: inout TemplateRun, _ lookups: borrowing LookupContext
  ) throws {
    let index = record.task
    guard let records = mapped[index] else { return }
    let head = MappedRecords.Head(number: record.number, ownNumber: record.ownNumber, line: record.line)
    guard case .clean(let document) = verdict, !hasPricingError(&record),
      pack(&record, head, of: document, into: records, &run, lookups)
    else { return records.add(read: head, at: record.index) }
    record.readCurrency(lookups, ofDocument: index == lines ? book.currency(of: document) : [])
    for witness in run.witnesses { witness.expected(&record, lookups) }
    if records.isFull { try endStretch(&record) }
  }

  /// Puts the values of a record of a document aside; false, and nothing done, if they are too many bytes.
  private mutating func pack(
    _ record: inout RecordView, _ head: MappedRecords.Head, of document: Int, into records: MappedRecords,
    _ run: inout TemplateRun, _ lookups: borrowing LookupContext
  ) -> Bool {
    var head = head
    head.form = .mapped
    head.document = document
    run.identify(&record, lookups)
    if let id = record.id { head.id = id }
    // Taken out of the object meanwhile: a local value needs no check at every access.
    var output = OutputBuffer.none
    swap(&output, &records.output)
    defer { swap(&output, &records.output) }
    let start = output.count
    output.appendZeroes(MappedRecords.Head.size)
    output.append(record.issues.shown.span)
    head.key = record.issues.shown.count
    var end = output.count
    if record.id == nil {
      record.appendSalesID(to: &output)
      head.recordID = output.count - end
      end = output.count
    }
    if record.task == headers, totals != nil {
      DocumentTotals.HeaderAmounts(&record, lookups).append(to: &output)
      head.amounts = output.count - end
      end = output.count
    }
    guard record.mapper.appendPrepared(to: &output) || record.mapper.pack(record.batch, to: &output) else {
      output.truncate(to: start)
      return false
    }
    head.values = output.count - end
    head.put(into: &output, at: start)
    records.note(mapped: record.index, at: start, document: document)
    return true
  }

  /// The form in which workers prepare what is put aside of a task.
  func packedForm(_ index: Int, _ run: borrowing TemplateRun) -> RecordForm {
    guard mapsOnce else { return RecordForm() }
    return RecordForm(
      encoder: ValuePacker(), namer: run.template.destination == .sales ? run.identities[index].namer : nil)
  }

  /// Whether Sales could not price the record.
  private func hasPricingError(_ record: inout RecordView) -> Bool {
    let column = record.mapper.plan.pricingColumn
    guard column >= 0 else { return false }
    let text = record.batch.bytes.span.extracting(record.batch.range(record.index, column).bounds)
    return PricingError.code(text).map { $0 > 0 } ?? false
  }

  /// Ends a stretch of what was put aside.
  mutating func endStretch(_ record: inout RecordView) throws {
    let index = record.task
    try mapped[index]?.end(record.batch, input: record.input.number) { keep(index, $0) }
  }

  /// Whether what was put aside of a document's records stays, as far as is known; noted if so.
  mutating func keep(_ index: Int, _ document: Int) -> Bool {
    if !book.flags[document].isDisjoint(with: [.faulty, .filtered]) { return false }
    book.set(index == headers ? .headerIsMapped : .linesAreMapped, of: document)
    return true
  }
}
