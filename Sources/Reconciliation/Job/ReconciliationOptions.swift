public import Archives
public import Conversion
public import Findings
public import Mapping
import Packages
public import Records

/// What a reconciliation is asked to do.
public struct ReconciliationOptions: Sendable {
  /// The exports of F&O.
  public var finops: [PackagePath]
  /// The exports of Sales.
  public var sales: [PackagePath]
  /// Packages of either side that are only looked into.
  public var references: [PackagePath] = []
  /// What archives may ask of the machine.
  public var limits = ReadLimits.standard
  /// The folder that appears when all is done.
  public var output: String
  /// The templates to compare by; empty for all whose entities both sides hold.
  public var templates: [String] = []
  /// The legal entities that are compared; empty for all that the exports hold.
  public var companies: [CompanyID] = []
  /// The language of messages.
  public var language = Language.english
  /// How many findings of each code are listed.
  public var maxFindings = Int.max
  /// Whether the page shows the values that findings are about.
  public var showsValues = false
  /// Whether an existing output is replaced.
  public var replacesOutput = false
  /// Whether lists are written as workbooks, too.
  public var writesWorkbooks = false
  /// How many bytes of what one side holds may be in memory; the rest goes to files.
  public var memory = 2 << 30
  /// How many threads compare at the same time.
  public var jobs = 1
  /// The output folder of an earlier run, to be compared with.
  public var baseline: String?
  /// The side that gets packages which make it like the other one.
  public var fixes: Side?
  /// The time of the run as it was given, in seconds since 1970; nil for the newest stamp of the inputs.
  public var epoch: Int64?
  /// Values given on the command line.
  public var overrides: [Override] = []
  /// Whether accounts and contacts without a number have the one that a conversion would assign.
  public var assignsNumbers = false
  /// The running number from which those go on.
  public var firstNumber = ConversionOptions.standardFirstNumber
  /// The project whose changes apply.
  public var project: ProjectFile?

  /// A comparison of exports of both sides, reported in a folder.
  public init(finops: [String], sales: [String], output: String) {
    self.finops = finops.map { PackagePath($0) }
    self.sales = sales.map { PackagePath($0) }
    self.output = output
  }
}

extension ReconciliationOptions {
  /// The files and folders that are read, which no output may replace.
  var read: [String] { (finops + sales + references).map(\.path) + (project.map { [$0.file] } ?? []) }
}

extension ConversionOptions {
  /// The conversion that a reconciliation asks what it would write.
  init(_ options: ReconciliationOptions, templates: [String]) {
    self.init(inputs: [], output: options.output)
    inputs = options.finops + options.sales
    isDryRun = true
    jobs = options.jobs
    self.templates = templates
    references = options.references
    limits = options.limits
    companies = options.companies
    language = options.language
    maxFindings = options.maxFindings
    epoch = options.epoch
    overrides = options.overrides
    firstNumber = options.firstNumber
    project = options.project
    fileFormat = project?.fileFormat.flatMap(FinopsFileFormat.init(named:)) ?? fileFormat
    // Corrections go with ids.
    let format = project?.salesFormat.flatMap(SalesFormat.init(named:)) ?? salesFormat
    if format.hasIDs { salesFormat = format }
    folderLocation = project?.folderLocation
  }
}
