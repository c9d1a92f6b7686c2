import ArgumentParser
import ProspectToCash

struct ConvertCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "convert", abstract: "Run the templates and write import packages for the other side.",
    discussion:
      "The folder is complete or does not appear. Rejected records are written to rejects/, each with its reason."
  )

  @Argument(help: "Packages to convert: zips, folders or single files.")
  var packages: [String]

  @Option(name: .shortAndLong, help: "The output folder.")
  var output: String

  @OptionGroup var shared: SharedOptions

  @OptionGroup var arguments: ConversionArguments

  func validate() throws { try shared.refuseAnalysisLog() }

  func run() throws {
    try reportingFailures {
      try SourceDate.check()
      let job = try ConversionJob(packages: packages, output: output, project: shared.project) {
        try arguments.change(&$0, with: shared)
      }
      try job.runAndTell(shared)
    }
  }
}
