import Findings
import Mapping
import Packages

/// Where in a package something was found.
struct Place {
  var package = ""
  var file = ""
  var entity = ""
  var record = 0
  var line = 0
  var key = ""
  /// The company of the record.
  var company = ""

  /// A package.
  init(_ package: Package) { self.package = package.path }

  /// A file of a package that could not be opened whole.
  init(package: String, file: String = "") {
    self.package = package
    self.file = file
  }

  /// An entity and its file.
  init(_ package: Package, _ entity: PackageEntity) {
    self.package = package.path
    file = entity.file
    self.entity = entity.name
  }

  /// The same with a file.
  func file(_ name: String) -> Place {
    var place = self
    place.file = name
    return place
  }

  /// The same with an entity.
  func entity(_ name: String) -> Place {
    var place = self
    place.entity = name
    return place
  }
}

/// Takes what the checks of a validation find, and decides how bad it is for the purpose at hand.
final class Judge {
  let sink: FindingSink
  let schemas: SchemaCatalogue
  /// The legal entity that is imported into, if it is known.
  let company: String?
  private let purpose: ValidationPurpose
  /// What was told of records' values and of records, by place.
  private var places = ToldPlaces()
  /// What was found since `holding` began; nil while findings are told at once.
  private var held: [Finding]?

  /// Whether the templates are being run, whose findings repeat in part what the packages' own checks have told.
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

  /// Tells a finding, with the value that it is about; `cause` is the code of another one that it follows from.
  func tell(
    _ code: FindingCode, _ severity: Severity, _ place: Place, field: String = "", value: String = "",
    detail: Finding.Detail = .none, cause: FindingCode? = nil
  ) throws {
    // What a conversion says of values, the templates themselves say where they are run for it.
    if purpose == .convert, code.isAboutRecords, code != .numberInSeveralCompanies { return }
    let isForImportOnly = purpose == .convert && code.purpose == .import
    var finding = Finding(code, isForImportOnly ? .info : severity)
    (finding.package, finding.file, finding.entity) = (place.package, place.file, place.entity)
    (finding.record, finding.line, finding.key) = (place.record, place.line, place.key)
    (finding.field, finding.value, finding.company) = (field, value, place.company)
    finding.detail = detail
    finding.cause = cause
    if held == nil { try tell(finding) } else { held?.append(finding) }
  }

  private func tell(_ finding: Finding) throws {
    places.note(finding)
    try sink.tell(finding)
  }

  /// What is found by the body, which is not told yet. Others may tell what they have held meanwhile, on another thread.
  func holding(_ body: () throws -> Void) rethrows -> [Finding] {
    held = []
    defer { held = nil }
    try body()
    return held ?? []
  }

  /// Tells what was held.
  func tell(held findings: [Finding]) throws {
    for finding in findings { try tell(finding) }
  }
}
