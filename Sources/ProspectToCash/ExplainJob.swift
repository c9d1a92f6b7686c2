public import Conversion
public import Explaining
import Findings
import Mapping

/// An explanation as the command line asks for it: options, a project's changes, and what the tool knows.
public struct ExplainJob {
  private let make: (Progress) -> Explanation

  /// An explanation of records of packages, or of the run that made an output folder. Everything is checked that can be checked
  /// before an input is read. `change` sets what the command line says; `isPlain` is whether it says nothing that an output
  /// folder says itself. Throws `ProjectError`, `Failure`.
  public init(
    packages: [String], project: String?, isPlain: Bool, change: (inout ExplainOptions) throws -> Void
  ) throws {
    var options: ExplainOptions
    if packages.count == 1, let run = try EarlierRun(folder: packages[0]) {
      if !isPlain || project != nil {
        throw Failure(
          message: """
            \(packages[0]) is the output of a run, whose own options count; remove all but --language, --jobs and \
            --max-unpacked-size
            """, exitCode: 64)
      }
      options = ExplainOptions(try run.options())
      let given = options.conversion
      try change(&options)
      // Of the command line only how the run is done counts.
      let said = options.conversion
      options.conversion = given
      options.conversion.limits = said.limits
      options.conversion.jobs = said.jobs
      options.conversion.language = said.language
      options.expected = run.expected
    } else {
      options = ExplainOptions(ConversionOptions(inputs: packages, output: ""))
      if let project { options.conversion.project = try JobCatalogues.project(project) }
      try change(&options)
    }
    let asked = options.conversion
    let known = try JobCatalogues(
      asked.project, templates: asked.templates, overrides: asked.overrides, language: asked.language)
    let chosen = options
    make = {
      Explanation(chosen, schemas: known.schemas, templates: known.templates, findings: known.findings, progress: $0)
    }
  }

  /// Runs the job.
  public func run(progress: Progress) throws -> ExplainSummary { try make(progress).run() }
}
