import Archives
import Mapping
import Packages
import Records

/// Runs one template over the inputs: every record is judged, then written, rejected or filtered, and reported.
///
/// The records of several companies pass company by company, as if each had inputs of its own.
struct TemplateRun {
  let template: Template
  let context: RunContext
  var states: [TaskState] = []
  var verdict = RecordVerdict()
  var currency = OutputBuffer(capacity: 16)
  var recordID = OutputBuffer(capacity: 64)
  var ids = NameBasedID(namespace: TemplateRun.namespace)
  /// Where the records of the company at hand go.
  private(set) var sink: PackageSeries
  /// The packages of the template: one series for Sales, one for each company for F&O.
  private var sinks: [PackageSeries] = []
  /// The records of each task that are written, if they may have to be written again.
  var kept: [RecordSet] = []
  /// Records of single entities that were written to the series at hand so far.
  var units = 0
  /// Under which ids the records of each task go to Sales, for the company at hand.
  private(set) var identities: [SalesIdentity] = []
  private var identitiesOfCompanies: [[SalesIdentity]] = []
  /// What Sales must have for the records that are written.
  var required = RequiredRecords([])
  /// Whether lines have an item in their document's price list.
  let prices: LinePrices
  /// For each task what its records refer to among themselves, where that is asked.
  private var selfReferences: [SelfReferences?] = []
  /// The company whose records are at hand.
  private(set) var companyAtHand: RunCompany
  /// Its id; empty for records that belong to no company.
  private(set) var company: String
  /// The numbers, in the list of filtered records, of each task's clauses.
  let clauses: [[Int]]
  /// What the destination holds, if only what differs from it goes over.
  var held: DestinationContent?

  /// The namespace of ids of new records.
  static let namespace = GUID(high: 0x8c5e_2b1a_6d0f_5c53, low: 0x9a43_1f2d_7c9b_0e64)

  init(_ template: Template, context: RunContext, knowledge: borrowing Knowledge) throws {
    self.template = template
    self.context = context
    companyAtHand = context.companies.running[0]
    company = companyAtHand.name
    sink = PackageSeries(template, context: context, company: context.companies.running[0])
    prices = LinePrices(template)
    clauses = template.tasks.map { $0.clauses.map(context.filtered.number) }
    try context.filtered.begin(template)
    let plans = CompanyPlans(template, context: context, knowledge)
    for task in template.tasks { states.append(try state(task, plans, knowledge)) }
    kept = states.map { _ in RecordSet() }
    selfReferences = states.map { context.comparer == nil ? SelfReferences($0) : nil }
    for company in context.companies.running {
      identitiesOfCompanies.append(
        states.map { SalesIdentity($0, company: company, numbers: context.numbers, knowledge) })
    }
    identities = identitiesOfCompanies[0]
    if template.destination == .sales { required = RequiredRecords(states) }
    if context.options.isDelta {
      held = try DestinationContent(
        states, inputs: context.inputs, companies: context.referenceCompanies)
    }
    try context.comparer?.begin(template, states, knowledge, context.referenceCompanies)
  }

  private func state(
    _ task: TaskTemplate, _ plans: CompanyPlans, _ knowledge: borrowing Knowledge
  ) throws -> TaskState {
    guard let destination = try context.schemas.schema(named: task.destination) else {
      throw ConversionError.unknownEntity(task.destination)
    }
    let source = try context.schemas.schema(named: task.source)
    let inputs = context.inputs.files(of: task.source)
    let compilers = try plans.compilers(task, source: source, destination: destination, knowledge)
    let task = plans.task(task, destination)
    let progress = context.progress
    let spool = TaskSpool { [context] in try context.temporaryFile() }
    let pass = TaskPass(
      inputs: inputs, compilers: compilers, spool: spool, context: context,
      partition: context.companies.partition?.entity(task.source)
    ) {
      progress.tell(.records(task: task.name, $0))
    }
    let plan = inputs.first.map { pass.plan($0) }
    let written = task.fields.enumerated().compactMap { place, field -> (name: String, field: Int)? in
      if field.isCountedOnly || plan?.isMissing(place) ?? true { return nil }
      if field.rule == .freightTax, template.freightTax == .line { return nil }
      return (field.column, place)
    }
    var rejects: (() throws -> OutputFile)?
    if let output = context.output {
      let name = "rejects/\(template.name).\(task.name).csv"
      rejects = { try output.file(name) }
    }
    return TaskState(
      task: task, source: source, destination: destination, inputs: inputs, pass: pass,
      rejects: Rejects(inputs: inputs, makeFile: rejects), written: written,
      totals: ControlTotals(fields: ControlTotals.fields(task, source: source, destination: destination)),
      returned: ReturnedRows(task, inputs: inputs, pass: pass, context))
  }

  // MARK: Companies

  /// The companies whose records share packages.
  var groups: [[RunCompany]] {
    template.destination == .sales ? [context.companies.running] : context.companies.running.map { [$0] }
  }

  /// Begins the packages of some companies.
  mutating func begin(_ group: [RunCompany]) {
    if !sinks.isEmpty {
      sink = PackageSeries(template, context: context, company: group[0])
    }
    sinks.append(sink)
    units = 0
  }

  /// Goes on with the records of a company in a task.
  mutating func select(_ company: RunCompany, task index: Int, _ knowledge: inout Knowledge) {
    companyAtHand = company
    self.company = company.name
    context.company = company.name
    knowledge.select(company: context.companies.number(of: company))
    identities = identitiesOfCompanies[company.number]
    states[index].select(company: company.name)
    context.comparer?.select(company, in: context.companies, states[index], task: index)
  }

  /// The number of the company at hand where records of several are in one table; 0 for everybody's.
  var rowNumber: Int { context.companies.partition == nil ? 0 : companyAtHand.number + 1 }

  /// The records of the company at hand.
  var part: RecordPart { context.companies.parts[companyAtHand.number] }

  /// Filters the records of companies that do not run, and those that belong to none.
  private mutating func filterOthers(_ index: Int, _ knowledge: inout Knowledge) throws {
    for (part, owner) in context.companies.others {
      let clause: Int
      switch owner {
      case .company(let other):
        company = other.description
        clause = context.filtered.number(of: company)
      case .unit(let unit):
        company = ""
        clause = context.filtered.number(of: unit)
      }
      states[index].select(company: company)
      let pass = states[index].pass
      var count = 0
      try pass.forEachBatch(of: part) { mapper, batch, input, first in
        states[index].note(batch, first, input)
        for record in 0..<batch.count {
          verdict.begin()
          mapper.begin()
          states[index].counts.read += 1
          verdict.readKey(&mapper, batch, record, knowledge)
          try filter(index, .company, clause: clause, &mapper, batch, record, input, knowledge)
        }
        count += batch.count
      }
      if count > 0, case .unit(let unit) = owner, states[index].task.header == nil {
        context.noteForeign(unit, entity: states[index].task.source, count)
      }
    }
  }

  /// Whether no input has a column that every record of a task needs, so that all of them would be rejected.
  var lacksRequiredColumns: Bool {
    states.contains { state in
      guard let input = state.inputs.first else { return false }
      let plan = state.pass.plan(input)
      return state.task.fields.indices.contains { plan.isMissingAndRequired($0) }
    }
  }

  /// Whether headers come without ids, so that their lines, which name them as the import wizard does, cannot be told to
  /// be theirs.
  var lacksIDs: Bool {
    guard template.destination == .finops, states.count == 2, states[1].task.header != nil,
      let id = states[0].source?.primaryID
    else { return false }
    func columns(_ index: Int) -> [String] {
      states[index].inputs.flatMap { input in
        input.package.entities[input.entity].columns.map { $0.name.lowercased() }
      }
    }
    let isNamed = columns(1).contains { $0.hasPrefix("\(id).") }
    return !states[0].inputs.isEmpty && !isNamed && !columns(0).contains(id)
  }

  /// Runs all tasks. What is written counts as known to the templates that come later.
  mutating func run(_ knowledge: inout Knowledge) throws -> TemplateReport {
    for index in states.indices { try announce(index) }
    if states.count == 2, states[1].task.header != nil {
      var documents = DocumentRun(self)
      try documents.run(&knowledge)
      self = documents.run
    } else {
      for group in groups {
        begin(group)
        for index in states.indices { try runTask(index, group, &knowledge) }
        while try sink.advance() { try rewrite(group, &knowledge) }
      }
    }
    try context.tellUnjudgedLists()
    for index in states.indices {
      try selfReferences[index]?.forEachLater { reference in try context.findings.add(finding(reference, index)) }
      try filterOthers(index, &knowledge)
      states[index].select(company: nil)
      if context.comparer == nil { try states[index].unmapped.report(to: context.findings) }
      try states[index].rejects.finish()
      guard states[index].companies.allSatisfy(\.counts.isConserved) else {
        throw ConversionError.notConserved(template: template.name, task: states[index].task.name)
      }
    }
    return report(knowledge)
  }

  /// What became of the template.
  func report(_ knowledge: borrowing Knowledge) -> TemplateReport {
    var tallies: [EntityTally] = []
    for tally in sinks.flatMap(\.tallies) { tallies.add(tally) }
    return TemplateReport(
      name: template.name, title: template.title, order: template.order, tasks: states.map { TaskReport($0) },
      packages: packages, tallies: tallies, followed: sinks.count == 1 ? sinks[0].followed : nil,
      required: required.entries(knowledge))
  }

  /// The packages that were written, with the company whose records each has if that is one.
  private var packages: [PackageReport] {
    let companies = Set(states.flatMap(\.companies).filter { $0.counts.written > 0 }.map(\.company))
    return sinks.flatMap(\.packages).map { package in
      var package = package
      if template.destination == .sales { package.company = companies.count == 1 ? companies.first ?? "" : "" }
      return package
    }
  }

  /// Tells what is true of all records of a file: columns that are derived, and required ones that nobody has.
  private func announce(_ index: Int) throws {
    let state = states[index]
    for input in state.inputs {
      let plan = state.pass.plan(input)
      for column in plan.derivedColumns {
        guard context.noteDerivation(of: column, in: state.task.source) else { continue }
        var finding = Finding(FindingCode("P2C2401"), .info)
        (finding.package, finding.file, finding.entity) = (input.package.path, input.file, state.task.source)
        finding.field = column
        finding.detail = .name(column)
        try context.findings.add(finding)
      }
      guard input.number == 0 else { continue }
      for (place, field) in state.task.fields.enumerated() where plan.isMissingAndRequired(place) {
        if field.isKey && !plan.lacksKey { continue }
        var finding = Finding(FindingCode(field.isKey ? "P2C2101" : "P2C2102"), .error)
        (finding.package, finding.file, finding.entity) = (input.package.path, input.file, state.task.source)
        finding.field = field.sources.first?.text ?? ""
        finding.detail = .name(field.sources.first?.text ?? field.column)
        try context.findings.add(finding)
      }
    }
  }

  // MARK: Tasks of one entity

  private mutating func runTask(_ index: Int, _ group: [RunCompany], _ knowledge: inout Knowledge) throws {
    sink.begin(WrittenEntity(states[index], level: index + 1))
    for company in group {
      select(company, task: index, &knowledge)
      if states[index].hasSeveralInputs { try judgeKeys(index, knowledge) }
      try runPart(index, &knowledge)
      states[index].judge.forget()
    }
    _ = try sink.end()
  }

  /// Judges and writes the records of the company at hand.
  private mutating func runPart(_ index: Int, _ knowledge: inout Knowledge) throws {
    let rules = context.existenceRules(for: states[index].task.destination)
    let pass = states[index].pass
    try pass.forEachBatch(of: part, counting: context.count) { mapper, batch, input, first in
      states[index].note(batch, first, input)
      let keyColumns = states[index].hasSeveralInputs ? [] : mapper.plan.keyColumns
      try reportMissingColumns(index, mapper.plan, input)
      var nextFault = 0
      for record in 0..<batch.count {
        states[index].judge.expect(batch, record, columns: keyColumns)
        states[index].counts.read += 1
        verdict.begin()
        mapper.begin()
        let fault = batch.fault(of: record, &nextFault)
        if let fault { add(fault, batch) }
        if let fault, fault.isUnreadable {
          try reject(index, mapper, batch, record, input, knowledge)
          continue
        }
        guard fault != nil || mapper.passesFilter(batch, record, knowledge) else {
          let clause = clause(index, &mapper, batch, record, knowledge)
          try filter(index, .filter, clause: clause, &mapper, batch, record, input, knowledge)
          continue
        }
        let judgement = try judgeKey(index, &mapper, batch, record, first + record, input, knowledge)
        if case .merged(let earlier) = judgement {
          try merge(index, &mapper, batch, record, input, earlier, knowledge)
          continue
        }
        judgeValues(index, &mapper, batch, record, knowledge, parents: true)
        if let other = judgeNumber(index, mapper, batch, knowledge) {
          try share(index, other, &mapper, batch, record, number: first + record, input, knowledge)
          continue
        }
        if verdict.isRejected {
          try reject(index, mapper, batch, record, input, knowledge)
          continue
        }
        if context.companies.isParted { identities[index].claim(mapper, batch, verdict, knowledge, &ids) }
        if isHeld(index, mapper, batch, knowledge) {
          try filter(index, .unchanged, &mapper, batch, record, input, knowledge)
          continue
        }
        try tell(index, mapper, batch, record, input)
        try write(index, &mapper, batch, record, number: first + record, unit: units, &knowledge)
        units += 1
        for rule in rules where !knowledge.existing[rule].isEmpty {
          knowledge.existing[rule].addWritten(verdict.comparable.span)
        }
      }
    }
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
      verdict.add(2107)
      return nil
    }
  }

  /// A pass over the keys of the company at hand, where several inputs could contradict each other.
  private mutating func judgeKeys(_ index: Int, _ knowledge: borrowing Knowledge) throws {
    let state = states[index]
    var judge = KeyJudge(hasSeveralInputs: true, seeksAlike: true)
    let hashes = state.inputs.map { ContentHash($0.package.entities[$0.entity].columns, schema: state.source) }
    try state.pass.forEachBatch(of: part, keeping: true, counting: context.count) { mapper, batch, input, first in
      states[index].note(batch, first, input)
      let keyColumns = mapper.plan.keyColumns
      var nextFault = 0
      for record in 0..<batch.count {
        judge.expect(batch, record, columns: keyColumns)
        let fault = batch.fault(of: record, &nextFault)
        if fault?.isUnreadable ?? false { continue }
        verdict.begin()
        mapper.begin()
        guard fault != nil || mapper.passesFilter(batch, record, knowledge) else { continue }
        verdict.readKey(&mapper, batch, record, knowledge)
        guard verdict.keyState == .whole else { continue }
        let content = hashes[input.number].hash(batch, record)
        let judgement = judge.judge(verdict.comparable, record: first + record, input: input.origin, content: content)
        states[index].note(judgement, of: first + record)
        if let alike = judge.alike { states[index].alikes[first + record] = alike }
      }
    }
  }

  // MARK: One record

  /// What was found wrong with a record when it was read.
  mutating func add(_ fault: RecordFault, _ batch: RecordBatch) {
    switch fault.kind {
    case .company: verdict.add(2108)
    case .undecodable: verdict.add(1401)
    case .fieldCount(let found): verdict.add(1402, detail: .fields(found: found, expected: batch.width))
    case .quote: verdict.add(1403)
    }
  }

  /// Judges the record's key, as far as a first pass has not done so.
  mutating func judgeKey(
    _ index: Int, _ mapper: inout RecordMapper, _ batch: RecordBatch, _ record: Int, _ number: Int, _ input: TaskInput,
    _ knowledge: borrowing Knowledge
  ) throws -> KeyJudgement {
    verdict.readKey(&mapper, batch, record, knowledge)
    if verdict.keyState == .empty { verdict.add(2101, isSilent: mapper.plan.lacksKey) }
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

  /// Makes faults of what was found out about a key.
  mutating func add(_ judgement: KeyJudgement, _ index: Int) {
    switch judgement {
    case .first, .merged: return
    case .doubled(let earlier):
      let place = states[index].place(of: earlier)
      verdict.add(
        2104,
        detail: states[index].inputs.count > 1
          ? .otherInput(package: place.input.file, record: place.number) : .earlierRecord(place.number))
    case .contradicts(let other):
      let place = states[index].place(of: other)
      verdict.add(2106, detail: .otherInput(package: place.input.package.path, record: place.number))
    }
  }

  /// A natural key that several records of the destination have.
  mutating func addAmbiguity(_ index: Int, _ knowledge: borrowing Knowledge) {
    guard template.destination == .sales, identities[index].isByRecordKey,
      identities[index].isAmbiguous(verdict, knowledge)
    else { return }
    verdict.add(2308)
  }

  /// Maps the record and notes what is wrong with its values.
  mutating func judgeValues(
    _ index: Int, _ mapper: inout RecordMapper, _ batch: RecordBatch, _ record: Int, _ knowledge: borrowing Knowledge,
    parents: Bool
  ) {
    mapper.map(batch, record, knowledge, parents: parents)
    if !identities[index].isByRecordKey, identities[index].isAmbiguous(verdict, mapper, batch, knowledge) {
      verdict.add(2308)
    }
    for fault in mapper.faults {
      if fault.code == FieldFault.unjudged {
        context.hasUnjudgedLists = true
        continue
      }
      let isSilent = fault.code == 2102 && mapper.plan.isMissing(fault.field)
      verdict.add(
        fault.code, field: fault.field, detail: fault.reasons.isEmpty ? .none : .priceList(fault.reasons),
        isSilent: isSilent)
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

  /// Writes the record, whose verdict holds its key, and counts it.
  mutating func write(
    _ index: Int, _ mapper: inout RecordMapper, _ batch: RecordBatch, _ record: Int, number: Int, unit: Int,
    _ knowledge: inout Knowledge, documentCurrency: [UInt8]? = nil
  ) throws {
    currency.truncate(to: 0)
    mapper.currency(batch, record, knowledge, to: &currency)
    if currency.count == 0, let documentCurrency { currency.append(documentCurrency) }
    if !states[index].unmapped.isEmpty {
      states[index].unmapped.add(&mapper, batch, record, currency: currency, company: company, knowledge)
    }
    if !states[index].totals.isEmpty { try states[index].totals.add(mapper, batch, currency: currency) }
    if sink.isSplit { kept[index].insert(number) }
    try context.comparer?.goesOver(index, mapper, batch, record, verdict, currency: currency, knowledge)
    let id = try put(index, mapper, batch, unit: unit, knowledge)
    if let id {
      identities[index].note(id, mapper, batch, verdict, &knowledge)
      if sink.generatesItems {
        states[index].counts.generated += 1
        if context.companies.isParted { _ = sink.claimItem(mapper, product: id, knowledge) }
        prices.note(product: id, mapper, knowledge)
      }
      required.count(mapper, task: index)
    }
    selfReferences[index]?.add(mapper, batch, record, number: number, company: company)
    states[index].counts.written += 1
    if sink.generatesItems { states[index].counts.written += 1 }
    guard context.crosswalk.isKept else { return }
    recordID.truncate(to: 0)
    if let id { id.append(to: &recordID) } else { mapper.appendRecordID(batch, record, to: &recordID) }
    try context.crosswalk.add(sink.templateName, key: verdict.shown, id: recordID, company: companyAtHand.bytes)
  }

  /// Filters a product that another company's record has written. It brings its own price list item all the same, and a
  /// warning if its values are others.
  private mutating func share(
    _ index: Int, _ holder: SharedNumbers.Holder, _ mapper: inout RecordMapper, _ batch: RecordBatch, _ record: Int,
    number: Int, _ input: TaskInput, _ knowledge: borrowing Knowledge
  ) throws {
    verdict.faults.removeAll(keepingCapacity: true)
    if identities[index].content(mapper, batch, knowledge) != holder.content {
      verdict.add(2406, detail: .name(context.companies.running[holder.company].name))
      try tell(index, mapper, batch, record, input)
    }
    let clause = context.filtered.number(of: context.companies.running[holder.company].name)
    try filter(index, .shared, clause: clause, &mapper, batch, record, input, knowledge)
    guard sink.generatesItems, sink.claimItem(mapper, product: holder.id, knowledge) else { return }
    prices.note(product: holder.id, mapper, knowledge)
    if sink.isSplit { kept[index].insert(number) }
    try sink.writeItem(mapper, batch, product: holder.id, verdict, knowledge, &ids, unit: units)
    units += 1
    states[index].counts.generated += 1
    states[index].counts.written += 1
  }
}
