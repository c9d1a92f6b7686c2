import Archives
public import Conversion
import Crypto

/// The seal of an output folder: the Ed25519 signature of its list of checksums, in a file beside the list.
public enum Seal {
  /// The name of the signature within its folder.
  public static let fileName = ChecksumList.fileName + ".sig"
  /// The most bytes of a list that are read.
  private static let listLimit = 64 << 20

  /// Seals a folder with the private key of a file, unless it is not what its list says: then the result says how, and
  /// nothing is written. Throws `ArchiveError`, `SealError`.
  public static func put(on folder: String, key file: String, progress: Progress = .silent) throws -> SealCheck {
    let key = try SealKey(file: file)
    let path = "\(folder)/\(fileName)"
    if WholeFile.exists(path) { throw ArchiveError.outputExists(path: path) }
    let (list, bytes) = try list(of: folder)
    var check = try SealCheck(folder, list, progress)
    guard check.isRight else { return check }
    try WholeFile.create(path, [UInt8](key.key.signature(for: bytes)))
    check.seal = .right(fingerprint: key.publicKey.fingerprint)
    return check
  }

  /// Compares a folder with its list, and the list with its seal if a public key's file is given. Throws `ArchiveError`,
  /// `SealError`.
  public static func check(
    _ folder: String, publicKey file: String?, progress: Progress = .silent
  ) throws -> SealCheck {
    let key = try file.map { try SealPublicKey(file: $0) }
    let (list, bytes) = try list(of: folder)
    var check = try SealCheck(folder, list, progress)
    let path = "\(folder)/\(fileName)"
    if WholeFile.isFolder(path) {
      check.seal = .folder
    } else if !WholeFile.exists(path) {
      check.seal = key == nil ? .none : .missing
    } else if let key {
      let signature = try WholeFile.read(path, limit: 1 << 16)
      let isValid = key.key.isValidSignature(signature, for: bytes)
      check.seal = isValid ? .right(fingerprint: key.fingerprint) : .wrong
    } else {
      check.seal = .unchecked
    }
    return check
  }

  private static func list(of folder: String) throws -> (list: ChecksumList, bytes: [UInt8]) {
    let path = "\(folder)/\(ChecksumList.fileName)"
    let bytes = try WholeFile.read(path, limit: listLimit)
    return (try ChecksumList(bytes, path: path), bytes)
  }
}
