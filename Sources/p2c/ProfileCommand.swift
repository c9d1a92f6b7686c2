import ArgumentParser
import Findings
import Foundation
import Mapping
import ProspectToCash
import Records

struct ProfileCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "profile",
    abstract: "Show what is in the columns of packages, and which values no value map knows.",
    discussion: """
      Counts the values of every column: how many are filled and different, what they look like, which are most frequent, \
      which do not fit the schema. Runs the templates without writing packages, and proposes entries for values that no \
      value map knows. profile.html is for people, profile.json and profile.csv for programs; value-maps.yaml is a \
      project file with the proposals. The files contain values of records.
      """)

  @Argument(
    help: "Packages to profile: zips, folders or single files of either side.", completion: NameCompletion.package)
  var packages: [String]

  @Option(name: .shortAndLong, help: "The output folder.", completion: .directory)
  var output: String

  @Option(
    name: .customLong("reference"), help: "A package that is used only for lookups; repeatable.",
    completion: NameCompletion.package)
  var references: [String] = []

  @OptionGroup var reading: ReadingArguments

  @Option(
    name: .customLong("template"), help: "A template to run; repeatable (default: all that the inputs allow).",
    completion: NameCompletion.template)
  var templates: [String] = []

  @Option(
    help: "A project file, whose template changes and accepted proposals apply.", completion: NameCompletion.project)
  var project: String?

  @Option(help: "The destination: finops or sales. Required only if the inputs contain both sides.")
  var to: DestinationName?

  @Option(
    name: .customLong("company"),
    help: "A legal entity whose records the templates read; repeatable (default: the project's, else all inputs').",
    transform: SharedOptions.company)
  var companies: [CompanyID] = []

  @Option(
    help: """
      The time of the run, in ISO 8601, such as 2026-07-01. It decides which price lists are valid (default: \
      SOURCE_DATE_EPOCH, else the newest time stamp of the inputs).
      """)
  var asOf: PointInTime?

  @Option(help: "How many of the most frequent values of a column are shown, 0 to 1000.")
  var top = 10

  @Option(help: "How many different values of a column are counted exactly, 1 to 1000000; more are estimated.")
  var exact = 100_000

  @Option(help: "Accept proposals with at least this score, 0 to 1 (default: none).")
  var accept: String?

  @Option(help: "Format of standard output: text or json.")
  var format = OutputFormat.text

  @OptionGroup var languages: LanguageArguments

  @OptionGroup var progress: ProgressArguments

  @Option(help: "Maximum number of parallel threads.")
  var jobs: Int?

  @Flag(help: "Replace an existing output.")
  var force = false

  func validate() throws {
    if let jobs, jobs < 1 { throw ValidationError("--jobs must be 1 or more") }
    if !ProfileOptions.tops.contains(top) {
      throw ValidationError("--top must be 0 to \(ProfileOptions.tops.upperBound)")
    }
    if !ProfileOptions.exacts.contains(exact) {
      throw ValidationError("--exact must be 1 to \(ProfileOptions.exacts.upperBound)")
    }
    if let accept, ProfileOptions.score(accept) == nil { throw ValidationError("--accept must be 0 to 1") }
  }

  func run() throws {
    try reportingFailures {
      try SourceDate.check()
      let job = try ProfileJob(packages: packages, output: output, project: project, change: change)
      // Before anything is written: without texts the command fails as a whole.
      let texts = try progress.quiet || format == .json ? nil : languages.texts()
      let line = try progress.line(in: languages)
      defer { line.end() }
      let summary = try job.run(progress: line.progress)
      line.finish()
      try Terminal.report(of: output, in: languages) {
        if format == .json { return try Terminal.write(summary.json) }
        if let texts { try Terminal.print(summary: summary.lines(texts)) }
      }
      if summary.result != .ok { throw ExitCode(summary.result.exitCode) }
    }
  }

  private func change(_ options: inout ProfileOptions) throws {
    options.top = top
    options.exact = exact
    options.accept = accept.flatMap(ProfileOptions.score)
    options.conversion.destination = to?.side
    options.conversion.references = references.map { PackagePath($0) }
    options.conversion.limits = reading.limits
    options.conversion.templates = templates
    options.conversion.companies =
      companies.isEmpty ? options.conversion.project?.selectedCompanies ?? [] : companies
    options.conversion.jobs = jobs ?? ProcessInfo.processInfo.activeProcessorCount
    options.conversion.language = languages.ofFiles
    options.conversion.replacesOutput = force
    options.conversion.epoch = try asOf?.seconds ?? SourceDate.epoch()
  }
}
