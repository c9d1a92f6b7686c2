package import Archives
package import Crypto
import Foundation
import Packages

/// Size and SHA-256 of a finished file.
package struct FileDigest {
  package let sha256: String
  package let bytes: UInt64

  /// What was found out before.
  package init(sha256: String, bytes: UInt64) { (self.sha256, self.bytes) = (sha256, bytes) }

  /// Reads the file once.
  package init(path: String) throws(ArchiveError) {
    try self.init { (body) throws(ArchiveError) in try OutputFile.stream(path, body) }
  }

  /// Reads a file of a folder once; links are not followed. The meter counts its bytes.
  package init(_ file: String, of folder: FolderInventory, meter: ReadMeter? = nil) throws(ArchiveError) {
    try self.init { (body) throws(ArchiveError) in
      try folder.stream(file) { piece in
        meter?.add(bytes: piece.count)
        body(piece)
      }
    }
  }

  /// Takes the digest of bytes that a closure hands on.
  package init(
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

  /// The digest of an input: of its file, or of the list of the files that are read in a folder, in the form of
  /// `SHA256SUMS`, sorted by the bytes of the paths. `bytes` of a folder are those of its files.
  package init(input container: Container) throws {
    guard container.kind == .directory else {
      self = try FileDigest(container.wholeFile())
      return
    }
    var list = ChecksumList()
    var total: UInt64 = 0
    let files = try container.dataFiles.sorted { $0.name.utf8.lexicographicallyPrecedes($1.name.utf8) }
    for file in files {
      let digest = try FileDigest(try container.open(file))
      list.append(digest.sha256, of: file.name)
      total += digest.bytes
    }
    sha256 = FileDigest.text(SHA256.hash(data: Array(list.text.utf8)))
    bytes = total
  }

  /// Reads a stream to its end.
  private init(_ stream: EntryStream) throws(ArchiveError) {
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
  package static func text(_ digest: SHA256.Digest) -> String {
    digest.map { byte in
      let digits = String(byte, radix: 16)
      return digits.count == 1 ? "0" + digits : digits
    }.joined()
  }
}
