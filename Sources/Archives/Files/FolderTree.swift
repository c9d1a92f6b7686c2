internal import Glibc

/// A folder with all that is in it.
enum FolderTree {
  /// Removes it; links in it are removed, not followed. Threads that still make files in it are waited for a little.
  static func remove(_ path: String) throws(SystemError) {
    for attempt in 0... {
      do throws(SystemError) {
        try removeOnce(PathBytes(path))
        return
      } catch {
        if error.number == ENOENT { return }
        guard error.number == ENOTEMPTY, attempt < 1_000 else { throw error }
      }
    }
  }

  private static func removeOnce(_ path: PathBytes) throws(SystemError) {
    guard try FileSystem.status(path, followLinks: false).kind == .folder else {
      return try FileSystem.removeFile(path)
    }
    for name in try FileSystem.names(path) {
      do throws(SystemError) {
        try removeOnce(path.appending(name))
      } catch {
        guard error.number == ENOENT else { throw error }
      }
    }
    try FileSystem.removeFolder(path)
  }

  /// Removes the folders in it that hold no file, and itself if it is one.
  static func removeEmpty(_ path: PathBytes) throws(SystemError) {
    guard try FileSystem.status(path, followLinks: false).kind == .folder else { return }
    for name in try FileSystem.names(path) { try removeEmpty(path.appending(name)) }
    if try FileSystem.names(path).isEmpty { try FileSystem.removeFolder(path) }
  }

  /// Waits until the disk has every file and folder of it.
  static func sync(_ path: String) throws(SystemError) {
    let status = try FileSystem.status(path, followLinks: false)
    if status.kind == .folder {
      for name in try FileSystem.names(path).sorted(by: { $0.lexicographicallyPrecedes($1) }) {
        try sync("\(path)/\(String(decoding: name, as: UTF8.self))")
      }
    } else if status.kind != .file {
      return
    }
    let file = try Descriptor(path, O_RDONLY)
    try file.sync()
  }
}
