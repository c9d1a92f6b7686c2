import Archives

/// A format of packages: files that stand together and say of each other what they are.
struct PackageFormat: Sendable {
  /// What reports call packages of the format.
  let kind: PackageKind
  /// The names, in lower case, of the files by any of which a package is known.
  let files: [String]
  /// Opens the package whose files stand at a place. Nil if they do not say what is in it, so that all are loose files; then
  /// `versions` has what they say all the same. Throws `PackageError`, `ArchiveError`, `InferenceError`.
  let open: @Sendable (Container, PackageRoot, EntitySniffer, _ versions: inout [String: String]) throws -> Package?
  /// Opens a file that is such a package by itself, whatever its name; nil if it is none.
  var openFile: @Sendable (EntryInfo, Container, EntitySniffer) throws -> Package? = { _, _, _ in nil }
  /// Reads entities of a package in one pass; nil if they have files of their own.
  var makeReader: @Sendable (Package, ScanRequest) -> (any PackageReader)? = { _, _ in nil }

  /// All formats, in the order in which they are looked for.
  static let all = [finopsPackage, configurationMigration]

  /// The format of a kind of packages; nil for loose files.
  static func of(_ kind: PackageKind) -> PackageFormat? { all.first { $0.kind == kind } }
}
