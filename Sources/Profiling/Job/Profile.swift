package import Archives
package import Conversion
package import Findings
package import Mapping
import Packages

/// Shows what is in the columns of packages and which of their values no map knows, before anything is converted.
///
/// The templates run as in a dry run; the values of the columns are counted on the way.
public struct Profile {
  private let options: ProfileOptions
  private let schemas: SchemaCatalogue
  private let findings: FindingCatalogue
  private let conversion: Conversion
  private let progress: Progress

  /// A profile of the options' inputs.
  package init(
    _ options: ProfileOptions, schemas: SchemaCatalogue, templates: TemplateCatalogue, findings: FindingCatalogue,
    progress: Progress
  ) {
    var options = options
    options.conversion.isDryRun = true
    options.conversion.isDelta = false
    options.conversion.maxFindings = 0
    self.options = options
    self.schemas = schemas
    self.findings = findings
    self.progress = progress
    conversion = Conversion(
      options.conversion, schemas: schemas, templates: templates, findings: findings, progress: progress)
  }

  /// Writes the reports into the output folder.
  package typealias Report = (_ summary: ProfileSummary, _ output: OutputDirectory) throws -> Void

  /// Profiles everything. The output folder appears at the end, with the reports in it, or not at all.
  ///
  /// Throws `PackageError`, `ArchiveError`, `ProjectError`, `ConversionError`.
  package func run(reporting: Report) throws -> ProfileSummary {
    let watch = InputWatch(meter: progress.meter)
    return try watch.guarding { try InferredLayout.tried { try attempt($0, watch, reporting) } }
  }

  private func attempt(
    _ inferred: InferredLayout, _ watch: InputWatch, _ reporting: Report
  ) throws -> ProfileSummary {
    let asked = options.conversion
    try InputGuard(asked.read).check(output: asked.output)
    let opener = PackageOpener(
      schemas: schemas, inferred: inferred, limits: asked.readLimits, watch: watch,
      culture: asked.project?.sourceCulture)
    let given = try Inputs.open(asked, opener)
    let inputs = try given.layingOverNumbers(schemas)
    let chosen = try conversion.choose(inputs)
    let output = try OutputFolder.create(
      at: asked.output, replacing: asked.replacesOutput, report: OutputFolder.profile)
    progress.meter?.expect(bytes: given.all.reduce(0) { $0 + $1.plainBytes })
    let digests = InputDigests(inputs.all)
    let known = try ReferenceTables(given.all, references: given.references)
    let bounds = ColumnProfiler.Bounds(exact: options.exact, top: options.top)
    let columns = PackageProfiler(given.all, known, bounds, jobs: asked.jobs)
    let missing = MissingValues(schemas, most: options.exact)
    let sink = FindingSink(catalogue: findings, mostPerCode: 0)
    if !chosen.isEmpty {
      _ = try conversion.observe(chosen, inputs, inferred, sink, by: missing, readers: [columns])
    }
    try columns.readRest()
    let entities = columns.results
    let values = try valuesWithoutEntry(missing.results(chosen))
    let summary = ProfileSummary(
      options: options, inputs: given.all, digests: try digests.values(), unknownFiles: given.unknownFiles,
      entities: entities, references: columns.lookups, values: values,
      proposals: Proposal.all(values, accept: options.accept), records: columns.records)
    progress.report(.writing)
    try reporting(summary, output)
    try output.commit(exitCode: summary.result.exitCode, check: watch.check)
    return summary
  }

  /// The fields with suggestions for their values.
  private func valuesWithoutEntry(_ fields: [MissingValues.Field]) throws -> [ValuesWithoutEntry] {
    if fields.isEmpty { return [] }
    let suggester = Suggester(try TerritoryNames.builtIn())
    return fields.map { ValuesWithoutEntry($0, suggester) }
  }
}
