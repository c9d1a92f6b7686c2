// Hot path: no allocation per mapped record.

import Findings
import Mapping
import Packages
import Records

/// The second pass: whole documents are written, all others rejected or filtered, and everything is reported.
extension DocumentRun {
  /// Writes the records of the company at hand in a task: those that were put aside, or all as they are read again.
  mutating func writeRecords(_ index: Int, _ lookups: borrowing LookupContext) throws {
    if let records = mapped[index] { return try writeMapped(index, records, lookups) }
    let pass = run.states[index].pass
    let form = run.form(index)
    try pass.forEachBatch(of: run.part, preparing: [.key, .values, .parents, .currency], in: form, lookups) {
      mapper, batch, input, records, first in
      var nextIssue = batch.firstIssue(from: records.lowerBound)
      for record in records {
        let issue = batch.issue(of: record, &nextIssue)
        mapper.begin(record)
        try write(index, &mapper, batch, record, number: first + record, issue, input, lookups)
      }
    }
  }

  /// Writes, rejects or filters a record as it was read.
  private mutating func write(
    _ index: Int, _ mapper: inout RecordMapper, _ batch: RecordBatch, _ record: Int, number: Int, _ issue: Issue?,
    _ input: TaskInput, _ lookups: borrowing LookupContext
  ) throws {
    run.states[index].counts.read += 1
    run.issues.begin()
    if let issue { run.issues.add(issue) }
    if issue?.isUnreadable ?? false { return try run.reject(index, mapper, batch, record, input, lookups) }
    if index == headers {
      try writeHeader(number, &mapper, batch, record, input, lookups)
    } else {
      try writeLine(number, &mapper, batch, record, hasIssue: issue != nil, input, lookups)
    }
  }

  private mutating func writeHeader(
    _ header: Int, _ mapper: inout RecordMapper, _ batch: RecordBatch, _ record: Int, _ input: TaskInput,
    _ lookups: borrowing LookupContext
  ) throws {
    let clause = book.clause(of: header)
    if clause > 0 {
      return try run.filter(headers, .filter, clause: clause, &mapper, batch, record, input, lookups)
    }
    if try reportKey(headers, &mapper, batch, record, header, input, lookups) { return }
    if isUnchanged(header) {
      return try run.filter(headers, .unchanged, &mapper, batch, record, input, lookups)
    }
    run.addAmbiguity(headers, lookups)
    run.checkValues(headers, &mapper, batch, record, lookups, parents: true)
    _ = run.checkNumber(headers, mapper, batch, lookups)
    try addBlame(header)
    if run.issues.isRejected { return try run.reject(headers, mapper, batch, record, input, lookups) }
    if !book.flags[header].contains(.hasLines) { run.issues.add(.headerWithoutLines) }
    try run.reportWritten(headers, mapper, batch, record, input)
    if let totals,
      let sum = totals.difference(header, DocumentTotals.HeaderAmounts(&mapper, batch, record, lookups))
    {
      let key = run.issues.shown.copy()
      try run.reportTotal(
        sum, of: totals.totalField, headers, input, batch.number(of: record), line: batch.lines[record], key: key.span)
    }
    try run.write(headers, &mapper, batch, record, number: header, unit: header, lookups)
  }

  private mutating func writeLine(
    _ number: Int, _ mapper: inout RecordMapper, _ batch: RecordBatch, _ record: Int, hasIssue: Bool,
    _ input: TaskInput, _ lookups: borrowing LookupContext
  ) throws {
    guard let header = header(&mapper, batch, record, lookups) else {
      run.issues.readKey(&mapper, batch, record, lookups)
      run.issues.add(.lineWithoutHeader)
      return try run.reject(lines, mapper, batch, record, input, lookups)
    }
    if book.flags[header].contains(.filtered) {
      return try run.filter(
        lines, .header, clause: book.clause(of: header), &mapper, batch, record, input, lookups)
    }
    let isWhole = !book.flags[header].contains(.faulty)
    // The lines of a document without a fault have all been let through.
    if asksLines, !isWhole, !hasIssue, !mapper.passesFilter(batch, record, lookups) {
      run.issues.add(.lineContradictsHeader)
    }
    if try reportKey(lines, &mapper, batch, record, number, input, lookups) { return }
    if isUnchanged(header) {
      return try run.filter(lines, .unchanged, &mapper, batch, record, input, lookups)
    }
    mapper.parent = isWhole ? book.parent(of: header) : .none
    run.checkValues(lines, &mapper, batch, record, lookups, parents: isWhole)
    book.note(parent: mapper.parent, of: header)
    try addBlame(header)
    if run.issues.isRejected { return try run.reject(lines, mapper, batch, record, input, lookups) }
    if run.prices.lacksItem(book.list(of: header), mapper, lookups) {
      run.issues.add(
        Issue(.noPriceListItem, run.prices.unitField.map { .field($0) } ?? .record, detail: .priceListItem))
    }
    try run.reportWritten(lines, mapper, batch, record, input)
    try run.write(
      lines, &mapper, batch, record, number: number, unit: header, lookups,
      documentCurrency: book.currency(of: header))
  }

  /// Makes the key and adds what the first pass found wrong with it; true if the record is merged with another one.
  private mutating func reportKey(
    _ index: Int, _ mapper: inout RecordMapper, _ batch: RecordBatch, _ record: Int, _ number: Int, _ input: TaskInput,
    _ lookups: borrowing LookupContext
  ) throws -> Bool {
    run.issues.readKey(&mapper, batch, record, lookups)
    run.issues.addKeyIssue(isReported: mapper.plan.lacksKey)
    let outcome = run.states[index].keyFaults[number] ?? .first
    if case .merged(let earlier) = outcome {
      try run.merge(index, &mapper, batch, record, input, earlier, lookups)
      return true
    }
    run.add(outcome, index)
    run.addAlike(number, index)
    try run.addReturned(index, batch, record, input, lookups)
    return false
  }

  /// A record without a fault of its own goes back with its document, and says who is to blame.
  private mutating func addBlame(_ header: Int) throws {
    guard book.flags[header].contains(.faulty), !run.issues.isRejected else { return }
    let culprit = book.culprits[header]
    run.issues.add(
      .documentNotWhole,
      detail: .culprit(
        entity: culprit?.entity ?? "", key: culprit?.key ?? "", code: culprit?.code.rawValue ?? ""))
  }

  // MARK: What was put aside

  /// Writes what was put aside of the company at hand in a task.
  private mutating func writeMapped(
    _ index: Int, _ records: MappedRecords, _ lookups: borrowing LookupContext
  ) throws {
    let state = run.states[index]
    guard let first = state.inputs.first, let stretches = records.stretches(company: run.companyAtHand.number) else {
      return
    }
    // What was put aside as it was read is mapped here.
    var file = first
    var reader = RecordMapper(state.pass.plan(first, company: run.part.company))
    var late = try lateRecords(index, lookups)
    try state.pass.forEachStretch(stretches, company: run.part.company, in: run.form(index), lookups) {
      mapper, stretch in
      let input = state.inputs[stretch.input]
      if input.columns != file.columns { reader = RecordMapper(state.pass.plan(input, company: run.part.company)) }
      file = input
      // How many records were put aside as they were read, and how many as their values.
      var (record, place) = (0, 0)
      var (offset, nextIssue) = (0, 0)
      while offset < stretch.values.bytes.count {
        let head = MappedRecords.Head(stretch.values.bytes.span, at: offset)
        let begin = offset + MappedRecords.Head.size
        offset = begin + head.key + head.recordID + head.amounts + head.values
        if head.form == .mapped {
          if goesOver(head.document) {
            try write(index, head, place, &mapper, stretch.values, begin, input, lookups)
          } else {
            let (batch, place) = try late.record(head.number)
            takeBack(index, head.document, &reader, batch, place, lookups)
            reader.begin(place)
            try write(index, &reader, batch, place, number: head.number, nil, input, lookups)
          }
          place += 1
          continue
        }
        let issue = stretch.read.issue(of: record, &nextIssue)
        if head.form == .dropped { takeBack(index, head.document, &reader, stretch.read, record, lookups) }
        reader.begin(record)
        try write(index, &reader, stretch.read, record, number: head.number, issue, input, lookups)
        record += 1
      }
      return record + place
    }
  }

  /// Writes a record whose values were put aside, as those of the `place`-th mapped record of its stretch: they stand in the text of
  /// the batch, from an offset on.
  private mutating func write(
    _ index: Int, _ head: MappedRecords.Head, _ place: Int, _ mapper: inout RecordMapper, _ values: RecordBatch,
    _ begin: Int, _ input: TaskInput, _ lookups: borrowing LookupContext
  ) throws {
    run.states[index].counts.read += 1
    let keyEnd = begin + head.key
    let idEnd = keyEnd + head.recordID
    let key = values.bytes.span.extracting(begin..<keyEnd)
    if index == headers {
      try reportWritten(head, key, values.bytes.span.extracting(idEnd..<idEnd + head.amounts), input)
    }
    if run.sink.isSplit { run.kept[index].insert(head.number) }
    mapper.unpack(place, values, from: idEnd + head.amounts, lookups)
    run.states[index].counts.written += 1
    let name = run.sink.templateName
    let company = run.companyAtHand.bytes
    if run.template.destination == .finops {
      try run.sink.write(mapper, values, unit: head.document)
      let recordID = values.bytes.span.extracting(keyEnd..<idEnd)
      if run.context.crosswalk.isKept { try run.context.crosswalk.add(name, key: key, id: recordID, company: company) }
    } else {
      try run.sink.write(mapper, values, id: head.id, run.issues, lookups, &run.ids, unit: head.document)
      guard run.context.crosswalk.isKept else { return }
      run.recordID.truncate(to: 0)
      head.id.append(to: &run.recordID)
      try run.context.crosswalk.add(name, key: key, id: run.recordID.span, company: company)
    }
  }

  /// Reports what is only known of a header when all lines have come.
  private mutating func reportWritten(
    _ head: MappedRecords.Head, _ key: Span<UInt8>, _ amounts: Span<UInt8>, _ input: TaskInput
  ) throws {
    if !book.flags[head.document].contains(.hasLines),
      !run.context.findings.countsOnly(.headerWithoutLines, .warning)
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

  /// Undoes the counting of a record that was taken to be written.
  private mutating func takeBack(
    _ index: Int, _ document: Int, _ mapper: inout RecordMapper, _ batch: RecordBatch, _ record: Int,
    _ lookups: borrowing LookupContext
  ) {
    mapper.begin(record)
    mapper.map(batch, record, lookups, parents: false)
    run.count(
      index, &mapper, batch, record, lookups, documentCurrency: index == lines ? book.currency(of: document) : nil,
      takingBack: true)
  }

  /// The records of the company at hand whose values were put aside, and that are not written after all, read once more.
  private mutating func lateRecords(_ index: Int, _ lookups: borrowing LookupContext) throws -> LateRecords {
    let mark: DocumentIndex.Flags = index == headers ? .headerIsMapped : .linesAreMapped
    let mine = book.headers(of: run.companyAtHand.number)
    var late = LateRecords { [context = run.context] in try context.temporaryFile() }
    guard mine.contains(where: { book.flags[$0].contains(mark) && !goesOver($0) }) else { return late }
    try run.states[index].pass.forEachBatch(of: run.part, lookups) { mapper, batch, _, records, first in
      for record in records {
        mapper.begin(record)
        let document = index == headers ? first + record : header(&mapper, batch, record, lookups)
        guard let document, book.flags[document].contains(mark), !goesOver(document) else { continue }
        try late.add(record, of: batch, number: first + record)
      }
    }
    try late.finish()
    return late
  }
}
