public import Findings
public import Mapping
package import Archives
package import Packages
import Records

/// Converts packages of one side into import packages of the other.
public struct Conversion: Sendable {
  let options: ConversionOptions
  let schemas: SchemaCatalogue
  let templates: TemplateCatalogue
  let findings: FindingCatalogue
  let progress: Progress

  /// A conversion with what the tool knows of schemas, templates and findings.
  public init(
    _ options: ConversionOptions, schemas: SchemaCatalogue, templates: TemplateCatalogue, findings: FindingCatalogue,
    progress: Progress = .silent
  ) {
    self.options = options
    self.schemas = schemas
    self.templates = templates
    self.findings = findings
    self.progress = progress
  }

  /// Runs the conversion. The output folder appears at the end, with the reports in it, or not at all.
  ///
  /// Throws `PackageError`, `ArchiveError`, `ProjectError`, `ConversionError`.
  package func run(reporting: Report) throws -> ConversionSummary {
    let watch = InputWatch(meter: progress.meter)
    return try watch.guarding { try InferredLayout.tried { try attempt($0, watch, reporting) } }
  }

  /// Writes the reports on a run into its output folder. `known` holds checksums that were taken before.
  package typealias Report = (_ summary: ConversionSummary, _ output: OutputDirectory, _ known: [String: String]) throws
    -> Void

  private func attempt(
    _ inferred: InferredLayout, _ watch: InputWatch, _ reporting: Report
  ) throws -> ConversionSummary {
    try InputGuard(options.read).check(output: options.output)
    let opener = PackageOpener(
      schemas: schemas, inferred: inferred, limits: options.readLimits, watch: watch,
      culture: options.project?.sourceCulture)
    let inputs = try Inputs.open(options, opener).layingOverNumbers(schemas)
    let chosen = try choose(inputs)
    let output = try OutputFolder.create(at: options.output, replacing: options.replacesOutput)
    let sink = FindingSink(
      catalogue: findings, mostPerCode: options.maxFindings, file: FindingFile(try output.file(FindingFile.fileName)))
    try report(inputs, chosen, sink)
    let digests = InputDigests(inputs.all + inputs.references)
    let (context, reports) = try convert(chosen, inputs, inferred, sink, RunSetup(output: output))
    for note in inputs.all.flatMap(\.logNotes) { try sink.add(note) }
    progress.report(.writing)
    return try finish(context, output, reports, try digests.values(), watch, reporting)
  }

  /// Checks all records as a run would and writes nothing; what became of them. `isNothingToDo` says that no template fits in
  /// either direction.
  /// `options` are those of a dry run; with `onlyFed` templates are left out whose required columns no input has, and
  /// `forImport` says that files need not have what only templates ask for.
  /// `reader` sees the records that are read.
  /// Throws what `run` does, and `InferenceError`.
  package func rehearse(
    _ inputs: Inputs, _ inferred: InferredLayout, _ sink: FindingSink, onlyFed: Bool, forImport: Bool,
    isNothingToDo: Bool, reader: any RecordObserver
  ) throws -> [TemplateReport] {
    let inputs = try inputs.layingOverNumbers(schemas)
    let chosen = try choose(inputs)
    if chosen.isEmpty {
      if !forImport, isNothingToDo || !inputs.sources.isEmpty {
        try UnusedInputs(inputs, []).report(isNothingToDo: isNothingToDo, to: sink)
      }
      return []
    }
    let setup = RunSetup(purpose: forImport ? .importCheck : .conversion, onlyFed: onlyFed, readers: [reader])
    return try convert(chosen, inputs, inferred, sink, setup).reports
  }

  /// Checks all records as a run would, and shows the observer what becomes of each instead of writing it. `options`
  /// are those of a dry run. The readers see the records that are read. The packages that the observer has written. Throws what
  /// `run` does, and `InferenceError`.
  package func observe(
    _ chosen: [Template], _ inputs: Inputs, _ inferred: InferredLayout, _ sink: FindingSink,
    by observer: any RunObserver, readers: [any RecordObserver] = []
  ) throws -> [PackageReport] {
    let setup = RunSetup(
      purpose: .observation, readers: readers, observers: [observer], defersReferences: false)
    return try convert(chosen, inputs, inferred, sink, setup).reports.flatMap(\.packages)
  }

  func convert(
    _ wanted: [Template], _ inputs: Inputs, _ inferred: InferredLayout, _ sink: FindingSink, _ setup: RunSetup
  ) throws -> (context: RunContext, reports: [TemplateReport]) {
    progress.report(.looking)
    let output = setup.output
    let isObserved = setup.purpose == .observation
    let deferrable = try deferrable(wanted, to: inputs.destination)
    if output != nil { expect(wanted, inputs, isRehearsed: setup.defersReferences && !deferrable.isEmpty) }
    let waves =
      setup.defersReferences ? try rehearse(wanted, deferrable, inputs, inferred, setup) : WavePlan()
    let chosen = try TargetStates(inputs).known(to: wanted.map { $0.marking(deferrable) })
    var source = try SourceLookups(chosen, inputs: inputs, schemas: schemas, inferred: inferred)
    let indexes = source
    if setup.purpose == .conversion {
      try UnusedInputs(inputs, chosen, lookups: source.tables).report(isNothingToDo: chosen.isEmpty, to: sink)
    }
    let unmapped = try UnmappedColumns(
      isObserved || setup.share != nil ? [] : chosen, schemas: schemas, companies: options.companyOrder)
    var own: [any RunObserver] =
      isObserved
      ? [] : [LaterReferences(sink), UnmappedValues { try output?.temporaryFile() ?? ScratchFile() }]
    own.append(AmountTotals(schemas, sink, reportsUnmapped: !isObserved))
    let observers = setup.observers + own + (try setup.lists(options, sink))
    let context = RunContext(
      options: options, inputs: inputs, schemas: schemas, output: output, findings: sink,
      progress: progress, purpose: setup.purpose, observers: observers, readers: setup.readers, unmapped: unmapped,
      clauses: setup.clauses, time: RunTime(given: options.epoch, inputs: inputs.all),
      indexed: { package in
        package.kind == .salesConfigurationMigration && inferred.hasTablesInOrder(package: package.path)
          ? indexes.indexedEntities(of: package) : []
      })
    context.waves = waves
    context.writesNumbers = setup.share?.writesNumbers ?? true
    try context.findCompanies(chosen, inferred, settled: setup.share?.companies)
    var lookups = LookupContext(existenceRules: inputs.destination == .finops ? try schemas.existenceRules() : [])
    try source.fill(&lookups, owners: context.companies.units == nil ? nil : context.companies.owners)
    var destination = DestinationLookups(
      inputs, schemas: schemas, companies: context.referenceCompanies,
      day: context.time.isKnown ? DateTime(epoch: context.time.seconds).dayNumber : nil)
    if inputs.destination == .finops {
      try destination.fillExisting(chosen, &lookups)
    } else {
      try destination.fillDestinations(chosen, &lookups)
      try OwnerTable.fill(context.companies.running, inputs.destinations, &lookups)
      try context.reportMissingOwners(lookups)
    }
    context.isReadBack = options.readsBack && output != nil
    if options.assignsNumbers, inputs.destination != .finops { throw ConversionError.numbersToSales }
    if options.assignsNumbers || !inputs.updates.updates.isEmpty, !chosen.isEmpty {
      var assignment = NumberAssignment(context)
      try assignment.run(&lookups)
    }
    for observer in observers { try observer.prepare(lookups, schemas) }
    try setup.share?.prepare(context, chosen, lookups)
    var reports: [TemplateReport] = []
    var waiting: [(report: Int, of: LentRun)] = []
    if let output, let numbers = WrittenPackages(context.numberPackages, context.numberTallies, in: output) {
      try readBack(numbers, context)
    }
    if output != nil { expectTasks(chosen, inputs) }
    for (number, template) in chosen.enumerated() {
      if let share = setup.share, !(try share.runs(template, &lookups)) { continue }
      progress.report(.template(template.name))
      try destination.prepare(template, &lookups)
      let lent = LentRun(try TemplateRun(template, context: context, lookups: lookups))
      if setup.onlyFed, lent.run.lacksRequiredColumns || lent.run.lacksIDs { continue }
      let report = try lent.run.run(&lookups)
      if waves.defers(template.name) { waiting.append((reports.count, lent)) }
      reports.append(report)
      if let output { context.digests.append(OutputDigests(report.packages.map(\.path), in: output)) }
      if let output, let packages = WrittenPackages(report, in: output) { try readBack(packages, context) }
      for observer in observers { try observer.end(template, later: Array(chosen[(number + 1)...])) }
      try setup.share?.end(template, lookups)
    }
    for (number, lent) in waiting {
      try destination.prepare(lent.run.template, &lookups)
      for observer in observers { try observer.settle(lent.run.template, &lookups) }
      if options.isDryRun { continue }
      try writeReferences(&lent.run, into: &reports[number], to: output, &lookups)
    }
    for finding in waves.findings { try sink.add(finding) }
    for observer in observers { try observer.end(context, &lookups) }
    try context.reportForeignUnits()
    try context.conservation.check(reports.readings, of: inputs.sources)
    try unmapped.report(to: sink)
    for (number, template) in chosen.enumerated() where isObserved {
      try destination.prepare(template, &lookups)
      for observer in observers { reports[number].packages += try observer.packages(of: template, context, &lookups) }
    }
    return (context, reports)
  }

  private func readBack(_ packages: WrittenPackages, _ context: RunContext) throws {
    if context.isReadBack { try context.readBack.begin(packages) }
  }

  /// The templates that the inputs can feed, or those of them that were asked for, in import order.
  package func choose(_ inputs: Inputs) throws -> [Template] {
    let names =
      options.templates.isEmpty ? templates.defaultNames : templates.names.filter(options.templates.contains)
    var chosen: [Template] = []
    for name in names {
      guard let known = try templates.template(named: name), known.destination == inputs.destination,
        known.tasks.contains(where: { inputs.hold($0.source) }), let template = try template(named: name)
      else { continue }
      chosen.append(template)
    }
    let order = try TemplateOrder(
      chosen, catalogue: templates, schemas: schemas,
      defersReferences: options.defersReferences(to: inputs.destination))
    try order.check(templates)
    return order.sorted
  }

  /// A template as the project and the options change it; nil if there is none.
  func template(named name: String) throws -> Template? {
    guard var template = try templates.template(named: name) else { return nil }
    if let project = options.project { template = project.adjust(template) }
    for override in options.overrides where override.template == name { override.apply(to: &template) }
    return template
  }

  /// Reports what is known before any template runs: what was noticed while the packages were opened, and what templates require of
  /// the systems.
  package func report(_ inputs: Inputs, _ chosen: [Template], _ sink: FindingSink) throws {
    for package in inputs.all {
      for note in package.notes { try sink.add(note.noted(in: package)) }
    }
    for file in inputs.unknownFiles { try sink.add(Finding(file)) }
    if options.command == .run {
      for finding in Requirements(options.project?.environments, templates: chosen).findings { try sink.add(finding) }
    }
    if inputs.destination == .sales, let package = try SolutionCheck.lacking(inputs.destinations) {
      try sink.add(Finding(.solutionMissing, .error, at: FindingPlace(package)))
    }
  }

  private func finish(
    _ context: RunContext, _ output: OutputDirectory, _ reports: [TemplateReport], _ digests: [String: FileDigest],
    _ watch: InputWatch, _ reporting: Report
  ) throws -> ConversionSummary {
    var reports = reports
    for observer in context.observers { try observer.finish() }
    try context.unmapped.write(to: output.file(UnmappedColumns.fileName))
    let lists = OutputDigests([Crosswalk.fileName, FilteredList.fileName], in: output)
    var result: RunResult = (context.findings.bySeverity[.error] ?? 0) > 0 ? .findings : .ok
    if options.rejectLimit?.isPassed(by: reports) ?? false {
      result = .failed
      try output.remove("packages")
      for index in reports.indices { reports[index].packages = [] }
      context.numberPackages = []
    } else {
      let digests = try OutputDigests.values(context.digests)
      for index in reports.indices { OutputDigests.fill(&reports[index].packages, digests) }
    }
    try context.findings.finish()
    let findings = OutputDigests([FindingFile.fileName], in: output)
    var entities: [[Int]] = []
    for package in context.inputs.all {
      entities.append(try package.entities.indices.map { try context.records(of: $0, in: package) })
    }
    let summary = ConversionSummary(
      result: result, options: options, destination: context.inputs.destination, inputs: context.inputs.all,
      entities: entities, digests: digests, references: context.inputs.references,
      time: context.time.isKnown ? context.time.seconds : nil, companies: context.companies.running.map(\.name),
      unknownFiles: context.inputs.unknownFiles,
      numbers: context.numberPackages, templates: reports,
      findings: context.findings)
    try reporting(summary, output, try OutputDigests.values([lists, findings]))
    // Whoever takes the packages finds their folder, also where no record was written.
    if result != .failed, !options.isDryRun { try output.folder(OutputFolder.packages) }
    // Packages that were taken away again are not waited for.
    if result != .failed { try context.readBack.finish() }
    try output.commit(exitCode: result.exitCode, check: watch.check)
    return summary
  }
}
