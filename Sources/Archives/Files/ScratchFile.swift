internal import Glibc
internal import Synchronization

/// A file without a name for what does not fit in memory: append, then read as often as wanted. It is gone with the
/// object or the process. Errors: `writeFailed` (also when it cannot be made), `readFailed`.
public final class ScratchFile: Sendable {
  /// The folder it takes its room from.
  public let folder: String
  private let file: Descriptor
  private let state = Mutex(State())

  private struct State {
    var size: UInt64 = 0
    var cursor: UInt64 = 0
  }

  /// Makes one in the given folder, or where `TMPDIR` points, or in `/tmp`.
  public init(in folder: String? = nil) throws(ArchiveError) {
    let place = folder ?? FileSystem.environment("TMPDIR") ?? "/tmp"
    self.folder = place
    do throws(SystemError) {
      file = try Descriptor.unnamed(in: place)
    } catch {
      throw OutputFile.failure(error, place, making: true)
    }
  }

  /// Bytes appended so far.
  public var size: UInt64 { state.withLock { $0.size } }

  /// Appends bytes.
  public func write(_ bytes: [UInt8]) throws(ArchiveError) {
    try write(bytes[...])
  }

  /// Appends bytes.
  public func write(_ bytes: ArraySlice<UInt8>) throws(ArchiveError) { _ = try append(bytes) }

  /// Appends bytes, as several threads may do at once. The result is the position at which they begin.
  public func append(_ bytes: ArraySlice<UInt8>) throws(ArchiveError) -> UInt64 {
    try state.withLock { (state) throws(ArchiveError) in
      do throws(SystemError) {
        try FileSystem.pwrite(file.number, bytes, position: state.size)
      } catch {
        throw .writeFailed(path: folder, errno: error.number)
      }
      state.size += UInt64(bytes.count)
      return state.size - UInt64(bytes.count)
    }
  }

  /// Begins reading at the first byte again.
  public func rewind() {
    state.withLock { $0.cursor = 0 }
  }

  /// Fills `buffer[offset...]` with up to `count` of the next bytes; 0 at the end.
  public func read(into buffer: inout [UInt8], at offset: Int, count: Int) throws(ArchiveError) -> Int {
    try state.withLock { (state) throws(ArchiveError) in
      let read = try read(into: &buffer, at: offset, count: count, position: state.cursor)
      state.cursor += UInt64(read)
      return read
    }
  }

  /// Hands out so many of the next bytes in pieces. Errors: `readFailed`, also if the file has fewer, and those of the body.
  func pour(
    _ count: UInt64, into body: (ArraySlice<UInt8>) throws(ArchiveError) -> Void
  ) throws(ArchiveError) {
    var chunk = [UInt8](repeating: 0, count: Int(min(count, ScratchFile.pieceSize)))
    var left = count
    while left > 0 {
      let read = try read(into: &chunk, at: 0, count: Int(min(left, UInt64(chunk.count))))
      guard read > 0 else { throw .readFailed(path: folder, errno: EIO) }
      try body(chunk[..<read])
      left -= UInt64(read)
    }
  }

  private static let pieceSize: UInt64 = 1 << 20

  /// The same as `read` from a place of one's own; several threads may do so at once.
  public func read(into buffer: inout [UInt8], at offset: Int, count: Int, position: UInt64) throws(ArchiveError)
    -> Int
  {
    do throws(SystemError) {
      return try FileSystem.pread(file.number, &buffer, at: offset, count: count, position: position)
    } catch {
      throw .readFailed(path: folder, errno: error.number)
    }
  }

  /// So many of the bytes from a position on. Errors: `readFailed`, also if the file has fewer.
  public func bytes(_ count: Int, at position: UInt64) throws(ArchiveError) -> [UInt8] {
    var bytes = [UInt8](repeating: 0, count: count)
    var done = 0
    while done < count {
      let read = try read(into: &bytes, at: done, count: count - done, position: position + UInt64(done))
      guard read > 0 else { throw .readFailed(path: folder, errno: EIO) }
      done += read
    }
    return bytes
  }

  /// What was written, as a source to read an archive from under the given name.
  func source(named path: String) -> ByteSource {
    ByteSource(file: file, path: path, length: size)
  }
}
