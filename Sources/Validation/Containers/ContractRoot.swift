import Archives
import Findings
import Packages

/// What the serializer of F&O asks of a file before it reads any member: the root's name and namespace, and an encoding
/// that the declaration does not contradict.
struct ContractRoot {
  private static let namespace = "http://schemas.microsoft.com/dynamics/2015/01/DataManagement"

  private let reporter: FindingReporter
  private let place: FindingPlace
  private let container: Container
  private let entry: EntryInfo

  init(_ reporter: FindingReporter, _ place: FindingPlace, _ container: Container, _ entry: EntryInfo) {
    self.reporter = reporter
    self.place = place.file(entry.name)
    self.container = container
    self.entry = entry
  }

  /// Reports what stops the import.
  func check(element: String) throws {
    let head = try MarkupHead(entry, of: container)
    if let declared = head.contradictedEncoding {
      return try reporter.report(.manifestUnreadable, .error, place, detail: .name("encoding=\"\(declared)\""))
    }
    guard let root = head.root else { return }
    let parts = root.name.split(separator: ":")
    let declaration = parts.count == 2 ? "xmlns:\(parts[0])" : "xmlns"
    if parts.last.map(String.init) != element {
      try reporter.report(.manifestUnreadable, .error, place, detail: .name(root.name))
    } else if root.attribute(declaration) != ContractRoot.namespace {
      try reporter.report(.manifestUnreadable, .error, place, detail: .name(declaration))
    }
  }
}
