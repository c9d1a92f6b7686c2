import ArgumentParser
import Foundation
import Mapping
import Packages
import ProspectToCash

/// The side that data go to.
enum DestinationName: String, ExpressibleByArgument, CaseIterable {
  case finops, sales

  var side: Side { self == .finops ? .finops : .sales }
}

/// The languages of messages.
enum LanguageName: String, ExpressibleByArgument, CaseIterable {
  case en, nl, da, sv
  case icelandic = "is"
}

/// When progress is shown on standard error.
enum ProgressMode: String, ExpressibleByArgument, CaseIterable {
  case auto, always, never
}

/// The formats of entity files for F&O.
enum FileFormat: String, ExpressibleByArgument, CaseIterable {
  case csvUnicode = "csv-unicode"
  case csv
  case xmlElement = "xml-element"
  case xmlAttribute = "xml-attribute"

  var entityFormat: EntityFormat { EntityFormat(rawValue: rawValue) ?? .csvUnicode }
}

/// The formats of packages for Sales.
enum SalesFormat: String, ExpressibleByArgument, CaseIterable {
  case cmt, csv
}

/// What `validate`, `convert` and `run` share.
struct SharedOptions: ParsableArguments {
  @Option(name: .customLong("reference"), help: "A package that is only looked into; repeatable.")
  var references: [String] = []

  @Option(name: .customLong("template"), help: "A template to run; repeatable. Default: all that the inputs can feed.")
  var templates: [String] = []

  @Option(help: "A project file, whose overrides of templates apply.")
  var project: String?

  @Option(name: .customLong("set"), help: "TEMPLATE.FIELD=VALUE: a default for one destination field; repeatable.")
  var overrides: [String] = []

  @Option(help: "The legal entity. Default: the project's, else USMF.")
  var company: String?

  @Option(help: "Form of standard output: text or json.")
  var format = OutputFormat.text

  @Option(help: "Language of messages: en, nl, da, sv or is.")
  var language = LanguageName.en

  @Flag(help: "No messages on standard error unless something fails.")
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
    if let company, company.isEmpty { throw ValidationError("--company must not be empty") }
  }

  /// Whether progress is shown.
  var showsProgress: Bool {
    switch progress {
    case .always: true
    case .never: false
    case .auto: !quiet && Terminal.isInteractive
    }
  }
}

struct ConvertCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "convert", abstract: "Run the templates and write import packages for the other side.",
    discussion: "The output folder appears when all is done, or not at all. Rejected records stand in rejects/, told and counted.")

  @Argument(help: "Packages to convert: zips, folders or single files.")
  var packages: [String]

  @Option(name: .shortAndLong, help: "The folder to make.")
  var output: String

  @OptionGroup var shared: SharedOptions

  @Option(help: "The side that data go to: finops or sales. Needed only if the inputs hold both sides.")
  var to: DestinationName?

  @Option(help: "Entity files for F&O: csv-unicode, csv, xml-element or xml-attribute.")
  var fileFormat: FileFormat?

  @Option(help: "Packages for Sales: cmt (Configuration Migration) or csv (import wizard).")
  var salesFormat: SalesFormat?

  @Option(help: "Split packages larger than this, such as 50MB.")
  var maxPackageSize: String?

  @Option(help: "Split packages of more records than this.")
  var maxRecords: Int?

  @Option(help: "Deflate level, 0 to 9.")
  var compression = 1

  @Option(help: "N or P%: with more rejected records the result is failed, and there are no packages.")
  var rejectLimit: String?

  @Flag(help: "Only what is new or changed against the references of the destination.")
  var delta = false

  @Flag(help: "Everything but the packages.")
  var dryRun = false

  @Flag(help: "Replace an existing output.")
  var force = false

  func validate() throws {
    if !(0...9).contains(compression) { throw ValidationError("--compression takes 0 to 9") }
    if let maxRecords, maxRecords < 1 { throw ValidationError("--max-records takes a number from 1 on") }
    if let maxPackageSize, ByteCount(maxPackageSize) == nil {
      throw ValidationError("--max-package-size takes a size such as 500000, 50MB or 1GB")
    }
    if let rejectLimit, RejectLimit(rejectLimit) == nil { throw ValidationError("--reject-limit takes N or P%") }
    for text in shared.overrides {
      guard let equals = text.firstIndex(of: "="), text[..<equals].contains(".") else {
        throw ValidationError("--set takes TEMPLATE.FIELD=VALUE, not \(text)")
      }
    }
  }

  func run() throws {
    try reportingFailures {
      let job = try ConversionJob(
        packages: packages, references: shared.references, output: output, project: shared.project, change: change)
      let summary = try job.run(progress: shared.showsProgress ? Progress { Terminal.say("p2c: \($0)") } : .silent)
      Terminal.print(shared.format == .json ? try summary.json() : summary.text)
      if summary.result != .ok { throw ExitCode(summary.result.exitCode) }
    }
  }

  private func change(_ options: inout ConversionOptions) throws {
    options.destination = to?.side ?? options.destination
    if !shared.templates.isEmpty { options.templates = shared.templates }
    options.company = shared.company ?? options.company
    if let fileFormat { options.fileFormat = fileFormat.entityFormat }
    if let salesFormat { options.writesSalesCSV = salesFormat == .csv }
    options.compression = compression
    options.jobs = shared.jobs ?? ProcessInfo.processInfo.activeProcessorCount
    options.maxFindings = shared.maxFindings ?? Int.max
    if let rejectLimit { options.rejectLimit = RejectLimit(rejectLimit) }
    options.isDryRun = dryRun
    options.replacesOutput = force
    options.isDelta = delta || options.isDelta
    options.maxRecords = maxRecords
    options.maxPackageSize = maxPackageSize.flatMap { ByteCount($0)?.bytes }
    options.epoch = ProcessInfo.processInfo.environment["SOURCE_DATE_EPOCH"].flatMap { Int64($0) }
    options.overrides = try shared.overrides.map { try Override.set($0) }
  }
}
