package import Archives
import Packages

/// The digests of files that are complete, found out while the run goes on. Their bytes go to the disk meanwhile, so that
/// little is left to wait for when the output gets its name.
package final class OutputDigests: Sendable {
  private let hashing: Stage<[String: String]>
  private let syncing: Stage<Void>

  /// Begins to read finished files of the output, by their paths in it.
  package init(_ files: [String], in output: OutputDirectory) {
    // The folder itself is not held: when a run fails it is removed at once, whoever still reads in it.
    let places = files.map { (path: $0, place: output.temporaryPath(of: $0)) }
    hashing = Stage(name: "digest", capacity: 1) { give in
      var digests: [String: String] = [:]
      for file in places { digests[file.path] = try FileDigest(path: file.place).sha256 }
      _ = give(digests)
    }
    syncing = Stage(name: "sync", capacity: 1) { _ in
      for file in places { try OutputFile.sync(file.place) }
    }
  }

  /// All digests in hexadecimal digits by path, waiting for them. Only once.
  package static func values(_ all: [OutputDigests]) throws -> [String: String] {
    var digests: [String: String] = [:]
    for one in all {
      digests.merge(try one.hashing.next() ?? [:]) { $1 }
      _ = try one.syncing.next()
    }
    return digests
  }

  /// Notes the digests in what is reported of the packages.
  package static func fill(_ packages: inout [PackageReport], _ digests: [String: String]) {
    for index in packages.indices { packages[index].sha256 = digests[packages[index].path] ?? "" }
  }
}
