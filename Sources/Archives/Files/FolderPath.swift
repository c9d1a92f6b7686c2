internal import Glibc

/// The path of an output folder, and the hidden names beside it.
struct FolderPath {
  let path: String
  let parent: String
  private let prefix: String

  /// Nil if the path names no folder that could be made: empty, `/`, or one that ends with `.` or `..`.
  init?(_ path: String) {
    guard let name = path.split(separator: "/", omittingEmptySubsequences: false).last, !name.isEmpty, name != ".",
      name != ".."
    else { return nil }
    self.path = path
    let before = path.dropLast(name.count)
    parent = before.isEmpty ? "." : before == "/" ? "/" : String(before.dropLast())
    // Names have at most 255 bytes.
    prefix = ".\(name.utf8.count > 200 ? String(name.prefix(40)) : String(name)).p2c-"
  }

  /// A hidden folder that was made, kept for the case that the process ends, and locked against other runs.
  struct Temporary {
    let path: String
    let kept: HiddenFolders.Kept
    let lock: Descriptor
  }

  /// Makes a hidden folder and takes its lock.
  func makeTemporary() throws(SystemError) -> Temporary {
    var number = 0
    while true {
      let suffix = number == 0 ? "" : "-\(number)"
      let temporary = "\(parent)/\(prefix)\(FileSystem.processNumber)\(suffix)"
      do throws(SystemError) {
        let kept = try HiddenFolders.make(temporary) { () throws(SystemError) in try FileSystem.makeFolder(temporary) }
        if let lock = try lock(temporary, kept) { return Temporary(path: temporary, kept: kept, lock: lock) }
        HiddenFolders.forget(kept)
      } catch {
        // ENOENT: the same, but for the parent, which the first attempt has found.
        guard error.number == EEXIST || error.number == ENOENT && number > 0
        else { throw error }
      }
      number += 1
      guard number < 1_000 else { throw SystemError(number: EEXIST) }
    }
  }

  /// Takes the lock of a hidden folder that was just made; nil if another run has taken it for a leftover before. If it
  /// fails, the folder is gone.
  private func lock(_ temporary: String, _ kept: HiddenFolders.Kept) throws(SystemError) -> Descriptor? {
    do throws(SystemError) {
      let lock = try Descriptor(temporary, O_RDONLY | O_DIRECTORY)
      // Where folders cannot be locked, nobody takes a folder for a leftover, see below.
      try? FileSystem.lock(lock.number)
      let mine = try FileSystem.status(lock.number)
      return try FileSystem.status(temporary, followLinks: false).inode == mine.inode ? lock : nil
    } catch {
      // Another run has removed it before it was locked.
      if error.number == ENOENT { return nil }
      try? FileSystem.removeFolder(PathBytes(temporary))
      HiddenFolders.forget(kept)
      throw error
    }
  }

  /// Removes hidden folders of runs that are gone. Whatever hinders it, hinders nobody: they stay then.
  func removeLeftovers() {
    guard let names = try? FileSystem.names(parent) else { return }
    for raw in names {
      guard let name = String(validating: raw, as: UTF8.self), name.hasPrefix(prefix) else { continue }
      let number = name.dropFirst(prefix.count).prefix { $0.isASCII && $0.isNumber }
      guard !number.isEmpty else { continue }
      let leftover = "\(parent)/\(name)"
      guard let folder = try? Descriptor(leftover, O_RDONLY | O_DIRECTORY | O_NOFOLLOW),
        (try? FileSystem.lock(folder.number)) != nil
      else { continue }
      // Between the two renames of a file system that cannot exchange, the earlier output has this name: put it back.
      if name.hasSuffix(".old"), (try? FileSystem.status(path, followLinks: false)) == nil {
        try? FileSystem.rename(leftover, to: path)
      } else {
        try? FolderTree.remove(leftover)
      }
    }
  }
}
