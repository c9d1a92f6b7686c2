public import ArgumentParser
public import Mapping
import ProspectToCash
import Records

/// When progress is shown on standard error.
enum ProgressMode: String, ExpressibleByArgument, CaseIterable {
  case auto, always, never
}

/// The form of what a run tells on standard output.
enum ReportFormat: String, ExpressibleByArgument, CaseIterable {
  case text, json
  /// SARIF 2.1.0; only a validation has it.
  case sarif
}

extension Language: ExpressibleByArgument {}

/// What `validate`, `convert` and `run` share.
struct SharedOptions: ParsableArguments {
  @Option(name: .customLong("reference"), help: "A package that is only looked into; repeatable.")
  var references: [String] = []

  @OptionGroup var reading: ReadingArguments

  @Option(name: .customLong("template"), help: "A template to run; repeatable. Default: all that the inputs can feed.")
  var templates: [String] = []

  @Option(help: "A project file, whose overrides of templates apply.")
  var project: String?

  @Option(name: .customLong("set"), help: "TEMPLATE.FIELD=VALUE: a default for one destination field; repeatable.")
  var overrides: [String] = []

  @Option(
    name: .customLong("company"),
    help: "A legal entity to convert; repeatable. Default: the project's, else all that the inputs hold.",
    transform: SharedOptions.company)
  var companies: [CompanyID] = []

  @Option(
    help: """
      The time of the run, in ISO 8601, such as 2026-07-01: it is in the outputs and decides which price lists are valid. \
      Default: SOURCE_DATE_EPOCH, else the newest time stamp of the inputs.
      """)
  var asOf: PointInTime?

  @Flag(help: "Show values of records in JSON and SARIF, too; findings.csv always has them.")
  var showValues = false

  @Option(help: "Form of standard output: text or json; of validate also sarif.")
  var format = ReportFormat.text

  @Option(help: "Language of messages: en, nl, da, sv or is.")
  var language = Language.english

  @Flag(help: "Nothing on standard error unless something fails.")
  var quiet = false

  @Option(help: "Progress on standard error: auto (on a terminal), always or never.")
  var progress = ProgressMode.auto

  @Option(help: "How many findings of each code are listed; all are counted.")
  var maxFindings: Int?

  @Option(help: "How many threads may work side by side.")
  var jobs: Int?

  func validate() throws {
    if let jobs, jobs < 1 { throw ValidationError("--jobs takes a number from 1 on") }
    if let maxFindings, maxFindings < 0 { throw ValidationError("--max-findings takes a number from 0 on") }
    for text in overrides {
      guard let equals = text.firstIndex(of: "="), text[..<equals].contains(".") else {
        throw ValidationError("--set takes TEMPLATE.FIELD=VALUE, not \(text)")
      }
    }
  }

  /// The company of an argument.
  private static func company(_ text: String) throws -> CompanyID {
    guard let company = CompanyID(text) else {
      throw ValidationError("a company has 1 to 4 letters, digits, _ or -, unlike \(text)")
    }
    return company
  }

  /// The packages that are only looked into.
  var referencePaths: [PackagePath] { references.map { PackagePath($0) } }

  /// For commands that find nothing to put into SARIF.
  func refuseAnalysisLog() throws {
    if format == .sarif { throw ValidationError("--format sarif is for validate; take text or json") }
  }

  /// Where a command shows how far it is.
  var progressLine: ProgressLine {
    switch progress {
    case .never: ProgressLine(.hidden)
    case _ where quiet: ProgressLine(.hidden)
    case .always: ProgressLine(.plain)
    case .auto: ProgressLine(Terminal.isInteractive ? .overwritten : .hidden)
    }
  }
}
