// Hot path: no allocation per record.

import Findings
import Mapping
import Packages
import Records

/// The survey: what is wrong with headers and lines, and which documents are whole.
extension Documents {
  /// What was found out about a record that is put aside.
  enum Verdict {
    /// There is something to be said of it.
    case notable
    /// There is nothing to be said of it, and it is written if its document is, that of the header.
    case clean(document: Int)
  }

  // MARK: Headers

  mutating func judgeHeaders(_ run: inout TemplateRun, _ lookups: borrowing LookupContext) throws {
    let state = run.states[headers]
    let hashes = state.contentHashes
    let form = packedForm(headers, run)
    try state.pass.forEachStretch(
      of: run.part, keeping: true, preparing: preparation, in: form, lookups, counting: run.context.count
    ) { record in
      try run.begin(record)
      while record.next() {
        let verdict = try judgeHeader(&record, hashes, &run, lookups)
        try putAside(verdict, &record, &run, lookups)
      }
      try endStretch(&record)
    }
    run.states[headers].duplicates.forget()
    // What contradicts a later record was checked before that one came.
    for (header, outcome) in run.states[headers].keyFaults {
      if case .contradicts = outcome { book.blame(header, entity: state.task.source, key: "", code: .keyContradicts) }
    }
  }

  private mutating func judgeHeader(
    _ record: inout RecordView, _ hashes: [ContentHash], _ run: inout TemplateRun, _ lookups: borrowing LookupContext
  ) throws -> Verdict {
    if record.isUnreadable {
      book.add(.unreadable, number: record.issues.comparable, id: nil, currency: record.currency)
      return .notable
    }
    if record.isFaulty { record.addFault() }
    var flags: DocumentIndex.Flags = record.passesFilter(lookups) ? [] : .filtered
    let clause = flags.isEmpty ? 0 : run.clause(&record, lookups)
    record.readKey(lookups)
    record.readCurrency(lookups)
    let header = record.number
    if flags.isEmpty {
      record.issues.addKeyIssue()
      if case .merged = check(&record, hashes, &run) { flags = .filtered }
      try run.addReturned(&record, lookups)
      run.addAmbiguity(&record, lookups)
      run.checkValues(&record, lookups, parents: mapsOnce)
      _ = run.checkNumber(&record, lookups)
    }
    book.add(
      flags, clause: clause, number: record.issues.comparable, id: record.ownID, currency: record.currency)
    guard flags.isEmpty else { return .notable }
    blame(header, &record)
    book.note(list: run.prices.list(ofHeader: record.mapper, lookups), of: header)
    noteFreight(header, &record, company: run.companyAtHand.number)
    compare(header, &record, &run, lookups)
    guard mapsOnce, !book.flags[header].contains(.faulty) else { return .notable }
    expect(header, &record, &run, lookups)
    run.noteUnclearNumbers(&record)
    return record.issues.all.isEmpty && run.states[headers].alikes[header] == nil
      ? .clean(document: header) : .notable
  }

  /// Makes a header known to its lines, before it is certain that it is written.
  private mutating func expect(
    _ header: Int, _ record: inout RecordView, _ run: inout TemplateRun, _ lookups: borrowing LookupContext
  ) {
    guard let table = run.identities[headers].growingTable else { return }
    record.id = run.identities[headers].id(of: &record, lookups)
    guard let entry = run.identities[headers].note(&record, lookups, isExpected: true) else { return }
    book.set(.isExpected, of: header)
    book.note(parent: ValueSlot(origin: .destination, start: UInt32(table), end: UInt32(entry)), of: header)
  }

  // MARK: Lines

  mutating func judgeLines(_ run: inout TemplateRun, _ lookups: borrowing LookupContext) throws {
    let state = run.states[lines]
    let hashes = state.contentHashes
    var headersOfContradictions: [Int: Int] = [:]
    let form = packedForm(lines, run)
    try state.pass.forEachStretch(
      of: run.part, keeping: !mapsOnce, preparing: preparation, in: form, lookups, counting: run.context.count
    ) { record in
      run.states[lines].note(record.batch, record.first, record.input)
      if asksLines { try run.reportMissingColumns(lines, record.mapper.plan, record.input) }
      if !hasLines, !standTogether(&record, lookups) { mapped[lines] = nil }
      hasLines = true
      while record.next() {
        let verdict = try judgeLine(&record, hashes, &run, lookups, &headersOfContradictions)
        try putAside(verdict, &record, &run, lookups)
      }
      try endStretch(&record)
    }
    run.states[lines].duplicates.forget()
    for header in headersOfContradictions.values {
      book.blame(header, entity: state.task.source, key: "", code: .keyContradicts)
    }
  }

  /// Whether the lines of documents stand together, as far as some records show it. Where they do not, a document mostly turns
  /// out to be faulty when some of its lines were put aside long ago, and all would be read again for it.
  private mutating func standTogether(_ record: inout RecordView, _ lookups: borrowing LookupContext) -> Bool {
    if record.records.count < Documents.fewestLines { return true }
    var seen: Set<Int> = []
    var last: Int?
    var returning = 0
    while record.next() {
      guard let document = header(of: &record, lookups), document != last else { continue }
      if !seen.insert(document).inserted { returning += 1 }
      last = document
    }
    record.rewind()
    return returning <= record.records.count / 16
  }

  /// Of fewer lines it is not asked whether they stand together.
  private static let fewestLines = 64

  private mutating func judgeLine(
    _ record: inout RecordView, _ hashes: [ContentHash], _ run: inout TemplateRun, _ lookups: borrowing LookupContext,
    _ headersOfContradictions: inout [Int: Int]
  ) throws -> Verdict {
    let header = self.header(of: &record, lookups)
    if record.isFaulty {
      record.addFault()
      if record.isUnreadable {
        // A line that cannot be read makes its document incomplete, if it can be reported which one that is.
        if let header, !book.flags[header].contains(.filtered) { blame(header, &record) }
        return .notable
      }
    }
    guard let header, !book.flags[header].contains(.filtered) else { return .notable }
    if asksLines, let clause = record.mapper.plan.missingFilterClause {
      // Nobody knows whether the line is meant, so its document is filtered out.
      book.filter(header, clause: run.clauses[lines][clause])
      return .notable
    }
    if asksLines, !record.passesFilter(lookups) { record.issues.add(.lineContradictsHeader) }
    book.set(.hasLines, of: header)
    record.readKey(lookups)
    record.issues.addKeyIssue()
    let ownKey = record.issues.comparable.count
    Documents.appendDocument(header, to: &record.issues.comparable)
    let outcome = check(&record, hashes, &run)
    record.issues.comparable.truncate(to: ownKey)
    if case .contradicts(let earlier) = outcome { headersOfContradictions[earlier] = header }
    if case .merged = outcome { return .notable }
    try run.addReturned(&record, lookups)
    let isOpen = mapsOnce && !book.flags[header].contains(.faulty)
    if isOpen { record.mapper.parent = book.parent(of: header) }
    run.checkValues(&record, lookups, parents: isOpen)
    blame(header, &record)
    noteSequence(header, &record)
    totals?.add(header, &record, lookups)
    if run.sink.isSplit { book.countLine(of: header) }
    compare(header, &record, &run, lookups)
    if isOpen { run.noteUnclearNumbers(&record) }
    guard isOpen, record.issues.all.isEmpty, !run.prices.lacksItem(book.list(of: header), record.mapper, lookups)
    else { return .notable }
    return .clean(document: header)
  }

  /// A line's number counts within its document.
  private static func appendDocument(_ header: Int, to key: inout OutputBuffer) {
    key.append(0)
    for shift in stride(from: 0, to: 32, by: 8) { key.append(UInt8(truncatingIfNeeded: header >> shift)) }
  }

  // MARK: Both

  /// What workers do in advance for the survey.
  private var preparation: Preparation {
    mapsOnce ? [.filter, .key, .values, .parents, .currency] : [.filter, .key, .values]
  }

  /// Checks a key and notes what it says for the time when records are decided.
  private func check(_ record: inout RecordView, _ hashes: [ContentHash], _ run: inout TemplateRun) -> KeyOutcome {
    guard record.issues.keyState == .whole else { return .first }
    let (index, number) = (record.task, record.number)
    let content = hashes.isEmpty ? 0 : hashes[record.input.number].hash(record.batch, record.index)
    let outcome = run.states[index].duplicates.check(
      record.issues.comparable, record: number, input: record.input.origin, content: content)
    run.states[index].note(outcome, of: number)
    if let alike = run.states[index].duplicates.alike { run.states[index].alikes[number] = alike }
    run.add(outcome, to: &record)
    return outcome
  }

  /// Notes that a document is not what the destination has, if only such documents are written.
  private mutating func compare(
    _ header: Int, _ record: inout RecordView, _ run: inout TemplateRun, _ lookups: borrowing LookupContext
  ) {
    guard seeksChanges, book.flags[header].isDisjoint(with: [.faulty, .changed]), !run.isHeld(&record, lookups) else {
      return
    }
    book.set(.changed, of: header)
  }
}
