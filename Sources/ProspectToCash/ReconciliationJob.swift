public import Conversion
import Mapping
public import Reconciliation

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
    if let project { options.project = try JobCatalogues.project(project) }
    try change(&options)
    let known = try JobCatalogues(
      options.project, templates: options.templates, overrides: options.overrides, language: options.language)
    let chosen = options
    reconciliation = {
      Reconciliation(
        chosen, schemas: known.schemas, templates: known.templates, findings: known.findings, progress: $0)
    }
  }

  /// Runs the job.
  public func run(progress: Progress) throws -> ReconciliationSummary { try reconciliation(progress).run() }
}
