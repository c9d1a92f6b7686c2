public import Conversion
import Findings
import Mapping
public import Validation

/// A validation as the command line asks for it: options, a project's changes, and what the tool knows.
public struct ValidationJob {
  private let make: (Progress) -> Validation

  /// A validation of packages, whose templates a project may change. Everything is checked that can be checked before an
  /// input is read. Without `output` nothing is written. `company` is the legal entity that is imported into, if it is
  /// stated; `change` sets what the command line says. Throws `ProjectError`, `Failure`.
  public init(
    packages: [String], output: String?, project: String?, purpose: ValidationPurpose, company: String?,
    change: (inout ConversionOptions) throws -> Void
  ) throws {
    var options = ConversionOptions(inputs: packages, output: output ?? "")
    if let project { options.project = try JobCatalogues.project(project) }
    try change(&options)
    let schemas = try options.project?.schemas ?? SchemaCatalogue.builtIn()
    let templates = try options.project?.templates ?? TemplateCatalogue.builtIn()
    for name in options.templates where try templates.template(named: name) == nil {
      throw Failure(unknownTemplate: name, among: templates.names)
    }
    for override in options.overrides { try override.check(in: templates) }
    let findings = try FindingCatalogue.builtIn(in: options.language)
    let chosen = options
    make = {
      Validation(
        chosen, for: purpose, company: company, schemas: schemas, templates: templates, findings: findings, progress: $0
      )
    }
  }

  /// Runs the job.
  public func run(progress: Progress) throws -> ValidationSummary { try make(progress).run() }
}
