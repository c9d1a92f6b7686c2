import Findings
import Mapping

/// The findings of one code: what they mean, what to do, and where the first ones are.
struct FindingCard {
  let severity, code, title, why, whatToDo, count: String
  let examples: [String]
  let hasExamples: Bool
  let more: String?

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

  /// How many there are of each severity, the worst first, as a sentence.
  static func counts(_ findings: FindingSink) -> String {
    Severity.allCases.sorted(by: >).compactMap { severity in
      findings.bySeverity[severity].map { CountText.text($0, noun(severity)) }
    }.joined(separator: ", ") + "."
  }

  private init(_ code: FindingCode, _ findings: FindingSink) {
    let known = findings.catalogue.description(of: code)
    let number = findings.count(of: code)
    let first = findings.examples(of: code)
    severity = findings.severity(of: code).rawValue
    self.code = code.rawValue
    (title, why, whatToDo) = (known?.title ?? code.rawValue, known?.why ?? "", known?.whatToDo ?? "")
    count = CountText.text(number)
    examples = first.map { $0.place.package.isEmpty ? findings.message($0) : FindingCard.place($0) }
    hasExamples = !first.isEmpty
    more = number > first.count ? "and \(CountText.text(number - first.count)) more" : nil
  }

  /// Where a finding is: file, entity, record, line, field and key, as far as it has them.
  private static func place(_ finding: Finding) -> String {
    let place = finding.place
    var parts = [
      place.file.isEmpty || place.package.hasSuffix(place.file) ? place.package : "\(place.package), \(place.file)"
    ]
    if !place.entity.isEmpty { parts.append(place.record.map { "\(place.entity) \($0)" } ?? place.entity.rawValue) }
    if place.line > 0 { parts.append("line \(place.line)") }
    if !finding.field.isEmpty { parts.append("field \(finding.field)") }
    if !place.key.isEmpty { parts.append("key \(place.key)") }
    return parts.filter { !$0.isEmpty }.joined(separator: " · ")
  }

  /// What findings of the severity are called.
  private static func noun(_ severity: Severity) -> String {
    switch severity {
    case .error: "error"
    case .warning: "warning"
    case .info: "note"
    }
  }
}
