import Archives
import Findings
package import Mapping
import Packages
package import Records

/// Runs one template over the inputs: every record is checked, then written, rejected or filtered, and reported.
///
/// There is one loop over tasks, companies and records. What records belong to, and so when each can be decided, a
/// `RunPolicy` says. The records of several companies pass company by company, as if each had inputs of its own.
package struct TemplateRun: ~Copyable {
  package let template: Template
  package let context: RunContext
  package var states: [TaskState] = []
  package var ids = NameBasedID(namespace: RecordNames.namespace)
  /// Where the records of the company at hand go.
  package var sink: PackageSplitter
  /// The packages of the template: one series for Sales, one for each company for F&O.
  var sinks: [PackageSplitter] = []
  /// The records of each task that are written, if they may have to be written again.
  var kept: [RecordSet] = []
  /// How many units of their own the records were that were written to the series at hand so far.
  var units = 0
  /// Under which ids the records of each task go to Sales, for the company at hand.
  package var identities: [SalesIdentity] = []
  var identitiesOfCompanies: [[SalesIdentity]] = []
  /// Whether lines have an item in their document's price list.
  let prices: LinePrices
  /// For each task the columns that the packages at hand leave out, since second ones bring them.
  var deferred: [[WavePlan.Deferral]] = []
  /// The company whose records are at hand.
  var companyAtHand: RunCompany
  /// Its id; empty for records that belong to no company.
  var company: String
  /// The numbers of each task's clauses.
  let clauses: [[Int]]
  /// What the destination has, if only what differs from it is written.
  var held = DestinationContent()
  /// Who sees what becomes of records.
  package let observers: [any RunObserver]
  /// Those of them who look at records that are written.
  package private(set) var witnesses: [any RunObserver] = []

  package init(_ template: Template, context: RunContext, lookups: borrowing LookupContext) throws {
    self.template = template
    self.context = context
    companyAtHand = context.companies.running[0]
    company = companyAtHand.name
    sink = PackageSplitter(template, context: context, company: context.companies.running[0])
    prices = LinePrices(template)
    clauses = template.tasks.map { $0.clauses.map(context.clauses.number) }
    observers = context.observers
    let plans = try CompanyPlans(template, context: context, lookups)
    for index in template.tasks.indices { states.append(try state(index, plans, lookups)) }
    kept = states.map { _ in RecordSet() }
    for company in context.companies.running {
      identitiesOfCompanies.append(
        states.map { SalesIdentity($0, company: company, numbers: context.numbers, lookups) })
    }
    identities = identitiesOfCompanies[0]
    deferred = states.map { _ in [] }
    if context.options.isDelta {
      held = try DestinationContent(
        states.map { WrittenEntity($0, level: 1) }, inputs: context.inputs, companies: context.referenceCompanies)
    }
    for observer in observers { try observer.begin(template, states, lookups, context.referenceCompanies) }
    witnesses = observers.filter { $0.interest != .nothing }
  }

  private func state(
    _ index: Int, _ plans: CompanyPlans, _ lookups: borrowing LookupContext
  ) throws -> TaskState {
    var task = template.tasks[index]
    guard let destination = try context.schemas.schema(named: task.destination) else {
      throw ConversionError.unknownEntity(task.destination)
    }
    let source = try context.schemas.schema(named: task.source)
    let inputs = context.inputs.files(of: task.source)
    let compilers = try plans.compilers(task, source: source, destination: destination, lookups)
    task = plans.task(task, destination)
    let progress = context.progress
    let spool = TaskSpool { [context] in try context.temporaryFile() }
    let pass = TaskPass(
      task: index, to: template.destination, inputs: inputs, compilers: compilers, spool: spool, context: context,
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
    if context.purpose != .observation, let format = context.options.fileFormat(to: template.destination),
      written.count > format.mostColumns
    {
      throw ConversionError.tooManyColumns(entity: destination.name, format: format.name, most: format.mostColumns)
    }
    return TaskState(
      task: task, source: source, destination: destination, inputs: inputs, pass: pass, written: written,
      returned: ReturnedRows(task, inputs: inputs, pass: pass, context),
      findings: TaskFindings(task, to: destination, context.options))
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
  /// is written meanwhile, an observer needs the values of each, or packages have what was looked up as it was read.
  var mapsOnce: Bool {
    guard !held.isAsked, !witnesses.contains(where: { $0.interest == .values }),
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
      var documents = Documents(self)
      try run(by: &documents, &lookups)
    } else {
      var records = SingleRecords()
      try run(by: &records, &lookups)
    }
    try context.reportUnjudgedLists()
    for index in states.indices {
      for observer in observers { try observer.end(task: index, states) }
      try filterOthers(index, lookups)
      try filterVersions(index, lookups)
      states[index].select(company: nil)
      guard states[index].companies.allSatisfy(\.counts.isConserved) else {
        throw ConversionError.notConserved(template: template.name, task: states[index].task.name)
      }
    }
    return report(lookups)
  }

  /// The loop: companies that share packages, tasks, companies, records. Packages that are cut otherwise than was thought, or
  /// for which there was no room, are written in more rounds, in which nothing is decided anew.
  private mutating func run(
    by policy: inout some RunPolicy & ~Copyable, _ lookups: inout LookupContext
  ) throws {
    for company in context.companies.running { try policy.survey(company, &self, &lookups) }
    for group in groups {
      begin(group)
      policy.plan(group, &self)
      var isDecided = false
      repeat {
        units = 0
        for index in states.indices {
          try sink.begin(firstEntity(index, level: index + 1))
          var isWritten = isDecided
          repeat {
            for company in group {
              policy.select(company, task: index, &self, &lookups)
              if isWritten {
                try policy.rewrite(index, &self, lookups)
              } else {
                try policy.write(index, &self, lookups)
              }
            }
            isWritten = true
          } while try sink.end()
        }
        isDecided = true
      } while try sink.advance()
    }
  }

  /// Decides what becomes of all records of the company at hand in a task.
  mutating func decideAll(
    _ index: Int, by policy: inout some RunPolicy & ~Copyable, preparing work: Preparation,
    _ lookups: borrowing LookupContext
  ) throws {
    let pass = states[index].pass
    let isFirstPass = policy.isFirstPass
    try pass.forEachStretch(
      of: part, preparing: work, in: try form(index, lookups), lookups,
      counting: { if isFirstPass { try context.count($0, $1, $2) } }
    ) { record in
      if isFirstPass { try begin(record) }
      let keyColumns = isFirstPass && !states[index].hasSeveralInputs ? record.mapper.plan.keyColumns : []
      while record.next() {
        states[index].duplicates.expect(record.batch, record.index, columns: keyColumns)
        try decide(&record, by: &policy, lookups)
      }
    }
  }

  /// Decides what becomes of a record.
  @inline(__always)
  mutating func decide(
    _ record: inout RecordView, by policy: inout some RunPolicy & ~Copyable, _ lookups: borrowing LookupContext
  ) throws {
    states[record.task].counts.read += 1
    if record.isFaulty {
      record.addFault()
      if record.isUnreadable { return try reject(&record, lookups) }
    }
    try policy.decide(&record, &self, lookups)
  }

  /// Begins a stretch of records that have not passed before.
  mutating func begin(_ record: borrowing RecordView) throws {
    states[record.task].note(record.batch, record.first, record.input)
    try reportMissingColumns(record.task, record.mapper.plan, record.input)
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
    var report = TemplateReport(
      name: template.name, title: template.title, order: template.order, tasks: tasks, packages: packages)
    (report.tallies, report.tailing) = (tallies, sinks.count == 1 ? sinks[0].tailing : nil)
    for observer in observers { observer.add(to: &report, lookups) }
    return report
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
      // Several fields may need one column.
      var reported: Set<String> = []
      for (place, field) in state.task.fields.enumerated() where plan.isMissingAndRequired(place) {
        if field.isKey && !plan.lacksKey { continue }
        var finding = Finding(
          field.isKey ? .keyIsEmpty : .requiredFieldIsEmpty, .error, at: self.place(of: input, index))
        finding.field = field.sources.isEmpty ? "" : field.column(in: input.package.entities[input.entity])
        finding.detail = field.isKey ? missingKey(index) : .none
        if finding.detail == .none { finding.detail = .name(finding.field.isEmpty ? field.column : finding.field) }
        let isNew = reported.insert("\(finding.code.rawValue) \(finding.field) \(finding.detail)").inserted
        if isNew { try context.findings.add(finding) }
      }
    }
  }
}
