internal import Glibc

/// Where files and folders lie in respect to each other, whatever links and detours their paths take. Nothing of them is read.
public struct PlaceInTree: Sendable {
  /// A file or folder, whatever its name.
  private struct Identity: Hashable {
    let device: UInt64
    let inode: UInt64
  }

  /// Itself, if it is there.
  private let identity: Identity?
  /// The folders that it lies in.
  private let folders: Set<Identity>
  private let isFolder: Bool

  /// The place of a path. What is not there yet lies in the folders that are there.
  public init(_ path: String) {
    let status = try? FileSystem.status(path, followLinks: true)
    identity = status.map { Identity(device: $0.device, inode: $0.inode) }
    isFolder = status?.kind == .folder
    folders = Self.folders(above: path)
  }

  /// Whether one is the other, or a folder that holds it.
  public func isOrHolds(_ other: PlaceInTree) -> Bool {
    guard let identity else { return false }
    return other.identity == identity || isFolder && other.folders.contains(identity)
  }

  private static func folders(above path: String) -> Set<Identity> {
    var place = path
    // The last folder that is there.
    while FileSystem.realPath(place) == nil, !place.isEmpty { place = parent(of: place) ?? "" }
    guard var folder = FileSystem.realPath(place.isEmpty ? "." : place) else { return [] }
    var found: Set<Identity> = []
    if place != path, let own = identity(folder) { found.insert(own) }
    while folder != "/", let above = parent(of: folder) {
      folder = above.isEmpty ? "/" : above
      if let own = identity(folder) { found.insert(own) }
    }
    return found
  }

  private static func identity(_ folder: String) -> Identity? {
    (try? FileSystem.status(folder, followLinks: true)).map { Identity(device: $0.device, inode: $0.inode) }
  }

  /// The path without its last part; empty for the folder that the process is in, nil at the root.
  private static func parent(of path: String) -> String? {
    var rest = path[...]
    while rest.count > 1, rest.last == "/" { rest.removeLast() }
    if rest == "/" { return nil }
    guard let slash = rest.lastIndex(of: "/") else { return "" }
    let parent = rest[..<slash]
    return parent.isEmpty ? "/" : String(parent)
  }
}
