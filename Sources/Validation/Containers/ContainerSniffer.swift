import Archives
import Conversion
import Mapping
import Packages

/// Looks at an archive before its packages are opened: what an importer asks of names, manifest and schema, which a
/// tolerant reader does not mind.
struct ContainerSniffer {
  private let reporter: FindingReporter
  private let path: String
  private let limits: ReadLimits
  private let watch: InputWatch

  init(_ reporter: FindingReporter, path: String, limits: ReadLimits, watch: InputWatch) {
    self.watch = watch
    self.reporter = reporter
    self.path = path
    self.limits = limits
  }

  /// Checks the container at the path and those in it. What cannot be opened is left to the opener.
  func check() throws -> PackageStructures {
    var structures = PackageStructures()
    let opened = try ifReadable { try Container.package(at: path, named: path, limits: limits, watch: watch) }
    guard let container = opened, container.kind != .file else { return structures }
    try check(container, &structures)
    return structures
  }

  private func check(_ container: Container, _ structures: inout PackageStructures) throws {
    switch try ContainerContent(container) {
    case .package(.finopsDataPackage, let root):
      structures.manifests[container.path] = try FinopsContainer(reporter, container, root).check()
    // The opener says what is wrong with a description.
    case .package(.salesCommonDataModel, _), .package(.finopsCommonDataModel, _): return
    case .package(_, let root):
      structures.migrations[container.path] = try MigrationContainer(reporter, container, root).check()
    case .archivedFile: return
    case .files:
      for entry in try container.innerArchives {
        if let inner = try ifReadable({ try container.inner(entry) }) { try check(inner, &structures) }
      }
    }
  }
}

/// What manifests and schemas say, by the path of their package.
struct PackageStructures {
  var manifests: [String: FinopsManifest] = [:]
  var migrations: [String: ConfigurationMigrationSchema] = [:]

  /// Takes over what others say.
  mutating func merge(_ other: PackageStructures) {
    manifests.merge(other.manifests) { first, _ in first }
    migrations.merge(other.migrations) { first, _ in first }
  }
}
