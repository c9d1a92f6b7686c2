import Archives

/// A format of packages: files that stand together and say of each other what they are.
struct PackageFormat: Sendable {
  /// What reports call packages of the format; of one that may hold both sides each.
  let kinds: [PackageKind]
  /// The names, in lower case, of the files by any of which a package is known.
  let files: [String]
  /// Opens the packages whose files stand at a place. Nil if they do not say what is in it, so that all are loose files; then
  /// `versions` has what they say all the same. Throws `PackageError`, `ArchiveError`, `InferenceError`.
  let open: @Sendable (Container, PackageRoot, EntitySniffer, _ versions: inout [String: String]) throws -> [Package]?
  /// Finds the place of a package's files; nil if there is none. Unless it is given, one of the files must be there.
  var find: (@Sendable (Container) throws -> PackageRoot?)?
  /// Whether a file of a name describes the folder in which it is, and is given in its place.
  var describesItsFolder: @Sendable (_ file: String) -> Bool = { _ in false }
  /// Opens a file that is such a package by itself, whatever its name; nil if it is none.
  var openFile: @Sendable (EntryInfo, Container, EntitySniffer) throws -> Package? = { _, _, _ in nil }
  /// Reads entities of a package in one pass; nil if they have files of their own.
  var makeReader: @Sendable (Package, ScanRequest) -> (any PackageReader)? = { _, _ in nil }

  /// All formats, in the order in which they are looked for.
  static let all = [commonDataModel, finopsPackage, configurationMigration]

  /// The format of a kind of packages; nil for loose files.
  static func of(_ kind: PackageKind) -> PackageFormat? { all.first { $0.kinds.contains(kind) } }

  /// The place of a package's files in a container; nil if it holds no package of the format.
  func root(in container: Container) throws -> PackageRoot? {
    if let find { return try find(container) }
    return PackageRoot.folder(of: files, in: container).map { PackageRoot(container, folder: $0) }
  }
}
