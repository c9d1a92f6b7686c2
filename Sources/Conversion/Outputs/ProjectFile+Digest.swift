import Archives
import Crypto
package import Mapping

extension ProjectFile {
  /// The folders of templates and schemas that are beside the file.
  package var foldersBesideIt: [String] {
    ["schemas", "templates"].filter { WholeFile.leadsToFolder(path(of: $0)) }
  }

  /// The SHA-256 of the file; with templates or schemas beside it that of the list of all these files, in the form of
  /// `SHA256SUMS`. Throws `ArchiveError`.
  package func sha256() throws -> String {
    let own = try FileDigest(path: file).sha256
    var list = ChecksumList()
    var others = 0
    for folder in ["schemas", "templates"] {
      let names = try WholeFile.names(in: path(of: folder))
      for name in names.sorted(by: { $0.utf8.lexicographicallyPrecedes($1.utf8) }) {
        let path = path(of: "\(folder)/\(name)")
        if WholeFile.leadsToFolder(path) { continue }
        list.append(try FileDigest(path: path).sha256, of: "\(folder)/\(name)")
        others += 1
      }
    }
    if others == 0 { return own }
    list.append(own, of: "project")
    return FileDigest.text(SHA256.hash(data: Array(list.text.utf8)))
  }
}
