import Findings
import Mapping

/// The findings of one code: what they mean, what to do, and where the first ones are.
struct FindingCard {
  /// A place where one is, with the entity by which a reader filters.
  struct Example {
    let place, entity: String
    /// Whether it is shown only to whoever filters by its entity.
    let isExtra: Bool
  }

  /// A number of findings, or the words for how many are not shown: of all, or of those about an entity.
  struct Share {
    let entity, text: String
    let isHidden: Bool
  }

  let severity, severityName, code, title, why, whatToDo: String
  let counts: [Share]
  let examples: [Example]
  let hasExamples: Bool
  let more: [Share]
  /// The languages of the reason and of the advice, where they are not the page's.
  let whyLanguage, adviceLanguage: String?

  /// The codes that were found, the worst first, then the most frequent.
  static func cards(_ findings: FindingSink, _ style: FindingSection.Style) -> [FindingCard] {
    let codes = findings.byCode.keys.sorted { left, right in
      let (one, other) = (findings.severity(of: left), findings.severity(of: right))
      if one != other { return one > other }
      let (count, otherCount) = (findings.count(of: left), findings.count(of: right))
      return count == otherCount ? left < right : count > otherCount
    }
    return codes.map { FindingCard($0, findings, style) }
  }

  private init(_ code: FindingCode, _ findings: FindingSink, _ style: FindingSection.Style) {
    let texts = findings.catalogue.texts.forPages
    let known = findings.catalogue.description(of: code)
    let number = findings.count(of: code)
    let first = findings.examples(of: code)
    severity = findings.severity(of: code).rawValue
    severityName = texts("report.severityName.\(severity)")
    self.code = code.rawValue
    title = known?.title ?? code.rawValue
    (why, whatToDo) = (FindingCard.plain(known?.why), style == .repairs ? "" : FindingCard.plain(known?.whatToDo))
    let isEnglish = texts.language == .english
    whyLanguage = isEnglish || texts.sentence("\(code).why") != nil ? nil : "en"
    adviceLanguage = isEnglish || texts.sentence("\(code).whatToDo") != nil ? nil : "en"
    var counts = [Share(entity: "", text: texts.number(number), isHidden: false)]
    var examples = first.map {
      Example(place: FindingCard.place($0, findings, style), entity: $0.place.entity.rawValue, isExtra: false)
    }
    var more: [Share] = []
    func add(_ rest: Int, _ entity: String) {
      guard rest > 0 else { return }
      more.append(Share(entity: entity, text: texts("report.more", ["count": rest]), isHidden: !entity.isEmpty))
    }
    add(number - first.count, "")
    for entity in findings.entities(of: code) {
      let (number, own) = (findings.count(of: code, about: entity), findings.examples(of: code, about: entity))
      counts.append(Share(entity: entity.rawValue, text: texts.number(number), isHidden: true))
      // The first ones of all have been shown, in the same order.
      let shown = first.count { $0.place.entity == entity }
      examples += own.dropFirst(shown).map {
        Example(place: FindingCard.place($0, findings, style), entity: entity.rawValue, isExtra: true)
      }
      add(number - own.count, entity.rawValue)
    }
    (self.counts, self.examples, self.more) = (counts, examples, more)
    hasExamples = !first.isEmpty
  }

  /// The catalogue's words without the marks of Markdown, which pages do not have.
  static func plain(_ text: String?) -> String { (text ?? "").replacing("`", with: "") }

  /// Where a finding is: file, entity, record, line, field and key, as far as it has them; for a repair what was done.
  private static func place(_ finding: Finding, _ findings: FindingSink, _ style: FindingSection.Style) -> String {
    let texts = findings.catalogue.texts.forPages
    let place = finding.place
    if place.package.isEmpty && style != .repairs { return findings.message(finding) }
    var parts = [
      place.file.isEmpty || place.package.hasSuffix(place.file) ? place.package : "\(place.package), \(place.file)"
    ]
    if !place.entity.isEmpty { parts.append(place.record.map { "\(place.entity) \($0)" } ?? place.entity.rawValue) }
    if place.line > 0 { parts.append(texts("report.place.line", ["line": String(place.line)])) }
    if !finding.field.isEmpty { parts.append(texts("report.place.field", ["field": finding.field])) }
    if !place.key.isEmpty { parts.append(texts("report.place.key", ["key": place.key])) }
    if style == .withValues, !finding.value.isEmpty {
      parts.append(texts("report.place.value", ["value": finding.value]))
    }
    if style == .repairs { parts.append(findings.message(finding)) }
    return parts.filter { !$0.isEmpty }.joined(separator: " · ")
  }
}

/// The findings of a page: cards that a reader can search and filter.
struct FindingSection {
  /// What is said of a finding.
  enum Style {
    /// Its place, with the key.
    case places
    /// And the value that it is about.
    case withValues
    /// What was repaired.
    case repairs
  }

  struct Choice {
    let value, name: String
  }

  let cards: [FindingCard]
  let counts: String
  let severities: [Choice]
  let codes, entities: [String]
  /// Whether findings.csv is beside the page.
  let hasFile: Bool

  init(_ findings: FindingSink, _ style: Style = .places) {
    let texts = findings.catalogue.texts.forPages
    cards = FindingCard.cards(findings, style)
    let found = Severity.allCases.sorted(by: >).filter { findings.bySeverity[$0] != nil }
    counts =
      found.map { texts("report.severity.\($0.rawValue)", ["count": findings.bySeverity[$0] ?? 0]) }
      .joined(separator: ", ") + "."
    severities = found.map { Choice(value: $0.rawValue, name: texts("report.severityName.\($0.rawValue)")) }
    codes = cards.map(\.code).sorted()
    entities = Set(findings.byCode.keys.flatMap { findings.entities(of: $0) }.map(\.rawValue)).sorted()
    hasFile = style != .repairs
  }
}
