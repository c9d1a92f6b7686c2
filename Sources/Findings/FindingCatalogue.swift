/// All findings that the tool can make, as `p2c codes` lists them, with their words in one language.
public struct FindingCatalogue: Sendable {
  /// The columns of the catalogue's file, in their order.
  public static let columns = [
    "code", "name", "severity", "area", "purpose", "title", "why", "what_to_do", "offline",
  ]

  /// The descriptions by ascending code.
  public let all: [FindingDescription]
  /// The texts of the language, among them what is particular about a finding.
  public let texts: Texts

  private let positions: [FindingCode: Int]

  /// A catalogue of the given descriptions.
  public init(_ descriptions: [FindingDescription], texts: Texts) {
    self.texts = texts
    all = descriptions.sorted { $0.code < $1.code }
    positions = Dictionary(
      all.enumerated().map { ($0.element.code, $0.offset) }, uniquingKeysWith: { first, _ in first })
  }

  /// The description of the code.
  public func description(of code: FindingCode) -> FindingDescription? {
    positions[code].map { all[$0] }
  }

  /// The words of a finding.
  public func message(_ finding: Finding) -> String { FindingWords(self).message(finding) }
}
