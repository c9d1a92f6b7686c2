import Findings
import Mapping
import Packages
import Records

/// Runs a template of headers and lines: documents are written whole or not at all.
///
/// A first pass checks every header and every line and keeps a few bytes for each document; a second pass over the same
/// records writes, rejects and reports. Headers and lines may stand in any order and in any file.
struct DocumentRun {
  /// The run whose records these are; it has their counts in the end.
  var run: TemplateRun
  var book = DocumentIndex()
  /// What the lines of each document come to; nil if no header says what they should.
  private var totals: DocumentTotals?
  let headers = 0
  let lines = 1
  /// Whether lines' own filter is asked: not where the project has replaced the headers' only.
  private let asksLines: Bool
  let freightField: Int?
  let sequenceField: Int?
  let currencyField: Int?
  private var number = OutputBuffer(capacity: 64)

  init(_ run: TemplateRun) {
    self.run = run
    let tasks = run.template.tasks
    asksLines = tasks[1].filterIsReplaced || !tasks[0].filterIsReplaced
    freightField =
      run.template.freightTax == .line && tasks[1].generates == .freightTaxLines
      ? tasks[0].fields.firstIndex { $0.rule == .freightTax } : nil
    currencyField = tasks[0].fields.firstIndex { $0.column == "transactioncurrencyid" }
    sequenceField = tasks[1].fields.firstIndex { $0.isKey && $0.sources.first?.text != tasks[1].header }
  }

  mutating func run(_ lookups: inout LookupContext) throws {
    totals = DocumentTotals(run.states[headers])
    for company in run.context.companies.running {
      run.select(company, task: headers, &lookups)
      book.select(company: company.number)
      try checkHeaders(lookups)
      run.select(company, task: lines, &lookups)
      try checkLines(lookups)
      compareFreights(lookups)
      if run.context.companies.isPartitioned { claimNumbers(lookups) }
    }
    for group in run.groups { try write(group, &lookups) }
  }

  /// Writes the documents of companies that share packages.
  private mutating func write(_ group: [RunCompany], _ lookups: inout LookupContext) throws {
    run.begin(group)
    let mine = group.map { book.headers(of: $0.number) }
    if run.sink.isSplit {
      run.sink.plan(book.sizes(where: { header in mine.contains { $0.contains(header) } && goesOver(header) }))
    }
    run.sink.begin(WrittenEntity(run.states[headers], level: 1))
    for company in group {
      select(company, headers, &lookups)
      try writeHeaders(lookups)
    }
    _ = try run.sink.end()
    run.sink.begin(WrittenEntity(run.states[lines], level: 2))
    for company in group {
      select(company, lines, &lookups)
      try writeLines(lookups)
      try writeFreightLines(company, lookups, counts: true)
    }
    while try run.sink.end() { try rewriteLines(group, &lookups) }
    while try run.sink.advance() {
      run.sink.begin(WrittenEntity(run.states[headers], level: 1))
      for company in group {
        select(company, headers, &lookups)
        try run.rewrite(headers, lookups) { _, _, _, header in header }
      }
      _ = try run.sink.end()
      run.sink.begin(WrittenEntity(run.states[lines], level: 2))
      repeat { try rewriteLines(group, &lookups) } while try run.sink.end()
    }
  }

  private mutating func select(_ company: RunCompany, _ index: Int, _ lookups: inout LookupContext) {
    run.select(company, task: index, &lookups)
    book.select(company: company.number)
  }

  /// Takes the numbers of the company's documents that are written, before those of the next company are checked.
  private func claimNumbers(_ lookups: borrowing LookupContext) {
    book.forEachNumber { number, header in
      let isTaken = book.flags[header].isDisjoint(with: [.faulty, .filtered, .unreadable])
      if isTaken { run.identities[headers].claim(number: number, lookups) }
    }
  }

  // MARK: First pass

  private mutating func checkHeaders(_ lookups: borrowing LookupContext) throws {
    let state = run.states[headers]
    let hashes = state.contentHashes
    try state.pass.forEachBatch(
      of: run.part, keeping: true, preparing: [.filter, .key, .values], lookups, counting: run.context.count
    ) { mapper, batch, input, records, first in
      run.states[headers].note(batch, first, input)
      try run.reportMissingColumns(headers, mapper.plan, input)
      var nextIssue = batch.firstIssue(from: records.lowerBound)
      for record in records {
        run.issues.begin()
        mapper.begin(record)
        run.currency.truncate(to: 0)
        let issue = batch.issue(of: record, &nextIssue)
        if issue?.isUnreadable ?? false {
          book.add(.unreadable, number: run.issues.comparable, id: nil, currency: run.currency)
          continue
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
          run.checkValues(headers, &mapper, batch, record, lookups, parents: false)
          _ = run.checkNumber(headers, mapper, batch, lookups)
        }
        book.add(
          flags, clause: clause, number: run.issues.comparable, id: mapper.recordGUID(batch, record),
          currency: run.currency)
        if flags.isEmpty {
          blame(header, headers)
          book.note(list: run.prices.list(ofHeader: mapper, lookups), of: header)
          noteFreight(header, mapper, batch)
          compare(header, headers, mapper, batch, lookups)
        }
      }
    }
    run.states[headers].duplicates.forget()
    // What contradicts a later record was checked before that one came.
    for (header, outcome) in run.states[headers].keyFaults {
      if case .contradicts = outcome { book.blame(header, entity: state.task.source, key: "", code: .keyContradicts) }
    }
  }

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

  private mutating func checkLines(_ lookups: borrowing LookupContext) throws {
    let state = run.states[lines]
    let hashes = state.contentHashes
    var headersOfContradictions: [Int: Int] = [:]
    try state.pass.forEachBatch(
      of: run.part, keeping: true, preparing: [.filter, .key, .values], lookups, counting: run.context.count
    ) { mapper, batch, input, records, first in
      run.states[lines].note(batch, first, input)
      if asksLines { try run.reportMissingColumns(lines, mapper.plan, input) }
      var nextIssue = batch.firstIssue(from: records.lowerBound)
      for record in records {
        run.issues.begin()
        mapper.begin(record)
        let header = self.header(&mapper, batch, record, lookups)
        let issue = batch.issue(of: record, &nextIssue)
        if let issue { run.issues.add(issue) }
        if issue?.isUnreadable ?? false {
          // A line that cannot be read makes its document incomplete, if it can be reported which one that is.
          if let header, !book.flags[header].contains(.filtered) { blame(header, lines) }
          continue
        }
        guard let header, !book.flags[header].contains(.filtered) else { continue }
        if asksLines, let clause = mapper.plan.missingFilterClause {
          // Nobody knows whether the line is meant, so its document is filtered out.
          book.filter(header, clause: run.clauses[lines][clause])
          continue
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
        if case .merged = outcome { continue }
        try run.addReturned(lines, batch, record, input, lookups)
        run.checkValues(lines, &mapper, batch, record, lookups, parents: false)
        blame(header, lines)
        noteSequence(header, mapper, batch)
        totals?.add(header, &mapper, batch, record, lookups)
        if run.sink.isSplit { book.countLine(of: header) }
        compare(header, lines, mapper, batch, lookups)
      }
    }
    run.states[lines].duplicates.forget()
    for header in headersOfContradictions.values {
      book.blame(header, entity: state.task.source, key: "", code: .keyContradicts)
    }
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

  /// Whether a document without a fault stays behind, since the destination holds it.
  ///
  /// Inlined, as a call would be given a copy of the whole run.
  @inline(__always)
  func isUnchanged(_ header: Int) -> Bool {
    run.held != nil && book.flags[header].isDisjoint(with: [.faulty, .changed, .filtered])
  }

  /// Whether a document is written, as the first pass has found out.
  func goesOver(_ header: Int) -> Bool {
    book.flags[header].isDisjoint(with: [.faulty, .filtered, .unreadable]) && !isUnchanged(header)
  }

  /// A line's number counts within its document.
  private static func appendDocument(_ header: Int, to key: inout OutputBuffer) {
    key.append(0)
    for shift in stride(from: 0, to: 32, by: 8) { key.append(UInt8(truncatingIfNeeded: header >> shift)) }
  }

  /// The header of a line, by its number within the task; nil if no input has it.
  private mutating func header(
    _ mapper: inout RecordMapper, _ batch: RecordBatch, _ record: Int, _ lookups: borrowing LookupContext
  ) -> Int? {
    number.truncate(to: 0)
    if mapper.namesHeaderByNumber(batch, record) {
      _ = mapper.headerNumber(batch, record, lookups, to: &number)
      return book.header(number: number)
    }
    guard let row = mapper.headerRow(batch, record, lookups) else { return nil }
    if book.hasIDs { return book.header(id: row.id) }
    _ = mapper.headerNumber(batch, record, lookups, to: &number)
    return book.header(number: number)
  }

  // MARK: Second pass

  private mutating func writeHeaders(_ lookups: borrowing LookupContext) throws {
    let pass = run.states[headers].pass
    let form = run.form(headers)
    try pass.forEachBatch(of: run.part, preparing: [.key, .values, .parents, .currency], in: form, lookups) {
      mapper, batch, input, records, first in
      var nextIssue = batch.firstIssue(from: records.lowerBound)
      for record in records {
        let header = first + record
        run.states[headers].counts.read += 1
        run.issues.begin()
        mapper.begin(record)
        let issue = batch.issue(of: record, &nextIssue)
        if let issue { run.issues.add(issue) }
        if issue?.isUnreadable ?? false {
          try run.reject(headers, mapper, batch, record, input, lookups)
          continue
        }
        let clause = book.clause(of: header)
        if clause > 0 {
          try run.filter(headers, .filter, clause: clause, &mapper, batch, record, input, lookups)
          continue
        }
        if try reportKey(headers, &mapper, batch, record, header, input, lookups) { continue }
        if isUnchanged(header) {
          try run.filter(headers, .unchanged, &mapper, batch, record, input, lookups)
          continue
        }
        run.addAmbiguity(headers, lookups)
        run.checkValues(headers, &mapper, batch, record, lookups, parents: true)
        _ = run.checkNumber(headers, mapper, batch, lookups)
        try addBlame(header)
        if run.issues.isRejected {
          try run.reject(headers, mapper, batch, record, input, lookups)
          continue
        }
        if !book.flags[header].contains(.hasLines) { run.issues.add(.headerWithoutLines) }
        try run.reportWritten(headers, mapper, batch, record, input)
        if let totals, let sum = totals.difference(header, &mapper, batch, record, lookups) {
          try run.reportTotal(sum, of: totals.totalField, headers, mapper, batch, record, input)
        }
        try run.write(headers, &mapper, batch, record, number: header, unit: header, lookups)
      }
    }
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

  private mutating func writeLines(_ lookups: borrowing LookupContext) throws {
    let pass = run.states[lines].pass
    let form = run.form(lines)
    try pass.forEachBatch(of: run.part, preparing: [.key, .values, .parents, .currency], in: form, lookups) {
      mapper, batch, input, records, first in
      var nextIssue = batch.firstIssue(from: records.lowerBound)
      for record in records {
        run.states[lines].counts.read += 1
        run.issues.begin()
        mapper.begin(record)
        let issue = batch.issue(of: record, &nextIssue)
        if let issue { run.issues.add(issue) }
        if issue?.isUnreadable ?? false {
          try run.reject(lines, mapper, batch, record, input, lookups)
          continue
        }
        guard let header = header(&mapper, batch, record, lookups) else {
          run.issues.readKey(&mapper, batch, record, lookups)
          run.issues.add(.lineWithoutHeader)
          try run.reject(lines, mapper, batch, record, input, lookups)
          continue
        }
        if book.flags[header].contains(.filtered) {
          let clause = book.clause(of: header)
          try run.filter(lines, .header, clause: clause, &mapper, batch, record, input, lookups)
          continue
        }
        let isWhole = !book.flags[header].contains(.faulty)
        // The lines of a document without a fault have all been let through.
        if asksLines, !isWhole, issue == nil, !mapper.passesFilter(batch, record, lookups) {
          run.issues.add(.lineContradictsHeader)
        }
        if try reportKey(lines, &mapper, batch, record, first + record, input, lookups) { continue }
        if isUnchanged(header) {
          try run.filter(lines, .unchanged, &mapper, batch, record, input, lookups)
          continue
        }
        mapper.parent = isWhole ? book.parent(of: header) : .none
        run.checkValues(lines, &mapper, batch, record, lookups, parents: isWhole)
        book.note(parent: mapper.parent, of: header)
        try addBlame(header)
        if run.issues.isRejected {
          try run.reject(lines, mapper, batch, record, input, lookups)
          continue
        }
        if run.prices.lacksItem(book.list(of: header), mapper, lookups) {
          run.issues.add(
            Issue(.noPriceListItem, run.prices.unitField.map { .field($0) } ?? .record, detail: .priceListItem))
        }
        try run.reportWritten(lines, mapper, batch, record, input)
        try run.write(
          lines, &mapper, batch, record, number: first + record, unit: header, lookups,
          documentCurrency: book.currency(of: header))
      }
    }
  }

  /// Writes all lines of some companies again, of documents whose packages take them now.
  private mutating func rewriteLines(_ group: [RunCompany], _ lookups: inout LookupContext) throws {
    for company in group {
      select(company, lines, &lookups)
      var run = run
      try run.rewrite(lines, lookups) { mapper, batch, record, _ in header(&mapper, batch, record, lookups) }
      try writeFreightLines(company, lookups, counts: false)
    }
  }
}
