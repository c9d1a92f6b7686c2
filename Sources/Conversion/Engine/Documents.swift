import Findings
import Mapping
import Packages
import Records

/// The policy of templates of headers and lines: documents are written whole or not at all.
///
/// A survey judges every header and every line, keeps a few bytes for each document, and puts the mapped values of records
/// aside; then what was put aside is written, rejected and reported. Headers and lines may stand in any order and in any
/// file. Where values depend on what is written meanwhile, or somebody wants to see how records are mapped, nothing is
/// put aside, and the same records are read and mapped again.
struct Documents: RunPolicy, ~Copyable {
  var book = DocumentIndex()
  /// What the lines of each document come to; nil if no header says what they should.
  var totals: DocumentTotals?
  let headers = 0
  let lines = 1
  /// The source entities of headers and lines.
  private let entities: [String]
  /// Whether lines' own filter is asked: not where the project has replaced the headers' only.
  let asksLines: Bool
  let freightField: Int?
  let sequenceField: Int?
  let currencyField: Int?
  /// Whether only documents are written that the destination does not have with the same content.
  let seeksChanges: Bool
  /// Whether records may be put aside.
  let mapsOnce: Bool
  /// What was put aside of each task; nil where the records are read again.
  var mapped: [MappedRecords?] = [nil, nil]
  /// Whether any lines have come.
  var hasLines = false
  private var number = OutputBuffer(capacity: 64)

  var isFirstPass: Bool { false }

  init(_ run: borrowing TemplateRun) {
    let tasks = run.template.tasks
    entities = tasks.map(\.source)
    asksLines = tasks[1].filterIsReplaced || !tasks[0].filterIsReplaced
    freightField =
      run.template.freightTax == .line && tasks[1].generates == .freightTaxLines
      ? tasks[0].fields.firstIndex { $0.rule == .freightTax } : nil
    currencyField = tasks[0].fields.firstIndex { $0.column == "transactioncurrencyid" }
    sequenceField = tasks[1].fields.firstIndex { $0.isKey && $0.sources.first?.text != tasks[1].header }
    totals = DocumentTotals(run.states[headers])
    seeksChanges = run.held.isAsked
    mapsOnce = run.mapsOnce
    if mapsOnce {
      let context = run.context
      mapped = tasks.map { _ in MappedRecords { try context.temporaryFile() } }
    }
  }

  // MARK: The run

  mutating func survey(_ company: RunCompany, _ run: inout TemplateRun, _ lookups: inout LookupContext) throws {
    for index in [headers, lines] {
      select(company, task: index, &run, &lookups)
      mapped[index]?.begin(company: company.number)
      if index == headers { try judgeHeaders(&run, lookups) } else { try judgeLines(&run, lookups) }
      try mapped[index]?.finish { keep(index, $0) }
    }
    compareFreights(&run, lookups)
    if run.context.companies.isPartitioned { claimNumbers(&run, lookups) }
    withdrawUnwritten(company, &run, lookups)
  }

  func plan(_ group: [RunCompany], _ run: inout TemplateRun) {
    if !run.sink.isSplit { return }
    let mine = group.map { book.headers(of: $0.number) }
    run.sink.plan(book.sizes(where: { header in mine.contains { $0.contains(header) } && isWritten(header) }))
  }

  mutating func select(
    _ company: RunCompany, task index: Int, _ run: inout TemplateRun, _ lookups: inout LookupContext
  ) {
    run.select(company, task: index, &lookups)
    book.select(company: company.number)
  }

  mutating func write(_ index: Int, _ run: inout TemplateRun, _ lookups: borrowing LookupContext) throws {
    if let records = mapped[index] {
      try writeMapped(index, records, &run, lookups)
    } else {
      try run.decideAll(index, by: &self, preparing: [.key, .values, .parents, .currency], lookups)
    }
    if index == lines { try writeFreightLines(&run, lookups, counts: true) }
  }

  mutating func rewrite(_ index: Int, _ run: inout TemplateRun, _ lookups: borrowing LookupContext) throws {
    try run.rewrite(index, lookups) { record in index == headers ? record.number : header(of: &record, lookups) }
    if index == lines { try writeFreightLines(&run, lookups, counts: false) }
  }

  /// Takes the numbers of the company's documents that are written, before those of the next company are checked.
  private func claimNumbers(_ run: inout TemplateRun, _ lookups: borrowing LookupContext) {
    let identity = run.identities[headers]
    book.forEachNumber { number, header in
      let isTaken = book.flags[header].isDisjoint(with: [.faulty, .filtered, .unreadable])
      if isTaken { identity.claim(number: number, lookups) }
    }
  }

  /// Takes the documents of a company back that lines and others were to find in the destination's table, and that are not written.
  private func withdrawUnwritten(_ company: RunCompany, _ run: inout TemplateRun, _ lookups: borrowing LookupContext) {
    guard let table = run.identities[headers].growingTable else { return }
    for header in book.headers(of: company.number) where book.flags[header].contains(.isExpected) && !isWritten(header)
    {
      let parent = book.parent(of: header)
      if parent.origin == .destination { lookups.destinations[table].withdraw(Int(parent.end)) }
    }
    lookups.destinations[table].settleExpected()
  }

  // MARK: Documents

  /// Whether a document is written, as the survey has found out: it is whole, no filter refuses it, and the destination does
  /// not have it already.
  func isWritten(_ header: Int) -> Bool {
    book.flags[header].isDisjoint(with: [.faulty, .filtered, .unreadable]) && !isUnchanged(header)
  }

  /// Whether a document without a fault stays behind, since the destination has it.
  func isUnchanged(_ header: Int) -> Bool {
    seeksChanges && book.flags[header].isDisjoint(with: [.faulty, .changed, .filtered])
  }

  /// Notes that a record's document is faulty if the record is.
  mutating func blame(_ header: Int, _ record: inout RecordView) {
    guard let fault = record.issues.all.first(where: { $0.code.severity == .error }) else { return }
    book.blame(header, entity: entities[record.task], key: record.issues.key, code: fault.code)
  }

  /// The header of a line, by its number within the task; nil if no input has it.
  mutating func header(of record: inout RecordView, _ lookups: borrowing LookupContext) -> Int? {
    number.truncate(to: 0)
    if record.mapper.namesHeaderByNumber(record.batch, record.index) {
      _ = record.mapper.headerNumber(record.batch, record.index, lookups, to: &number)
      return book.header(number: number)
    }
    guard let row = record.mapper.headerRow(record.batch, record.index, lookups) else { return nil }
    if book.hasIDs { return book.header(id: row.id) }
    _ = record.mapper.headerNumber(record.batch, record.index, lookups, to: &number)
    return book.header(number: number)
  }
}
