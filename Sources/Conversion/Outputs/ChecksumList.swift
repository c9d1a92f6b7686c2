/// The checksums of an output folder's files, in the format of `sha256sum`: the digest in hexadecimal digits, two blanks,
/// the path within the folder.
package struct ChecksumList {
  /// The name of the list within its folder.
  package static let fileName = "SHA256SUMS"

  /// The digests by the bytes of the path: letters of which text knows two forms make two names.
  private var digests: [[UInt8]: String] = [:]
  /// The paths, in the order of the list.
  package private(set) var files: [String] = []
  /// The text of the file.
  package private(set) var text = ""

  package init() {}

  /// Adds a file.
  package mutating func append(_ digest: String, of file: String) {
    digests[Array(file.utf8)] = digest
    files.append(file)
    text += "\(digest)  \(file)\n"
  }

  /// The digest of a file of the list.
  package func digest(of file: String) -> String? { digests[Array(file.utf8)] }
}
