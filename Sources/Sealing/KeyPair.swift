import Archives

/// A new pair of keys: one that seals and stays with whoever made it, and one that checks and may go anywhere.
public struct KeyPair {
  private let key = SealKey()

  /// Makes a pair.
  public init() {}

  /// What people compare before they trust a public key.
  public var fingerprint: String { key.publicKey.fingerprint }

  /// Where the public key of a private key's file stands.
  public static func publicPath(of path: String) -> String { path + ".pub" }

  /// Writes the private key, which only its owner may read, and the public one beside it. Nothing is ever replaced.
  /// Throws `ArchiveError`.
  public func write(to path: String) throws {
    // The public key comes first: if there is a private one, so is its other half.
    let publicPath = KeyPair.publicPath(of: path)
    if WholeFile.exists(path) { throw ArchiveError.outputExists(path: path) }
    try WholeFile.create(publicPath, key.publicKey.pem)
    do {
      try WholeFile.create(path, key.pem, isPrivate: true)
    } catch {
      WholeFile.remove(publicPath)
      throw error
    }
  }
}
