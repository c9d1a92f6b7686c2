import Mapping

/// A reconciliation as the command line asks for it: options, a project's changes, and what the tool knows.
public struct ReconciliationJob {
  private let reconciliation: (Progress) -> Reconciliation

  /// A reconciliation whose templates a project may change. Everything is checked that can be checked before an input is
  /// read. `change` sets what the command line says. Throws `ProjectError`, `Failure`.
  public init(
    finops: [String], sales: [String], output: String, project: String?,
    change: (inout ReconciliationOptions) throws -> Void
  ) throws {
    var options = ReconciliationOptions(finops: finops, sales: sales, output: output)
    if let project { options.project = try ProjectFile.read(project, templates: .builtIn(), schemas: .builtIn()) }
    try change(&options)
    let schemas = try options.project?.schemas ?? SchemaCatalogue.builtIn()
    let templates = try options.project?.templates ?? TemplateCatalogue.builtIn()
    for name in options.templates where try templates.template(named: name) == nil {
      throw Failure(message: "there is no template \(name); see `p2c templates list`", exitCode: 64)
    }
    if options.project != nil { for name in options.templates { try templates.check(name, against: schemas) } }
    for override in options.overrides { try override.check(in: templates) }
    let findings = try FindingCatalogue.builtIn(in: options.language)
    let chosen = options
    reconciliation = {
      Reconciliation(chosen, schemas: schemas, templates: templates, findings: findings, progress: $0)
    }
  }

  /// Runs the job.
  public func run(progress: Progress) throws -> ReconciliationSummary { try reconciliation(progress).run() }
}
