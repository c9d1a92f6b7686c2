import Archives
import Conversion
import Findings
import Mapping
import Packages
import Records

/// Opens the packages of a validation. What cannot be read is a finding, not the end.
struct OpenedPackages {
  private let reporter: FindingReporter
  private let opener: PackageOpener
  private let limits: ReadLimits
  private let watch: InputWatch
  /// The packages that could not be read whole.
  private(set) var unreadable: Set<String> = []
  /// Whether an input could not be read, so that the templates would check without it.
  var hasUnreadable: Bool { !unreadable.isEmpty }
  /// What manifests and schemas say.
  private(set) var structures = PackageStructures()

  init(_ reporter: FindingReporter, opener: PackageOpener, limits: ReadLimits, watch: InputWatch) {
    self.watch = watch
    self.reporter = reporter
    self.opener = opener
    self.limits = limits
  }

  /// The packages at the paths, with findings for those that cannot be read. Throws what is no fault of a package.
  mutating func open(_ paths: [PackagePath]) throws -> [Package] {
    var packages: [Package] = []
    for path in paths {
      try tolerating(path.path) { opened in
        opened.structures.merge(
          try ContainerSniffer(opened.reporter, path: path.path, limits: opened.limits, watch: opened.watch).check())
        packages += try opened.opener.open(path)
      }
    }
    return packages
  }

  /// Does something with a package; what cannot be read of it is reported.
  mutating func tolerating(_ path: String, _ body: (inout OpenedPackages) throws -> Void) throws {
    do {
      try body(&self)
    } catch let error as PackageError where error.code != nil {
      try report(error, path)
    } catch let error as ArchiveError where error.findingCode != nil {
      try report(.archive(error), path)
    }
  }

  /// The packages of the references; those that cannot be read end the validation.
  func openReferences(_ paths: [PackagePath]) throws -> [Package] {
    try paths.flatMap { try opener.open($0) }.layingOverReferences()
  }

  /// Reports what cannot be read. Without a path the error itself knows where.
  private mutating func report(_ error: PackageError, _ path: String) throws {
    guard let code = error.code else { return }
    var place = FindingPlace(package: path)
    var field = ""
    switch error {
    case .xml(let fault, let file, let package):
      (place.package, place.file, place.line) = (package, file, fault.line)
    case .header(let column, let file, let package):
      (place.package, place.file, field) = (package, file, column)
    case .undecodable(let file, let package), .workbook(_, let file, let package), .headless(let file, let package):
      (place.package, place.file) = (package, file)
    case .description(let fault, let package):
      (place.package, place.file, place.line) = (package, fault.document, fault.line)
      place.entity = EntityName(fault.entity)
    case .archive(let error): if path.isEmpty { place.package = error.path }
    default: break
    }
    unreadable.formUnion([path, place.package])
    try reporter.report(code, .error, place, field: field, detail: .message(Failure(error).words))
  }
}
