internal import Faults
internal import Findings
internal import Glibc

/// The number of a failed system call.
struct SystemError: Error, Equatable {
  let number: Int32
}

/// One thin function per system call. Nothing else in the module calls the kernel for files, so that a call that is
/// interrupted is repeated in one place, and a test can make any call fail.
enum FileSystem {
  /// What the kernel knows of a file.
  struct Status {
    enum Kind { case file, folder, link, other }
    let kind: Kind
    let size: UInt64
    let marks: FileMarks

    var device: UInt64 { marks.device }
    var inode: UInt64 { marks.inode }
  }

  /// Every call passes here: −1 becomes an error, an interrupted call is repeated.
  @discardableResult
  private static func call(_ call: Fault.Call, _ body: () -> Int) throws(SystemError) -> Int {
    while true {
      let fault = Fault.number(of: call)
      let result = fault == nil ? body() : -1
      if result != -1 { return result }
      let number = fault ?? errno
      if number != EINTR { throw SystemError(number: number) }
    }
  }

  /// The system's words for an error number.
  static func words(_ number: Int32) -> Message {
    // strerror gives a valid C string for every number; it is copied at once.
    Message(words: unsafe String(cString: strerror(number)))
  }

  static func open(_ path: String, _ flags: Int32, mode: mode_t = 0o644) throws(SystemError) -> Int32 {
    // The path lives as a C string for the length of the call.
    Int32(try call(.open) { Int(unsafe Glibc.open(path, flags | O_CLOEXEC, mode)) })
  }

  static func close(_ descriptor: Int32) throws(SystemError) {
    // Never repeated: on Linux the descriptor is gone even if close was interrupted.
    let result = Glibc.close(descriptor)
    if let number = Fault.number(of: .close) { throw SystemError(number: number) }
    if result == -1, errno != EINTR { throw SystemError(number: errno) }
  }

  /// Reads `count` bytes at `position` of the file into `buffer[offset...]`; fewer only where the file ends.
  static func pread(_ descriptor: Int32, _ buffer: inout [UInt8], at offset: Int, count: Int, position: UInt64)
    throws(SystemError) -> Int
  {
    precondition(offset >= 0 && count >= 0 && offset + count <= buffer.count)
    // The range was checked above, and the buffer stays in place within the closure.
    let pointer = { (bytes: UnsafeMutableRawBufferPointer) -> Result<Int, SystemError> in
      unsafe pread(descriptor, UnsafeMutableRawBufferPointer(rebasing: bytes[offset..<offset + count]), position)
    }
    return try unsafe buffer.withUnsafeMutableBytes(pointer).get()
  }

  /// The same into memory of the caller, who answers for it.
  @unsafe static func pread(_ descriptor: Int32, _ bytes: UnsafeMutableRawBufferPointer, _ position: UInt64)
    -> Result<Int, SystemError>
  {
    Result { () throws(SystemError) in
      var done = 0
      // A short read is gone on with. The file's end is often known from its size, but asked for all the same.
      while done < bytes.count {
        // The memory is valid for its count for the length of the call, by the caller's word; the rest of it is too.
        let read = try call(.read) {
          unsafe Glibc.pread(
            descriptor, bytes.baseAddress?.advanced(by: done), Fault.share(of: bytes.count - done),
            off_t(position) + off_t(done))
        }
        if read == 0 { break }
        done += read
      }
      return done
    }
  }

  /// Reads the next bytes of a stream into a buffer; 0 at its end.
  static func read(_ descriptor: Int32, _ buffer: inout [UInt8]) throws(SystemError) -> Int {
    // The buffer stays in place within the closure, and is valid for its count.
    let read = { (bytes: UnsafeMutableRawBufferPointer) -> Result<Int, SystemError> in
      Result { () throws(SystemError) in
        try call(.read) { unsafe Glibc.read(descriptor, bytes.baseAddress, Fault.share(of: bytes.count)) }
      }
    }
    return try unsafe buffer.withUnsafeMutableBytes(read).get()
  }

  /// Writes bytes; a short write is gone on with.
  static func write(_ descriptor: Int32, _ bytes: ArraySlice<UInt8>) throws(SystemError) {
    var rest = bytes
    while !rest.isEmpty {
      // The slice's storage is valid for its count within the closure.
      let done = unsafe rest.withUnsafeBytes { part in
        Result { () throws(SystemError) in
          try call(.write) { unsafe Glibc.write(descriptor, part.baseAddress, Fault.share(of: part.count)) }
        }
      }
      rest = rest.dropFirst(try done.get())
    }
  }

  /// Writes bytes at a place; a short write is gone on with.
  static func pwrite(_ descriptor: Int32, _ bytes: ArraySlice<UInt8>, position: UInt64) throws(SystemError) {
    var rest = bytes
    while !rest.isEmpty {
      let place = off_t(position) + off_t(rest.startIndex - bytes.startIndex)
      // The slice's storage is valid for its count within the closure.
      let done = unsafe rest.withUnsafeBytes { part in
        Result { () throws(SystemError) in
          try call(.write) { unsafe Glibc.pwrite(descriptor, part.baseAddress, Fault.share(of: part.count), place) }
        }
      }
      rest = rest.dropFirst(try done.get())
    }
  }

  static func seekToEnd(_ descriptor: Int32) throws(SystemError) {
    try call(.write) { Int(lseek(descriptor, 0, SEEK_END)) }
  }

  static func sync(_ descriptor: Int32) throws(SystemError) {
    try call(.sync) { Int(fsync(descriptor)) }
  }

  /// Takes the whole-file lock of an open file or folder without waiting.
  static func lock(_ descriptor: Int32) throws(SystemError) {
    try call(.lock) { Int(flock(descriptor, LOCK_EX | LOCK_NB)) }
  }

  static func setMode(_ descriptor: Int32, _ mode: mode_t) throws(SystemError) {
    try call(.write) { Int(fchmod(descriptor, mode)) }
  }

  /// Gives an open file that has no name one; fails with EEXIST if the path is there.
  static func name(_ descriptor: Int32, _ path: String) throws(SystemError) {
    // Both paths live as C strings for the length of the call.
    try call(.rename) {
      Int(unsafe linkat(AT_FDCWD, "/proc/self/fd/\(descriptor)", AT_FDCWD, path, AT_SYMLINK_FOLLOW))
    }
  }

  static func makeFolder(_ path: String) throws(SystemError) {
    // The path lives as a C string for the length of the call.
    try call(.folder) { Int(unsafe mkdir(path, 0o755)) }
  }

  /// Removes an empty folder.
  static func removeFolder(_ path: PathBytes) throws(SystemError) {
    // The path is a C string and lives for the length of the call.
    try call(.remove) { Int(unsafe rmdir(path.cString)) }
  }

  static func removeFile(_ path: String) throws(SystemError) { try removeFile(PathBytes(path)) }

  static func removeFile(_ path: PathBytes) throws(SystemError) {
    // The path is a C string and lives for the length of the call.
    try call(.remove) { Int(unsafe unlink(path.cString)) }
  }

  static func rename(_ path: String, to other: String) throws(SystemError) {
    // Both paths live as C strings for the length of the call.
    try call(.rename) { Int(unsafe Glibc.rename(path, other)) }
  }

  /// Renames; fails with EEXIST if the other path is there.
  static func renameToNew(_ path: String, to other: String) throws(SystemError) {
    try renameat2(path, other, flags: 1)  // RENAME_NOREPLACE
  }

  /// Makes two paths change places at one instant.
  static func exchange(_ path: String, _ other: String) throws(SystemError) {
    try renameat2(path, other, flags: 2)  // RENAME_EXCHANGE
  }

  /// renameat2(2); ENOSYS where the C library has none. Swift's view of glibc leaves it out, so it is looked up by name.
  private static func renameat2(_ path: String, _ other: String, flags: UInt32) throws(SystemError) {
    typealias Function = @convention(c) (Int32, UnsafePointer<CChar>, Int32, UnsafePointer<CChar>, UInt32) -> Int32
    // glibc exports one function of this name, and its signature is the one above (rename(2)).
    guard let symbol = unsafe dlsym(nil, "renameat2") else { throw SystemError(number: ENOSYS) }
    let function = unsafe unsafeBitCast(symbol, to: Function.self)
    // Both paths live as C strings for the length of the call.
    try call(.rename) { Int(unsafe function(AT_FDCWD, path, AT_FDCWD, other, flags)) }
  }

  /// What is at the path; links are followed if asked to.
  static func status(_ path: String, followLinks: Bool) throws(SystemError) -> Status {
    try status(PathBytes(path), followLinks: followLinks)
  }

  static func status(_ path: PathBytes, followLinks: Bool) throws(SystemError) -> Status {
    var raw = stat()
    let path = path.cString
    // The path lives as a C string and `raw` stays in place for the length of the call, which fills it.
    try call(.status) { Int(unsafe followLinks ? stat(path, &raw) : lstat(path, &raw)) }
    return status(raw)
  }

  static func status(_ descriptor: Int32) throws(SystemError) -> Status {
    var raw = stat()
    // `raw` stays in place for the length of the call, which fills it.
    try call(.status) { Int(unsafe fstat(descriptor, &raw)) }
    return status(raw)
  }

  private static func status(_ raw: stat) -> Status {
    let kind: Status.Kind =
      switch raw.st_mode & S_IFMT {
      case S_IFREG: .file
      case S_IFDIR: .folder
      case S_IFLNK: .link
      default: .other
      }
    let size = UInt64(max(0, raw.st_size))
    let marks = FileMarks(
      device: UInt64(raw.st_dev), inode: UInt64(raw.st_ino), size: size,
      modified: .init(seconds: raw.st_mtim.tv_sec, nanoseconds: raw.st_mtim.tv_nsec),
      changed: .init(seconds: raw.st_ctim.tv_sec, nanoseconds: raw.st_ctim.tv_nsec))
    return Status(kind: kind, size: size, marks: marks)
  }

  /// The path without links and detours; nil if there is nothing at it.
  static func realPath(_ path: String) -> String? {
    // The path lives as a C string for the length of the call; its result is ours, copied and freed once.
    guard let found = unsafe realpath(path, nil) else { return nil }
    defer { unsafe free(found) }
    return unsafe String(validatingCString: found)
  }

  /// The names in a folder but `.` and `..`, in no order, as the bytes they are.
  static func names(_ path: String) throws(SystemError) -> [[UInt8]] { try names(PathBytes(path)) }

  /// The names in a folder but `.` and `..`, in no order, as the bytes they are.
  static func names(_ path: PathBytes) throws(SystemError) -> [[UInt8]] {
    if let number = Fault.number(of: .list) { throw SystemError(number: number) }
    // The handle is checked, used by this thread alone and closed on every way out.
    guard let folder = unsafe opendir(path.cString) else { throw SystemError(number: errno) }
    defer { _ = unsafe closedir(folder) }
    var names: [[UInt8]] = []
    while true {
      errno = 0
      // A record is valid until the next call; the name in it ends with a zero and is copied before that.
      guard let record = unsafe readdir(folder) else { break }
      let name = unsafe withUnsafePointer(to: &record.pointee.d_name) { field in
        unsafe field.withMemoryRebound(to: UInt8.self, capacity: 256) { start in
          unsafe [UInt8](UnsafeBufferPointer(start: start, count: 256).prefix { $0 != 0 })
        }
      }
      if name != [0x2E], name != [0x2E, 0x2E] { names.append(name) }
    }
    let number = Fault.number(of: .list) ?? errno
    if number != 0 { throw SystemError(number: number) }
    return names
  }

  static var processNumber: Int32 { getpid() }

  /// Gives a variable of the environment a value, before other threads read any.
  static func setEnvironment(_ name: String, _ value: String) {
    // Both live as C strings for the length of the call, which copies them.
    _ = unsafe setenv(name, value, 1)
  }

  /// A variable of the environment, if set and not empty.
  static func environment(_ name: String) -> String? {
    // getenv's string is copied at once; nothing in the module changes the environment.
    guard let value = unsafe getenv(name) else { return nil }
    let text = unsafe String(cString: value)
    return text.isEmpty ? nil : text
  }
}
