public import Archives

/// The folder of an archive in which a package's files stand; it should be the root.
public struct PackageRoot: Sendable {
  /// The folder's name with its slash; empty for the root.
  public let folder: String
  private let container: Container

  /// The folder in which one of the files stands whose names are given in lower case, the outermost before all others; the
  /// root if none is there.
  public init(_ container: Container, of names: [String]) {
    self.init(container, folder: PackageRoot.folder(of: names, in: container) ?? "")
  }

  init(_ container: Container, folder: String) {
    self.container = container
    self.folder = folder
  }

  /// The folder in which one of the files stands, the outermost before all others; nil if none is there.
  static func folder(of names: [String], in container: Container) -> String? {
    let folders = container.entries.compactMap { entry -> String? in
      let file = fileName(entry.name)
      return names.contains(file.lowercased()) ? String(entry.name.dropLast(file.count)) : nil
    }
    return folders.min { $0.count < $1.count }
  }

  /// A file of the package, compared exactly or else without case.
  public func entry(_ name: String) -> EntryInfo? {
    let wanted = folder + name
    return container.entry(named: wanted)
      ?? container.entries.first { $0.name.lowercased() == wanted.lowercased() }
  }

  /// The names of the package's files within its folder.
  public var names: [String] {
    container.entries.compactMap { $0.name.hasPrefix(folder) ? String($0.name.dropFirst(folder.count)) : nil }
  }

  /// A name without its folders.
  public static func fileName(_ name: String) -> String { name.split(separator: "/").last.map(String.init) ?? name }
}
