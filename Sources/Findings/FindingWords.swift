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
    let (entity, key) = (finding.place.entity.rawValue, finding.place.key)
    let phrases = catalogue.phrases
    switch finding.detail {
    case .none: return finding.place.record == nil ? "" : field
    case .earlierRecord(let number):
      return phrases.text(.earlierRecord, [.record: "\(number)", .entity: entity, .key: key])
    case .otherInput(let package, let record):
      return phrases.text(.otherInput, [.record: "\(record)", .entity: entity, .package: package])
    case .culprit(let entity, let key, let code):
      return phrases.text(.culprit, [.entity: entity, .key: key, .code: code])
    case .name(let name): return field.isEmpty || field == name ? name : "\(field) (\(name))"
    case .fields(let found, let expected):
      return phrases.text(.fields, [.found: "\(found)", .expected: "\(expected)"])
    case .priceList(let faults): return words(faults)
    case .pricingError(let code):
      return "\(field) \(code)" + (FindingPhrases.pricingError(code).map { ": \(phrases.text($0, [:]))" } ?? "")
    case .stateName: return phrases.text(.stateName, [.field: field])
    case .assignable: return phrases.text(.assignable, [:])
    case .priceListItem: return "\(field); \(phrases.text(.priceListItem, [:]))"
    case .alike(let key, let package, let record):
      return phrases.text(.alike, [.key: key, .record: "\(record)", .entity: entity, .package: package])
    case .takenKey(let package, let record):
      guard let package else { return phrases.text(.firstInput, [.key: key]) }
      return phrases.text(
        .takenKey, [.key: key, .record: "\(record)", .entity: entity, .package: package])
    case .chain(let keys): return "\(field): \(keys.joined(separator: " > "))"
    case .records(let count): return phrases.text(.records, [.field: field, .count: "\(count)"])
    case .repair(let repair): return repair.words(finding, phrases)
    case .keyLimit(let limit): return phrases.text(.keyLimit, [.limit: "\(limit)"])
    case .limit(let limit): return phrases.text(.limit, [.field: field, .limit: "\(limit)"])
    }
  }

  private func words(_ faults: PriceListFaults) -> String {
    let reasons: [(PriceListFaults, FindingPhrases.Name)] = [
      (.inactive, .listInactive), (.otherCurrency, .listOtherCurrency), (.notYetValid, .listNotYetValid),
      (.noLongerValid, .listNoLongerValid),
    ]
    return reasons.filter { faults.contains($0.0) }.map { catalogue.phrases.text($0.1, [:]) }.joined(separator: ", ")
  }
}
