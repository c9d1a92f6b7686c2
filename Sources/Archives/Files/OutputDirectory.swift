internal import Glibc
internal import Synchronization

/// A folder that appears whole by one rename, or not at all.
///
/// Everything is written into a hidden folder beside it, which this object holds locked. A killed run leaves its hidden
/// folder behind; the next run for the same output finds it unlocked and removes it.
public final class OutputDirectory: Sendable {
  /// Where the output will be.
  public let path: String
  /// Where it is while it is being written.
  public let temporaryPath: String
  private let replacing: Bool
  private let isReplaceable: @Sendable (String) -> Bool
  private let kept: HiddenFolders.Kept
  private let state: Mutex<State>

  private struct State {
    var isDone = false
    /// Keeps others from taking the hidden folder for a leftover.
    var lock: Descriptor?
  }

  /// Makes the hidden folder. With `replacing` a folder at the path is replaced if it is empty or `isReplaceable` says so.
  /// Errors: `outputExists` if there is something at the path that may not be replaced, `notOurs` if it is such a folder,
  /// `cannotCreate`, `writeFailed`.
  public static func create(
    at path: String, replacing: Bool, ifReplaceable isReplaceable: @escaping @Sendable (String) -> Bool = { _ in true }
  ) throws(ArchiveError) -> OutputDirectory {
    var trimmed = path[...]
    while trimmed.count > 1, trimmed.hasSuffix("/") { trimmed = trimmed.dropLast() }
    let place = FolderPath(String(trimmed))
    guard let place else { throw .cannotCreate(path: path, errno: EINVAL) }
    if let refusal = refusal(place.path, replacing, isReplaceable) { throw refusal }
    return try hidden(beside: place, for: path, replacing: replacing, ifReplaceable: isReplaceable)
  }

  /// Why what is at a path may not be replaced; nil if it may be, or if nothing is there.
  private static func refusal(
    _ path: String, _ replacing: Bool, _ isReplaceable: (String) -> Bool
  ) -> ArchiveError? {
    guard let found = try? FileSystem.status(path, followLinks: false) else { return nil }
    guard replacing, found.kind == .folder else { return .outputExists(path: path) }
    let isEmpty = (try? FileSystem.names(path))?.isEmpty == true
    return isEmpty || isReplaceable(path) ? nil : .notOurs(path: path)
  }

  /// The hidden folder beside a place, for what will stand there.
  static func hidden(
    beside place: FolderPath, for path: String, replacing: Bool,
    ifReplaceable isReplaceable: @escaping @Sendable (String) -> Bool = { _ in true }
  ) throws(ArchiveError) -> OutputDirectory {
    place.removeLeftovers()
    do throws(SystemError) {
      // Under one lock, so that no signal comes between the folder and the note of it.
      let made = try HiddenFolders.withLock { () throws(SystemError) in try place.makeTemporary() }
      return OutputDirectory(place.path, made, replacing, isReplaceable)
    } catch {
      throw OutputFile.failure(error, path, making: true)
    }
  }

  private init(
    _ path: String, _ made: FolderPath.Temporary, _ replacing: Bool,
    _ isReplaceable: @escaping @Sendable (String) -> Bool
  ) {
    self.path = path
    self.replacing = replacing
    self.isReplaceable = isReplaceable
    temporaryPath = made.path
    kept = made.kept
    state = Mutex(State(lock: made.lock))
  }

  deinit { discard() }

  /// Lets nobody but its owner look into the folder. Errors: `writeFailed`.
  public func makePrivate() throws(ArchiveError) {
    do throws(SystemError) {
      let folder = try Descriptor(temporaryPath, O_RDONLY | O_DIRECTORY)
      // The descriptor is open for the length of the call.
      try withExtendedLifetime(folder) { () throws(SystemError) in try FileSystem.setMode(folder.number, 0o700) }
    } catch {
      throw .writeFailed(path: path, errno: error.number)
    }
  }

  /// Begins a file in the folder; folders on its way are made. Errors: `unsafeEntryName`, `cannotCreate`, `writeFailed`.
  public func file(_ relative: String) throws(ArchiveError) -> OutputFile {
    guard let name = EntryName(relative), name.text == relative else {
      throw .unsafeEntryName(entry: relative, path: path)
    }
    try makeFolders(relative.split(separator: "/").dropLast(), of: relative)
    return try OutputFile("\(path)/\(relative)", standingAt: "\(temporaryPath)/\(relative)")
  }

  /// Writes a small file of its own. Errors: those of `file(_:)`, `writeFailed`.
  public func write(_ relative: String, _ bytes: [UInt8]) throws(ArchiveError) {
    let file = try file(relative)
    try file.write(bytes)
    try file.close(sync: false)
  }

  /// Makes a folder, which is there also if no file comes into it. Errors: `cannotCreate`, `writeFailed`.
  public func folder(_ relative: String) throws(ArchiveError) {
    try makeFolders(relative.split(separator: "/"), of: relative)
  }

  private func makeFolders(_ parts: [Substring], of relative: String) throws(ArchiveError) {
    var folder = temporaryPath
    for part in parts {
      folder += "/\(part)"
      do throws(SystemError) {
        try FileSystem.makeFolder(folder)
      } catch {
        guard error.number == EEXIST else { throw OutputFile.failure(error, "\(path)/\(relative)", making: true) }
      }
    }
  }

  /// Where a file that was written stands until `commit`, to be read again for its checksum.
  public func temporaryPath(of relative: String) -> String { "\(temporaryPath)/\(relative)" }

  /// The names of the files written so far, sorted, with `/` between folders. Errors: `unreadable`.
  public func files() throws(ArchiveError) -> [String] {
    try FolderListing(temporaryPath, limits: .standard).files.map(\.name)
  }

  /// Takes a file or folder out again, if it is there. Its files must be closed. Errors: `writeFailed`.
  public func remove(_ relative: String) throws(ArchiveError) {
    do throws(SystemError) {
      try FolderTree.remove("\(temporaryPath)/\(relative)")
    } catch {
      guard error.number == ENOENT else { throw .writeFailed(path: "\(path)/\(relative)", errno: error.number) }
    }
  }

  /// Takes out the folders in it that hold no file. Errors: `writeFailed`.
  public func removeEmptyFolders() throws(ArchiveError) {
    do throws(SystemError) {
      for name in try FileSystem.names(temporaryPath) {
        try FolderTree.removeEmpty(PathBytes(temporaryPath).appending(name))
      }
    } catch {
      throw .writeFailed(path: path, errno: error.number)
    }
  }

  /// Gives a file another name in the folder. It must be closed, and nothing may have the new name. Errors: `writeFailed`.
  public func move(_ relative: String, to other: String) throws(ArchiveError) {
    do throws(SystemError) {
      try FileSystem.rename("\(temporaryPath)/\(relative)", to: "\(temporaryPath)/\(other)")
    } catch {
      throw .writeFailed(path: "\(path)/\(other)", errno: error.number)
    }
  }

  /// A file without a name on the same disk, for spools. Errors: `cannotCreate`, `writeFailed`.
  public func temporaryFile() throws(ArchiveError) -> ScratchFile {
    try ScratchFile(in: temporaryPath)
  }

  /// Syncs everything and makes it appear at its path; what was there is gone after. All its files must be closed. When it
  /// fails, nothing appears, and what was there stays. `exitCode` is the command's, which has done its work then. `check`
  /// is asked at the last moment, when the disk has everything, which may take long. Errors: `outputExists`, `notOurs`,
  /// `cannotCreate`, `writeFailed`, and those of `check`.
  public func commit(exitCode: Int32 = 0, check: () throws(ArchiveError) -> Void = {}) throws(ArchiveError) {
    precondition(!state.withLock { $0.isDone }, "committed or discarded before")
    do throws(SystemError) {
      try FolderTree.sync(temporaryPath)
    } catch {
      throw .writeFailed(path: path, errno: error.number)
    }
    if let refusal = Self.refusal(path, replacing, isReplaceable) { throw refusal }
    try check()
    // Under this lock nobody removes the folder while it changes its name.
    try HiddenFolders.withLock { () throws(ArchiveError) in
      do throws(SystemError) {
        try rename()
      } catch {
        if error.number == EEXIST || error.number == ENOTEMPTY { throw .outputExists(path: path) }
        throw OutputFile.failure(error, path, making: true)
      }
      HiddenFolders.committed(exitCode: exitCode)
    }
    state.withLock { $0.isDone = true }
    let parent = FolderPath(path)?.parent ?? "."
    if let folder = try? Descriptor(parent, O_RDONLY | O_DIRECTORY) { try? folder.sync() }
    // After an exchange the earlier output has the hidden name. If it cannot be removed now, the next run does it.
    try? FolderTree.remove(temporaryPath)
    HiddenFolders.forget(kept)
    state.withLock { $0.lock = nil }
  }

  private func rename() throws(SystemError) {
    do throws(SystemError) {
      try FileSystem.renameToNew(temporaryPath, to: path)
      return
    } catch {
      switch error.number {
      case EEXIST where replacing: break
      case ENOSYS, EINVAL: return try renameByTwo()
      default: throw error
      }
    }
    guard try FileSystem.status(path, followLinks: false).kind == .folder else { throw SystemError(number: EEXIST) }
    do throws(SystemError) {
      try FileSystem.exchange(temporaryPath, path)
    } catch {
      guard error.number == ENOSYS || error.number == EINVAL else { throw error }
      try renameByTwo()
    }
  }

  /// For file systems that cannot exchange: between the two renames there is neither output, but both are kept.
  private func renameByTwo() throws(SystemError) {
    guard let found = try? FileSystem.status(path, followLinks: false) else {
      return try FileSystem.rename(temporaryPath, to: path)
    }
    guard replacing, found.kind == .folder else { throw SystemError(number: EEXIST) }
    let aside = temporaryPath + ".old"
    try FileSystem.rename(path, to: aside)
    do throws(SystemError) {
      try FileSystem.rename(temporaryPath, to: path)
    } catch {
      try? FileSystem.rename(aside, to: path)
      throw error
    }
    try? FolderTree.remove(aside)
  }

  /// Removes everything that was written. Does nothing after `commit`.
  public func discard() {
    let isFirst = state.withLock { state in
      defer { state.isDone = true }
      // Its descriptor may be the one that it takes to look into the folder.
      state.lock = nil
      return !state.isDone
    }
    guard isFirst else { return }
    HiddenFolders.withLock {
      try? FolderTree.remove(temporaryPath)
      HiddenFolders.forget(kept)
    }
  }
}
