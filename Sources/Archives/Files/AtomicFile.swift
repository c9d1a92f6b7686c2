internal import Glibc

/// A file that appears whole by one rename, or not at all. Until then it stands in a hidden folder beside its place,
/// which a later run removes should this one be killed.
public final class AtomicFile: Sendable {
  /// Where the file will be.
  public let path: String
  /// The file, to be written.
  public let file: OutputFile
  /// Where the file stands until it appears.
  public let temporaryPath: String
  private let folder: OutputDirectory
  private let replacing: Bool

  /// Begins a file. Errors: `outputExists` if there is something at the path that may not be replaced (with `replacing`,
  /// only a file may), `cannotCreate`, `writeFailed`.
  public init(at path: String, replacing: Bool) throws(ArchiveError) {
    guard let place = FolderPath(path) else { throw .cannotCreate(path: path, errno: EINVAL) }
    if let found = try? FileSystem.status(path, followLinks: false), !replacing || found.kind != .file {
      throw .outputExists(path: path)
    }
    self.path = path
    self.replacing = replacing
    folder = try OutputDirectory.hidden(beside: place, for: path, replacing: false)
    temporaryPath = folder.temporaryPath(of: "file")
    file = try OutputFile(path, standingAt: temporaryPath)
  }

  /// Whether two paths name one place, at which nothing may be yet.
  public static func areSame(_ one: String, _ other: String) -> Bool {
    guard let left = FolderPath(one), let right = FolderPath(other) else { return false }
    let (folder, otherFolder) = (PlaceInTree(left.parent), PlaceInTree(right.parent))
    return one.split(separator: "/").last == other.split(separator: "/").last && folder.isOrHolds(otherFolder)
      && otherFolder.isOrHolds(folder)
  }

  /// Closes and syncs the file and makes it appear at its path. When it fails, nothing appears, and what was there stays.
  /// `check` is asked at the last moment. Unless it is the last of a command, another output follows without which the command has
  /// failed. Errors: `outputExists`, `cannotCreate`, `writeFailed`, and those of `check`.
  public func commit(
    isLast: Bool = true, check: () throws(ArchiveError) -> Void = {}
  ) throws(ArchiveError) {
    try file.close(sync: true)
    try check()
    do throws(SystemError) {
      try HiddenFolders.withLock { () throws(SystemError) in
        if replacing {
          try FileSystem.rename(temporaryPath, to: path)
        } else {
          try renameToNew()
        }
        if isLast { HiddenFolders.committed(exitCode: 0) }
      }
    } catch {
      if error.number == EEXIST { throw .outputExists(path: path) }
      throw OutputFile.failure(error, path, making: true)
    }
    folder.discard()
    let parent = FolderPath(path)?.parent ?? "."
    if let place = try? Descriptor(parent, O_RDONLY | O_DIRECTORY) { try? place.sync() }
  }

  /// Removes the file that has appeared, since what should have followed has not.
  public func withdraw() { try? FileSystem.removeFile(path) }

  /// Closes and syncs the file and hands its bytes to a closure, before it appears. Nothing can be written after. Errors:
  /// `writeFailed`, `readFailed`.
  public func stream(_ body: (ArraySlice<UInt8>) -> Void) throws(ArchiveError) {
    try file.close(sync: true)
    try OutputFile.stream(temporaryPath, body)
  }

  private func renameToNew() throws(SystemError) {
    do throws(SystemError) {
      try FileSystem.renameToNew(temporaryPath, to: path)
    } catch {
      // File systems that cannot rename without replacing: nothing was there a moment ago.
      guard error.number == ENOSYS || error.number == EINVAL else { throw error }
      guard (try? FileSystem.status(path, followLinks: false)) == nil else { throw SystemError(number: EEXIST) }
      try FileSystem.rename(temporaryPath, to: path)
    }
  }
}
