/// A path as the bytes that the system has of it, which need not be text.
struct PathBytes {
  /// Its bytes and a zero.
  let cString: [CChar]

  init(_ path: String) { cString = Array(path.utf8CString) }

  private init(cString: [CChar]) { self.cString = cString }

  /// The path of a name in this folder.
  func appending(_ name: [UInt8]) -> PathBytes {
    PathBytes(cString: cString.dropLast() + [0x2F] + name.map { CChar(bitPattern: $0) } + [0])
  }
}
