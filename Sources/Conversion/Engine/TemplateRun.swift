import Archives
import Findings
package import Mapping
import Packages
package import Records

/// Runs one template over the inputs: every record is checked, then written, rejected or filtered, and reported.
///
/// The records of several companies pass company by company, as if each had inputs of its own.
package struct TemplateRun {
  package let template: Template
  package let context: RunContext
  package var states: [TaskState] = []
  package var issues = RecordIssues()
  var currency = OutputBuffer(capacity: 16)
  var recordID = OutputBuffer(capacity: 64)
  package var ids = NameBasedID(namespace: RecordNames.namespace)
  /// Where the records of the company at hand go.
  package var sink: PackageSplitter
  /// The packages of the template: one series for Sales, one for each company for F&O.
  var sinks: [PackageSplitter] = []
  /// The records of each task that are written, if they may have to be written again.
  var kept: [RecordSet] = []
  /// Records of single entities that were written to the series at hand so far.
  var units = 0
  /// Under which ids the records of each task go to Sales, for the company at hand.
  package var identities: [SalesIdentity] = []
  var identitiesOfCompanies: [[SalesIdentity]] = []
  /// What Sales must have for the records that are written.
  var required = RequiredRecords()
  /// Whether lines have an item in their document's price list.
  let prices: LinePrices
  /// For each task what its records refer to among themselves, where that is asked.
  var selfReferences: [SelfReferences?] = []
  /// For each task what a rehearsal notes of its references.
  var referenceNotes: [ReferenceNotes?] = []
  /// For each task the columns that the packages at hand leave out, since second ones bring them.
  var deferred: [[WavePlan.Deferral]] = []
  /// The company whose records are at hand.
  var companyAtHand: RunCompany
  /// Its id; empty for records that belong to no company.
  var company: String
  /// The numbers, in the list of filtered records, of each task's clauses.
  let clauses: [[Int]]
  /// What the destination holds, if only what differs from it is written.
  var held: DestinationContent?

  package init(_ template: Template, context: RunContext, lookups: borrowing LookupContext) throws {
    self.template = template
    self.context = context
    companyAtHand = context.companies.running[0]
    company = companyAtHand.name
    sink = PackageSplitter(template, context: context, company: context.companies.running[0])
    prices = LinePrices(template)
    clauses = template.tasks.map { $0.clauses.map(context.filtered.number) }
    try context.filtered.begin(template)
    let plans = CompanyPlans(template, context: context, lookups)
    for task in template.tasks { states.append(try state(task, plans, lookups)) }
    kept = states.map { _ in RecordSet() }
    selfReferences = states.map { context.observer == nil ? SelfReferences($0) : nil }
    for company in context.companies.running {
      identitiesOfCompanies.append(
        states.map { SalesIdentity($0, company: company, numbers: context.numbers, lookups) })
    }
    identities = identitiesOfCompanies[0]
    referenceNotes = context.references?.notes(template, states, lookups) ?? states.map { _ in nil }
    deferred = states.map { _ in [] }
    if template.destination == .sales { required = try RequiredRecords(states, context.schemas) }
    if context.options.isDelta {
      held = try DestinationContent(
        states.map { WrittenEntity($0, level: 1) }, inputs: context.inputs, companies: context.referenceCompanies)
    }
    try context.observer?.begin(template, states, lookups, context.referenceCompanies)
  }

  private func state(
    _ task: TaskTemplate, _ plans: CompanyPlans, _ lookups: borrowing LookupContext
  ) throws -> TaskState {
    guard let destination = try context.schemas.schema(named: task.destination) else {
      throw ConversionError.unknownEntity(task.destination)
    }
    let source = try context.schemas.schema(named: task.source)
    let inputs = context.inputs.files(of: task.source)
    let compilers = try plans.compilers(task, source: source, destination: destination, lookups)
    let task = plans.task(task, destination)
    let progress = context.progress
    let spool = TaskSpool { [context] in try context.temporaryFile() }
    let pass = TaskPass(
      inputs: inputs, compilers: compilers, spool: spool, context: context,
      partition: context.companies.partition?.entity(task.source)
    ) {
      progress.report(.records(task: task.name, $0))
    }
    let plan = inputs.first.map { pass.plan($0) }
    let written = task.fields.enumerated().compactMap { place, field -> (name: String, field: Int)? in
      if field.isCountedOnly || plan?.isMissing(place) ?? true { return nil }
      if field.rule == .freightTax, template.freightTax == .line { return nil }
      return (field.column, place)
    }
    if context.observer == nil, let format = context.options.fileFormat(to: template.destination),
      written.count > format.mostColumns
    {
      throw ConversionError.tooManyColumns(entity: destination.name, format: format.name, most: format.mostColumns)
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

  /// Whether no input has a column that every record of a task needs, so that all of them would be rejected.
  var lacksRequiredColumns: Bool {
    states.contains { state in
      guard let input = state.inputs.first else { return false }
      let plan = state.pass.plan(input)
      return state.task.fields.indices.contains { plan.isMissingAndRequired($0) }
    }
  }

  /// Whether the mapped values of documents can be put aside until it is known whether they are whole: unless these depend on what
  /// is written meanwhile, somebody wants to see how records are mapped, or packages have what was looked up as it was read.
  var mapsOnce: Bool {
    guard context.observer == nil, context.watcher == nil, held == nil, selfReferences.allSatisfy({ $0 == nil }),
      template.destination == .finops || context.options.salesFormat.hasIDs,
      !states.contains(where: { $0.task.fields.contains(where: \.isDeferrable) })
    else { return false }
    guard let table = identities[0].growingTable else { return true }
    return states.allSatisfy { state in
      state.inputs.allSatisfy { !state.pass.plan($0).looksUp(inDestination: table) }
    }
  }

  /// Whether headers come without ids, so that their lines, which name them as the import wizard does, cannot be reported to
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
  mutating func run(_ lookups: inout LookupContext) throws -> TemplateReport {
    for index in states.indices { try announce(index) }
    if states.count == 2, states[1].task.header != nil {
      var documents = DocumentRun(self)
      try documents.run(&lookups)
      self = documents.run
    } else {
      for group in groups {
        begin(group)
        for index in states.indices { try runTask(index, group, &lookups) }
        while try sink.advance() { try rewrite(group, &lookups) }
      }
    }
    try context.reportUnjudgedLists()
    for index in states.indices {
      try selfReferences[index]?.forEachLater { reference in try context.findings.add(finding(reference, index)) }
      referenceNotes[index]?.state = states[index]
      try filterOthers(index, lookups)
      states[index].select(company: nil)
      if context.observer == nil { try states[index].unmapped.report(to: context.findings) }
      try states[index].rejects.finish()
      guard states[index].companies.allSatisfy(\.counts.isConserved) else {
        throw ConversionError.notConserved(template: template.name, task: states[index].task.name)
      }
    }
    return report(lookups)
  }

  /// What became of the template.
  package func report(_ lookups: borrowing LookupContext) -> TemplateReport {
    var tallies: [EntityTally] = []
    for tally in sinks.flatMap(\.tallies) { tallies.add(tally) }
    let tasks = states.enumerated().map { index, state in
      var report = TaskReport(state)
      report.deferred = context.waves.values(of: template.name, task: index)
      return report
    }
    return TemplateReport(
      name: template.name, title: template.title, order: template.order, tasks: tasks,
      packages: packages, tallies: tallies, tailing: sinks.count == 1 ? sinks[0].tailing : nil,
      required: required.entries(lookups))
  }

  /// The packages that were written, with the company whose records each has if that is one.
  private var packages: [PackageReport] {
    let companies = Set(states.flatMap(\.companies).filter { $0.counts.written > 0 }.map(\.company))
    return sinks.flatMap(\.packages).map { package in
      var package = package
      package.number = template.order
      if template.destination == .sales { package.company = companies.count == 1 ? companies.first ?? "" : "" }
      return package
    }
  }

  /// Reports what is true of all records of a file: columns that are derived, and required ones that nobody has.
  private func announce(_ index: Int) throws {
    let state = states[index]
    var columns: [SourceColumn]?
    for input in state.inputs {
      // A file of the columns of the one before it says nothing new.
      if input.columns == columns { continue }
      columns = input.columns
      let plan = state.pass.plan(input)
      for column in plan.derivedColumns {
        guard context.noteDerivation(of: column, in: state.task.source) else { continue }
        try context.findings.add(
          Finding(.columnDerived, .info, at: self.place(of: input, index), field: column, detail: .name(column)))
      }
      guard input.number == 0 else { continue }
      for (place, field) in state.task.fields.enumerated() where plan.isMissingAndRequired(place) {
        if field.isKey && !plan.lacksKey { continue }
        var finding = Finding(
          field.isKey ? .keyIsEmpty : .requiredFieldIsEmpty, .error, at: self.place(of: input, index))
        finding.field = field.sources.isEmpty ? "" : field.column(in: input.package.entities[input.entity])
        finding.detail = field.isKey ? missingKey(index) : .none
        if finding.detail == .none { finding.detail = .name(finding.field.isEmpty ? field.column : finding.field) }
        try context.findings.add(finding)
      }
    }
  }

  // MARK: Tasks of one entity

  private mutating func runTask(_ index: Int, _ group: [RunCompany], _ lookups: inout LookupContext) throws {
    sink.begin(firstEntity(index, level: index + 1))
    for company in group {
      select(company, task: index, &lookups)
      if states[index].hasSeveralInputs { try checkKeys(index, lookups) }
      try runPart(index, lookups)
      states[index].duplicates.forget()
    }
    _ = try sink.end()
  }

  /// Checks and writes the records of the company at hand.
  private mutating func runPart(_ index: Int, _ lookups: borrowing LookupContext) throws {
    let rules = lookups.growingRules
    let pass = states[index].pass
    try pass.forEachBatch(
      of: part, preparing: [.filter, .key, .values, .parents, .currency], in: form(index), lookups,
      counting: context.count
    ) { mapper, batch, input, records, first in
      states[index].note(batch, first, input)
      let keyColumns = states[index].hasSeveralInputs ? [] : mapper.plan.keyColumns
      try reportMissingColumns(index, mapper.plan, input)
      var nextIssue = batch.firstIssue(from: records.lowerBound)
      for record in records {
        states[index].duplicates.expect(batch, record, columns: keyColumns)
        states[index].counts.read += 1
        issues.begin()
        mapper.begin(record)
        let issue = batch.issue(of: record, &nextIssue)
        if let issue { issues.add(issue) }
        if let issue, issue.isUnreadable {
          try reject(index, mapper, batch, record, input, lookups)
          continue
        }
        guard issue != nil || mapper.passesFilter(batch, record, lookups) else {
          let clause = clause(index, &mapper, batch, record, lookups)
          try filter(index, .filter, clause: clause, &mapper, batch, record, input, lookups)
          continue
        }
        let outcome = try checkKey(index, &mapper, batch, record, first + record, input, lookups)
        if case .merged(let earlier) = outcome {
          try merge(index, &mapper, batch, record, input, earlier, lookups)
          continue
        }
        checkValues(index, &mapper, batch, record, lookups, parents: true)
        if let other = checkNumber(index, mapper, batch, lookups) {
          try share(index, other, &mapper, batch, record, number: first + record, input, lookups)
          continue
        }
        if issues.isRejected {
          try reject(index, mapper, batch, record, input, lookups)
          continue
        }
        if context.companies.isPartitioned { identities[index].claim(mapper, batch, issues, lookups, &ids) }
        if isHeld(index, mapper, batch, lookups) {
          try filter(index, .unchanged, &mapper, batch, record, input, lookups)
          continue
        }
        try reportWritten(index, mapper, batch, record, input)
        try write(index, &mapper, batch, record, number: first + record, unit: units, lookups)
        units += 1
        for rule in rules where !lookups.existing[rule].isEmpty {
          lookups.existing[rule].addWritten(issues.comparable.span)
        }
      }
    }
  }

  /// A pass over the keys of the company at hand, where several inputs could contradict each other.
  private mutating func checkKeys(_ index: Int, _ lookups: borrowing LookupContext) throws {
    let state = states[index]
    var duplicates = DuplicateKeyDetector(hasSeveralInputs: true, seeksAlike: true)
    let hashes = state.contentHashes
    try state.pass.forEachBatch(
      of: part, keeping: true, preparing: [.filter, .key], lookups, counting: context.count
    ) { mapper, batch, input, records, first in
      states[index].note(batch, first, input)
      let keyColumns = mapper.plan.keyColumns
      var nextIssue = batch.firstIssue(from: records.lowerBound)
      for record in records {
        duplicates.expect(batch, record, columns: keyColumns)
        let issue = batch.issue(of: record, &nextIssue)
        if issue?.isUnreadable ?? false { continue }
        issues.begin()
        mapper.begin(record)
        guard issue != nil || mapper.passesFilter(batch, record, lookups) else { continue }
        issues.readKey(&mapper, batch, record, lookups)
        guard issues.keyState == .whole else { continue }
        let content = hashes[input.number].hash(batch, record)
        let outcome = duplicates.check(issues.comparable, record: first + record, input: input.origin, content: content)
        states[index].note(outcome, of: first + record)
        if let alike = duplicates.alike { states[index].alikes[first + record] = alike }
      }
    }
  }
}
