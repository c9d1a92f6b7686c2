import Archives

/// A kind of files that entities are read from, as far as it takes to recognise one and to see what is in it. The formats of its
/// files say how they are read (`EntityFormat`).
struct SourceFormat: Sendable {
  /// What names of files end in, in lower case, the usual ending first. They say which files may hold records; which format it
  /// is, the bytes say.
  let fileEndings: [String]
  /// Whether files are archives by themselves, which no packages are looked for in.
  var isArchive = false
  /// Whether an entry is such a file.
  let isFormat: @Sendable (EntryInfo, Container) throws -> Bool
  /// Whether a container is such a file by itself.
  var isContainer: @Sendable (Container) -> Bool = { _ in false }
  /// What the beginning of a file says. Throws `PackageError`, `ArchiveError`, `InferenceError`.
  let sniff: @Sendable (FileToSniff) throws -> SniffedFile

  /// All kinds, in the order in which they are tried; the last one takes everything.
  static let all = [workbook, xml, csv]

  /// The kind of file that a container is by itself.
  static func holding(_ container: Container) -> SourceFormat? { all.first { $0.isContainer(container) } }

  /// Whether a file's name says that it may hold records.
  static func names(_ name: String) -> Bool {
    let lower = name.lowercased()
    return all.contains { $0.fileEndings.contains(where: lower.hasSuffix) }
      && !lower.hasSuffix(ContentTypes.fileName.lowercased())
  }

  /// Whether a file's name is that of a file with records, understood or not.
  static func namesData(_ name: String) -> Bool {
    let lower = name.lowercased()
    return all.contains { $0.fileEndings.first.map(lower.hasSuffix) ?? false }
  }

  /// Whether a file's name is that of an archive which is a file with records, and no package.
  static func namesArchive(_ name: String) -> Bool {
    let lower = name.lowercased()
    return all.contains { $0.isArchive && $0.fileEndings.contains(where: lower.hasSuffix) }
  }
}
