import Archives
import Mapping
import Packages
import Records

/// Runs one template over the inputs: every record is judged, then written, rejected or filtered, and told.
struct TemplateRun {
  let template: Template
  let context: RunContext
  var states: [TaskState] = []
  var verdict = RecordVerdict()
  var currency = OutputBuffer(capacity: 16)
  var recordID = OutputBuffer(capacity: 64)
  var ids = NameBasedID(namespace: TemplateRun.namespace)
  let sink: PackageSeries
  /// The records of each task that are written, if they may have to be written again.
  var kept: [RecordSet] = []
  /// Records of single entities that went over so far.
  var units = 0
  /// Under which ids the records of each task go to Sales.
  var identities: [SalesIdentity] = []
  /// What Sales must have for the records that are written.
  var required = RequiredRecords([])
  /// The company whose records are at hand.
  var company: String {
    didSet { tellComparerCompany() }
  }
  /// What the destination holds, if only what differs from it goes over.
  var held: DestinationContent?

  /// The namespace of ids of new records.
  static let namespace = GUID(high: 0x8c5e_2b1a_6d0f_5c53, low: 0x9a43_1f2d_7c9b_0e64)

  init(_ template: Template, context: RunContext, knowledge: borrowing Knowledge) throws {
    self.template = template
    self.context = context
    company = context.company
    sink = PackageSeries(template, context: context)
    for task in template.tasks { states.append(try state(task, knowledge)) }
    kept = states.map { _ in RecordSet() }
    identities = states.map { SalesIdentity($0, company: context.company, knowledge) }
    if template.destination == .sales { required = RequiredRecords(states) }
    if context.options.isDelta { held = try DestinationContent(states, inputs: context.inputs) }
    tellComparerCompany()
    try context.comparer?.begin(template, states, knowledge)
  }

  /// Records of F&O are compared with those of their company.
  private func tellComparerCompany() {
    if template.destination == .sales { context.comparer?.company = CompanyCode(company) ?? .none }
  }

  private func state(_ task: TaskTemplate, _ knowledge: borrowing Knowledge) throws -> TaskState {
    guard let destination = try context.schemas.schema(named: task.destination) else {
      throw ConversionError.unknownEntity(task.destination)
    }
    let source = try context.schemas.schema(named: task.source)
    var inputs: [TaskInput] = []
    for package in context.inputs.sources {
      if let entity = package.index(of: task.source) {
        inputs.append(TaskInput(package: package, entity: entity, number: inputs.count))
      }
    }
    let compiler = PlanCompiler(
      task, of: template, source: source, destination: destination,
      inputColumns: context.inputs.columns(of: task.source),
      knowledge: KnowledgeOutline(knowledge))
    let progress = context.progress
    let spool = TaskSpool { [context] in try context.temporaryFile() }
    let pass = TaskPass(inputs: inputs, compiler: compiler, spool: spool, indexed: context.indexed, tap: context.tap) {
      progress.tell(.records(task: task.name, $0))
    }
    let plan = inputs.first.map(pass.plan)
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
      judge: KeyJudge(hasSeveralInputs: inputs.count > 1))
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
      for index in states.indices { try runTask(index, &knowledge) }
      while try sink.advance() { try rewrite(knowledge) }
    }
    for state in states {
      try state.rejects.finish()
      guard state.counts.isConserved else {
        throw ConversionError.notConserved(template: template.name, task: state.task.name)
      }
    }
    return TemplateReport(
      name: template.name, title: template.title, order: template.order,
      tasks: states.map {
        TaskReport(
          name: $0.task.name, source: $0.task.source, destination: $0.task.destination, counts: $0.counts,
          totals: $0.totals.entries)
      }, packages: sink.packages, tallies: sink.tallies, followed: sink.followed,
      required: required.entries(knowledge))
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

  private mutating func runTask(_ index: Int, _ knowledge: inout Knowledge) throws {
    if states[index].hasSeveralInputs { try judgeKeys(index, knowledge) }
    sink.begin(WrittenEntity(states[index], level: index + 1))
    let rules = context.existenceRules(for: states[index].task.destination)
    let pass = states[index].pass
    try pass.forEachBatch(counting: context.count) { mapper, batch, input, first in
      if batch.firstNumber == 1 { noteFirst(first, index) }
      let keyColumns = states[index].hasSeveralInputs ? [] : mapper.plan.keyColumns
      var nextFault = 0
      for record in 0..<batch.count {
        states[index].judge.expect(batch, record, columns: keyColumns)
        states[index].counts.read += 1
        verdict.begin()
        mapper.begin()
        if let fault = batch.fault(of: record, &nextFault) {
          addUnreadable(fault, batch)
          try reject(index, mapper, batch, record, input, knowledge)
          continue
        }
        guard mapper.passesFilter(batch, record, knowledge) else {
          try keepBack(index, .filter, &mapper, batch, record, knowledge)
          continue
        }
        let judgement = judgeKey(index, &mapper, batch, record, first + record, input, knowledge)
        if case .merged(let earlier) = judgement {
          try merge(index, batch, record, input, earlier)
          continue
        }
        judgeValues(index, &mapper, batch, record, knowledge, parents: true)
        if verdict.isRejected {
          try reject(index, mapper, batch, record, input, knowledge)
          continue
        }
        if isHeld(index, mapper, batch, knowledge) {
          states[index].counts.filteredBy[.unchanged, default: 0] += 1
          continue
        }
        try tell(index, mapper, batch, record, input)
        try write(index, &mapper, batch, record, number: first + record, unit: units, &knowledge)
        units += 1
        for rule in rules where !knowledge.existing[rule].isEmpty {
          _ = knowledge.existing[rule].insert(verdict.comparable, value: 0)
        }
      }
    }
    _ = try sink.end()
  }

  /// A pass over the keys alone, where several inputs could contradict each other.
  private mutating func judgeKeys(_ index: Int, _ knowledge: borrowing Knowledge) throws {
    let state = states[index]
    var judge = KeyJudge(hasSeveralInputs: true)
    let hashes = state.inputs.map { ContentHash($0.package.entities[$0.entity].columns, schema: state.source) }
    try state.pass.forEachBatch(keeping: true, counting: context.count) { mapper, batch, input, first in
      if batch.firstNumber == 1 { noteFirst(first, index) }
      let keyColumns = mapper.plan.keyColumns
      var nextFault = 0
      for record in 0..<batch.count {
        judge.expect(batch, record, columns: keyColumns)
        if batch.fault(of: record, &nextFault) != nil {
          continue
        }
        verdict.begin()
        mapper.begin()
        guard mapper.passesFilter(batch, record, knowledge) else { continue }
        verdict.readKey(&mapper, batch, record, knowledge)
        guard verdict.keyState == .whole else { continue }
        let content = hashes[input.number].hash(batch, record)
        let judgement = judge.judge(verdict.comparable, record: first + record, input: input.number, content: content)
        states[index].note(judgement, of: first + record)
      }
    }
  }

  mutating func noteFirst(_ first: Int, _ index: Int) {
    if !states[index].firsts.contains(first) { states[index].firsts.append(first) }
  }

  // MARK: One record

  /// The faults of a record that is not what its file's header says.
  mutating func addUnreadable(_ fault: RecordFault, _ batch: RecordBatch) {
    switch fault.kind {
    case .undecodable: verdict.add(1401)
    case .fieldCount(let found): verdict.add(1402, detail: .fields(found: found, expected: batch.width))
    case .quote: verdict.add(1403)
    }
  }

  /// Judges the record's key, as far as a first pass has not done so.
  mutating func judgeKey(
    _ index: Int, _ mapper: inout RecordMapper, _ batch: RecordBatch, _ record: Int, _ number: Int, _ input: TaskInput,
    _ knowledge: borrowing Knowledge
  ) -> KeyJudgement {
    verdict.readKey(&mapper, batch, record, knowledge)
    if verdict.keyState == .empty { verdict.add(2101, isSilent: mapper.plan.lacksKey) }
    var judgement = KeyJudgement.first
    if states[index].hasSeveralInputs {
      judgement = states[index].keyFaults[number] ?? .first
    } else if verdict.keyState == .whole {
      judgement = states[index].judge.judge(verdict.comparable, record: number, input: input.number, content: 0)
    }
    add(judgement, index)
    addAmbiguity(index, knowledge)
    return judgement
  }

  /// Makes faults of what was found out about a key.
  mutating func add(_ judgement: KeyJudgement, _ index: Int) {
    switch judgement {
    case .first, .merged: return
    case .doubled(let earlier):
      verdict.add(2104, detail: .earlierRecord(states[index].place(of: earlier).number))
    case .contradicts(let other):
      let place = states[index].place(of: other)
      verdict.add(2106, detail: .otherInput(package: place.input.package.path, record: place.number))
    }
  }

  /// A natural key that several records of the destination have.
  mutating func addAmbiguity(_ index: Int, _ knowledge: borrowing Knowledge) {
    guard template.destination == .sales, let table = identities[index].ownTable,
      let entry = knowledge.destinations[table].find(verdict.comparable.span),
      knowledge.destinations[table].isAmbiguous(entry)
    else { return }
    verdict.add(2308)
  }

  /// Maps the record and notes what is wrong with its values.
  mutating func judgeValues(
    _ index: Int, _ mapper: inout RecordMapper, _ batch: RecordBatch, _ record: Int, _ knowledge: borrowing Knowledge,
    parents: Bool
  ) {
    mapper.map(batch, record, knowledge, parents: parents)
    for fault in mapper.faults {
      let isSilent = fault.code == 2102 && mapper.plan.isMissing(fault.field)
      verdict.add(fault.code, field: fault.field, isSilent: isSilent)
    }
  }

  /// Whether only what is new or changed goes over, and the destination holds the mapped record with the same content.
  mutating func isHeld(
    _ index: Int, _ mapper: borrowing RecordMapper, _ batch: borrowing RecordBatch, _ knowledge: borrowing Knowledge
  ) -> Bool {
    if held == nil { return false }
    if template.destination == .finops { return held?.holds(mapper, batch, of: index) ?? false }
    let id = identities[index].id(verdict, knowledge, &ids)
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
    if !states[index].totals.isEmpty { try states[index].totals.add(mapper, batch, currency: currency) }
    if sink.isSplit { kept[index].insert(number) }
    try context.comparer?.goesOver(index, mapper, batch, record, verdict, currency: currency, knowledge)
    let id = try put(index, mapper, batch, unit: unit, knowledge)
    if let id {
      identities[index].note(id, mapper, batch, verdict, &knowledge)
      if sink.generatesItems { states[index].counts.generated += 1 }
      required.count(mapper, task: index)
    }
    states[index].counts.written += 1
    if sink.generatesItems { states[index].counts.written += 1 }
    guard context.crosswalk.isKept else { return }
    recordID.truncate(to: 0)
    if let id { id.append(to: &recordID) } else { mapper.appendRecordID(batch, record, to: &recordID) }
    try context.crosswalk.add(sink.templateName, key: verdict.shown, id: recordID)
  }
}
