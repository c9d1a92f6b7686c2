import Mapping

/// Makes the words of findings: what the catalogue says of the code, and what is particular. Never a record's content.
struct FindingWords: Sendable {
  private let catalogue: FindingCatalogue

  init(_ catalogue: FindingCatalogue) { self.catalogue = catalogue }

  /// One sentence.
  func message(_ finding: Finding) -> String {
    let title = catalogue.description(of: finding.code)?.title ?? finding.code.rawValue
    let particular = particular(finding)
    return particular.isEmpty ? title : "\(title): \(particular)"
  }

  private func particular(_ finding: Finding) -> String {
    let field = finding.field
    switch finding.detail {
    case .none: return finding.record > 0 ? field : ""
    case .earlierRecord(let number): return "record \(number) of \(finding.entity) has the key \(finding.key) already"
    case .otherInput(let package, let record): return "see record \(record) of \(finding.entity) in \(package)"
    case .culprit(let entity, let key, let code): return "\(entity) \(key) is at fault (\(code))"
    case .name(let name): return field.isEmpty || field == name ? name : "\(field) (\(name))"
    case .fields(let found, let expected): return "\(found) instead of \(expected)"
    case .limit(let limit): return "\(field) takes \(limit) characters"
    }
  }
}
