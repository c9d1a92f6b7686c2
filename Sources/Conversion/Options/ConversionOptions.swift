public import Archives
public import Findings
public import Mapping
public import Packages
public import Records

/// The command that a conversion was asked for with, as reports name it.
public enum ConversionCommand: String, Sendable {
  /// Everything stood on the command line.
  case convert
  /// A project file said it.
  case run
  /// It was planned and made in parts.
  case shard
}

/// What a conversion is asked to do.
public struct ConversionOptions: Sendable {
  /// The command that asked for it.
  public var command = ConversionCommand.convert
  /// The packages to convert, in the order given.
  public var inputs: [PackagePath]
  /// Packages that are only looked into.
  public var references: [PackagePath] = []
  /// What archives may ask of the machine.
  public var limits = ReadLimits.standard
  /// The folder that appears when all is done.
  public var output: String
  /// The side that data go to; nil if the inputs tell it.
  public var destination: Side?
  /// The templates to run; empty for all that the inputs can feed.
  public var templates: [String] = []
  /// The legal entities whose records are converted; empty for all that the inputs hold. The first one is also that of
  /// records which do not say any.
  public var companies: [CompanyID] = []
  /// The format of entity files for F&O.
  public var fileFormat = FinopsFileFormat.csvUnicode
  /// The format of packages for Sales.
  public var salesFormat = SalesFormat.configurationMigration
  /// The address at which Common Data Model folders will be unpacked; nil if they get no `model.json`.
  public var folderLocation: String?
  /// The deflate level, 0 to 9.
  public var compression = 1
  /// How many threads may map, deflate and parse one XML file at a time.
  public var jobs = 2
  /// The records that a thread maps at a time; nil for as many as caches hold, and for none of small batches.
  package var stretch: Int?
  /// How many findings of each code are listed.
  public var maxFindings = Int.max
  /// Whether findings have values of records in JSON and SARIF, too, and not only in `findings.csv`.
  public var showsValues = false
  /// The language of messages.
  public var language = Language.english
  /// How many rejected records are too many.
  public var rejectLimit: RejectLimit?
  /// Whether lists are written as workbooks, too.
  public var writesWorkbooks = false
  /// Whether no packages are written.
  public var isDryRun = false
  /// Whether packages are read back and compared before the output appears.
  public var readsBack = true
  /// Whether an existing output is replaced.
  public var replacesOutput = false
  /// Whether only what is new or changed is written.
  public var isDelta = false
  /// The records that a package may hold at most.
  public var maxRecords: Int?
  /// The bytes that a package may have at most.
  public var maxPackageSize: UInt64?
  /// Whether accounts and contacts without a number are given one.
  public var assignsNumbers = false
  /// The running number from which they are given.
  public var firstNumber = standardFirstNumber
  /// The numbers from which they may be given: with what stands around it, a number has at most 20 characters.
  public static let firstNumbers = 0...899_999_999
  /// The running number that the sequence of the templates begins with.
  public static let standardFirstNumber = 1000
  /// The time of the run as it was given, in seconds since 1970; nil for the newest stamp of the inputs.
  public var epoch: Int64?
  /// Values given on the command line.
  public var overrides: [Override] = []
  /// Whether references to records that come later go over in second packages; nil for what the project says, or yes.
  public var hasWaves: Bool?
  /// The project whose changes apply.
  public var project: ProjectFile?

  /// A conversion of packages into a folder.
  public init(inputs: [String], output: String) {
    self.inputs = inputs.map { PackagePath($0) }
    self.output = output
  }

  /// The format of entity files, on the way to F&O.
  func fileFormat(to side: Side) -> FinopsFileFormat? { side == .finops ? fileFormat : nil }

  /// The records that a package may hold at most, since that was asked for or files of the format hold no more.
  func mostRecords(to side: Side) -> Int? {
    let most = min(maxRecords ?? Int.max, fileFormat(to: side)?.mostRecords ?? Int.max)
    return most == Int.max ? nil : most
  }

  /// Whether second packages bring references: not with the import wizard, which only adds records.
  package func defersReferences(to side: Side) -> Bool {
    wantsWaves && (side == .finops || salesFormat.hasIDs)
  }

  /// Whether second packages may bring references, as far as options say.
  package var wantsWaves: Bool { hasWaves ?? project?.waves ?? true }

  /// All files and folders that are read.
  package var read: [String] { (inputs + references).map(\.path) + (project.map { [$0.file] } ?? []) }
}

/// How many rejected records a conversion bears.
public enum RejectLimit: Sendable, Equatable {
  /// So many records.
  case records(Int)
  /// So many hundredths of the records read; exact, so that `0.5%` is what it says.
  case percent(Double)

  /// Reads `N` or `P%`.
  public init?(_ text: String) {
    if text.hasSuffix("%") {
      guard let value = Double(text.dropLast()), value >= 0, value <= 100 else { return nil }
      self = .percent(value)
    } else {
      guard let value = Int(text), value >= 0 else { return nil }
      self = .records(value)
    }
  }

  /// Whether so many rejected of so many read are too many.
  func isPassed(rejected: Int, read: Int) -> Bool {
    switch self {
    case .records(let limit): rejected > limit
    case .percent(let limit): Double(rejected) * 100 > limit * Double(read)
    }
  }
}

extension ConversionOptions {
  /// What archives may ask of the machine, with the threads that parse.
  package var readLimits: ReadLimits {
    var limits = limits
    limits.parsers = jobs
    return limits
  }
}
