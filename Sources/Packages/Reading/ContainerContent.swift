public import Archives

/// What a folder or an archive is. This is the one place that says so: opening, checking and repairing packages all begin here.
public enum ContainerContent: Sendable {
  /// A package of a format that has files of its own, which stand in a folder.
  case package(PackageKind, PackageRoot)
  /// A file of records that is an archive, too, such as a workbook.
  case archivedFile
  /// A single file, loose files, or packages in an archive.
  case files

  /// Looks at the names of what is in a container.
  public init(_ container: Container) {
    self = .files
    guard container.kind != .file else { return }
    for format in PackageFormat.all {
      guard let folder = PackageRoot.folder(of: format.files, in: container) else { continue }
      self = .package(format.kind, PackageRoot(container, folder: folder))
      return
    }
    if SourceFormat.holding(container) != nil { self = .archivedFile }
  }
}

extension Container {
  /// The archives in it that may be packages. A workbook is an archive, too, but a file of records.
  public var innerArchives: [EntryInfo] {
    get throws {
      guard kind != .file else { return [] }
      return try entries.filter { try !SourceFormat.namesArchive($0.name) && looksLikeZip($0) }
    }
  }
}
