import ArgumentParser
import ProspectToCash

struct RunCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "run", abstract: "Run a whole job from one project file.",
    discussion: """
      The project defines the inputs, the changes to the templates and the output; see docs/PROJECTS.md. Options on the \
      command line override it. The whole project is checked before any input is read.
      """)

  @Argument(help: "The project file.", completion: NameCompletion.project)
  var project: String

  @Option(name: .shortAndLong, help: "The output folder, instead of the project's.", completion: .directory)
  var output: String?

  @Option(help: "Format of standard output: text or json.")
  var format = OutputFormat.text

  @OptionGroup var shared: SharedOptions

  @OptionGroup var arguments: ConversionArguments

  func run() throws {
    try reportingFailures {
      try SourceDate.check()
      let job = try ConversionJob(running: project, output: output) { try arguments.change(&$0, with: shared) }
      try job.runAndTell(format, shared.languages, shared.progress)
    }
  }
}
