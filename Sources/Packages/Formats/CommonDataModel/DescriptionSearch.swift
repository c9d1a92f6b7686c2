import Archives
import Records

/// Finds the description of a folder: `model.json`, or manifests, at the root or in the only folder there.
struct DescriptionSearch {
  /// The documents that describe a folder.
  enum Documents {
    case model(String)
    case manifests([String])
  }

  let folder: DescribedFolder
  let documents: Documents

  /// Nil if nothing describes the container. A document that cannot be read counts as one that does: whoever opens the folder
  /// says what is wrong with it. Throws `ArchiveError`.
  init?(_ container: Container) throws {
    guard container.kind != .file else { return nil }
    for root in DescriptionSearch.roots(of: container) {
      let folder = DescribedFolder(container, root: root)
      let names = DescriptionSearch.candidates(in: container, root)
      if names.isEmpty { continue }
      if names.contains(ModelDocument.fileName), try DescriptionSearch.describes(ModelDocument.fileName, folder) {
        self.init(folder, .model(ModelDocument.fileName))
        return
      }
      let usual = ManifestDocument.usualName
      if names.contains(usual), try DescriptionSearch.describes(usual, folder) {
        self.init(folder, .manifests([usual]))
        return
      }
      let ending = ManifestDocument.nameEnding
      let manifests = try names.filter { $0.hasSuffix(ending) && $0 != usual && $0 != ending }
        .filter { try DescriptionSearch.describes($0, folder) }
      if !manifests.isEmpty {
        self.init(folder, .manifests(try DescriptionSearch.outermost(manifests, folder)))
        return
      }
    }
    return nil
  }

  private init(_ folder: DescribedFolder, _ documents: Documents) {
    // What was read to find the documents does not count with what they are.
    self.folder = DescribedFolder(folder.container, root: folder.root)
    self.documents = documents
  }

  /// What macOS puts into zips beside the folder that it was asked to compress.
  private static let companion = "__MACOSX/"

  /// The root, and the only folder in it if there is only one.
  private static func roots(of container: Container) -> [String] {
    var only: Substring?
    for entry in container.entries {
      guard let slash = entry.name.firstIndex(of: "/") else { continue }
      let first = entry.name[...slash]
      if first == companion { continue }
      if let only, only != first { return [""] }
      only = first
    }
    return [""] + (only.map { [String($0)] } ?? [])
  }

  /// The files of a folder itself that may be descriptions, in the order of their bytes.
  private static func candidates(in container: Container, _ root: String) -> [String] {
    var names: [String] = []
    for entry in container.entries where entry.name.utf8.starts(with: root.utf8) {
      let name = String(decoding: entry.name.utf8.dropFirst(root.utf8.count), as: UTF8.self)
      if !name.utf8.contains(UInt8(ascii: "/")), DescriptionSearch.names(name) { names.append(name) }
    }
    return names.sorted { $0.utf8.lexicographicallyPrecedes($1.utf8) }
  }

  /// Whether a document has a list of entities, or cannot be read.
  private static func describes(_ path: String, _ folder: DescribedFolder) throws -> Bool {
    var hasEntities = false
    do {
      try folder.read(path) { reader in
        guard try reader.kind() == .object else { return try reader.skip() }
        try reader.forEachMember { reader, name in
          if name == "entities" { hasEntities = try reader.kind() == .array }
        }
      }
    } catch is DescriptionFault {
      return true
    }
    return hasEntities
  }

  /// The manifests that no other one names; all of them if they name each other in a circle.
  private static func outermost(_ manifests: [String], _ folder: DescribedFolder) throws -> [String] {
    var named: Set<String> = []
    for manifest in manifests {
      do {
        for name in try ManifestDocument.names(in: manifest, of: folder) where name != manifest { named.insert(name) }
      } catch is DescriptionFault {
        continue
      }
    }
    let outermost = manifests.filter { !named.contains($0) }
    return outermost.isEmpty ? manifests : outermost
  }

  /// What the documents say. Throws `DescriptionFault`, `ArchiveError`.
  func read() throws -> Description {
    switch documents {
    case .model(let path): try ModelDocument.read(path, in: folder)
    case .manifests(let paths): try ManifestDocument.read(paths, in: folder)
    }
  }

  /// Whether a file's name is that of a description.
  @Sendable static func names(_ file: String) -> Bool {
    file == ModelDocument.fileName || file.hasSuffix(ManifestDocument.nameEnding)
  }
}
