package import Archives
package import Conversion
package import Findings
package import Mapping
import Packages

/// Finds, without any system, everything about packages that an import or a conversion would stumble over.
///
/// Each package is checked as an import into its own side, in one pass over its records; then the templates that the
/// packages can feed are run as a dry run.
public struct Validation {
  private let options: ConversionOptions
  private let purpose: ValidationPurpose
  private let company: String?
  private let schemas: SchemaCatalogue
  private let findings: FindingCatalogue
  private let conversion: Conversion
  private let progress: Progress

  /// A validation of the options' inputs. `company` is the legal entity that is imported into, if anybody has said it.
  package init(
    _ options: ConversionOptions, for purpose: ValidationPurpose, company: String?, schemas: SchemaCatalogue,
    templates: TemplateCatalogue, findings: FindingCatalogue, progress: Progress
  ) {
    var options = options
    options.isDryRun = true
    options.isDelta = false
    self.options = options
    self.purpose = purpose
    self.company = company
    self.schemas = schemas
    self.findings = findings
    self.progress = progress
    conversion = Conversion(options, schemas: schemas, templates: templates, findings: findings, progress: progress)
  }

  /// Checks everything. With an output folder in the options, findings and report are written there.
  ///
  /// Packages that cannot be read are findings; throws `ArchiveError` for what cannot be opened at all.
  package func run(reporting: Report) throws -> ValidationSummary {
    let watch = InputWatch(meter: progress.meter)
    return try watch.guarding { try InferredLayout.tried { try attempt($0, watch, reporting) } }
  }

  /// Writes the reports into the output folder.
  package typealias Report = (_ summary: ValidationSummary, _ output: OutputDirectory) throws -> Void

  private func attempt(
    _ inferred: InferredLayout, _ watch: InputWatch, _ reporting: Report
  ) throws -> ValidationSummary {
    if !options.output.isEmpty { try InputGuard(options.read).check(output: options.output) }
    let output =
      options.output.isEmpty
      ? nil : try OutputFolder.create(at: options.output, replacing: options.replacesOutput)
    let sink = FindingSink(
      catalogue: findings, mostPerCode: options.maxFindings,
      file: try output.map { FindingFile(try $0.file(FindingFile.fileName)) },
      items: FindingSpool(showsValues: options.showsValues))
    let reporter = FindingReporter(sink, schemas: schemas, purpose: purpose, company: company)
    let opener = PackageOpener(
      schemas: schemas, inferred: inferred, limits: options.readLimits, watch: watch,
      culture: options.project?.sourceCulture)
    var opened = OpenedPackages(reporter, opener: opener, limits: options.limits, watch: watch)
    var given = try opened.open(options.inputs)
    try opened.tolerating("") { _ in given = try given.layingOverReferences() }
    let inputs = given
    let references = try opened.openReferences(options.references)
    for file in (inputs + references).unknownFiles { try sink.report(Finding(file)) }
    progress.meter?.expect(bytes: (inputs + references).reduce(0) { $0 + $1.plainBytes })
    let chosen = try chosen(inputs)
    for finding in Requirements(options.project?.environments, templates: chosen).findings {
      try reporter.report(finding.code, finding.severity, finding.place, detail: finding.detail)
    }
    if inputs.contains(where: SolutionCheck.isNeeded), let package = try SolutionCheck.lacking(references) {
      try reporter.report(.solutionMissing, .error, FindingPlace(package))
    }
    let usual = options.companyOrder.standard
    let target = try TargetContents(
      inputs: inputs, references: references, company: usual, structures: opened.structures,
      schemas: schemas)
    let batch = PackageBatch(reporter, company: usual, target: target, structures: opened.structures)
    for package in inputs {
      progress.report(.package(package.path))
      let number = try batch.begin(package)
      if PackageBatch.mayShare(package) { continue }
      try opened.tolerating(package.path) { _ in try batch.checkRest(number) }
    }
    var reports: [TemplateReport] = []
    if !opened.hasUnreadable {
      try opened.tolerating("") { _ in reports = try rehearse(inputs, references, inferred, batch) }
    }
    for (number, package) in inputs.enumerated() where !opened.unreadable.contains(package.path) {
      try opened.tolerating(package.path) { _ in try batch.checkRest(number) }
    }
    try batch.finish()
    for note in inputs.flatMap(\.logNotes) { try sink.report(note) }
    if purpose == .convert {
      try NumbersOfCompanies(batch, rules(chosen)).report()
    }
    let summary = ValidationSummary(
      inputs: inputs, counts: inputs.indices.map(batch.counts),
      digests: try InputDigests(inputs + references).values(), references: references,
      unknownFiles: (inputs + references).unknownFiles, templates: reports, findings: sink,
      catalogue: findings, options: options, purpose: purpose)
    try sink.finish()
    if let output {
      try reporting(summary, output)
      try output.commit(exitCode: summary.result.exitCode, check: watch.check)
    } else {
      try watch.check()
    }
    return summary
  }

  /// The inputs as a conversion to one of the sides sees them.
  private func conversionInputs(_ inputs: [Package], _ references: [Package], to destination: Side) -> Inputs {
    Inputs(
      sources: inputs.filter { $0.kind.side != destination },
      sourceReferences: references.filter { $0.kind.side != destination },
      destinations: (inputs + references).filter { $0.kind.side == destination }, destination: destination, all: inputs)
  }

  /// The templates that the inputs can feed.
  private func chosen(_ inputs: [Package]) throws -> [Template] {
    try Side.allCases.flatMap { try conversion.choose(conversionInputs(inputs, [], to: $0)) }
  }

  /// By what numbers of companies are compared that go to Sales with the templates.
  private func rules(_ templates: [Template]) -> NumbersOfCompanies.Rules {
    let tasks = templates.filter { $0.destination == .sales }.flatMap(\.tasks).filter { $0.header == nil }
    let order = options.companyOrder
    return NumbersOfCompanies.Rules(
      order: order.stated.map(\.id),
      prefixes: Dictionary(uniqueKeysWithValues: order.stated.map { ($0.id, $0.prefix) }),
      running: order.selected.isEmpty ? nil : Set(order.selected),
      entities: Set(tasks.map { $0.source.lowercased() }))
  }

  private func rehearse(
    _ inputs: [Package], _ references: [Package], _ inferred: InferredLayout, _ batch: PackageBatch
  ) throws -> [TemplateReport] {
    batch.reporter.rehearses = true
    defer { batch.reporter.rehearses = false }
    let sides = Side.allCases.filter { side in inputs.contains { $0.kind.side != side } }
    let isNothingToDo = try sides.allSatisfy { try conversion.choose(conversionInputs(inputs, [], to: $0)).isEmpty }
    return try sides.flatMap { side in
      try conversion.rehearse(
        conversionInputs(inputs, references, to: side), inferred, batch.reporter.sink,
        onlyFed: purpose == .import && options.templates.isEmpty, forImport: purpose == .import,
        isNothingToDo: isNothingToDo && side == sides[0], reader: batch)
    }
  }
}
