import Archives
public import Conversion
public import Findings
import Mapping
import Packages
import Sharding

/// A conversion in parts, which an engine runs as tasks: planning, doing one task, what is done, and the result of all.
public enum ShardJobs {
  /// What a plan's folder is opened with.
  public struct Place: Sendable {
    /// The folder of the plan.
    public var folder: String
    /// The SHA-256 that `plan.json` must have, if that is known.
    public var planDigest: String?

    /// A folder whose plan may have to have a digest.
    public init(folder: String, planDigest: String? = nil) { (self.folder, self.planDigest) = (folder, planDigest) }
  }

  /// Plans a conversion of packages in so many parts; the text of `plan.json`. `change` sets what the command line says,
  /// `rejectLimit` is that of it as text, and `base` the folder in which the process is. Throws `ProjectError`, `Failure`.
  public static func plan(
    _ packages: [String], project: String?, parts: Int, rejectLimit: String?, base: String, output: String,
    replacing: Bool, change: (inout ConversionOptions) throws -> Void
  ) throws -> String {
    var options = ConversionOptions(inputs: packages, output: output)
    if let project { options.project = try JobCatalogues.project(project) }
    try change(&options)
    let known = try catalogues(options)
    let planner = ShardPlanner(
      options, parts: parts, base: base, rejectLimit: rejectLimit, known: known, readProject: JobCatalogues.project)
    return try planner.run(to: output, replacing: replacing)
  }

  /// Does a task. Throws `Failure` and what reading throws.
  public static func run(
    _ task: String, at place: Place, base: String?, jobs: Int, again: Bool
  ) throws {
    ParentProcess.endWithIt()
    try job(place, base: base, jobs: jobs).run(task, again: again)
  }

  /// Does the task of an index of a stage.
  public static func run(
    stage: String, index: Int, at place: Place, base: String?, jobs: Int, again: Bool
  ) throws {
    ParentProcess.endWithIt()
    let job = try job(place, base: base, jobs: jobs)
    try job.run(try job.task(stage, index), again: again)
  }

  /// Which tasks are done: in lines for people, or as JSON if there are no texts for them.
  public static func status(at place: Place, verify: Bool, texts: Texts?) throws -> [String] {
    let status = try ShardStatus(folder: place.folder, expecting: place.planDigest, verify: verify)
    return texts.map(status.lines) ?? [status.json]
  }

  /// Makes the output folder of all that tasks have made.
  public static func merge(at place: Place, output: String, replacing: Bool) throws -> ConversionSummary {
    try ShardMerge(job(place, base: nil, jobs: 1)).run(to: output, replacing: replacing) {
      try ReportFiles($1).write($0, $2)
    }
  }

  private static func job(_ place: Place, base: String?, jobs: Int) throws -> ShardJob {
    try ShardJob(
      folder: place.folder, expecting: place.planDigest, base: base, jobs: jobs, project: JobCatalogues.project,
      known: catalogues)
  }

  private static func catalogues(_ options: ConversionOptions) throws -> ShardCatalogues {
    let known = try JobCatalogues(
      options.project, templates: options.templates, overrides: options.overrides, language: options.language)
    return ShardCatalogues(schemas: known.schemas, templates: known.templates, findings: known.findings)
  }
}
