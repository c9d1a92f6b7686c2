import Findings
import Mapping
import Packages

/// Takes what the checks of a validation find, and decides how bad it is for the purpose at hand.
final class FindingReporter {
  let sink: FindingSink
  let schemas: SchemaCatalogue
  /// The legal entity that is imported into, if it is known.
  let company: String?
  private let purpose: ValidationPurpose
  /// What was reported of records' values and of records, by place.
  private var places = FindingDeduplicator()
  /// What was found since `holding` began; nil while findings are reported at once.
  private var held: [Finding]?

  /// Whether the templates are being run, whose findings repeat in part what the packages' own checks have reported.
  var rehearses = false {
    didSet {
      sink.review = rehearses ? { [unowned self] in places.review($0, for: purpose) } : nil
    }
  }

  init(_ sink: FindingSink, schemas: SchemaCatalogue, purpose: ValidationPurpose, company: String?) {
    self.sink = sink
    self.schemas = schemas
    self.purpose = purpose
    self.company = company
  }

  /// Reports a finding, with the value that it is about; `cause` is the code of another one that it follows from.
  func report(
    _ code: FindingCode, _ severity: Severity, _ place: FindingPlace, field: String = "", value: String = "",
    detail: Issue.Detail = .none, cause: FindingCode? = nil
  ) throws {
    // What a conversion says of values, the templates themselves say where they are run for it.
    if purpose == .convert, code.isAboutRecords, code != .numberInSeveralCompanies { return }
    let isForImportOnly = purpose == .convert && code.purpose == .import
    var finding = Finding(code, isForImportOnly ? .info : severity, at: place, field: field, detail: detail)
    (finding.value, finding.cause) = (value, cause)
    if held == nil { try report(finding) } else { held?.append(finding) }
  }

  private func report(_ finding: Finding) throws {
    places.note(finding)
    try sink.report(finding)
  }

  /// What is found by the body, which is not reported yet. Others may report what they have held meanwhile, on another thread.
  func holding(_ body: () throws -> Void) rethrows -> [Finding] {
    held = []
    defer { held = nil }
    try body()
    return held ?? []
  }

  /// Reports what was held.
  func report(held findings: [Finding]) throws {
    for finding in findings { try report(finding) }
  }
}
