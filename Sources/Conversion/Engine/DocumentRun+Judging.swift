// Hot path: no allocation per record.

import Findings
import Mapping
import Packages
import Records

/// The first pass: what is wrong with headers and lines, and which documents are whole.
extension DocumentRun {
  /// What was found out about a record that is put aside.
  private enum Verdict {
    /// There is something to be said of it.
    case notable
    /// There is nothing to be said of it, and it is written if its document is, that of the header.
    case clean(document: Int)
  }

  mutating func judgeHeaders(_ lookups: borrowing LookupContext) throws {
    let state = run.states[headers]
    let hashes = state.contentHashes
    let form = packedForm(headers)
    try state.pass.forEachBatch(
      of: run.part, keeping: true, preparing: preparation(headers), in: form, lookups, counting: run.context.count
    ) { mapper, batch, input, records, first in
      run.states[headers].note(batch, first, input)
      try run.reportMissingColumns(headers, mapper.plan, input)
      var nextIssue = batch.firstIssue(from: records.lowerBound)
      for record in records {
        run.issues.begin()
        mapper.begin(record)
        let issue = batch.issue(of: record, &nextIssue)
        let verdict = try judgeHeader(&mapper, batch, record, first, issue, input, hashes, lookups)
        try putAside(headers, verdict, &mapper, batch, record, first, input, lookups)
      }
      try endStretch(headers, batch, input)
    }
    run.states[headers].duplicates.forget()
    // What contradicts a later record was checked before that one came.
    for (header, outcome) in run.states[headers].keyFaults {
      if case .contradicts = outcome { book.blame(header, entity: state.task.source, key: "", code: .keyContradicts) }
    }
  }

  private mutating func judgeHeader(
    _ mapper: inout RecordMapper, _ batch: RecordBatch, _ record: Int, _ first: Int, _ issue: Issue?,
    _ input: TaskInput, _ hashes: [ContentHash], _ lookups: borrowing LookupContext
  ) throws -> Verdict {
    run.currency.truncate(to: 0)
    if issue?.isUnreadable ?? false {
      book.add(.unreadable, number: run.issues.comparable, id: nil, currency: run.currency)
      return .notable
    }
    if let issue { run.issues.add(issue) }
    var flags: DocumentIndex.Flags =
      issue != nil || mapper.passesFilter(batch, record, lookups) ? [] : .filtered
    let clause = flags.isEmpty ? 0 : run.clause(headers, &mapper, batch, record, lookups)
    run.issues.readKey(&mapper, batch, record, lookups)
    mapper.currency(batch, record, lookups, to: &run.currency)
    let header = first + record
    if flags.isEmpty {
      run.issues.addKeyIssue()
      let outcome = check(headers, header, input, batch, record, hashes)
      if case .merged = outcome { flags = .filtered }
      try run.addReturned(headers, batch, record, input, lookups)
      run.addAmbiguity(headers, lookups)
      run.checkValues(headers, &mapper, batch, record, lookups, parents: mapsOnce)
      _ = run.checkNumber(headers, mapper, batch, lookups)
    }
    book.add(
      flags, clause: clause, number: run.issues.comparable, id: mapper.recordGUID(batch, record),
      currency: run.currency)
    guard flags.isEmpty else { return .notable }
    blame(header, headers)
    book.note(list: run.prices.list(ofHeader: mapper, lookups), of: header)
    noteFreight(header, mapper, batch)
    compare(header, headers, mapper, batch, lookups)
    guard mapsOnce, !book.flags[header].contains(.faulty) else { return .notable }
    expect(header, mapper, batch, lookups)
    return run.issues.all.isEmpty && run.states[headers].alikes[header] == nil ? .clean(document: header) : .notable
  }

  /// Makes a header known to its lines, before it is certain that it is written.
  private mutating func expect(
    _ header: Int, _ mapper: borrowing RecordMapper, _ batch: RecordBatch, _ lookups: borrowing LookupContext
  ) {
    guard let table = run.identities[headers].growingTable else { return }
    let id = run.identities[headers].id(run.issues, mapper, batch, lookups, &run.ids)
    guard let entry = run.identities[headers].note(id, mapper, batch, run.issues, lookups, isExpected: true) else {
      return
    }
    book.set(.isExpected, of: header)
    book.note(parent: ValueSlot(origin: .destination, start: UInt32(table), end: UInt32(entry)), of: header)
  }

  mutating func judgeLines(_ lookups: borrowing LookupContext) throws {
    let state = run.states[lines]
    let hashes = state.contentHashes
    var headersOfContradictions: [Int: Int] = [:]
    let form = packedForm(lines)
    try state.pass.forEachBatch(
      of: run.part, keeping: !mapsOnce, preparing: preparation(lines), in: form, lookups,
      counting: run.context.count
    ) { mapper, batch, input, records, first in
      run.states[lines].note(batch, first, input)
      if asksLines { try run.reportMissingColumns(lines, mapper.plan, input) }
      if !hasLines, !standTogether(&mapper, batch, records, lookups) { mapped[lines] = nil }
      hasLines = true
      var nextIssue = batch.firstIssue(from: records.lowerBound)
      for record in records {
        run.issues.begin()
        mapper.begin(record)
        let issue = batch.issue(of: record, &nextIssue)
        let verdict = try judgeLine(
          &mapper, batch, record, first, issue, input, hashes, lookups, &headersOfContradictions)
        try putAside(lines, verdict, &mapper, batch, record, first, input, lookups)
      }
      try endStretch(lines, batch, input)
    }
    run.states[lines].duplicates.forget()
    for header in headersOfContradictions.values {
      book.blame(header, entity: state.task.source, key: "", code: .keyContradicts)
    }
  }

  /// Whether the lines of documents stand together, as far as some records show it. Where they do not, a document mostly turns
  /// out to be faulty when some of its lines were put aside long ago, and all would be read again for it.
  private mutating func standTogether(
    _ mapper: inout RecordMapper, _ batch: RecordBatch, _ records: Range<Int>, _ lookups: borrowing LookupContext
  ) -> Bool {
    if records.count < DocumentRun.fewestLines { return true }
    var seen: Set<Int> = []
    var last: Int?
    var returning = 0
    for record in records {
      mapper.begin(record)
      guard let document = header(&mapper, batch, record, lookups), document != last else { continue }
      if !seen.insert(document).inserted { returning += 1 }
      last = document
    }
    return returning <= records.count / 16
  }

  /// Of fewer lines it is not asked whether they stand together.
  private static let fewestLines = 64

  private mutating func judgeLine(
    _ mapper: inout RecordMapper, _ batch: RecordBatch, _ record: Int, _ first: Int, _ issue: Issue?,
    _ input: TaskInput, _ hashes: [ContentHash], _ lookups: borrowing LookupContext,
    _ headersOfContradictions: inout [Int: Int]
  ) throws -> Verdict {
    let header = self.header(&mapper, batch, record, lookups)
    if let issue { run.issues.add(issue) }
    if issue?.isUnreadable ?? false {
      // A line that cannot be read makes its document incomplete, if it can be reported which one that is.
      if let header, !book.flags[header].contains(.filtered) { blame(header, lines) }
      return .notable
    }
    guard let header, !book.flags[header].contains(.filtered) else { return .notable }
    if asksLines, let clause = mapper.plan.missingFilterClause {
      // Nobody knows whether the line is meant, so its document is filtered out.
      book.filter(header, clause: run.clauses[lines][clause])
      return .notable
    }
    if asksLines, issue == nil, !mapper.passesFilter(batch, record, lookups) {
      run.issues.add(.lineContradictsHeader)
    }
    book.set(.hasLines, of: header)
    run.issues.readKey(&mapper, batch, record, lookups)
    run.issues.addKeyIssue()
    let ownKey = run.issues.comparable.count
    DocumentRun.appendDocument(header, to: &run.issues.comparable)
    let outcome = check(lines, first + record, input, batch, record, hashes)
    run.issues.comparable.truncate(to: ownKey)
    if case .contradicts(let earlier) = outcome { headersOfContradictions[earlier] = header }
    if case .merged = outcome { return .notable }
    try run.addReturned(lines, batch, record, input, lookups)
    let isOpen = mapsOnce && !book.flags[header].contains(.faulty)
    if isOpen { mapper.parent = book.parent(of: header) }
    run.checkValues(lines, &mapper, batch, record, lookups, parents: isOpen)
    blame(header, lines)
    noteSequence(header, mapper, batch)
    totals?.add(header, &mapper, batch, record, lookups)
    if run.sink.isSplit { book.countLine(of: header) }
    compare(header, lines, mapper, batch, lookups)
    guard isOpen, run.issues.all.isEmpty, !run.prices.lacksItem(book.list(of: header), mapper, lookups) else {
      return .notable
    }
    return .clean(document: header)
  }

  /// What workers do in advance for the first pass of a task.
  private func preparation(_ index: Int) -> Preparation {
    mapsOnce ? [.filter, .key, .values, .parents, .currency] : [.filter, .key, .values]
  }

  /// The form in which workers prepare what is put aside of a task.
  private func packedForm(_ index: Int) -> RecordForm {
    guard mapsOnce else { return RecordForm() }
    return RecordForm(
      encoder: ValuePacker(), namer: run.template.destination == .sales ? run.identities[index].namer : nil)
  }

  // MARK: Putting aside

  /// Puts a judged record aside: its values, and counted as one that is written, if nothing is to be said of it.
  private mutating func putAside(
    _ index: Int, _ verdict: Verdict, _ mapper: inout RecordMapper, _ batch: RecordBatch, _ record: Int, _ first: Int,
    _ input: TaskInput, _ lookups: borrowing LookupContext
  ) throws {
    guard let records = mapped[index] else { return }
    let head = MappedRecords.Head(
      number: first + record, ownNumber: batch.number(of: record), line: batch.lines[record])
    guard case .clean(let document) = verdict, !hasPricingError(mapper, batch, record),
      pack(index, head, of: document, into: records, &mapper, batch, record, lookups)
    else { return records.add(read: head, at: record) }
    run.count(
      index, &mapper, batch, record, lookups, documentCurrency: index == lines ? book.currency(of: document) : nil)
    if records.isFull { try endStretch(index, batch, input) }
  }

  /// Puts the values of a record of a document aside; false, and nothing done, if they are too many bytes.
  private mutating func pack(
    _ index: Int, _ head: MappedRecords.Head, of document: Int, into records: MappedRecords,
    _ mapper: inout RecordMapper, _ batch: RecordBatch, _ record: Int, _ lookups: borrowing LookupContext
  ) -> Bool {
    var head = head
    head.form = .mapped
    head.document = document
    let isForSales = run.template.destination == .sales
    if isForSales { head.id = run.identities[index].id(run.issues, mapper, batch, lookups, &run.ids) }
    // Taken out of the object meanwhile: a local value needs no check at every access.
    var output = OutputBuffer.none
    swap(&output, &records.output)
    defer { swap(&output, &records.output) }
    let start = output.count
    output.appendZeroes(MappedRecords.Head.size)
    output.append(run.issues.shown.span)
    head.key = run.issues.shown.count
    if !isForSales, run.context.crosswalk.isKept {
      run.loadRecordID(nil, mapper, batch, record)
      output.append(run.recordID.span)
      head.recordID = run.recordID.count
    }
    var end = output.count
    if index == headers, totals != nil {
      DocumentTotals.HeaderAmounts(&mapper, batch, record, lookups).append(to: &output)
      head.amounts = output.count - end
      end = output.count
    }
    guard mapper.appendPrepared(to: &output) || mapper.pack(batch, to: &output) else {
      output.truncate(to: start)
      return false
    }
    head.values = output.count - end
    head.put(into: &output, at: start)
    records.note(mapped: record, at: start, document: document)
    return true
  }

  /// Whether Sales could not price the record.
  private func hasPricingError(_ mapper: borrowing RecordMapper, _ batch: RecordBatch, _ record: Int) -> Bool {
    let column = mapper.plan.pricingColumn
    guard column >= 0 else { return false }
    return PricingError.code(batch.bytes.span.extracting(batch.range(record, column).bounds)).map { $0 > 0 } ?? false
  }

  private mutating func endStretch(_ index: Int, _ batch: RecordBatch, _ input: TaskInput) throws {
    try mapped[index]?.end(batch, input: input.number) { keep(index, $0) }
  }

  /// Whether what was put aside of a document's records stays, as far as is known; noted if so.
  mutating func keep(_ index: Int, _ document: Int) -> Bool {
    if !book.flags[document].isDisjoint(with: [.faulty, .filtered]) { return false }
    book.set(index == headers ? .headerIsMapped : .linesAreMapped, of: document)
    return true
  }

  // MARK: Verdicts

  /// Checks a key and notes what it says for the second pass.
  private mutating func check(
    _ index: Int, _ number: Int, _ input: TaskInput, _ batch: RecordBatch, _ record: Int, _ hashes: [ContentHash]
  ) -> KeyOutcome {
    guard run.issues.keyState == .whole else { return .first }
    let content = hashes.isEmpty ? 0 : hashes[input.number].hash(batch, record)
    let outcome = run.states[index].duplicates.check(
      run.issues.comparable, record: number, input: input.origin, content: content)
    run.states[index].note(outcome, of: number)
    if let alike = run.states[index].duplicates.alike { run.states[index].alikes[number] = alike }
    run.add(outcome, index)
    return outcome
  }

  private mutating func blame(_ header: Int, _ index: Int) {
    guard run.issues.isRejected,
      let fault = run.issues.all.first(where: { $0.code.severity == .error })
    else { return }
    book.blame(header, entity: run.states[index].task.source, key: run.issues.key, code: fault.code)
  }

  /// Notes that a document is not what the destination holds, if only such documents are written.
  private mutating func compare(
    _ header: Int, _ index: Int, _ mapper: borrowing RecordMapper, _ batch: borrowing RecordBatch,
    _ lookups: borrowing LookupContext
  ) {
    guard run.held != nil, book.flags[header].isDisjoint(with: [.faulty, .changed]),
      !run.isHeld(index, mapper, batch, lookups)
    else { return }
    book.set(.changed, of: header)
  }

  /// A line's number counts within its document.
  private static func appendDocument(_ header: Int, to key: inout OutputBuffer) {
    key.append(0)
    for shift in stride(from: 0, to: 32, by: 8) { key.append(UInt8(truncatingIfNeeded: header >> shift)) }
  }
}
