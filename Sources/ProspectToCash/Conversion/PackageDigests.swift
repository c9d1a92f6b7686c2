import Archives
import Packages

/// The digests of packages that were written, found out while the run goes on.
final class PackageDigests: Sendable {
  private let stage: Stage<[String: String]>

  /// Begins to read finished packages.
  init(_ packages: [PackageReport], in output: OutputDirectory) {
    let files = packages.map { (path: $0.path, place: output.temporaryPath(of: $0.path)) }
    stage = Stage(name: "digest", capacity: 1) { give in
      var digests: [String: String] = [:]
      for file in files { digests[file.path] = try FileDigest(path: file.place).sha256 }
      _ = give(digests)
    }
  }

  /// All digests in hexadecimal digits by path, waiting for them. Only once.
  static func values(_ all: [PackageDigests]) throws -> [String: String] {
    var digests: [String: String] = [:]
    for one in all {
      digests.merge(try one.stage.next() ?? [:]) { $1 }
    }
    return digests
  }

  /// Notes the digests in what is told of the packages.
  static func fill(_ packages: inout [PackageReport], _ digests: [String: String]) {
    for index in packages.indices { packages[index].sha256 = digests[packages[index].path] ?? "" }
  }
}
