import Conversion
import Findings
import Mapping

/// Which faults of which values the checks of packages have reported, so that what templates say of the same values is known
/// to be the same, or to follow from it.
struct FindingDeduplicator {
  /// A field of an entity, or with an empty field the entity's records as such.
  private struct Place: Hashable {
    var field: String
    var entity: EntityName
    var package: String
    var file: String

    init(_ finding: Finding) {
      (entity, package, file) = (finding.place.entity, finding.place.package, finding.place.file)
      switch finding.detail {
      // Two records are alike as a whole.
      case .earlierRecord, .otherInput: field = ""
      default: field = finding.field.lowercased()
      }
    }
  }

  /// Findings about values that checks of packages do not report in the same way.
  private static let ofValues: Set<FindingCode> = [.characterNotCarried, .missingInTarget]
  /// Findings of conversions besides.
  private static let ofConversions: Set<FindingCode> = [
    .noPriceListItem, .tooManyDecimals, .filterColumnMissing, .noTemplateFits,
  ]

  private var numbers: [Place: Int] = [:]
  /// What was reported of each place, by its number: the records of each code.
  private var reported: [[(code: FindingCode, records: RecordSet)]] = []

  /// Notes a finding about a record.
  mutating func note(_ finding: Finding) {
    guard let record = finding.place.record, finding.severity == .error else { return }
    let number = numbers[Place(finding), default: reported.count]
    if number == reported.count {
      numbers[Place(finding)] = number
      reported.append([])
    }
    if reported[number].contains(where: { $0.records.contains(record.value) }) { return }
    let index = reported[number].firstIndex { $0.code == finding.code } ?? reported[number].count
    if index == reported[number].count { reported[number].append((finding.code, RecordSet())) }
    reported[number][index].records.insert(record.value)
  }

  /// A template's finding as it should be reported; nil if it has been reported already.
  func review(_ finding: Finding, for purpose: ValidationPurpose) -> Finding? {
    // Packages' own checks have reported all that is no matter of a template.
    let isOfValue = finding.code.isAboutRecords || FindingDeduplicator.ofValues.contains(finding.code)
    guard isOfValue || purpose == .convert && FindingDeduplicator.ofConversions.contains(finding.code) else {
      return nil
    }
    guard let record = finding.place.record, let cause = cause(finding, record) else { return finding }
    if cause == finding.code { return nil }
    var finding = finding
    finding.cause = cause
    return finding
  }

  private func cause(_ finding: Finding, _ record: RecordNumber) -> FindingCode? {
    numbers[Place(finding)].flatMap { number in reported[number].first { $0.records.contains(record.value) }?.code }
  }
}
