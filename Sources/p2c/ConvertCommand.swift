import ArgumentParser
import ProspectToCash

struct ConvertCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "convert", abstract: "Run the templates and write import packages for the other side.",
    discussion:
      "The folder is complete or does not appear. Rejected records are written to rejects/, each with its reason."
  )

  @Argument(help: "Packages to convert: zips, folders or single files.", completion: NameCompletion.package)
  var packages: [String]

  @Option(name: .shortAndLong, help: "The output folder.", completion: .directory)
  var output: String

  @Option(help: "A project file, whose template changes apply.", completion: NameCompletion.project)
  var project: String?

  @Option(help: "Format of standard output: text or json.")
  var format = OutputFormat.text

  @OptionGroup var shared: SharedOptions

  @OptionGroup var arguments: ConversionArguments

  func run() throws {
    try reportingFailures {
      try SourceDate.check()
      let job = try ConversionJob(packages: packages, output: output, project: project) {
        try arguments.change(&$0, with: shared)
      }
      try job.runAndTell(format, shared.languages, shared.progress)
    }
  }
}
