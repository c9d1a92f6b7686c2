import Conversion

extension ChecksumList {
  /// Reads a list. Throws `SealError.notAList` at the first line that is none of it, or names a file twice, and
  /// `otherLineEnds` where lines end as on Windows.
  init(_ bytes: [UInt8], path: String) throws(SealError) {
    self.init()
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
