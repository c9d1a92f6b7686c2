internal import Glibc

/// A small file that is read whole, or appears whole or not at all.
public enum WholeFile {
  /// Makes a file that must not be there yet; `isPrivate` lets nobody but its owner read it. However the process ends,
  /// there is the whole file or none. Errors: `outputExists`, `cannotCreate`, `writeFailed`.
  public static func create(_ path: String, _ bytes: [UInt8], isPrivate: Bool = false) throws(ArchiveError) {
    guard let place = FolderPath(path) else { throw .cannotCreate(path: path, errno: EINVAL) }
    do throws(SystemError) {
      let file = try Descriptor.unnamed(in: place.parent)
      if !isPrivate { try FileSystem.setMode(file.number, 0o644) }
      try FileSystem.write(file.number, bytes[...])
      try file.sync()
      do throws(SystemError) {
        try FileSystem.name(file.number, path)
      } catch {
        // A file system without unnamed files, or no /proc to name them by.
        guard [ENOENT, EXDEV, EOPNOTSUPP].contains(error.number) else { throw error }
        try createInPlace(path, bytes, mode: isPrivate ? 0o600 : 0o644)
      }
      // The file is there: what fails from now on must not be reported as if it were not.
      if let folder = try? Descriptor(place.parent, O_RDONLY | O_DIRECTORY) { try? folder.sync() }
    } catch {
      if error.number == EEXIST { throw .outputExists(path: path) }
      throw OutputFile.failure(error, path, making: true)
    }
  }

  private static func createInPlace(_ path: String, _ bytes: [UInt8], mode: mode_t) throws(SystemError) {
    let file = try Descriptor(path, O_CREAT | O_EXCL | O_WRONLY, mode: mode)
    do throws(SystemError) {
      try FileSystem.write(file.number, bytes[...])
      try file.sync()
    } catch {
      try? FileSystem.removeFile(path)
      throw error
    }
  }

  /// All bytes of a file. Errors: `notFound`, `unreadable`, `notRegular`, `readFailed`, `truncated` if it shrinks
  /// meanwhile, and `entryTooLarge` if it has more than `limit` bytes.
  public static func read(_ path: String, limit: Int) throws(ArchiveError) -> [UInt8] {
    let source = try ByteSource(path: path)
    guard source.length <= UInt64(limit) else {
      throw .entryTooLarge(entry: path.split(separator: "/").last.map(String.init) ?? path, path: path, limit: limit)
    }
    return try source.bytes(at: 0, count: Int(source.length))
  }

  /// The names in a folder or in what a link leads to, in no order; none if there is no folder. Errors: `unreadable`.
  public static func names(in folder: String) throws(ArchiveError) -> [String] {
    do throws(SystemError) {
      return try FileSystem.names(folder).map { String(decoding: $0, as: UTF8.self) }
    } catch {
      if [ENOENT, ENOTDIR].contains(error.number) { return [] }
      throw .unreadable(path: folder, errno: error.number)
    }
  }

  /// Makes a folder unless there is one. Errors: `cannotCreate`, also if something else is there.
  public static func makeFolder(_ path: String) throws(ArchiveError) {
    do throws(SystemError) {
      try FileSystem.makeFolder(path)
    } catch {
      if error.number == EEXIST, isFolder(path) { return }
      throw OutputFile.failure(error, path, making: true)
    }
  }

  /// What is at a path.
  public enum Kind: Equatable {
    case nothing
    case file(size: UInt64)
    case folder
    /// A link, wherever it leads, or what is neither file nor folder.
    case other
  }

  /// What is at the path. Errors: `readFailed` if the system does not say.
  public static func kind(_ path: String) throws(ArchiveError) -> Kind {
    do throws(SystemError) {
      let status = try FileSystem.status(path, followLinks: false)
      return switch status.kind {
      case .file: .file(size: status.size)
      case .folder: .folder
      case .link, .other: .other
      }
    } catch {
      if [ENOENT, ENOTDIR].contains(error.number) { return .nothing }
      throw .readFailed(path: path, errno: error.number)
    }
  }

  /// Whether anything is at the path, be it a link that leads nowhere.
  public static func exists(_ path: String) -> Bool {
    (try? FileSystem.status(path, followLinks: false)) != nil
  }

  /// Whether a folder is at the path; a link to one is none.
  public static func isFolder(_ path: String) -> Bool {
    (try? FileSystem.status(path, followLinks: false))?.kind == .folder
  }

  /// Whether a folder is at the path or where a link there leads to.
  public static func leadsToFolder(_ path: String) -> Bool {
    (try? FileSystem.status(path, followLinks: true))?.kind == .folder
  }

  /// Whether a plain file is at the path; a link to one is none.
  public static func isFile(_ path: String) -> Bool {
    (try? FileSystem.status(path, followLinks: false))?.kind == .file
  }

  /// Takes a file away that was made in vain. Whatever hinders it, hinders nobody: it stays then.
  public static func remove(_ path: String) { try? FileSystem.removeFile(path) }
}
