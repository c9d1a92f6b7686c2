import ArgumentParser
import Findings
import Foundation
import Mapping
import Packages
import ProspectToCash

/// The side that data go to.
enum DestinationName: String, ExpressibleByArgument, CaseIterable {
  case finops, sales

  var side: Side { self == .finops ? .finops : .sales }
}

/// A format of entity files for F&O.
struct FileFormat: ExpressibleByArgument {
  let format: FinopsFileFormat

  init?(argument: String) {
    guard let format = FinopsFileFormat(named: argument) else { return nil }
    self.format = format
  }

  static var allValueStrings: [String] { FinopsFileFormat.all.map(\.name) }

  /// The names of all formats, as a sentence has them.
  static var words: String {
    let names = allValueStrings
    return names.dropLast().joined(separator: ", ") + " or " + (names.last ?? "")
  }
}

/// A format of packages for Sales.
struct SalesFormatName: ExpressibleByArgument {
  let format: SalesFormat

  init?(argument: String) {
    guard let format = SalesFormat(named: argument) else { return nil }
    self.format = format
  }

  static var allValueStrings: [String] { SalesFormat.all.map(\.name) }

  /// The names of all formats with what they stand for, as a sentence has them.
  static var words: String {
    let names = SalesFormat.all.map { "\($0.name) (\($0.title))" }
    return names.dropLast().joined(separator: ", ") + " or " + (names.last ?? "")
  }
}

/// What `convert` and `run` take beside the options that `validate` has too. An option that is given wins over the
/// project.
struct ConversionArguments: ParsableArguments {
  @Option(help: "The destination: finops or sales. Required only if the inputs contain both sides.")
  var to: DestinationName?

  @Option(help: "Format of entity files for F&O: \(FileFormat.words).")
  var fileFormat: FileFormat?

  @Option(help: "Format of packages for Sales: \(SalesFormatName.words).")
  var salesFormat: SalesFormatName?

  @Option(
    help: "Address at which Common Data Model folders will be unpacked: each gets a model.json, too.")
  var cdmLocation: String?

  @Option(help: "Split packages larger than this, such as 50MB.")
  var maxPackageSize: String?

  @Option(help: "Split packages with more records than this.")
  var maxRecords: Int?

  @Option(help: "Compression level, 0 to 9.")
  var compression = 1

  @Option(help: "How many rejected records are tolerated, N or P%; with more, no packages are written.")
  var rejectLimit: String?

  @Flag(help: "Write only records that are new or different from the references.")
  var delta = false

  @Flag(help: "Assign numbers to accounts and contacts that have none, and write a package that returns them to Sales.")
  var assignNumbers = false

  @OptionGroup var first: FirstNumber

  @Flag(help: "Write references to records that come later into the first package, not into a second one.")
  var noWaves = false

  @Flag(help: "Write findings and rejected records as Excel workbooks, too.")
  var excel = false

  @Flag(help: "Write everything except the packages.")
  var dryRun = false

  @Flag(inversion: .prefixedNo, help: "Read every package back and compare it with the intended content.")
  var verify = true

  @Flag(help: "Replace an existing output.")
  var force = false

  func validate() throws {
    if !(0...9).contains(compression) { throw ValidationError("--compression must be 0 to 9") }
    if let maxRecords, maxRecords < 1 { throw ValidationError("--max-records must be 1 or more") }
    if let maxPackageSize, ByteCount(maxPackageSize) == nil {
      throw ValidationError("--max-package-size must be a size such as 500000, 50MB or 1GB")
    }
    if let cdmLocation, !ConversionOptions.isFolderLocation(cdmLocation) {
      throw ValidationError(ConversionOptions.folderLocationRule.description)
    }
    try first.check(assigns: assignNumbers)
    if let rejectLimit, RejectLimit(rejectLimit) == nil { throw ValidationError("--reject-limit must be N or P%") }
  }

  /// Sets what the command line says.
  func change(_ options: inout ConversionOptions, with shared: SharedOptions) throws {
    options.destination = to?.side ?? options.destination
    if !shared.references.isEmpty { options.references = shared.referencePaths }
    options.limits = shared.reading.limits
    if !shared.templates.isEmpty { options.templates = shared.templates }
    if !shared.companies.isEmpty { options.companies = shared.companies }
    if let fileFormat { options.fileFormat = fileFormat.format }
    if let salesFormat { options.salesFormat = salesFormat.format }
    if let cdmLocation { options.folderLocation = cdmLocation }
    while options.folderLocation?.hasSuffix("/") ?? false { options.folderLocation?.removeLast() }
    try options.checkFolderLocation()
    options.compression = compression
    options.jobs = shared.jobs ?? ProcessInfo.processInfo.activeProcessorCount
    options.maxFindings = shared.maxFindings ?? Int.max
    options.language = shared.languages.ofFiles
    options.showsValues = shared.showValues
    if let rejectLimit { options.rejectLimit = RejectLimit(rejectLimit) }
    options.writesWorkbooks = excel
    options.isDryRun = dryRun
    options.readsBack = verify
    options.replacesOutput = force
    options.isDelta = delta || options.isDelta
    if noWaves { options.hasWaves = false }
    options.maxRecords = maxRecords
    options.maxPackageSize = maxPackageSize.flatMap { ByteCount($0)?.bytes }
    options.assignsNumbers = assignNumbers
    options.firstNumber = first.firstNumber ?? options.firstNumber
    options.epoch = try shared.asOf?.seconds ?? SourceDate.epoch()
    options.overrides = try shared.overrides.map { try Override.set($0) }
  }
}

/// Where the numbers begin that are assigned.
struct FirstNumber: ParsableArguments {
  @Option(help: "First number to assign (default: 1000).")
  var firstNumber: Int?

  /// Refuses a number that is given for nothing or cannot be one.
  func check(assigns: Bool) throws {
    guard let firstNumber else { return }
    if !assigns { throw ValidationError("--first-number needs --assign-numbers") }
    if !ConversionOptions.firstNumbers.contains(firstNumber) {
      throw ValidationError("--first-number must be 0 to \(ConversionOptions.firstNumbers.upperBound)")
    }
  }
}

extension ConversionJob {
  /// Runs the job and says what it came to.
  func runAndTell(
    _ format: OutputFormat, _ languages: LanguageArguments, _ arguments: ProgressArguments
  ) throws {
    let line = try arguments.line(in: languages)
    defer { line.end() }
    let summary = try run(progress: line.progress)
    line.finish()
    try Terminal.report(of: output, in: languages) {
      if format == .json { return try Terminal.print(document: summary.json()) }
      if !arguments.quiet { try Terminal.print(summary: summary.lines(languages.words(summary.findings.catalogue))) }
    }
    if summary.result != .ok { throw ExitCode(summary.result.exitCode) }
  }
}
