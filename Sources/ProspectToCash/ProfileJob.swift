public import Conversion
import Mapping
public import Profiling

/// A profile as the command line asks for it: options, a project's changes, and what the tool knows.
public struct ProfileJob {
  private let make: (Progress) -> Profile

  /// A profile of packages, whose templates a project may change. Everything is checked that can be checked before an input is
  /// read. `change` sets what the command line says. Throws `ProjectError`, `Failure`.
  public init(
    packages: [String], output: String, project: String?, change: (inout ProfileOptions) throws -> Void
  ) throws {
    var options = ProfileOptions(inputs: packages, output: output)
    if let project { options.conversion.project = try JobCatalogues.project(project) }
    try change(&options)
    let asked = options.conversion
    let known = try JobCatalogues(
      asked.project, templates: asked.templates, overrides: asked.overrides, language: asked.language)
    let chosen = options
    make = {
      Profile(chosen, schemas: known.schemas, templates: known.templates, findings: known.findings, progress: $0)
    }
  }

  /// Runs the job.
  public func run(progress: Progress) throws -> ProfileSummary { try make(progress).run() }
}
