import Findings
import Mapping
import Packages
import Records

/// Runs a template of headers and lines: documents are written whole or not at all.
///
/// A first pass judges every header and every line, keeps a few bytes for each document, and puts the mapped values of records
/// aside; a second one over what was put aside writes, rejects and reports. Headers and lines may stand in any order and in any
/// file. Where values depend on what is written meanwhile, or somebody wants to see how records are mapped, nothing is
/// put aside, and the second pass reads and maps the same records again.
struct DocumentRun {
  /// The run whose records these are; it has their counts in the end.
  var run: TemplateRun
  var book = DocumentIndex()
  /// What the lines of each document come to; nil if no header says what they should.
  var totals: DocumentTotals?
  let headers = 0
  let lines = 1
  /// Whether lines' own filter is asked: not where the project has replaced the headers' only.
  let asksLines: Bool
  let freightField: Int?
  let sequenceField: Int?
  let currencyField: Int?
  /// Whether records may be put aside.
  private(set) var mapsOnce = false
  /// What was put aside of each task; nil where the second pass reads the records again.
  var mapped: [MappedRecords?] = [nil, nil]
  /// Whether any lines have come.
  var hasLines = false
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
    mapsOnce = run.mapsOnce
    if mapsOnce {
      mapped = run.states.map { _ in MappedRecords { [context = run.context] in try context.temporaryFile() } }
    }
    for company in run.context.companies.running {
      select(company, headers, &lookups)
      try judge(headers, of: company, lookups)
      select(company, lines, &lookups)
      try judge(lines, of: company, lookups)
      compareFreights(lookups)
      if run.context.companies.isPartitioned { claimNumbers(lookups) }
      withdrawUnwritten(company, lookups)
    }
    for group in run.groups { try write(group, &lookups) }
  }

  /// Judges the records of a company in a task, and puts them aside.
  private mutating func judge(_ index: Int, of company: RunCompany, _ lookups: borrowing LookupContext) throws {
    mapped[index]?.begin(company: company.number)
    if index == headers { try judgeHeaders(lookups) } else { try judgeLines(lookups) }
    try mapped[index]?.finish { keep(index, $0) }
  }

  /// Writes the documents of companies that share packages.
  private mutating func write(_ group: [RunCompany], _ lookups: inout LookupContext) throws {
    run.begin(group)
    let mine = group.map { book.headers(of: $0.number) }
    if run.sink.isSplit {
      run.sink.plan(book.sizes(where: { header in mine.contains { $0.contains(header) } && goesOver(header) }))
    }
    run.sink.begin(run.firstEntity(headers, level: 1))
    for company in group {
      select(company, headers, &lookups)
      try writeRecords(headers, lookups)
    }
    _ = try run.sink.end()
    run.sink.begin(run.firstEntity(lines, level: 2))
    for company in group {
      select(company, lines, &lookups)
      try writeRecords(lines, lookups)
      try writeFreightLines(company, lookups, counts: true)
    }
    while try run.sink.end() { try rewriteLines(group, &lookups) }
    while try run.sink.advance() {
      run.sink.begin(run.firstEntity(headers, level: 1))
      for company in group {
        select(company, headers, &lookups)
        try run.rewrite(headers, lookups) { _, _, _, header in header }
      }
      _ = try run.sink.end()
      run.sink.begin(run.firstEntity(lines, level: 2))
      repeat { try rewriteLines(group, &lookups) } while try run.sink.end()
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

  /// Takes the documents of a company back that lines and others were to find in the destination's table, and that are not written.
  private func withdrawUnwritten(_ company: RunCompany, _ lookups: borrowing LookupContext) {
    guard let table = run.identities[headers].growingTable else { return }
    for header in book.headers(of: company.number) where book.flags[header].contains(.isExpected) && !goesOver(header) {
      let parent = book.parent(of: header)
      if parent.origin == .destination { lookups.destinations[table].withdraw(Int(parent.end)) }
    }
    lookups.destinations[table].settleExpected()
  }

  // MARK: Documents

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

  /// The header of a line, by its number within the task; nil if no input has it.
  mutating func header(
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
}
