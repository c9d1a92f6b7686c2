import Archives
import Findings
import Mapping
import Packages
import Records

/// Composite entities: XML, alone in their package, with an element of every entity in them.
struct CompositeChecks {
  /// The entities in those composites that are known, by label. No template reads or writes a composite, so it has no schema.
  static let children = [
    "sales orders composite v4": ["SALESORDERLINEV2ENTITY", "SALESORDERHEADERCHARGEV2ENTITY"],
    "customer payment journal": ["CUSTOMERPAYMENTJOURNALLINEENTITY"],
  ]

  private let reporter: FindingReporter
  private let place: FindingPlace
  private let container: Container
  private let root: PackageRoot
  private let manifest: FinopsManifest

  init(
    _ reporter: FindingReporter, _ place: FindingPlace, _ container: Container, _ root: PackageRoot,
    _ manifest: FinopsManifest
  ) {
    self.reporter = reporter
    self.place = place
    self.container = container
    self.root = root
    self.manifest = manifest
  }

  /// Reports what an import would stumble over.
  func check() throws {
    let composites = manifest.entities.filter { !$0.isDisabled && ManifestChecks.isComposite($0.label) }
    if composites.count > 1 {
      try reporter.report(
        .compositeEntityNotWhole, .error, place.entity(composites[1].name),
        detail: .name(composites.map(\.label).joined(separator: ", ")))
    }
    for composite in composites {
      let there = place.file(composite.file).entity(composite.name)
      if !composite.sourceFormat.lowercased().hasPrefix("xml") {
        try reporter.report(
          .compositeEntityNotWhole, .error, there, field: "SourceFormat", detail: .name(composite.sourceFormat))
      }
      guard let entry = root.entry(composite.file) else { continue }
      for child in CompositeChecks.children[composite.label.lowercased()] ?? []
      where try !ElementSearch(child).isFound(in: entry, of: container) {
        try reporter.report(.compositeEntityNotWhole, .error, there, detail: .name(child))
      }
    }
  }
}

/// Looks for an element's name in a file of whatever encoding, without regard to case.
struct ElementSearch {
  private let wanted: [UInt8]

  init(_ element: String) { wanted = Array("<\(element)".lowercased().utf8) }

  /// Whether the file has such an element.
  func isFound(in entry: EntryInfo, of container: Container) throws -> Bool {
    let stream = try container.open(entry)
    var buffer = [UInt8](repeating: 0, count: 256 << 10)
    var matched = 0
    while true {
      let count = try stream.read(into: &buffer, at: 0, count: buffer.count)
      if count == 0 { return false }
      for index in 0..<count where buffer[index] != 0 {
        let byte = KeyText.lower(buffer[index])
        matched = byte == wanted[matched] ? matched + 1 : byte == wanted[0] ? 1 : 0
        if matched == wanted.count { return true }
      }
    }
  }
}
