import ArgumentParser
import ProspectToCash

struct RunCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "run", abstract: "Do a whole job from one project file.",
    discussion: """
      The project says what is read, what changes in the templates and where the result goes; see docs/PROJECTS.md. \
      Options that are given here win over it. Nothing is read before the whole project is found right.
      """)

  @Argument(help: "The project file.")
  var project: String

  @Option(name: .shortAndLong, help: "The folder to make, instead of the project's.")
  var output: String?

  @OptionGroup var shared: SharedOptions

  @OptionGroup var arguments: ConversionArguments

  func validate() throws {
    try shared.refuseAnalysisLog()
    if shared.project != nil { throw ValidationError("run takes its project as the argument, without --project") }
  }

  func run() throws {
    try reportingFailures {
      try SourceDate.check()
      let job = try ConversionJob(running: project, output: output) { try arguments.change(&$0, with: shared) }
      try job.runAndTell(shared)
    }
  }
}
