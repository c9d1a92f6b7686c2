import ArgumentParser
import Findings
import Foundation
import Mapping
import ProspectToCash

struct ShardCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "shard", abstract: "Convert in parts, as tasks of Spark, Slurm or Kubernetes.",
    discussion: """
      A plan says which tasks there are and which wait for which. An engine runs them, on as many machines as it has, and \
      merge makes of their results what convert would have made. See docs/SCALE.md.

      Exit codes besides those of other commands: 75 a task that is needed is not done yet. An engine may try again after \
      71, 74, 75 and signals; after any other code another attempt cannot help.
      """,
    subcommands: [ShardPlanCommand.self, ShardRunCommand.self, ShardStatusCommand.self, ShardMergeCommand.self])
}

/// The folder of a plan.
struct PlanArguments: ParsableArguments {
  @Argument(help: "The folder of the plan.", completion: .directory)
  var plan: String

  @Option(help: "The SHA-256 that plan.json must have.")
  var planSha256: String?

  func validate() throws {
    guard let planSha256 else { return }
    if planSha256.utf8.count != 64 || !planSha256.allSatisfy({ $0.isASCII && $0.isHexDigit }) {
      throw ValidationError("--plan-sha256 must be 64 hexadecimal digits")
    }
  }

  @OptionGroup var languages: LanguageArguments

  var place: ShardJobs.Place { ShardJobs.Place(folder: plan, planDigest: planSha256) }
}

struct ShardPlanCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "plan", abstract: "Plan a conversion in parts.",
    discussion: "Opens the packages, but reads only their beginnings. The plan has all options; tasks are given none.")

  @Argument(help: "Packages to convert: zips, folders or single files.", completion: NameCompletion.package)
  var packages: [String]

  @Option(help: "In how many parts, 1 to 4096.")
  var parts: Int

  @Option(
    name: .shortAndLong, help: "The folder of the plan, in which tasks write what they make.", completion: .directory)
  var output: String

  @Option(help: "A project file, whose template changes apply.", completion: NameCompletion.project)
  var project: String?

  @Option(help: "Format of standard output: text or json.")
  var format = OutputFormat.text

  @OptionGroup var shared: SharedOptions

  @OptionGroup var arguments: ConversionArguments

  func validate() throws {
    if !(1...4096).contains(parts) { throw ValidationError("--parts must be 1 to 4096") }
  }

  func run() throws {
    try reportingFailures {
      try SourceDate.check()
      let text = try ShardJobs.plan(
        packages, project: project, parts: parts, rejectLimit: arguments.rejectLimit,
        base: FileManager.default.currentDirectoryPath, output: output, replacing: arguments.force
      ) {
        try arguments.change(&$0, with: shared)
      }
      if format == .json { try Terminal.print(document: text) }
    }
  }
}

struct ShardRunCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "run", abstract: "Do one task of a plan.",
    discussion: """
      Without --index, the index of a stage's task is SLURM_ARRAY_TASK_ID, else JOB_COMPLETION_INDEX. A task that is done \
      is not done again; one that is killed has done nothing.
      """)

  @OptionGroup var plan: PlanArguments

  @Argument(help: "The task, as plan.json names it.")
  var task: String?

  @Option(help: "The stage, in place of the task.")
  var stage: String?

  @Option(help: "The number of the task in its stage, from 0.")
  var index: Int?

  @Option(
    help: "The folder in which relative inputs begin (default: that in which the plan was made).",
    completion: .directory)
  var base: String?

  @Flag(help: "Do the task although it is done.")
  var again = false

  @Flag(help: "Write nothing but errors.")
  var quiet = false

  @Option(help: "Maximum number of parallel threads.")
  var jobs: Int?

  func validate() throws {
    if (task == nil) == (stage == nil) { throw ValidationError("give either <task> or --stage") }
    if let index, index < 0 { throw ValidationError("--index must be 0 or more") }
    if stage == nil, index != nil { throw ValidationError("--index needs --stage") }
    if let jobs, jobs < 1 { throw ValidationError("--jobs must be 1 or more") }
  }

  func run() throws {
    try reportingFailures {
      let jobs = jobs ?? ProcessInfo.processInfo.activeProcessorCount
      if let task { return try ShardJobs.run(task, at: plan.place, base: base, jobs: jobs, again: again) }
      try ShardJobs.run(
        stage: stage ?? "", index: try index ?? indexOfEngine(), at: plan.place, base: base, jobs: jobs, again: again)
    }
  }

  /// The index that an engine has given in the environment.
  private func indexOfEngine() throws -> Int {
    let environment = ProcessInfo.processInfo.environment
    let given = ["SLURM_ARRAY_TASK_ID", "JOB_COMPLETION_INDEX"].compactMap { environment[$0] }
    guard let first = given.first, let index = Int(first), index >= 0, given.allSatisfy({ $0 == first }) else {
      throw Failure(
        message: "the stage needs --index, or one number in SLURM_ARRAY_TASK_ID or JOB_COMPLETION_INDEX", exitCode: 64)
    }
    return index
  }
}

struct ShardStatusCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "status", abstract: "Show which tasks are done, and which may run now.")

  @OptionGroup var plan: PlanArguments

  @Flag(help: "Compare files with their digests, not only with their sizes.")
  var verify = false

  @Option(help: "Format of standard output: text or json.")
  var format = OutputFormat.text

  func run() throws {
    try reportingFailures {
      let texts = try format == .json ? nil : plan.languages.texts()
      let lines = try ShardJobs.status(at: plan.place, verify: verify, texts: texts)
      if format == .json { return try Terminal.print(document: lines.joined()) }
      try Terminal.print(lines)
    }
  }
}

struct ShardMergeCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "merge", abstract: "Check what all tasks have made, and make the output folder of it.",
    discussion: "The inputs are not needed any more. The folder is complete or does not appear.")

  @OptionGroup var plan: PlanArguments

  @Option(name: .shortAndLong, help: "The output folder.", completion: .directory)
  var output: String

  @Flag(help: "Replace an existing output.")
  var force = false

  @Option(help: "Format of standard output: text or json.")
  var format = OutputFormat.text

  @Flag(help: "Write nothing but errors, and what --format json asks for.")
  var quiet = false

  func run() throws {
    try reportingFailures {
      let summary = try ShardJobs.merge(at: plan.place, output: output, replacing: force)
      try Terminal.report(of: output, in: plan.languages) {
        if format == .json { return try Terminal.print(document: summary.json()) }
        if !quiet { try Terminal.print(summary: summary.lines(plan.languages.words(summary.findings.catalogue))) }
      }
      if summary.result != .ok { throw ExitCode(summary.result.exitCode) }
    }
  }
}
