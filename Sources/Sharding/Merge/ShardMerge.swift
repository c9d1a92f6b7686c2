package import Archives
package import Conversion
import Findings
import Mapping
import Packages
import Records

/// Makes the output folder of a run from what its parts have made.
package struct ShardMerge {
  /// Writes the reports on a run into its output folder.
  package typealias Report = (_ summary: ConversionSummary, _ output: OutputDirectory, _ known: [String: String]) throws
    -> Void

  /// A template with the tasks of its parts, in their order.
  struct Stage {
    var template: Template
    var tasks: [String]
  }

  let job: ShardJob

  /// The merge of a plan.
  package init(_ job: ShardJob) { self.job = job }

  private var folders: TaskFolders { job.folders }

  /// Merges into a folder, which appears at the end or not at all. Throws what tasks throw.
  package func run(to path: String, replacing: Bool, reporting: Report) throws -> ConversionSummary {
    try requireAll()
    let read = ReadFiles()
    let (inputs, _, outlines) = try job.opened(read)
    let settled = try job.settled(read)
    let stages = try job.chosen(inputs).map { template in
      Stage(template: template, tasks: job.plan.stages.first { $0.name == template.name }?.tasks.map(\.id) ?? [])
    }
    let output = try OutputFolder.create(at: path, replacing: replacing)
    let file = FindingFile(try output.file(FindingFile.fileName))
    let sink = FindingSink(catalogue: job.findings, mostPerCode: job.options.maxFindings, file: file)
    let index = try summary(of: ShardPlan.index, read)
    var findings = MergedFindings(sink, file)
    try findings.add(of: [ShardPlan.index], folders)
    index.unlisted.add(to: sink)
    var reports: [TemplateReport] = []
    var parts: [[PartSummary]] = []
    var foreign: [ForeignRecords] = []
    for stage in stages {
      let (report, summaries) = try merge(stage, &findings, read)
      reports.append(report)
      parts.append(summaries)
      for summary in summaries { foreign.add(summary.foreign) }
    }
    try check(reports, inputs, outlines)
    for records in settled.inOrder(foreign) { try sink.add(records.finding) }
    let unmapped = try self.unmapped(inputs, outlines, stages)
    try unmapped.report(to: sink)
    let known = try MergedLists(folders, output).write(stages, reports)
    try unmapped.write(to: output.file(UnmappedColumns.fileName))
    var result: RunResult = (sink.bySeverity[.error] ?? 0) > 0 ? .findings : .ok
    if job.options.rejectLimit?.isPassed(by: reports) ?? false { result = .failed }
    var numbers: [PackageReport] = []
    if result != .failed {
      let packages = MergedPackages(folders, output)
      for package in index.packages { try packages.copy(package, as: package.path, of: ShardPlan.index) }
      numbers = index.packages
      for number in stages.indices {
        reports[number].packages = try packages.publish(
          stages[number], parts[number], reports[number], to: inputs.destination)
      }
    }
    try sink.finish()
    var options = job.options
    options.output = path
    let records = job.records(of: outlines)
    var summary = ConversionSummary(
      result: result, options: options, destination: inputs.destination, inputs: inputs.all,
      entities: inputs.all.map { records[ShardJob.name($0)] ?? [] }, digests: digests(outlines),
      references: inputs.references, time: options.epoch, companies: settled.running,
      unknownFiles: inputs.unknownFiles, numbers: numbers, templates: reports, findings: sink)
    summary.shards = (job.plan.sha256, job.plan.parts)
    summary.project = job.plan.project
    try reporting(summary, output, known)
    if result != .failed, !options.isDryRun { try output.folder(OutputFolder.packages) }
    try output.commit(exitCode: result.exitCode)
    return summary
  }

  /// Throws unless all tasks are done.
  private func requireAll() throws {
    try folders.check()
    var missing: [String] = []
    for (_, task) in job.plan.tasks {
      if try folders.state(task.id) == .missing { missing.append(task.id) } else { _ = try folders.receipt(task.id) }
    }
    if let first = missing.first { throw ShardError.waiting(for: first, missing.count) }
  }

  // MARK: Templates

  /// Adds up what became of a template, and lists its findings.
  private func merge(
    _ stage: Stage, _ findings: inout MergedFindings, _ read: ReadFiles
  ) throws -> (TemplateReport, [PartSummary]) {
    var report = TemplateReport(name: stage.template.name, title: stage.template.title, order: stage.template.order)
    try findings.add(of: stage.tasks, folders)
    var summaries: [PartSummary] = []
    for task in stage.tasks {
      let summary = try checked(task, read)
      report.add(summary)
      summary.unlisted.add(to: findings.sink)
      summaries.append(summary)
    }
    report.settle()
    for amount in report.tasks.flatMap(\.unmapped) { try findings.sink.add(amount.finding) }
    return (report, summaries)
  }

  private func summary(of task: String, _ read: ReadFiles) throws -> PartSummary {
    let bytes = try folders.read(PartSummary.fileName, of: task, read)
    return try job.damaged(PartSummary.fileName, of: task) { try PartSummary(bytes) }
  }

  /// The summary of a part, whose counts are those of its receipt and add up.
  private func checked(_ task: String, _ read: ReadFiles) throws -> PartSummary {
    let summary = try summary(of: task, read)
    let counts = try folders.receipt(task).counts.tasks
    guard counts.count == summary.tasks.count else {
      throw ShardError.counts(reason: "the counts of \(task) are missing")
    }
    for (stated, own) in zip(counts, summary.tasks) {
      var total = TaskCounts()
      for company in own.companies { total.add(company.counts) }
      guard stated.name == own.name, stated.counts == total, total.isConserved else {
        throw ShardError.counts(reason: "the counts of \(task) do not add up")
      }
    }
    return summary
  }

  /// What the parts have read must be what the readers of inputs have read, for every task of a template.
  private func check(_ reports: [TemplateReport], _ inputs: Inputs, _ outlines: [Outline]) throws {
    let records = job.records(of: outlines)
    for report in reports {
      for task in report.tasks {
        var wanted = 0
        for package in inputs.sources {
          for entity in package.indices(of: task.source) { wanted += records[ShardJob.name(package)]?[entity] ?? 0 }
        }
        guard task.counts.read == wanted else {
          throw ShardError.counts(
            reason: "the parts of \(report.name).\(task.name) have read \(task.counts.read) of \(wanted) records")
        }
      }
    }
  }

  // MARK: Inputs

  private func unmapped(_ inputs: Inputs, _ outlines: [Outline], _ stages: [Stage]) throws -> UnmappedColumns {
    let columns = try UnmappedColumns(
      stages.map(\.template), schemas: job.schemas, companies: job.options.companyOrder)
    var counters: [String: [UnmappedColumns.Counter?]] = [:]
    for opened in outlines.flatMap(\.packages) { counters[ShardJob.name(opened.package)] = opened.unmapped }
    for package in inputs.sources {
      for entity in package.entities.indices where !package.updates.contains(entity) {
        guard let counter = counters[ShardJob.name(package)]?[entity] else { continue }
        columns.add(counter, of: TaskInput(package: package, entity: entity, number: 0, origin: 0))
      }
    }
    return columns
  }

  private func digests(_ outlines: [Outline]) -> [String: FileDigest] {
    var digests: [String: FileDigest] = [:]
    for opened in outlines.flatMap(\.packages) { digests[opened.package.container.path] = opened.digest }
    return digests
  }
}

extension ShardJob {
  /// A package among those of the run.
  static func name(_ package: Package) -> String { "\(package.kind.rawValue)\0\(package.argument)" }

  /// How many records the entities of each package have.
  func records(of outlines: [Outline]) -> [String: [Int]] {
    var records: [String: [Int]] = [:]
    for opened in outlines.flatMap(\.packages) where records[ShardJob.name(opened.package)] == nil {
      records[ShardJob.name(opened.package)] = opened.records
    }
    return records
  }
}
