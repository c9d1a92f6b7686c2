import Archives
import Mapping
import Packages

/// Looks at an archive before its packages are opened: what an importer asks of names, manifest and schema, which a
/// tolerant reader does not mind.
struct ContainerLook {
  private let judge: Judge
  private let path: String
  private let limits: ReadLimits
  private let watch: InputWatch

  init(_ judge: Judge, path: String, limits: ReadLimits, watch: InputWatch) {
    self.watch = watch
    self.judge = judge
    self.path = path
    self.limits = limits
  }

  /// Judges the container at the path and those in it. What cannot be opened is left to the opener.
  func check() throws -> PackageStructures {
    var structures = PackageStructures()
    guard let container = try ifReadable({ try Container.open(path, limits: limits, watch: watch) }),
      container.kind != .file
    else { return structures }
    try check(container, &structures)
    return structures
  }

  private func check(_ container: Container, _ structures: inout PackageStructures) throws {
    let names = container.entries.map { PackageRoot.fileName($0.name).lowercased() }
    if names.contains("manifest.xml") || names.contains("packageheader.xml") {
      let root = PackageRoot(container, of: ["manifest.xml", "packageheader.xml"])
      structures.manifests[container.path] = try FinopsContainer(judge, container, root).check()
    } else if names.contains("data.xml") || names.contains("data_schema.xml") {
      let root = PackageRoot(container, of: ["data.xml", "data_schema.xml"])
      structures.migrations[container.path] = try MigrationContainer(judge, container, root).check()
    } else {
      for entry in container.entries where !entry.name.lowercased().hasSuffix(".xlsx") {
        guard try container.looksLikeZip(entry), let inner = try ifReadable({ try container.inner(entry) })
        else { continue }
        try check(inner, &structures)
      }
    }
  }
}

/// What manifests and schemas say, by the path of their package.
struct PackageStructures {
  var manifests: [String: ManifestMembers] = [:]
  var migrations: [String: MigrationStructure] = [:]

  /// Takes over what others say.
  mutating func merge(_ other: PackageStructures) {
    manifests.merge(other.manifests) { first, _ in first }
    migrations.merge(other.migrations) { first, _ in first }
  }
}

/// The folder of an archive in which a package's files stand; it should be the root.
struct PackageRoot {
  /// The folder's name with its slash; empty for the root.
  let folder: String
  private let container: Container

  init(_ container: Container, of names: [String]) {
    self.container = container
    let folders = container.entries.compactMap { entry -> String? in
      let file = PackageRoot.fileName(entry.name)
      return names.contains(file.lowercased()) ? String(entry.name.dropLast(file.count)) : nil
    }
    folder = folders.min { $0.count < $1.count } ?? ""
  }

  /// A file of the package, compared exactly or else without case.
  func entry(_ name: String) -> EntryInfo? {
    let wanted = folder + name
    return container.entry(named: wanted)
      ?? container.entries.first { $0.name.lowercased() == wanted.lowercased() }
  }

  /// The time stamp of the package's `data.xml`, as it is written there; nil if there is none.
  var timestamp: String? {
    get throws {
      guard let data = entry("data.xml") else { return nil }
      let text = try FileHead.text(data, of: container, limit: 16 << 10)
      return ContractRoot.root(text).flatMap { ContractRoot.attribute("timestamp", of: $0) }
    }
  }

  /// The names of the package's files within its folder.
  var names: [String] {
    container.entries.compactMap { $0.name.hasPrefix(folder) ? String($0.name.dropFirst(folder.count)) : nil }
  }

  /// A name without its folders.
  static func fileName(_ name: String) -> String { name.split(separator: "/").last.map(String.init) ?? name }
}
