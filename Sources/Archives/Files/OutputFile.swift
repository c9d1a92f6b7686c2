internal import Glibc
internal import Synchronization

/// A file that is being written: buffered, counted, and shown to a listener as the bytes pass.
///
/// Errors are `cannotCreate` when it is made and `writeFailed` after that. The first error stays: every later call
/// gives it again, so that no caller can overlook that bytes are missing.
public final class OutputFile: Sendable {
  /// The path it will have in the end, which errors name. Until an output folder is committed it stands elsewhere.
  public let path: String
  /// Where it stands now.
  let place: String
  private let state: Mutex<State>

  private struct State {
    var file: Descriptor?
    var buffer: [UInt8] = []
    var bytes: UInt64 = 0
    /// Who is informed how much of the file is not in the buffer any more.
    var listener: (any GrowthListener)?
    var failure: ArchiveError?
    /// Who writes what was in the buffer; nil if that is done at once.
    var behind: WriteBehind?
  }

  private static let bufferSize = 256 << 10

  /// Makes the file, which must not be there yet.
  public convenience init(_ path: String) throws(ArchiveError) { try self.init(path, standingAt: path) }

  /// A file that stands at another path until its folder gets its name.
  init(_ path: String, standingAt place: String) throws(ArchiveError) {
    self.path = path
    self.place = place
    do throws(SystemError) {
      state = Mutex(State(file: try Descriptor(place, O_CREAT | O_EXCL | O_RDWR)))
    } catch {
      throw Self.failure(error, path, making: true)
    }
  }

  deinit { state.withLock { $0.behind?.end() } }

  /// Has bytes written by another thread from now on: whoever appends them does not wait for the system. An error shows with a later
  /// call, at the latest when the file is closed. Listeners are not informed.
  public func writeBehind() {
    state.withLock { state in
      if let file = state.file, state.behind == nil { state.behind = WriteBehind(file) }
    }
  }

  /// Bytes appended so far, those in the buffer included.
  public var bytesWritten: UInt64 { state.withLock { $0.bytes } }

  /// Appends bytes.
  public func write(_ bytes: [UInt8]) throws(ArchiveError) {
    try write(bytes[...])
  }

  /// Appends bytes.
  public func write(_ bytes: ArraySlice<UInt8>) throws(ArchiveError) {
    try change { (state, file) throws(SystemError) in
      if state.buffer.count + bytes.count <= Self.bufferSize {
        state.bytes += UInt64(bytes.count)
        state.buffer.append(contentsOf: bytes)
        return
      }
      if let behind = state.behind {
        state.bytes += UInt64(bytes.count)
        return try Self.append(bytes, to: &state.buffer, behind)
      }
      try self.flush(&state, file)
      state.bytes += UInt64(bytes.count)
      if bytes.count < Self.bufferSize / 2 {
        state.buffer.append(contentsOf: bytes)
      } else {
        try FileSystem.write(file.number, bytes)
        state.listener?.grow(to: state.bytes)
      }
    }
  }

  /// Fills the buffer, and gives it to the thread that writes as often as it is full.
  private static func append(
    _ bytes: ArraySlice<UInt8>, to buffer: inout [UInt8], _ behind: WriteBehind
  ) throws(SystemError) {
    var rest = bytes
    while buffer.count + rest.count > bufferSize {
      let part = rest.prefix(bufferSize - buffer.count)
      buffer.append(contentsOf: part)
      rest = rest.dropFirst(part.count)
      try behind.give(&buffer)
      buffer.reserveCapacity(bufferSize)
    }
    buffer.append(contentsOf: rest)
  }

  /// Informs an entry from now on how far the file goes, in place of the one before.
  func inform(_ listener: (any GrowthListener)?) { state.withLock { $0.listener = listener } }

  /// Appends text as UTF-8.
  public func write(_ text: String) throws(ArchiveError) {
    try write(Array(text.utf8))
  }

  /// Changes bytes that were appended before.
  func overwrite(_ bytes: [UInt8], at position: UInt64) throws(ArchiveError) {
    try change { (state, file) throws(SystemError) in
      precondition(position + UInt64(bytes.count) <= state.bytes)
      try self.flush(&state, file)
      try FileSystem.pwrite(file.number, bytes[...], position: position)
    }
  }

  /// Puts bytes in at a place; what follows moves on. Costs a copy of all that follows.
  public func insert(_ bytes: [UInt8], at position: UInt64) throws(ArchiveError) {
    try change { (state, file) throws(SystemError) in
      precondition(position <= state.bytes)
      try self.flush(&state, file)
      var end = state.bytes
      var chunk = [UInt8](repeating: 0, count: 1 << 20)
      while end > position {
        let start = max(position, end >= UInt64(chunk.count) ? end - UInt64(chunk.count) : 0)
        let count = Int(end - start)
        var done = 0
        while done < count {
          let read = try FileSystem.pread(
            file.number, &chunk, at: done, count: count - done, position: start + UInt64(done))
          guard read > 0 else { throw SystemError(number: EIO) }
          done += read
        }
        try FileSystem.pwrite(file.number, chunk[..<count], position: start + UInt64(bytes.count))
        end = start
      }
      try FileSystem.pwrite(file.number, bytes[...], position: position)
      state.bytes += UInt64(bytes.count)
      try FileSystem.seekToEnd(file.number)
    }
  }

  /// Writes what is left and closes the file; with `sync`, when the disk has it. Closing twice does nothing.
  public func close(sync: Bool) throws(ArchiveError) {
    if state.withLock({ $0.file == nil && $0.failure == nil }) { return }
    try change { (state, file) throws(SystemError) in
      try self.flush(&state, file)
      if sync { try file.sync() }
      state.behind?.end()
      (state.file, state.behind) = (nil, nil)
      state.buffer = []
    }
  }

  private func flush(_ state: inout State, _ file: Descriptor) throws(SystemError) {
    try state.behind?.finish()
    guard !state.buffer.isEmpty else { return }
    try FileSystem.write(file.number, state.buffer[...])
    state.buffer.removeAll(keepingCapacity: true)
    state.listener?.grow(to: state.bytes)
  }

  private func change(_ body: (inout State, Descriptor) throws(SystemError) -> Void) throws(ArchiveError) {
    try state.withLock { (state) throws(ArchiveError) in
      if let failure = state.failure { throw failure }
      guard let file = state.file else { throw .writeFailed(path: path, errno: EBADF) }
      do throws(SystemError) {
        try body(&state, file)
      } catch {
        let failure = Self.failure(error, path, making: false)
        state.failure = failure
        state.listener?.lose()
        throw failure
      }
    }
  }

  /// Full disks and quotas are failed writing even where they already show when a file is made.
  static func failure(_ error: SystemError, _ path: String, making: Bool) -> ArchiveError {
    making && ![ENOSPC, EDQUOT, EFBIG, EIO].contains(error.number)
      ? .cannotCreate(path: path, errno: error.number) : .writeFailed(path: path, errno: error.number)
  }
}

extension OutputFile {
  /// Puts a finished file onto the disk, which would be done later otherwise. Errors: `writeFailed`.
  public static func sync(_ path: String) throws(ArchiveError) {
    do throws(SystemError) {
      let file = try Descriptor(path, O_RDONLY)
      try file.sync()
    } catch {
      throw .writeFailed(path: path, errno: error.number)
    }
  }

  /// Hands the bytes of a finished file to a closure in chunks, for a checksum of what is really there. Errors:
  /// `notFound`, `unreadable`, `readFailed`.
  public static func stream(
    _ path: String, followLinks: Bool = true, _ body: (ArraySlice<UInt8>) -> Void
  ) throws(ArchiveError) {
    let file = try ByteSource(path: path, followLinks: followLinks)
    var chunk = [UInt8](repeating: 0, count: 256 << 10)
    var position: UInt64 = 0
    while true {
      let count = try file.read(into: &chunk, at: 0, count: chunk.count, position: position)
      if count == 0 { return }
      body(chunk[..<count])
      position += UInt64(count)
    }
  }
}
