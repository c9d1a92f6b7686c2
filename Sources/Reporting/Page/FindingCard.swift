import Findings
import Mapping

/// The findings of one code: what they mean, what to do, and where the first ones are.
struct FindingCard {
  /// A place where one is, with the entity by which a reader filters.
  struct Example {
    let place, entity: String
  }

  let severity, severityName, code, title, why, whatToDo, count: String
  let examples: [Example]
  let hasExamples: Bool
  let more: String?
  /// The languages of the reason and of the advice, where they are not the page's.
  let whyLanguage, adviceLanguage: String?

  /// The codes that were found, the worst first, then the most frequent.
  static func cards(_ findings: FindingSink) -> [FindingCard] {
    let codes = findings.byCode.keys.sorted { left, right in
      let (one, other) = (findings.severity(of: left), findings.severity(of: right))
      if one != other { return one > other }
      let (count, otherCount) = (findings.count(of: left), findings.count(of: right))
      return count == otherCount ? left < right : count > otherCount
    }
    return codes.map { FindingCard($0, findings) }
  }

  private init(_ code: FindingCode, _ findings: FindingSink) {
    let texts = findings.catalogue.texts.forPages
    let known = findings.catalogue.description(of: code)
    let number = findings.count(of: code)
    let first = findings.examples(of: code)
    severity = findings.severity(of: code).rawValue
    severityName = texts("report.severityName.\(severity)")
    self.code = code.rawValue
    title = known?.title ?? code.rawValue
    (why, whatToDo) = (FindingCard.plain(known?.why), FindingCard.plain(known?.whatToDo))
    let isEnglish = texts.language == .english
    whyLanguage = isEnglish || texts.sentence("\(code).why") != nil ? nil : "en"
    adviceLanguage = isEnglish || texts.sentence("\(code).whatToDo") != nil ? nil : "en"
    count = texts.number(number)
    examples = first.map {
      Example(
        place: $0.place.package.isEmpty ? findings.message($0) : FindingCard.place($0, texts),
        entity: $0.place.entity.rawValue)
    }
    hasExamples = !first.isEmpty
    more = number > first.count ? texts("report.more", ["count": number - first.count]) : nil
  }

  /// The catalogue's words without the marks of Markdown, which pages do not have.
  static func plain(_ text: String?) -> String { (text ?? "").replacing("`", with: "") }

  /// Where a finding is: file, entity, record, line, field and key, as far as it has them.
  private static func place(_ finding: Finding, _ texts: Texts) -> String {
    let place = finding.place
    var parts = [
      place.file.isEmpty || place.package.hasSuffix(place.file) ? place.package : "\(place.package), \(place.file)"
    ]
    if !place.entity.isEmpty { parts.append(place.record.map { "\(place.entity) \($0)" } ?? place.entity.rawValue) }
    if place.line > 0 { parts.append(texts("report.place.line", ["line": String(place.line)])) }
    if !finding.field.isEmpty { parts.append(texts("report.place.field", ["field": finding.field])) }
    if !place.key.isEmpty { parts.append(texts("report.place.key", ["key": place.key])) }
    return parts.filter { !$0.isEmpty }.joined(separator: " · ")
  }
}

/// The findings of a page: cards that a reader can search and filter.
struct FindingSection {
  struct Choice {
    let value, name: String
  }

  let cards: [FindingCard]
  let counts: String
  let severities: [Choice]
  let codes, entities: [String]

  init(_ findings: FindingSink) {
    let texts = findings.catalogue.texts.forPages
    cards = FindingCard.cards(findings)
    let found = Severity.allCases.sorted(by: >).filter { findings.bySeverity[$0] != nil }
    counts =
      found.map { texts("report.severity.\($0.rawValue)", ["count": findings.bySeverity[$0] ?? 0]) }
      .joined(separator: ", ") + "."
    severities = found.map { Choice(value: $0.rawValue, name: texts("report.severityName.\($0.rawValue)")) }
    codes = cards.map(\.code).sorted()
    entities = Set(cards.flatMap(\.examples).map(\.entity)).filter { !$0.isEmpty }.sorted()
  }
}
