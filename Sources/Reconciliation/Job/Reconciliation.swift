package import Archives
package import Conversion
package import Findings
package import Mapping
import Packages
import Records

/// Compares exports of both sides record by record, in the terms of the side that the templates write.
///
/// Every template is run over the side that it reads, as a conversion would; what it would write is looked for in the other
/// side's export. What nobody looked for is surplus there.
public struct Reconciliation {
  /// A template that cannot be compared by, and the entity that an export lacks.
  package struct Omission: Sendable {
    package var template: String
    /// What its tasks make besides, if only that is left out.
    package var task: String?
    package var entity: String
    package var side: Side

    /// What is left out, for people.
    package var name: String { task.map { "\(template) \($0)" } ?? template }
  }

  private let options: ReconciliationOptions
  private let schemas: SchemaCatalogue
  private let templates: TemplateCatalogue
  private let findings: FindingCatalogue
  private let progress: Progress

  /// A reconciliation with what the tool knows of schemas, templates and findings.
  package init(
    _ options: ReconciliationOptions, schemas: SchemaCatalogue, templates: TemplateCatalogue,
    findings: FindingCatalogue, progress: Progress
  ) {
    self.options = options
    self.schemas = schemas
    self.templates = templates
    self.findings = findings
    self.progress = progress
  }

  /// Compares everything. The output folder appears at the end, or not at all.
  ///
  /// Throws `PackageError`, `ArchiveError`, `ProjectError`, `ConversionError`, `Failure`.
  package func run(reporting: Report) throws -> ReconciliationSummary {
    let watch = InputWatch(meter: progress.meter)
    return try watch.guarding { try InferredLayout.tried { try attempt($0, watch, reporting) } }
  }

  /// Writes the reports into the output folder. `known` holds checksums that were taken before.
  package typealias Report = (
    _ summary: ReconciliationSummary, _ output: OutputDirectory, _ known: [String: String]
  ) throws -> Void

  private func attempt(
    _ inferred: InferredLayout, _ watch: InputWatch, _ reporting: Report
  ) throws -> ReconciliationSummary {
    try InputGuard(options.read).check(output: options.output)
    let baseline = try options.baseline.map(Baseline.init)
    let opener = PackageOpener(
      schemas: schemas, inferred: inferred, limits: options.limits, watch: watch,
      culture: options.project?.sourceCulture)
    let exports = try Exports.open(options, opener)
    let plan = try ReconciliationPlan(options, exports, templates: templates)
    let folder = try OutputFolder.create(at: options.output, replacing: options.replacesOutput)
    // With a baseline findings are written when they have been marked.
    let sink = FindingSink(
      catalogue: findings, mostPerCode: options.maxFindings,
      file: baseline == nil ? FindingFile(try folder.file(FindingFile.fileName)) : nil,
      items: baseline == nil ? nil : FindingSpool(showsValues: true))
    progress.meter?.expect(bytes: (exports.all + exports.references).reduce(0) { $0 + $1.plainBytes })
    let digests = InputDigests(exports.all + exports.references)
    for package in exports.all { for note in package.notes { try sink.add(note.noted(in: package)) } }
    for file in exports.unknownFiles { try sink.add(Finding(file)) }
    for omission in plan.omissions { try sink.add(Finding(omission)) }
    let output = ReconciliationOutput(fixed: options.fixes, findings: sink, jobs: options.jobs) {
      try folder.temporaryFile()
    }
    var tasks: [ComparedTask] = []
    var packages: [PackageReport] = []
    for side in Side.allCases {
      let compared = try compare(to: side, plan, exports, inferred, sink, output, folder)
      tasks += compared.tasks
      packages += compared.packages
    }
    for task in tasks {
      guard task.counts.isConserved else {
        throw ConversionError.notConserved(template: task.template.name, task: task.task.name)
      }
      for column in task.unknown { try sink.add(Finding(task, lacks: column)) }
    }
    progress.report(.writing)
    try sink.finish()
    // Digests are taken of each list as soon as it is whole.
    try output.partners.write(to: try folder.file(PartnerFile.fileName))
    var lists = [OutputDigests([PartnerFile.fileName], in: folder)]
    try output.differences.write(to: try folder.file(DifferenceFile.fileName), marking: baseline)
    try baseline?.writeFindings(sink, to: folder)
    lists.append(OutputDigests([DifferenceFile.fileName, FindingFile.fileName], in: folder))
    try baseline?.writeGone(to: folder)
    let summary = ReconciliationSummary(
      options: options, exports: exports, digests: try digests.values(), tasks: tasks, omissions: plan.omissions,
      outcomes: output.differences.counts, partners: output.partners.count, findings: sink, baseline: baseline,
      packages: packages)
    try reporting(summary, folder, try OutputDigests.values(lists))
    try folder.commit(exitCode: summary.result.exitCode, check: watch.check)
    return summary
  }

  private func compare(
    to side: Side, _ plan: ReconciliationPlan, _ exports: Exports, _ inferred: InferredLayout, _ sink: FindingSink,
    _ output: ReconciliationOutput, _ folder: OutputDirectory
  ) throws -> (tasks: [ComparedTask], packages: [PackageReport]) {
    var conversionOptions = ConversionOptions(options, templates: plan.names(to: side))
    conversionOptions.assignsNumbers = options.assignsNumbers && side == .finops
    let conversion = Conversion(
      conversionOptions, schemas: schemas, templates: templates,
      findings: findings, progress: progress)
    let inputs = try exports.inputs(to: side).layingOverNumbers(schemas)
    guard !plan.names(to: side).isEmpty, case let chosen = try conversion.choose(inputs), !chosen.isEmpty else {
      return ([], [])
    }
    let tasks = chosen.flatMap { template in
      let tasks = template.tasks.map { task in
        ComparedTask(template, task, order: plan.order(template, task), hasWayBack: plan.hasWayBack(task))
      }
      let items = template.tasks.compactMap(\.priceListItems).filter { exports.hold($0.destination, on: side) }
      return tasks
        + items.prefix(side == .sales ? 1 : 0).map { task in
          ComparedTask(template, task, order: plan.order(template, task), hasWayBack: false, areItems: true)
        }
    }
    for name in templates.defaultNames where !chosen.contains(where: { $0.name == name }) {
      for other in try templates.template(named: name)?.tasks ?? [] {
        for task in tasks where task.task.destination.lowercased() == other.destination.lowercased() {
          task.constantsOfOthers.append(ComparedTask.constants(of: other))
        }
      }
    }
    let comparer = try RecordComparer(
      tasks, with: exports.packages(of: side), schemas: schemas, order: conversionOptions.companyOrder,
      memory: options.memory, output: output,
      fixes: options.fixes == side ? Fixes(to: folder, conversionOptions) : nil)
    return (tasks, try conversion.observe(chosen, inputs, inferred, sink, by: comparer))
  }
}

extension Finding {
  /// A template that is not compared by.
  fileprivate init(_ omission: Reconciliation.Omission) {
    self.init(
      .templateNotCompared, .warning, at: FindingPlace(entity: EntityName(omission.entity)),
      detail: .name("\(omission.name): \(omission.entity)"))
  }

  /// A column that a task writes and the other side's export lacks.
  fileprivate init(_ task: ComparedTask, lacks column: String) {
    self.init(
      .columnNotCompared, .info, at: FindingPlace(entity: EntityName(task.task.destination)), field: column,
      detail: .name(column))
  }
}
