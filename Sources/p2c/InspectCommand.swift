import ArgumentParser
import Mapping
import ProspectToCash

/// The form of standard output.
enum OutputFormat: String, ExpressibleByArgument, CaseIterable {
  case text, json
}

struct InspectCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "inspect",
    abstract: "Show the contents of packages: kind, entities, files, formats, encodings, records, columns.",
    discussion: "Nothing is checked and nothing is written. The kind is detected from the content, not from the name.")

  @Argument(help: "Packages: zips, folders or single files of either side.", completion: NameCompletion.package)
  var packages: [String]

  @OptionGroup var reading: ReadingArguments

  @OptionGroup var languages: LanguageArguments

  @Option(help: "Format of standard output: text or json.")
  var format = OutputFormat.text

  @OptionGroup var progress: ProgressArguments

  func run() throws {
    try reportingFailures {
      let line = try progress.line(in: languages)
      defer { line.end() }
      let inspection = try Inspection(
        packages, schemas: .builtIn(), limits: reading.limits, progress: line.progress)
      line.finish()
      if format == .json { return try Terminal.print(document: inspection.json()) }
      try Terminal.print(inspection.lines(languages.texts()))
    }
  }
}
