import Archives
import Crypto
import Foundation

/// Size and SHA-256 of a finished file.
struct FileDigest {
  let sha256: String
  let bytes: UInt64

  /// Reads the file once.
  init(path: String) throws(ArchiveError) {
    try self.init { (body) throws(ArchiveError) in try OutputFile.stream(path, body) }
  }

  /// Reads a file of a folder once; links are not followed.
  init(_ file: String, of folder: FolderInventory) throws(ArchiveError) {
    try self.init { (body) throws(ArchiveError) in try folder.stream(file, body) }
  }

  /// Takes the digest of bytes that a closure hands on.
  init(
    _ stream: (_ body: (ArraySlice<UInt8>) -> Void) throws(ArchiveError) -> Void
  ) throws(ArchiveError) {
    var hash = SHA256()
    var count: UInt64 = 0
    try stream { piece in
      count += UInt64(piece.count)
      hash.update(data: piece)
    }
    sha256 = FileDigest.text(hash.finalize())
    bytes = count
  }

  /// Reads a container's own file once.
  init(_ container: Container) throws(ArchiveError) {
    let stream = try container.wholeFile()
    var hash = SHA256()
    var buffer = [UInt8](repeating: 0, count: 1 << 18)
    var total: UInt64 = 0
    while true {
      let count = try stream.read(into: &buffer, at: 0, count: buffer.count)
      if count == 0 { break }
      total += UInt64(count)
      hash.update(data: buffer[..<count])
    }
    sha256 = FileDigest.text(hash.finalize())
    bytes = total
  }

  /// A digest in hexadecimal digits.
  static func text(_ digest: SHA256.Digest) -> String {
    digest.map { byte in
      let digits = String(byte, radix: 16)
      return digits.count == 1 ? "0" + digits : digits
    }.joined()
  }
}
