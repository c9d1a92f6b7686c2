import ArgumentParser
import Findings
import Foundation
import Mapping
import ProspectToCash
import Records

struct ExplainCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "explain",
    abstract: "Tell what becomes of one record, field by field, and why.",
    discussion: """
      Runs the conversion without writing anything, and shows what every template makes of the records that match: the \
      verdict, the clause of the filter that decided, values with their rules, maps and lookups, findings and ids. In \
      place of packages the output folder of an earlier convert or run can be given. The output contains values of \
      records.
      """)

  @Argument(
    help: "Packages as for convert, or the output folder of an earlier run.", completion: NameCompletion.package)
  var packages: [String]

  @Option(help: "The key of a record, a document's number, or a record's id.")
  var key: String?

  @Option(help: "The number of a record as findings.csv has it; needs --entity.")
  var record: Int?

  @Option(help: "Only records of this entity, by its technical name or label.", completion: NameCompletion.entity)
  var entity: String?

  @Option(help: "How many records are explained at most.")
  var limit = 100

  @Option(
    name: .customLong("reference"), help: "A package that is used only for lookups; repeatable.",
    completion: NameCompletion.package)
  var references: [String] = []

  @OptionGroup var reading: ReadingArguments

  @Option(
    name: .customLong("template"), help: "A template to run; repeatable (default: all that the inputs allow).",
    completion: NameCompletion.template)
  var templates: [String] = []

  @Option(help: "A project file, whose template changes apply.", completion: NameCompletion.project)
  var project: String?

  @Option(name: .customLong("set"), help: "TEMPLATE.FIELD=VALUE: a default for one destination field; repeatable.")
  var overrides: [String] = []

  @Option(
    name: .customLong("company"),
    help: "A legal entity to convert; repeatable (default: all of the inputs).",
    transform: SharedOptions.company)
  var companies: [CompanyID] = []

  @Option(help: "The destination: finops or sales. Required only if the inputs contain both sides.")
  var to: DestinationName?

  @Flag(help: "Tell which records are not written since a reference holds them.")
  var delta = false

  @Flag(help: "Assign numbers to accounts and contacts that have none.")
  var assignNumbers = false

  @OptionGroup var first: FirstNumber

  @Flag(help: "Keep references to records that come later in the first package.")
  var noWaves = false

  @Option(
    help: """
      The time of the run, in ISO 8601, such as 2026-07-01. It decides which price lists are valid (default: \
      SOURCE_DATE_EPOCH, else the newest time stamp of the inputs).
      """)
  var asOf: PointInTime?

  @Option(help: "Format of standard output: text or json.")
  var format = OutputFormat.text

  @OptionGroup var languages: LanguageArguments

  @OptionGroup var progress: ProgressArguments

  @Option(help: "Maximum number of parallel threads.")
  var jobs: Int?

  func validate() throws {
    if (key == nil) == (record == nil) { throw ValidationError("give --key, or --record with --entity") }
    if record != nil, entity == nil { throw ValidationError("--record needs --entity") }
    if let record, record < 1 { throw ValidationError("--record must be 1 or more") }
    if limit < 1 { throw ValidationError("--limit must be 1 or more") }
    if let jobs, jobs < 1 { throw ValidationError("--jobs must be 1 or more") }
    try first.check(assigns: assignNumbers)
    for text in overrides {
      guard let equals = text.firstIndex(of: "="), text[..<equals].contains(".") else {
        throw ValidationError("--set must be TEMPLATE.FIELD=VALUE, not \(text)")
      }
    }
  }

  /// Whether nothing is given that the output folder of an earlier run says itself.
  private var isPlain: Bool {
    references.isEmpty && templates.isEmpty && overrides.isEmpty && companies.isEmpty && to == nil && !delta
      && !assignNumbers && first.firstNumber == nil && !noWaves && asOf == nil
  }

  func run() throws {
    try reportingFailures {
      try SourceDate.check()
      let job = try ExplainJob(packages: packages, project: project, isPlain: isPlain, change: change)
      let line = try progress.line(in: languages)
      defer { line.end() }
      let summary = try job.run(progress: line.progress)
      line.finish()
      if format == .json {
        try Terminal.write(summary.json)
      } else {
        try Terminal.print(summary.lines(languages.texts()))
      }
      if !summary.hasMatches { throw ExitCode(1) }
    }
  }

  private func change(_ options: inout ExplainOptions) throws {
    (options.key, options.record, options.entity, options.limit) = (key, record, entity, limit)
    options.conversion.destination = to?.side
    options.conversion.references = references.map { PackagePath($0) }
    options.conversion.limits = reading.limits
    options.conversion.templates = templates
    options.conversion.companies = companies
    options.conversion.isDelta = delta
    options.conversion.assignsNumbers = assignNumbers
    options.conversion.firstNumber = first.firstNumber ?? options.conversion.firstNumber
    if noWaves { options.conversion.hasWaves = false }
    options.conversion.jobs = jobs ?? ProcessInfo.processInfo.activeProcessorCount
    options.conversion.language = format == .json ? languages.ofFiles : languages.ofConsole
    options.conversion.epoch = try asOf?.seconds ?? SourceDate.epoch()
    options.conversion.overrides = try overrides.map { try Override.set($0) }
  }
}
