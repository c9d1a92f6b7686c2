/// Everything that is in a folder and its sub-folders, what begins with a dot and links included. A listing for reading
/// data passes over such things; whoever asks whether anything was added must see them.
public struct FolderInventory {
  /// The files, by their paths within the folder, in the order of the names' bytes.
  public private(set) var files: [String] = []
  /// The sizes of the files, added up.
  public private(set) var bytes: UInt64 = 0
  /// The sub-folders.
  public private(set) var folders: [String] = []
  /// What is no file and no folder: links, pipes, devices, and names that are no text.
  public private(set) var others: [String] = []
  private let root: String
  private static let deepest = 64

  /// Errors: `notFound`, `unreadable`, `tooManyEntries`.
  public init(_ path: String) throws(ArchiveError) {
    root = path
    try list("", depth: 0)
    files.sort { $0.utf8.lexicographicallyPrecedes($1.utf8) }
    folders.sort { $0.utf8.lexicographicallyPrecedes($1.utf8) }
    others.sort { $0.utf8.lexicographicallyPrecedes($1.utf8) }
  }

  private mutating func list(_ folder: String, depth: Int) throws(ArchiveError) {
    let place = folder.isEmpty ? root : "\(root)/\(folder)"
    guard depth < Self.deepest else { throw .tooManyEntries(path: place) }
    var within: [String] = []
    do throws(SystemError) {
      for raw in try FileSystem.names(place) {
        let shown = NameText.shown(raw)
        let name = folder.isEmpty ? shown : "\(folder)/\(shown)"
        guard String(validating: raw, as: UTF8.self) != nil else {
          others.append(name)
          continue
        }
        let status = try FileSystem.status("\(root)/\(name)", followLinks: false)
        switch status.kind {
        case .file:
          files.append(name)
          bytes += status.size
        case .folder: within.append(name)
        case .link, .other: others.append(name)
        }
      }
    } catch {
      throw ByteSource.failure(error, place)
    }
    folders += within
    for folder in within { try list(folder, depth: depth + 1) }
  }

  /// Hands the bytes of one of the files to a closure in chunks; a link that has taken its place is not followed. Errors:
  /// `notFound`, `unreadable`, `notRegular`, `readFailed`.
  public func stream(_ file: String, _ body: (ArraySlice<UInt8>) -> Void) throws(ArchiveError) {
    try OutputFile.stream("\(root)/\(file)", followLinks: false, body)
  }
}
