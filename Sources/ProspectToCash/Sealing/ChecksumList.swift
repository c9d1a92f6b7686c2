/// The checksums of an output folder's files, in the format of `sha256sum`: the digest in hexadecimal digits, two blanks,
/// the path within the folder.
struct ChecksumList {
  /// The name of the list within its folder.
  static let fileName = "SHA256SUMS"

  /// The digests by path.
  private(set) var digests: [String: String] = [:]
  /// The list as it stands in the file.
  private(set) var text = ""

  init() {}

  /// Adds a file.
  mutating func append(_ digest: String, of file: String) {
    digests[file] = digest
    text += "\(digest)  \(file)\n"
  }

  /// Reads a list. Throws `SealError.notAList` at the first line that is none of it, or names a file twice.
  init(_ bytes: [UInt8], path: String) throws(SealError) {
    guard let whole = String(validating: bytes, as: UTF8.self) else { throw .notAList(path: path, line: 1) }
    let lines = whole.split(separator: "\n", omittingEmptySubsequences: false)
    for (index, line) in lines.enumerated() {
      if line.isEmpty, index == lines.count - 1 { break }
      let wrong = SealError.notAList(path: path, line: index + 1)
      let digest = line.prefix(64)
      // A star before the path is how sha256sum marks files that were read as binary ones.
      guard digest.utf8.count == 64, digest.allSatisfy(\.isHexDigit),
        ["  ", " *"].contains(line.dropFirst(64).prefix(2))
      else { throw wrong }
      let file = String(line.dropFirst(66))
      guard !file.isEmpty, digests[file] == nil else { throw wrong }
      append(digest.lowercased(), of: file)
    }
  }
}
