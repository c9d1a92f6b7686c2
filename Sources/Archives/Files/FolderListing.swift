/// The files in a folder and its sub-folders. Links are passed over: they could lead anywhere, also back. So are names
/// that begin with a dot: they are notes of desktops and version control, or what a killed run has left.
struct FolderListing {
  private(set) var files: [(name: String, status: FileSystem.Status)] = []
  private let root: String
  private let limits: ReadLimits
  private static let deepest = 64

  /// Errors: `unreadable`, `notAFile` (a pipe or device), `unsafeEntryName`, `duplicateEntry`, `tooManyEntries`.
  init(_ root: String, limits: ReadLimits) throws(ArchiveError) {
    self.root = root
    self.limits = limits
    try list("", depth: 0)
    // By bytes, so that the order is the same everywhere.
    files.sort { $0.name.utf8.lexicographicallyPrecedes($1.name.utf8) }
    var names: Set<String> = []
    for file in files where !names.insert(file.name.lowercased()).inserted {
      throw .duplicateEntry(entry: file.name, path: root)
    }
  }

  private mutating func list(_ folder: String, depth: Int) throws(ArchiveError) {
    let place = folder.isEmpty ? root : "\(root)/\(folder)"
    guard depth < Self.deepest else { throw .tooManyEntries(path: place) }
    for raw in try names(place) where raw.first != 0x2E {
      guard let text = String(validating: raw, as: UTF8.self), !text.contains("\\"), EntryName(text) != nil else {
        throw .unsafeEntryName(entry: NameText.shown(raw), path: place)
      }
      let name = folder.isEmpty ? text : "\(folder)/\(text)"
      let status = try status("\(root)/\(name)")
      switch status.kind {
      case .file: files.append((name, status))
      case .folder: try list(name, depth: depth + 1)
      case .link: continue
      case .other: throw .notAFile(entry: name, path: root)
      }
      guard files.count <= limits.entries else { throw .tooManyEntries(path: root) }
    }
  }

  private func names(_ folder: String) throws(ArchiveError) -> [[UInt8]] {
    do throws(SystemError) {
      return try FileSystem.names(folder)
    } catch {
      throw ByteSource.failure(error, folder)
    }
  }

  private func status(_ path: String) throws(ArchiveError) -> FileSystem.Status {
    do throws(SystemError) {
      return try FileSystem.status(path, followLinks: false)
    } catch {
      throw ByteSource.failure(error, path)
    }
  }
}
