import Archives
import Findings
import Mapping
import Packages
import Records

/// The files of an F&O data package as an importer finds them: manifest and header at the root, a file for each entity.
struct FinopsContainer {
  private let judge: Judge
  private let container: Container
  private let root: PackageRoot
  private let place: FindingPlace

  init(_ judge: Judge, _ container: Container, _ root: PackageRoot) {
    self.judge = judge
    self.container = container
    self.root = root
    place = FindingPlace(package: container.path)
  }

  /// Judges the files; what the manifest says, if it can be read.
  func check() throws -> ManifestMembers? {
    for name in ["Manifest.xml", "PackageHeader.xml"] {
      if container.entries.contains(where: { $0.name.lowercased() == name.lowercased() }) { continue }
      try judge.tell(.manifestNotAtRoot, .error, place.file(name), detail: .name(name))
    }
    if let header = root.entry("PackageHeader.xml") {
      try ContractRoot(judge, place, container, header).check(element: "DataManagementPackageHeader")
    }
    guard let entry = root.entry("Manifest.xml") else { return nil }
    guard let tree = try ifReadable({ try XMLTree.read(entry, of: container) }) else {
      // A declaration that contradicts the bytes keeps readers from anything else.
      try ContractRoot(judge, place, container, entry).check(element: "DataManagementPackageManifest")
      return nil
    }
    let manifest = ManifestMembers(tree, file: entry.name)
    try ManifestChecks(judge, place.file(entry.name), manifest).check()
    try checkFiles(manifest)
    try CompositeChecks(judge, place, container, root, manifest).check()
    for entity in manifest.entities where !entity.isDisabled {
      guard let file = root.entry(entity.file), !ManifestChecks.isComposite(entity.label) else { continue }
      let schema =
        try judge.schemas.schema(named: entity.target)
        ?? judge.schemas.schema(labelled: entity.label, of: .finops)
      try HeaderLook(judge, place.file(file.name).entity(entity.name), container, file).check(schema: schema)
    }
    return manifest
  }

  /// Every entity has its file, every file its entity.
  private func checkFiles(_ manifest: ManifestMembers) throws {
    let names = Set(root.names)
    let lowered = Dictionary(names.map { ($0.lowercased(), $0) }, uniquingKeysWith: { first, _ in first })
    for entity in manifest.entities where !entity.isDisabled && !names.contains(entity.file) {
      let there = place.file(entity.file).entity(entity.name)
      if let other = lowered[entity.file.lowercased()] {
        try judge.tell(.fileNameDiffers, .warning, there, detail: .name(other))
      } else {
        try judge.tell(.dataFileMissing, .error, there, detail: .name(entity.file))
      }
    }
    let listed = Set(manifest.entities.map { $0.file.lowercased() })
    for name in root.names.sorted() {
      let lower = name.lowercased()
      if ["manifest.xml", "packageheader.xml"].contains(lower) || lower.hasPrefix("resources/") || lower.hasSuffix("/")
      {
        continue
      }
      if !listed.contains(lower) { try judge.tell(.fileNameDiffers, .warning, place.file(name), detail: .name(name)) }
    }
  }
}

/// The beginning of a CSV file: a header must be its first line.
struct HeaderLook {
  private let judge: Judge
  private let place: FindingPlace
  private let container: Container
  private let entry: EntryInfo

  init(_ judge: Judge, _ place: FindingPlace, _ container: Container, _ entry: EntryInfo) {
    self.judge = judge
    self.place = place
    self.container = container
    self.entry = entry
  }

  /// Tells a blank first line, and a first line none of whose cells is a column of the entity.
  func check(schema: EntitySchema?) throws {
    guard let text = try ifReadable({ try FileHead.text(entry, of: container, limit: 64 << 10) }),
      let first = text.utf8.first
    else { return }
    if first == 0x0A || first == 0x0D { return try judge.tell(.headerMissing, .error, place) }
    guard let schema, first != UInt8(ascii: "<"), !text.hasPrefix("PK") else { return }
    let bytes = Array(text.utf8)
    let dialect = CSVDialect.detect(header: bytes.span)
    guard let header = CSVParser.header(bytes.span, dialect: dialect, isLast: true) else { return }
    let isKnown = header.names.contains { name in
      let plain = name.filter { $0 != " " }.lowercased()
      return schema.attribute(named: plain) != nil
        || schema.attributes.contains { $0.displayName?.lowercased() == name.lowercased() }
    }
    if !isKnown { try judge.tell(.headerMissing, .error, place) }
  }
}

/// The first bytes of a file as text.
enum FileHead {
  /// The text of up to `limit` bytes, without its mark; what is no text becomes U+FFFD.
  static func text(_ entry: EntryInfo, of container: Container, limit: Int) throws -> String {
    let bytes = try self.bytes(entry, of: container, limit: limit)
    let (encoding, mark) = TextEncoding.detect(bytes.span)
    var decoder = TextDecoder(encoding)
    var output = OutputBuffer(capacity: bytes.count * 2 + 64)
    var invalid: [Int] = []
    decoder.decode(bytes.span.extracting(mark..<bytes.count), isLast: true, to: &output, invalid: &invalid)
    return KeyText.string(output.span)
  }

  /// Up to `limit` bytes.
  static func bytes(_ entry: EntryInfo, of container: Container, limit: Int) throws -> [UInt8] {
    let stream = try container.open(entry)
    var bytes = [UInt8](repeating: 0, count: limit)
    var count = 0
    while count < limit {
      let more = try stream.read(into: &bytes, at: count, count: limit - count)
      if more == 0 { break }
      count += more
    }
    bytes.removeLast(limit - count)
    return bytes
  }
}
