internal import Glibc
internal import Synchronization

/// Sees to it that input files stay as they were when they were first opened: a file that is still being copied would give
/// part of its records, and a digest of bytes that were never read.
///
/// One watch serves a whole run, also if it begins anew.
public final class InputWatch: Sendable {
  /// A file as it was when it was first opened.
  private struct Noted {
    let marks: FileMarks
    let followsLinks: Bool
    weak var file: Descriptor?
  }

  private let files = Mutex<[String: Noted]>([:])
  private let standardInput = Mutex<ScratchFile?>(nil)
  /// What counts how far the inputs have been read.
  public let meter: ReadMeter?

  /// A watch that has seen no file yet.
  public init(meter: ReadMeter? = nil) { self.meter = meter }

  /// What standard input has, read once however often it is asked for. Errors: those of `StandardInput.spool`.
  func standardInput(limits: ReadLimits) throws(ArchiveError) -> ByteSource {
    try standardInput.withLock { (spool) throws(ArchiveError) in
      if let spool { return spool.source(named: StandardInput.path) }
      let new = try StandardInput.spool(limit: limits.unpackedBytes)
      spool = new
      return new.source(named: StandardInput.path)
    }
  }

  /// Notes a file that has been opened; compares it with what it was when it was first opened. Errors: `changed`.
  func note(_ source: ByteSource, followsLinks: Bool) throws(ArchiveError) {
    guard let marks = source.marks else { return }
    let isSame = files.withLock { files in
      if let known = files[source.path] { return known.marks == marks }
      files[source.path] = Noted(marks: marks, followsLinks: followsLinks, file: source.file)
      return true
    }
    if !isSame { throw .changed(path: source.path) }
  }

  /// Compares all files with what they were, by their paths and, while they are open, by themselves. To be called right
  /// before a result appears. Errors: `changed`, `readFailed`.
  public func check() throws(ArchiveError) {
    let noted = files.withLock { $0 }
    // In the order of the names, so that the same one is named each time.
    for path in noted.keys.sorted(by: { $0.utf8.lexicographicallyPrecedes($1.utf8) }) {
      guard let one = noted[path] else { continue }
      do throws(SystemError) {
        if let file = one.file, try FileSystem.status(file.number).marks != one.marks {
          throw SystemError(number: ENOENT)
        }
        guard try FileSystem.status(path, followLinks: one.followsLinks).marks == one.marks else {
          throw SystemError(number: ENOENT)
        }
      } catch {
        throw [EIO, ENOMEM].contains(error.number) ? .readFailed(path: path, errno: error.number) : .changed(path: path)
      }
    }
  }

  /// Does a job. If it fails and a file has changed, that is why: whatever else was found wrong comes of it. Throws what
  /// the job does, and `ArchiveError.changed`.
  public func guarding<Result>(_ job: () throws -> Result) throws -> Result {
    do {
      return try job()
    } catch {
      do throws(ArchiveError) {
        try check()
      } catch {
        if case .changed = error { throw error }
      }
      throw error
    }
  }
}

/// What distinguishes a file from another one, and from itself after a change. Reading a file changes none of it.
struct FileMarks: Equatable, Sendable {
  let device: UInt64
  let inode: UInt64
  let size: UInt64
  /// When it was written last, as it says, in seconds and nanoseconds since 1970.
  let modified: Instant
  /// When anything about it was changed last, which nobody can set back.
  let changed: Instant

  struct Instant: Equatable, Sendable {
    let seconds: Int
    let nanoseconds: Int
  }
}
