/// The checksums of an output folder's files, in the format of `sha256sum`: the digest in hexadecimal digits, two blanks,
/// the path within the folder.
struct ChecksumList {
  /// The name of the list within its folder.
  static let fileName = "SHA256SUMS"

  /// The digests by the bytes of the path: letters of which text knows two forms make two names.
  private var digests: [[UInt8]: String] = [:]
  /// The paths, in the order of the list.
  private(set) var files: [String] = []
  /// The list as it stands in the file.
  private(set) var text = ""

  init() {}

  /// Adds a file.
  mutating func append(_ digest: String, of file: String) {
    digests[Array(file.utf8)] = digest
    files.append(file)
    text += "\(digest)  \(file)\n"
  }

  /// The digest of a file of the list.
  func digest(of file: String) -> String? { digests[Array(file.utf8)] }

  /// Reads a list. Throws `SealError.notAList` at the first line that is none of it, or names a file twice, and
  /// `otherLineEnds` where lines end as on Windows.
  init(_ bytes: [UInt8], path: String) throws(SealError) {
    let lines = bytes.split(separator: 0x0A, omittingEmptySubsequences: false)
    guard !lines.contains(where: { $0.last == 0x0D }) else { throw .otherLineEnds(path: path) }
    for (index, line) in lines.enumerated() {
      if line.isEmpty, index == lines.count - 1 { break }
      let wrong = SealError.notAList(path: path, line: index + 1)
      // A star before the path is how sha256sum marks files that were read as binary ones.
      guard let digest = String(validating: line.prefix(64), as: UTF8.self), digest.utf8.count == 64,
        digest.utf8.allSatisfy({ UnicodeScalar($0).properties.isASCIIHexDigit }),
        let file = String(validating: line.dropFirst(66), as: UTF8.self),
        [[0x20, 0x20], [0x20, 0x2A]].contains(Array(line.dropFirst(64).prefix(2)))
      else { throw wrong }
      guard !file.isEmpty, self.digest(of: file) == nil else { throw wrong }
      append(digest.lowercased(), of: file)
    }
  }
}
