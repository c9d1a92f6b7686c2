import Archives
import Conversion
import Crypto
import Packages

/// Digests in hexadecimal digits, and the marks of inputs.
enum Digests {
  static func sha256(_ bytes: some Sequence<UInt8>) -> String {
    FileDigest.text(SHA256.hash(data: Array(bytes)))
  }

  /// The bytes at either end of a large file that its mark is made of.
  private static let end = 512 << 10

  /// Size and mark of an input: of a zip that of its list of entries, of any other file that of its ends or its whole, of a
  /// folder that of its files. Throws `ArchiveError`.
  static func mark(of path: String) throws(ArchiveError) -> (bytes: Int, mark: String) {
    guard WholeFile.leadsToFolder(path) else { return try markOfFile(path, followLinks: true) }
    let container = try Container.open(path)
    var list = ""
    var total = 0
    for entry in container.entries {
      let (bytes, mark) = try markOfFile("\(path)/\(entry.name)", followLinks: false)
      list += "\(mark)  \(bytes)  \(entry.name)\n"
      total += bytes
    }
    return (total, sha256(list.utf8))
  }

  private static func markOfFile(
    _ path: String, followLinks: Bool
  ) throws(ArchiveError) -> (bytes: Int, mark: String) {
    let file = try PlainFile(path, followLinks: followLinks)
    let size = Int(file.size)
    do throws(ArchiveError) {
      if let directory = try file.zipDirectory() { return (size, sha256(directory)) }
    } catch {
      // A damaged zip has the mark of any other file; one that could not be read now may have another mark later.
      if error.exitCode != 65 { throw error }
    }
    if size <= 2 * end { return (size, sha256(try file.bytes(at: 0, count: size))) }
    let ends = try file.bytes(at: 0, count: end) + file.bytes(at: UInt64(size - end), count: end)
    return (size, sha256(ends))
  }
}

/// The part of a meeting text, in the form in which keys that look alike are one.
enum MeetingHash {
  /// The part of a text among so many.
  static func part(of text: Span<UInt8>, parts: Int) -> Int {
    var hash: UInt64 = 0xcbf2_9ce4_8422_2325
    for index in text.indices { hash = (hash ^ UInt64(text[index])) &* 0x0000_0100_0000_01b3 }
    hash = (hash ^ hash >> 33) &* 0xff51_afd7_ed55_8ccd
    hash = (hash ^ hash >> 33) &* 0xc4ce_b9fe_1a85_ec53
    hash ^= hash >> 33
    return Int(hash % UInt64(parts))
  }
}
