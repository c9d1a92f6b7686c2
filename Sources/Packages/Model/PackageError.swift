public import Archives
public import Findings
public import Records

/// Why a package cannot be understood; each knows its place, its finding code and the exit code.
public enum PackageError: Error, Sendable {
  /// The archive or a file of it cannot be read.
  case archive(ArchiveError)
  /// An XML file of the package cannot be read.
  case xml(XMLFault, file: String, package: String)
  /// Nothing in it is a package or entity that is known (`P2C1408`).
  case notRecognised(package: String)
  /// A CSV file whose header has an empty or doubled column (`P2C1406`).
  case header(column: String, file: String, package: String)
  /// A CSV file whose header is longer or has more columns than any export (`P2C1408`).
  case excessiveHeader(file: String, package: String)
  /// A file whose bytes are not text of its encoding (`P2C1401`).
  case undecodable(file: String, package: String)
  /// A kind of package that cannot be converted, such as a template package (`P2C1408`).
  case unsupported(what: Message, package: String)
  /// A workbook that cannot be read (`P2C1404`).
  case workbook(what: Message, file: String, package: String)
  /// A workbook without a sheet that has a header (`P2C1404`).
  case headless(file: String, package: String)
  /// The description of a Common Data Model folder cannot be used, or names what cannot be read.
  case description(DescriptionFault, package: String)

  /// The finding code; nil for plain input and output errors.
  public var code: FindingCode? {
    switch self {
    case .archive(let error): error.findingCode
    case .xml(let fault, _, _): fault.code
    case .notRecognised, .unsupported, .excessiveHeader: .kindNotRecognised
    case .header: .headerColumnEmptyOrTwice
    case .undecodable: .cannotBeDecoded
    case .workbook, .headless: .xmlNotWellFormed
    case .description(let fault, _): fault.code
    }
  }

  /// The exit code of a command that cannot go on.
  public var exitCode: Int32 {
    switch self {
    case .archive(let error): error.exitCode
    case .xml(.outOfMemory, _, _): MachineLimit.exitCode
    default: 65
    }
  }
}

/// An assumption about a file that turned out wrong while it was read: the run begins anew without it.
public enum InferenceError: Error, Sendable, Equatable {
  /// A file without byte order mark is not UTF-8 after all.
  case isUTF8(file: String, package: String)
  /// A table that was looked into beforehand comes again behind its place in the schema's order.
  case tablesInSchemaOrder(package: String)
  /// Records of a table stand in several places of `data.xml`.
  case tablesInOnePiece(package: String)
  /// `data.xml` has records of a table that `data_schema.xml` does not list.
  case tablesListed(package: String)
  /// Dates have the form of the exporting machine's settings.
  case datesAreISO(package: String)
  /// Records have columns that neither a schema nor the first record shows.
  case columnsKnown(package: String)
  /// Records hold records of another entity, of which the file's beginning did not tell.
  case recordsWithin(file: String, package: String)
  /// Records are of another company than the one that all were taken to be of.
  case company(CompanyID)
  /// Records are of several companies.
  case oneCompany
}

/// What is assumed of files before they are read whole. Each run begins with the usual and gives up what proves wrong.
public struct InferredLayout: Sendable {
  private var windows1252: Set<String> = []
  private var unordered: Set<String> = []
  private var unknownColumns: Set<String> = []
  private var inPieces: Set<String> = []
  private var unlisted: Set<String> = []
  private var withCultureDates: Set<String> = []
  private var composites: Set<String> = []
  /// The company that all records are taken to be of; nil for the one that is meant where nobody says another.
  public private(set) var company: CompanyID?
  /// Whether all records are taken to be of one company.
  public private(set) var hasOneCompany = true

  /// The usual assumptions: text is UTF-8, tables come in the schema's order.
  public init() {}

  /// Does a job under the usual assumptions. When one fails, the job is done anew without it, and is to have thrown away
  /// all that it did before.
  public static func tried<Result>(_ job: (InferredLayout) throws -> Result) throws -> Result {
    var inferred = InferredLayout()
    while true {
      do {
        return try job(inferred)
      } catch let wrong as InferenceError {
        inferred.drop(wrong)
      }
    }
  }

  /// Gives up an assumption.
  public mutating func drop(_ wrong: InferenceError) {
    switch wrong {
    case .isUTF8(let file, let package): windows1252.insert(InferredLayout.place(file, package))
    case .tablesInSchemaOrder(let package): unordered.insert(package)
    case .tablesInOnePiece(let package): inPieces.insert(package)
    case .tablesListed(let package): unlisted.insert(package)
    case .datesAreISO(let package): withCultureDates.insert(package)
    case .columnsKnown(let package): unknownColumns.insert(package)
    case .recordsWithin(let file, let package): composites.insert(InferredLayout.place(file, package))
    case .company(let found):
      if company == nil { company = found } else { hasOneCompany = false }
    case .oneCompany: hasOneCompany = false
    }
  }

  /// Whether a file without byte order mark is taken for UTF-8.
  func isUTF8(file: String, package: String) -> Bool {
    !windows1252.contains(InferredLayout.place(file, package))
  }

  /// Whether the beginnings of a package's files tell all their columns.
  func knowsColumns(package: String) -> Bool { !unknownColumns.contains(package) }

  /// Whether the beginning of an XML file says which records stand within records.
  func reportsRecordsWithin(file: String, package: String) -> Bool {
    !composites.contains(InferredLayout.place(file, package))
  }

  /// Whether a package's tables are taken to come in the order of its schema.
  public func hasTablesInOrder(package: String) -> Bool { !unordered.contains(package) }

  /// Whether each table of a package is taken to stand in one place.
  func hasTablesInOnePiece(package: String) -> Bool { !inPieces.contains(package) }

  /// Whether a package's schema is taken to list all its tables.
  func listsTables(package: String) -> Bool { !unlisted.contains(package) }

  /// Whether a package's dates are taken to be ISO 8601.
  func hasISODates(package: String) -> Bool { !withCultureDates.contains(package) }

  private static func place(_ file: String, _ package: String) -> String { package + "\0" + file }
}
