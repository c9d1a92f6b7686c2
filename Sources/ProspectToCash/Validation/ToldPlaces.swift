import Mapping
import Records

/// Which faults of which values the checks of packages have told, so that what templates say of the same values is known
/// to be the same, or to follow from it.
struct ToldPlaces {
  private var index = KeyIndex()
  private var codes: [FindingCode] = []

  /// Notes a finding about a record.
  mutating func note(_ finding: Finding) {
    guard finding.record > 0, finding.severity == .error else { return }
    let (_, isNew) = index.insert(ToldPlaces.place(finding, ToldPlaces.field(finding)).span, value: UInt32(codes.count))
    if isNew { codes.append(finding.code) }
  }

  /// A template's finding as it should be told; nil if it has been told already.
  func review(_ finding: Finding) -> Finding? {
    // Packages' own checks have told all that is no matter of a template.
    guard finding.code.rawValue.hasPrefix("P2C2") else { return nil }
    guard finding.record > 0, let cause = cause(finding) else { return finding }
    if cause == finding.code { return nil }
    var finding = finding
    finding.cause = cause
    return finding
  }

  private func cause(_ finding: Finding) -> FindingCode? {
    let place = ToldPlaces.place(finding, ToldPlaces.field(finding))
    return index.find(place.span).map { codes[Int(index[$0])] }
  }

  /// The field; none where two records are alike as a whole.
  private static func field(_ finding: Finding) -> String {
    switch finding.detail {
    case .earlierRecord, .otherInput: ""
    default: finding.field.lowercased()
    }
  }

  private static func place(_ finding: Finding, _ field: String) -> [UInt8] {
    Array("\(finding.record)|\(field)|\(finding.entity)|\(finding.package)".utf8)
  }
}
