public import Archives
import Records

/// A data file that nobody understands: neither its name nor its columns are those of an entity that is known (`P2C1408`).
public struct UnknownFile: Sendable {
  /// The path of the folder or archive that it is in.
  public var path: String
  /// The folder or archive.
  public var container: Container
  /// Its format and columns as they are; its name is the file's without its ending.
  public var entity: PackageEntity

  /// A file, with what could be said of it.
  init(_ entry: EntryInfo, _ entity: PackageEntity?, of container: Container) {
    path = container.path
    self.container = container
    self.entity =
      entity
      ?? PackageEntity(
        name: "", label: "", schema: nil, file: entry.name, format: .csv, encoding: .utf8, dialect: nil, columns: [],
        level: nil)
    let name = entry.name.split(separator: "/").last.map(String.init) ?? entry.name
    self.entity.name = name.lastIndex(of: ".").map { String(name[..<$0]) } ?? name
    self.entity.label = self.entity.name
  }

  /// The file as a package of its own, of no particular side, whose records can be read.
  public var package: Package {
    Package(
      path: path, kind: .salesFiles, container: container, entities: [entity], versions: [:], notes: [])
  }
}

extension [Package] {
  /// The data files beside the packages that nobody understands, each once.
  public var unknownFiles: [UnknownFile] {
    var seen: Set<String> = []
    return flatMap(\.unknownFiles).filter { seen.insert("\($0.path)\u{0}\($0.entity.file)").inserted }
  }
}
