import Archives
import Conversion
import Findings
import Mapping
import Packages

/// The files of an F&O data package as an importer finds them: manifest and header at the root, a file for each entity.
struct FinopsContainer {
  private let reporter: FindingReporter
  private let container: Container
  private let root: PackageRoot
  private let place: FindingPlace

  init(_ reporter: FindingReporter, _ container: Container, _ root: PackageRoot) {
    self.reporter = reporter
    self.container = container
    self.root = root
    place = FindingPlace(package: container.path)
  }

  /// Checks the files; what the manifest says, if it can be read.
  func check() throws -> FinopsManifest? {
    for name in [FinopsManifest.fileName, FinopsManifest.headerName] {
      if container.entries.contains(where: { $0.name.lowercased() == name.lowercased() }) { continue }
      try reporter.report(.manifestNotAtRoot, .error, place.file(name), detail: .name(name))
    }
    if let header = root.entry(FinopsManifest.headerName) {
      try ContractRoot(reporter, place, container, header).check(element: "DataManagementPackageHeader")
    }
    guard let entry = root.entry(FinopsManifest.fileName) else { return nil }
    guard let manifest = try ifReadable({ try FinopsManifest(entry, of: container) }) else {
      // A declaration that contradicts the bytes keeps readers from anything else, and so does another root.
      try ContractRoot(reporter, place, container, entry).check(element: "DataManagementPackageManifest")
      return nil
    }
    try ManifestChecks(reporter, place.file(entry.name), manifest).check()
    try checkFiles(manifest)
    try CompositeChecks(reporter, place, container, root, manifest).check()
    for entity in manifest.entities where !entity.isDisabled {
      guard let file = root.entry(entity.file), !ManifestChecks.isComposite(entity.label) else { continue }
      let schema =
        try reporter.schemas.schema(named: entity.target)
        ?? reporter.schemas.schema(labelled: entity.label, of: .finops)
      try HeaderLook(reporter, place.file(file.name).entity(entity.name), container, file).check(schema: schema)
    }
    return manifest
  }

  /// Every entity has its file, every file its entity.
  private func checkFiles(_ manifest: FinopsManifest) throws {
    let names = Set(root.names)
    let lowered = Dictionary(names.map { ($0.lowercased(), $0) }, uniquingKeysWith: { first, _ in first })
    for entity in manifest.entities where !entity.isDisabled && !names.contains(entity.file) {
      let there = place.file(entity.file).entity(entity.name)
      if let other = lowered[entity.file.lowercased()] {
        try reporter.report(.fileNameDiffers, .warning, there, detail: .name(other))
      } else {
        try reporter.report(.dataFileMissing, .error, there, detail: .name(entity.file))
      }
    }
    let listed = Set(manifest.entities.map { $0.file.lowercased() })
    for name in root.names.sorted() {
      let lower = name.lowercased()
      if ["manifest.xml", "packageheader.xml"].contains(lower) || lower.hasPrefix("resources/") || lower.hasSuffix("/")
      {
        continue
      }
      if !listed.contains(lower) {
        try reporter.report(.fileNameDiffers, .warning, place.file(name), detail: .name(name))
      }
    }
  }
}

/// The beginning of a CSV file: a header must be its first line.
struct HeaderLook {
  private let reporter: FindingReporter
  private let place: FindingPlace
  private let container: Container
  private let entry: EntryInfo

  init(_ reporter: FindingReporter, _ place: FindingPlace, _ container: Container, _ entry: EntryInfo) {
    self.reporter = reporter
    self.place = place
    self.container = container
    self.entry = entry
  }

  /// Reports a blank first line, and a first line none of whose cells is a column of the entity.
  func check(schema: EntitySchema?) throws {
    guard let head = try ifReadable({ try FileHead(entry, of: container, limit: 64 << 10) }) else { return }
    let text = head.text().bytes
    guard let first = text.first else { return }
    if first == 0x0A || first == 0x0D { return try reporter.report(.headerMissing, .error, place) }
    guard let schema, first != UInt8(ascii: "<"), !text.starts(with: Array("PK".utf8)), let csv = CSVHead(head) else {
      return
    }
    let isKnown = csv.headings.contains { name in
      let plain = name.filter { $0 != " " }.lowercased()
      return schema.attribute(named: plain) != nil
        || schema.attributes.contains { $0.displayName?.lowercased() == name.lowercased() }
    }
    if !isKnown { try reporter.report(.headerMissing, .error, place) }
  }
}
