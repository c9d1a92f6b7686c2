import Mapping

/// Makes the words of findings: what the catalogue says of the code, and what is particular. Never a record's content.
struct FindingWords: Sendable {
  private let catalogue: FindingCatalogue

  init(_ catalogue: FindingCatalogue) { self.catalogue = catalogue }

  /// One sentence.
  func message(_ finding: Finding) -> String {
    let title = catalogue.description(of: finding.code)?.title ?? finding.code.rawValue
    let particular = particular(finding)
    let message = particular.isEmpty ? title : "\(title): \(particular)"
    guard let cause = finding.cause else { return message }
    return "\(message); \(catalogue.phrases.text(.follows, [.code: cause.rawValue]))"
  }

  private func particular(_ finding: Finding) -> String {
    let field = finding.field
    let phrases = catalogue.phrases
    switch finding.detail {
    case .none: return finding.record > 0 ? field : ""
    case .earlierRecord(let number):
      return phrases.text(.earlierRecord, [.record: "\(number)", .entity: finding.entity, .key: finding.key])
    case .otherInput(let package, let record):
      return phrases.text(.otherInput, [.record: "\(record)", .entity: finding.entity, .package: package])
    case .culprit(let entity, let key, let code):
      return phrases.text(.culprit, [.entity: entity, .key: key, .code: code])
    case .name(let name): return field.isEmpty || field == name ? name : "\(field) (\(name))"
    case .fields(let found, let expected):
      return phrases.text(.fields, [.found: "\(found)", .expected: "\(expected)"])
    case .records(let count): return phrases.text(.records, [.field: field, .count: "\(count)"])
    case .repair(let repair): return repair.words(finding, phrases)
    case .limit(let limit): return phrases.text(.limit, [.field: field, .limit: "\(limit)"])
    }
  }
}
