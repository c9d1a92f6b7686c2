import Archives
import Findings
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

  /// What is kept of the findings of a code.
  private struct Tally {
    var count = 0
    var severity = Severity.info
    var examples: [Finding] = []
  }

  private var tallies: [FindingCode: Tally] = [:]
  /// How many there are of each severity.
  private(set) var bySeverity: [Severity: Int] = [:]
  /// How many of them follow from others, and are no cause of their own.
  private(set) var following: [Severity: Int] = [:]

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

  /// How many there are of each code.
  var byCode: [FindingCode: Int] { tallies.mapValues(\.count) }

  /// How many there are of a code.
  func count(of code: FindingCode) -> Int { tallies[code]?.count ?? 0 }

  /// The first few findings of a code.
  func examples(of code: FindingCode) -> [Finding] { tallies[code]?.examples ?? [] }

  /// The highest severity that findings of the code have had so far.
  func severity(of code: FindingCode) -> Severity { tallies[code]?.severity ?? .info }

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
    let number = count(finding.code, finding.severity)
    if number <= FindingSink.exampleCount { tallies[finding.code]?.examples.append(finding) }
    guard number <= mostPerCode else { return }
    if let spool { try spool.add(cells(finding, showsValue: showsValues)) }
    guard let file else { return }
    // Taken out of the object meanwhile: a local value needs no check at every access.
    var row = OutputBuffer.none
    swap(&row, &buffer)
    var isFirst = true
    forEachCell(finding) { cell in
      if !isFirst { encoder.delimiter(to: &row) }
      isFirst = false
      if !cell.isEmpty { encoder.field(FindingSink.harmless(cell).utf8Span.span, to: &row) }
    }
    encoder.lineEnd(to: &row)
    swap(&row, &buffer)
    if buffer.count > 1 << 16 { try file.write(buffer.take()) }
  }

  /// Counts a finding that is no cause's consequence, if to count it is all that there is to do, so that it need not be
  /// made: enough of its code are listed. False, and not counted, if it must be made.
  func countsOnly(_ code: FindingCode, _ severity: Severity) -> Bool {
    guard review == nil, let tally = tallies[code], tally.count >= max(mostPerCode, FindingSink.exampleCount) else {
      return false
    }
    _ = count(code, severity)
    return true
  }

  /// Counts a finding; how many there are of its code now.
  private func count(_ code: FindingCode, _ severity: Severity) -> Int {
    bySeverity[severity, default: 0] += 1
    return FindingSink.count(severity, in: &tallies[code, default: Tally()])
  }

  private static func count(_ severity: Severity, in tally: inout Tally) -> Int {
    tally.count += 1
    tally.severity = max(severity, tally.severity)
    return tally.count
  }

  /// Hands out the cells of all findings that are listed, where they are kept.
  func forEachItem(_ body: ([String]) throws -> Void) throws {
    try spool?.forEach(cells: FindingSink.columns.count, body)
  }

  /// The cells of a finding's row, in the order of the columns.
  func cells(_ finding: Finding, showsValue: Bool = true) -> [String] {
    var finding = finding
    if !showsValue { finding.value = "" }
    var cells: [String] = []
    cells.reserveCapacity(FindingSink.columns.count)
    forEachCell(finding) { cells.append($0) }
    return cells
  }

  @inline(__always)
  private func forEachCell(_ finding: Finding, _ body: (String) -> Void) {
    body(finding.severity.rawValue)
    body(finding.code.rawValue)
    body(finding.package)
    body(finding.file)
    body(finding.entity)
    body(finding.record > 0 ? String(finding.record) : "")
    body(finding.line > 0 ? String(finding.line) : "")
    body(finding.field)
    body(finding.key)
    body(words.message(finding))
    body(FindingSink.shown(finding.value))
    body(finding.company)
  }

  /// Writes what is left and closes the file.
  func finish() throws {
    guard let file else { return }
    try file.write(buffer.take())
    try file.close(sync: false)
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
