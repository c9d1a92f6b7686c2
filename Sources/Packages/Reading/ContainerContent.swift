public import Archives

/// What a folder or an archive is. This is the one place that says so: opening, checking and repairing packages all begin here.
public enum ContainerContent: Sendable {
  /// A package of a format that has files of its own, which stand in a folder.
  case package(PackageKind, PackageRoot)
  /// A file of records that is an archive, too, such as a workbook.
  case archivedFile
  /// A single file, loose files, or packages in an archive.
  case files

  /// Looks at the names of what is in a container, and into what may be the description of a folder. A package of both sides is
  /// called by the first of its kinds. Throws `ArchiveError`.
  public init(_ container: Container) throws {
    self = .files
    guard container.kind != .file else { return }
    for format in PackageFormat.all {
      guard let root = try format.root(in: container) else { continue }
      self = .package(format.kinds[0], root)
      return
    }
    if SourceFormat.holding(container) != nil { self = .archivedFile }
  }
}

extension Container {
  /// Opens a package. A file that describes the folder in which it is stands for that. Throws `ArchiveError`.
  public static func package(
    at path: String, named name: String, limits: ReadLimits, watch: InputWatch?
  ) throws -> Container {
    let container = try Container.open(path, named: name, limits: limits, watch: watch)
    guard container.kind == .file, let file = container.entries.first?.name,
      let format = PackageFormat.all.first(where: { $0.describesItsFolder(file) })
    else { return container }
    let folder = path.lastIndex(of: "/").map { $0 == path.startIndex ? "/" : String(path[..<$0]) } ?? "."
    let whole = try Container.open(folder, named: name, limits: limits, watch: watch)
    return try format.root(in: whole) == nil ? container : whole
  }

  /// The archives in it that may be packages. A workbook is an archive, too, but a file of records.
  public var innerArchives: [EntryInfo] {
    get throws {
      guard kind != .file else { return [] }
      return try entries.filter { try !SourceFormat.namesArchive($0.name) && looksLikeZip($0) }
    }
  }
}
