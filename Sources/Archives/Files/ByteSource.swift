internal import Glibc

/// An open file that is read at places, from any thread.
struct ByteSource: Sendable {
  let file: Descriptor
  let path: String
  let length: UInt64
  /// What the file was when it was opened; of one without a name nothing.
  let marks: FileMarks?

  init(file: Descriptor, path: String, length: UInt64) {
    self.file = file
    self.path = path
    self.length = length
    marks = nil
  }

  /// Opens a file for reading; never waits, as opening a pipe would. Errors: `notFound`, `unreadable`, `notRegular`.
  init(path: String, followLinks: Bool = true) throws(ArchiveError) {
    do throws(SystemError) {
      let before = try FileSystem.status(path, followLinks: followLinks)
      guard before.kind == .file else { throw SystemError(number: before.kind == .folder ? EISDIR : ENOTSUP) }
      file = try Descriptor(path, O_RDONLY | O_NONBLOCK | O_NOCTTY | (followLinks ? 0 : O_NOFOLLOW))
      let status = try FileSystem.status(file.number)
      guard status.kind == .file else { throw SystemError(number: ENOTSUP) }
      self.path = path
      length = status.size
      marks = status.marks
    } catch {
      throw Self.failure(error, path)
    }
  }

  /// The words for an input that cannot be opened.
  static func failure(_ error: SystemError, _ path: String) -> ArchiveError {
    switch error.number {
    case ENOENT, ENOTDIR: .notFound(path: path)
    case ENOTSUP: .notRegular(path: path)
    case EISDIR: .isFolder(path: path)
    case EIO: .readFailed(path: path, errno: error.number)
    default: .unreadable(path: path, errno: error.number)
    }
  }

  /// Reads up to `count` bytes at `position` into `buffer[offset...]`; 0 at the end. Errors: `readFailed`.
  func read(into buffer: inout [UInt8], at offset: Int, count: Int, position: UInt64) throws(ArchiveError) -> Int {
    do throws(SystemError) {
      return try FileSystem.pread(file.number, &buffer, at: offset, count: count, position: position)
    } catch {
      throw .readFailed(path: path, errno: error.number)
    }
  }

  /// Exactly these bytes. Errors: `truncated` if the file ends before, `readFailed`.
  func bytes(at position: UInt64, count: Int) throws(ArchiveError) -> [UInt8] {
    guard position <= length, UInt64(count) <= length - position else { throw .truncated(path: path) }
    var buffer = [UInt8](repeating: 0, count: count)
    var done = 0
    while done < count {
      let read = try read(into: &buffer, at: done, count: count - done, position: position + UInt64(done))
      guard read > 0 else { throw .truncated(path: path) }
      done += read
    }
    return buffer
  }
}
