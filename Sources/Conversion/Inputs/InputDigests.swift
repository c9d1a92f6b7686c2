import Archives
package import Packages

/// The digests of the inputs, found out while the run reads them. Since no file may change meanwhile, they are those of the
/// bytes that were read.
package final class InputDigests: Sendable {
  private let stage: Stage<(path: String, digest: FileDigest)>

  package init(_ packages: [Package]) {
    // Packages of both sides may be in one folder or file.
    var paths: Set<String> = []
    let containers = packages.map(\.container).filter { paths.insert($0.path).inserted }
    stage = Stage(name: "digest", capacity: max(containers.count, 1)) { give in
      for container in containers {
        if !give((container.path, try FileDigest(input: container))) { return }
      }
    }
  }

  /// The digests by path, waiting for them.
  package func values() throws -> [String: FileDigest] {
    var digests: [String: FileDigest] = [:]
    while let (path, digest) = try stage.next() { digests[path] = digest }
    return digests
  }
}
