// Hot path: no allocation per mapped record.

import Findings
import Mapping
import Packages
import Records

/// Records that were put aside are taken up in their order, when all of their documents is known.
extension Documents {
  /// Writes what was put aside of the company at hand in a task.
  mutating func writeMapped(
    _ index: Int, _ records: MappedRecords, _ run: inout TemplateRun, _ lookups: borrowing LookupContext
  ) throws {
    let pass = run.states[index].pass
    guard let first = run.states[index].inputs.first,
      let stretches = records.stretches(company: run.companyAtHand.number)
    else { return }
    // What was put aside as it was read is mapped here.
    let company = run.part.company
    var reader = pass.view(of: first, company: company)
    var lateReader = pass.view(of: first, company: company)
    var late = try lateRecords(index, &run, lookups)
    let form = try run.form(index, lookups)
    try pass.forEachStretch(of: stretches, company: company, in: form, lookups) { record, stretch in
      if record.input.columns != reader.input.columns {
        reader = pass.view(of: record.input, company: company)
        lateReader = pass.view(of: record.input, company: company)
      }
      reader.begin(stretch.read, of: record.input, 0..<0, first: 0)
      // How many records were put aside as they were read, and how many as their values.
      var (read, mapped) = (0, 0)
      var offset = 0
      while offset < stretch.values.bytes.count {
        let head = MappedRecords.Head(stretch.values.bytes.span, at: offset)
        let begin = offset + MappedRecords.Head.size
        offset = begin + head.key + head.recordID + head.amounts + head.values
        if head.form == .mapped, isWritten(head.document) {
          record.begin(mapped, number: head.number, ownNumber: head.ownNumber)
          try write(head, &record, stretch.values, begin, &run, lookups)
        } else if head.form == .mapped {
          let (batch, place) = try late.record(head.number)
          lateReader.begin(batch, of: record.input, 0..<0, first: 0)
          takeBack(head.document, &lateReader, place, &run, lookups)
          lateReader.begin(place, number: head.number)
          try run.decide(&lateReader, by: &self, lookups)
        } else {
          if head.form == .dropped { takeBack(head.document, &reader, read, &run, lookups) }
          reader.begin(read, number: head.number)
          try run.decide(&reader, by: &self, lookups)
        }
        if head.form == .mapped { mapped += 1 } else { read += 1 }
      }
      reader.end()
      return read + mapped
    }
  }

  /// Writes a record whose values were put aside: its key and they stand in the text of the batch, from an offset on.
  private mutating func write(
    _ head: MappedRecords.Head, _ record: inout RecordView, _ values: borrowing RecordBatch, _ begin: Int,
    _ run: inout TemplateRun, _ lookups: borrowing LookupContext
  ) throws {
    let index = record.task
    run.states[index].counts.read += 1
    let keyEnd = begin + head.key
    let idEnd = keyEnd + head.recordID
    record.issues.shown.append(values.bytes.span.extracting(begin..<keyEnd))
    record.ownIDText.append(values.bytes.span.extracting(keyEnd..<idEnd))
    if index == headers {
      let amounts = values.bytes.span.extracting(idEnd..<idEnd + head.amounts)
      try reportWritten(head, record.issues.shown.span, amounts, record.input, &run)
    }
    if run.sink.isSplit { run.kept[index].insert(head.number) }
    record.mapper.takeUp(values, from: idEnd + head.amounts, lookups)
    (record.unit, record.wasExpected) = (head.document, true)
    run.states[index].counts.written += 1
    if run.template.destination == .sales { record.id = head.id }
    try run.sink.write(&record, lookups)
    for witness in run.witnesses { try witness.written(&record, lookups) }
  }

  /// Reports what is only known of a header when all lines have come.
  private func reportWritten(
    _ head: MappedRecords.Head, _ key: Span<UInt8>, _ amounts: Span<UInt8>, _ input: TaskInput,
    _ run: inout TemplateRun
  ) throws {
    if !book.flags[head.document].contains(.hasLines),
      !run.context.findings.countsOnly(.headerWithoutLines, .warning, about: run.entity(headers))
    {
      let place = run.place(headers, input, head.ownNumber, line: head.line, key: KeyText.string(key))
      try run.context.findings.add(Finding(.headerWithoutLines, .warning, at: place))
    }
    if let totals, amounts.count > 0,
      let sum = totals.difference(head.document, DocumentTotals.HeaderAmounts(amounts))
    {
      try run.reportTotal(
        sum, of: totals.totalField, headers, input, head.ownNumber, line: head.line, key: key)
    }
  }

  /// Undoes the announcement of a record that was taken to be written.
  private func takeBack(
    _ document: Int, _ record: inout RecordView, _ place: Int, _ run: inout TemplateRun,
    _ lookups: borrowing LookupContext
  ) {
    record.lookAt(place)
    record.map(lookups, parents: false)
    record.readCurrency(lookups, ofDocument: record.task == lines ? book.currency(of: document) : [])
    for witness in run.witnesses { witness.withdrawn(&record, lookups) }
  }

  /// The records of the company at hand whose values were put aside, and that are not written after all, read once more.
  private mutating func lateRecords(
    _ index: Int, _ run: inout TemplateRun, _ lookups: borrowing LookupContext
  ) throws -> LateRecords {
    let mark: DocumentIndex.Flags = index == headers ? .headerIsMapped : .linesAreMapped
    let mine = book.headers(of: run.companyAtHand.number)
    var late = LateRecords { [context = run.context] in try context.temporaryFile() }
    guard mine.contains(where: { book.flags[$0].contains(mark) && !isWritten($0) }) else { return late }
    try run.states[index].pass.forEachStretch(of: run.part, lookups) { record in
      while record.next() {
        let document = index == headers ? record.number : header(of: &record, lookups)
        guard let document, book.flags[document].contains(mark), !isWritten(document) else { continue }
        try late.add(record.index, of: record.batch, number: record.number)
      }
    }
    try late.finish()
    return late
  }
}
