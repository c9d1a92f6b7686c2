import ArgumentParser
import Findings
import Mapping
import ProspectToCash
import Records

/// When progress is shown on standard error.
enum ProgressMode: String, ExpressibleByArgument, CaseIterable {
  case auto, always, never

  /// Where a command shows how far it is.
  func line(quiet: Bool) -> ProgressLine {
    switch self {
    case .never: ProgressLine(.hidden)
    case _ where quiet: ProgressLine(.hidden)
    case .always: ProgressLine(.plain)
    case .auto: ProgressLine(Terminal.isInteractive ? .overwritten : .hidden)
    }
  }
}

/// The form of what a run says on standard output.
enum ReportFormat: String, ExpressibleByArgument, CaseIterable {
  case text, json
  /// SARIF 2.1.0; only a validation has it.
  case sarif
}

/// What `validate`, `convert` and `run` share.
struct SharedOptions: ParsableArguments {
  @Option(name: .customLong("reference"), help: "A package that is used only for lookups; repeatable.")
  var references: [String] = []

  @OptionGroup var reading: ReadingArguments

  @Option(name: .customLong("template"), help: "A template to run; repeatable (default: all that the inputs allow).")
  var templates: [String] = []

  @Option(help: "A project file, whose template changes apply.")
  var project: String?

  @Option(name: .customLong("set"), help: "TEMPLATE.FIELD=VALUE: a default for one destination field; repeatable.")
  var overrides: [String] = []

  @Option(
    name: .customLong("company"),
    help: "A legal entity to convert; repeatable (default: the project's, else all of the inputs).",
    transform: SharedOptions.company)
  var companies: [CompanyID] = []

  @Option(
    help: """
      The time of the run, in ISO 8601, such as 2026-07-01. It is written to the outputs and decides which price lists \
      are valid (default: SOURCE_DATE_EPOCH, else the newest time stamp of the inputs).
      """)
  var asOf: PointInTime?

  @Flag(help: "Show values of records in JSON and SARIF, too; findings.csv always has them.")
  var showValues = false

  @Option(help: "Format of standard output: text or json; for validate also sarif.")
  var format = ReportFormat.text

  @OptionGroup var languages: LanguageArguments

  @Flag(help: "Write nothing to standard error unless something fails.")
  var quiet = false

  @Option(help: "Progress on standard error: auto (on a terminal), always or never.")
  var progress = ProgressMode.auto

  @Option(help: "How many findings of each code are listed; all are counted.")
  var maxFindings: Int?

  @Option(help: "Maximum number of parallel threads.")
  var jobs: Int?

  func validate() throws {
    if let jobs, jobs < 1 { throw ValidationError("--jobs must be 1 or more") }
    if let maxFindings, maxFindings < 0 { throw ValidationError("--max-findings must be 0 or more") }
    for text in overrides {
      guard let equals = text.firstIndex(of: "="), text[..<equals].contains(".") else {
        throw ValidationError("--set must be TEMPLATE.FIELD=VALUE, not \(text)")
      }
    }
  }

  /// The company of an argument.
  static func company(_ text: String) throws -> CompanyID {
    guard let company = CompanyID(text) else {
      throw ValidationError("\(text) is not a company; a company has 1 to 4 letters, digits, _ or -")
    }
    return company
  }

  /// The packages that are only looked into.
  var referencePaths: [PackagePath] { references.map { PackagePath($0) } }

  /// For commands that find nothing to put into SARIF.
  func refuseAnalysisLog() throws {
    if format == .sarif { throw ValidationError("--format sarif is for validate; use text or json") }
  }

  /// Where a command shows how far it is.
  var progressLine: ProgressLine { progress.line(quiet: quiet) }
}
