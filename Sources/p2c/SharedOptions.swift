import ArgumentParser
import Findings
import Mapping
import ProspectToCash
import Records

/// The form of standard output of commands that check packages.
enum ReportFormat: String, ExpressibleByArgument, CaseIterable {
  case text, json
  /// SARIF 2.1.0.
  case sarif
}

/// What `validate`, `convert`, `run` and `reconcile` share.
struct SharedOptions: ParsableArguments {
  @Option(
    name: .customLong("reference"), help: "A package that is used only for lookups; repeatable.",
    completion: NameCompletion.package)
  var references: [String] = []

  @OptionGroup var reading: ReadingArguments

  @Option(
    name: .customLong("template"), help: "A template to run; repeatable (default: all that the inputs allow).",
    completion: NameCompletion.template)
  var templates: [String] = []

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

  @Flag(help: "Show values of records in JSON, SARIF and on pages, too; findings.csv always has them.")
  var showValues = false

  @OptionGroup var languages: LanguageArguments

  @OptionGroup var progress: ProgressArguments

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
}
