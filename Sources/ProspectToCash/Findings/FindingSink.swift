import Archives
import Mapping
import Records

/// Takes the findings of a run: counts them all, lists them in `findings.csv` as far as is wanted.
final class FindingSink {
  private let file: OutputFile?
  private let words: FindingWords
  /// What the codes mean.
  let catalogue: FindingCatalogue
  /// How many findings of each code are listed.
  let mostPerCode: Int
  private let spool: FindingSpool?
  /// Whether findings that are handed out have their values; the file always has them.
  private let showsValues: Bool
  private var buffer = OutputBuffer(capacity: 1 << 16)
  private let encoder = CSVEncoder()

  /// Looks at findings before they are added: nil for one that is passed over, neither counted nor listed.
  var review: ((Finding) -> Finding?)?

  /// How many there are of each code.
  private(set) var byCode: [FindingCode: Int] = [:]
  /// How many there are of each severity.
  private(set) var bySeverity: [Severity: Int] = [:]
  /// How many of them follow from others, and are no cause of their own.
  private(set) var following: [Severity: Int] = [:]
  /// The first few findings of each code.
  private(set) var examples: [FindingCode: [Finding]] = [:]

  private var severities: [FindingCode: Severity] = [:]

  static let columns = [
    "severity", "code", "package", "file", "entity", "record", "line", "field", "key", "message",
    "value", "company",
  ]

  /// A sink that lists at most `mostPerCode` findings of each code in `file`.
  init(
    file: OutputFile?, catalogue: FindingCatalogue, mostPerCode: Int, keepsItems: Bool, showsValues: Bool = false
  ) {
    self.file = file
    self.showsValues = showsValues
    self.mostPerCode = mostPerCode
    spool = keepsItems ? FindingSpool() : nil
    self.catalogue = catalogue
    words = FindingWords(catalogue)
    encoder.record(FindingSink.columns, to: &buffer)
  }

  /// How many findings of each code are kept as examples.
  static let exampleCount = 5

  /// The highest severity that findings of the code have had so far.
  func severity(of code: FindingCode) -> Severity { severities[code] ?? .info }

  /// The words of a finding.
  func message(_ finding: Finding) -> String { words.message(finding) }

  /// Counts a finding and lists it, if the review lets it pass.
  func add(_ finding: Finding) throws {
    guard let review else { return try tell(finding) }
    if let reviewed = review(finding) { try tell(reviewed) }
  }

  /// Counts a finding and lists it, without a review.
  func tell(_ finding: Finding) throws {
    if finding.follows { following[finding.severity, default: 0] += 1 }
    bySeverity[finding.severity, default: 0] += 1
    let number = byCode[finding.code, default: 0] + 1
    byCode[finding.code] = number
    severities[finding.code] = max(finding.severity, severities[finding.code] ?? .info)
    if number <= FindingSink.exampleCount { examples[finding.code, default: []].append(finding) }
    guard number <= mostPerCode else { return }
    guard file != nil || spool != nil else { return }
    let cells = cells(finding)
    try spool?.add(showsValues ? cells : FindingSink.withoutValue(cells))
    guard let file else { return }
    encoder.record(cells.map(FindingSink.harmless), to: &buffer)
    if buffer.count > 1 << 16 { try file.write(buffer.take()) }
  }

  /// Hands out the cells of all findings that are listed, where they are kept.
  func forEachItem(_ body: ([String]) throws -> Void) throws {
    try spool?.forEach(cells: FindingSink.columns.count, body)
  }

  /// The cells of a finding's row, in the order of the columns.
  func cells(_ finding: Finding) -> [String] {
    [
      finding.severity.rawValue, finding.code.rawValue, finding.package, finding.file, finding.entity,
      finding.record > 0 ? String(finding.record) : "", finding.line > 0 ? String(finding.line) : "", finding.field,
      finding.key, words.message(finding), FindingSink.shown(finding.value), finding.company,
    ]
  }

  /// Writes what is left and closes the file.
  func finish() throws {
    guard let file else { return }
    try file.write(buffer.take())
    try file.close(sync: false)
  }

  private static func withoutValue(_ cells: [String]) -> [String] {
    zip(columns, cells).map { $0 == "value" ? "" : $1 }
  }

  /// The most UTF-16 code units of a value that are listed.
  static let longestValue = 80

  /// A value as it is listed: its beginning, never half a character.
  static func shown(_ value: String) -> String {
    guard value.utf8.count > longestValue, value.utf16.count > longestValue else { return value }
    return String(
      decoding: value.utf8.prefix(UTF8Text.prefix(value.utf8Span.span, utf16Length: longestValue)), as: UTF8.self)
  }

  /// A cell that no spreadsheet takes for a formula.
  static func harmless(_ cell: String) -> String {
    guard let first = cell.utf8.first, isHarmful(first) else { return cell }
    return "'" + cell
  }

  /// Whether a cell that begins with the byte is taken for a formula.
  static func isHarmful(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "="), UInt8(ascii: "+"), UInt8(ascii: "-"), UInt8(ascii: "@"), 0x09, 0x0D: true
    default: false
    }
  }
}
