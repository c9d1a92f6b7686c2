/// Makes the words of findings: what the catalogue says of the code, and what is particular. Never a record's content.
public struct FindingWords: Sendable {
  private let catalogue: FindingCatalogue
  private let texts: Texts

  /// The words of a catalogue.
  public init(_ catalogue: FindingCatalogue) {
    self.catalogue = catalogue
    texts = catalogue.texts
  }

  /// One sentence.
  public func message(_ finding: Finding) -> String {
    let title = catalogue.description(of: finding.code)?.title ?? finding.code.rawValue
    let particular = particular(finding)
    let message = particular.isEmpty ? title : "\(title): \(particular)"
    guard let cause = finding.cause else { return message }
    return "\(message); \(texts("finding.follows", ["code": cause.rawValue]))"
  }

  private func particular(_ finding: Finding) -> String {
    let field = finding.field
    let (entity, key) = (finding.place.entity.rawValue, finding.place.key)
    switch finding.detail {
    case .none: return finding.place.record == nil ? "" : field
    case .earlierRecord(let number):
      return texts("finding.earlierRecord", ["record": "\(number)", "entity": entity, "key": key])
    case .otherInput(let package, let record):
      return texts("finding.otherInput", ["record": "\(record)", "entity": entity, "package": package])
    case .culprit(let entity, let key, let code):
      return texts("finding.culprit", ["entity": entity, "key": key, "code": code])
    case .name(let name): return field.isEmpty || field == name ? name : "\(field) (\(name))"
    case .message(let message):
      let words = texts.translations(message)
      return field.isEmpty ? words : "\(field) (\(words))"
    case .fields(let found, let expected):
      return texts("finding.fields", ["found": "\(found)", "expected": "\(expected)"])
    case .priceList(let faults): return words(faults)
    case .pricingError(let code):
      let isKnown = FindingWords.pricingErrors.contains(code)
      return "\(field) \(code)" + (isKnown ? ": \(texts("finding.pricing.\(code)"))" : "")
    case .stateName: return texts("finding.stateName", ["field": field])
    case .assignable: return texts("finding.assignable")
    case .priceListItem: return "\(field); \(texts("finding.priceListItem"))"
    case .alike(let key, let package, let record):
      return texts("finding.alike", ["key": key, "record": "\(record)", "entity": entity, "package": package])
    case .takenKey(let package, let record):
      guard let package else { return texts("finding.firstInput", ["key": key]) }
      return texts("finding.takenKey", ["key": key, "record": "\(record)", "entity": entity, "package": package])
    case .chain(let keys): return "\(field): \(keys.joined(separator: " > "))"
    case .records(let count): return texts("finding.records", ["field": field, "count": count])
    case .repair(let repair): return repair.words(finding, texts)
    case .keyLimit(let limit): return texts("finding.keyLimit", ["limit": "\(limit)"])
    case .limit(let limit): return texts("finding.limit", ["field": field, "limit": "\(limit)"])
    }
  }

  /// The numbers for which there is a text why Sales could not price a record.
  private static let pricingErrors: Set = [1, 2, 5, 10, 11, 34]

  private func words(_ faults: PriceListFaults) -> String {
    var reasons: [String] = []
    if faults.contains(.inactive) { reasons.append(texts("finding.list.inactive")) }
    if faults.contains(.otherCurrency) { reasons.append(texts("finding.list.otherCurrency")) }
    if faults.contains(.notYetValid) { reasons.append(texts("finding.list.notYetValid")) }
    if faults.contains(.noLongerValid) { reasons.append(texts("finding.list.noLongerValid")) }
    return reasons.joined(separator: ", ")
  }
}
