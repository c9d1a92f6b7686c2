public import Findings

/// What a finding code means.
public struct FindingDescription: Sendable, Equatable {
  /// The code.
  public var code: FindingCode
  /// Its name in Swift.
  public var name: String
  /// The highest severity that findings of the code can have.
  public var severity: Severity
  /// What the code is about: `archive`, `file`, `record`, `project` and so on.
  public var area: String
  /// What a package with such a finding is no good for.
  public var purpose: FindingPurpose
  /// The fault in a few words.
  public var title: String
  /// Why it is a fault.
  public var why: String
  /// What to do about it.
  public var whatToDo: String
  /// Whether packages alone show it: `yes`, `no` or what is needed besides.
  public var offline: String
}

/// All findings that the tool can make, as `p2c codes` lists them.
public struct FindingCatalogue: Sendable {
  /// The columns of the catalogue's file, in their order.
  public static let columns = [
    "code", "name", "severity", "area", "purpose", "title", "why", "what_to_do", "offline",
  ]

  /// The descriptions by ascending code.
  public let all: [FindingDescription]
  /// The sentences for what is particular about a finding.
  public let phrases: FindingPhrases

  private let positions: [FindingCode: Int]

  /// A catalogue of the given descriptions.
  public init(_ descriptions: [FindingDescription], phrases: FindingPhrases) {
    self.phrases = phrases
    all = descriptions.sorted { $0.code < $1.code }
    positions = Dictionary(
      all.enumerated().map { ($0.element.code, $0.offset) }, uniquingKeysWith: { first, _ in first })
  }

  /// The catalogue that comes with the tool, with titles and phrases in the language; reasons and advice are English.
  public static func builtIn(in language: Language = .english) throws(ProjectError) -> FindingCatalogue {
    let place = ProjectPlace(file: "codes.csv", kind: .builtIn)
    let titles = try Translations.titles(in: language)
    var descriptions: [FindingDescription] = []
    for row in CommaSeparatedText(try BuiltInFiles.text("codes.csv")).rows.dropFirst() {
      guard row.cells.count == columns.count, let code = FindingCode(rawValue: row.cells[0]),
        let severity = Severity(rawValue: row.cells[2]), let purpose = FindingPurpose(rawValue: row.cells[4])
      else {
        throw .wrongValue(
          place.atLine(row.line), what: "the row", value: row.cells.first ?? "",
          expected: "the cells \(columns.joined(separator: ", "))")
      }
      descriptions.append(
        FindingDescription(
          code: code, name: row.cells[1], severity: severity, area: row.cells[3], purpose: purpose,
          title: titles[row.cells[0]] ?? row.cells[5], why: row.cells[6], whatToDo: row.cells[7],
          offline: row.cells[8]))
    }
    return FindingCatalogue(descriptions, phrases: try Translations.phrases(in: language))
  }

  /// The description of the code, compared without case.
  public func description(of code: FindingCode) -> FindingDescription? {
    positions[code].map { all[$0] }
  }
}
