/// A file that is read at places; links, pipes and devices are none. Reading never goes past what it had when it was opened.
public struct PlainFile: Sendable {
  private let source: ByteSource

  /// Opens a file; with `followLinks` a link leads to it. Errors: `notFound`, `unreadable`, `notRegular`, `isFolder`.
  public init(_ path: String, followLinks: Bool = false) throws(ArchiveError) {
    source = try ByteSource(path: path, followLinks: followLinks)
  }

  /// Its size in bytes.
  public var size: UInt64 { source.length }

  /// Exactly these bytes. Errors: `truncated`, `readFailed`.
  public func bytes(at position: UInt64, count: Int) throws(ArchiveError) -> [UInt8] {
    guard position <= size, UInt64(count) <= size - position else { throw .truncated(path: source.path) }
    return try source.bytes(at: position, count: count)
  }
}

/// Names of files that may be written into a folder.
public enum OutputName {
  /// Whether a path leads to a file below its folder, and is written in the one way that it can be.
  public static func isFit(_ path: String) -> Bool { EntryName(path)?.text == path }
}

extension ByteSource {
  /// The bytes of a zip's list of entries; nil if it is none.
  func zipDirectory() throws(ArchiveError) -> [UInt8]? {
    guard let end = try ZipEnd.find(in: self) else { return nil }
    return try bytes(at: end.directory, count: Int(end.directorySize))
  }
}

extension PlainFile {
  /// The bytes of a zip's list of entries, which has the checksum of each; nil if the file is no zip.
  public func zipDirectory() throws(ArchiveError) -> [UInt8]? { try source.zipDirectory() }
}
