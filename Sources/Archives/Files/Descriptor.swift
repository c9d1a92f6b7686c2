internal import Glibc

/// An open file, closed when nobody holds it any more. Reading at a place may be done from several threads at once.
final class Descriptor: Sendable {
  let number: Int32

  init(_ path: String, _ flags: Int32, mode: mode_t = 0o644) throws(SystemError) {
    number = try FileSystem.open(path, flags, mode: mode)
  }

  deinit {
    try? FileSystem.close(number)
  }

  /// Puts everything that was written onto the disk. The file stays open meanwhile, whoever else holds it.
  func sync() throws(SystemError) { try FileSystem.sync(number) }
}

extension Descriptor {
  /// A file without a name in the folder: gone with its last descriptor, however the process ends.
  static func unnamed(in folder: String) throws(SystemError) -> Descriptor {
    do throws(SystemError) {
      // O_TMPFILE is a macro that Swift does not see: __O_TMPFILE (asm-generic/fcntl.h) with O_DIRECTORY.
      return try Descriptor(folder, 0o20_000_000 | O_DIRECTORY | O_RDWR, mode: 0o600)
    } catch {
      guard [EOPNOTSUPP, EISDIR, EINVAL, ENOENT].contains(error.number) else { throw error }
    }
    // A file system without such files: a name for a moment.
    for number in 0..<1_000 {
      let path = "\(folder)/.p2c-\(FileSystem.processNumber)-\(number)"
      do throws(SystemError) {
        let file = try Descriptor(path, O_CREAT | O_EXCL | O_RDWR, mode: 0o600)
        try FileSystem.removeFile(path)
        return file
      } catch {
        guard error.number == EEXIST else { throw error }
      }
    }
    throw SystemError(number: EEXIST)
  }
}
