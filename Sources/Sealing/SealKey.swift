import Archives
import Conversion
import Crypto
import Foundation

/// The key that seals. Its file is the PKCS #8 of RFC 8410 in PEM, so that other tools can use it too.
struct SealKey {
  /// The key itself.
  let key: Curve25519.Signing.PrivateKey
  private static let armor = KeyArmor(
    label: "PRIVATE KEY", head: [0x30, 0x2E, 2, 1, 0, 0x30, 5, 6, 3, 0x2B, 0x65, 0x70, 4, 0x22, 4, 0x20])

  /// A new key.
  init() { key = Curve25519.Signing.PrivateKey() }

  /// Reads a key file. Throws `SealError`, `ArchiveError`.
  init(file: String) throws {
    guard let raw = SealKey.armor.open(try WholeFile.read(file, limit: KeyArmor.limit)),
      let key = try? Curve25519.Signing.PrivateKey(rawRepresentation: raw)
    else { throw SealError.notAKey(path: file, isPrivate: true) }
    self.key = key
  }

  /// The key's file.
  var pem: [UInt8] { SealKey.armor.close(key.rawRepresentation) }

  /// The other half, for those who check seals.
  var publicKey: SealPublicKey { SealPublicKey(key.publicKey) }
}

/// The key that checks seals. Its file is the SubjectPublicKeyInfo of RFC 8410 in PEM.
struct SealPublicKey {
  /// The key itself.
  let key: Curve25519.Signing.PublicKey
  private static let armor = KeyArmor(
    label: "PUBLIC KEY", head: [0x30, 0x2A, 0x30, 5, 6, 3, 0x2B, 0x65, 0x70, 3, 0x21, 0])

  init(_ key: Curve25519.Signing.PublicKey) { self.key = key }

  /// Reads a key file. Throws `SealError`, `ArchiveError`.
  init(file: String) throws {
    guard let raw = SealPublicKey.armor.open(try WholeFile.read(file, limit: KeyArmor.limit)),
      let key = try? Curve25519.Signing.PublicKey(rawRepresentation: raw)
    else { throw SealError.notAKey(path: file, isPrivate: false) }
    self.key = key
  }

  /// The key's file.
  var pem: [UInt8] { SealPublicKey.armor.close(key.rawRepresentation) }

  /// What people compare: the SHA-256 of the key's DER form, as `openssl pkey -pubin -outform DER | sha256sum` gives it.
  var fingerprint: String { FileDigest.text(SHA256.hash(data: SealPublicKey.armor.head + key.rawRepresentation)) }
}

/// The PEM form of keys of 32 bytes, whose DER form is a fixed head and the key.
private struct KeyArmor {
  /// The most bytes of a key file that are read.
  static let limit = 1 << 16

  let label: String
  let head: [UInt8]

  /// The file of a key.
  func close(_ raw: Data) -> [UInt8] {
    let text = (Data(head) + raw).base64EncodedString()
    return Array("-----BEGIN \(label)-----\n\(text)\n-----END \(label)-----\n".utf8)
  }

  /// The key of a file; nil if it is another kind of file or key.
  func open(_ file: [UInt8]) -> Data? {
    let lines = String(decoding: file, as: UTF8.self).split(whereSeparator: \.isNewline)
      .map { $0.trimmingCharacters(in: .whitespaces) }
    guard let begin = lines.firstIndex(of: "-----BEGIN \(label)-----"),
      let end = lines[begin...].firstIndex(of: "-----END \(label)-----"),
      let bytes = Data(base64Encoded: lines[(begin + 1)..<end].joined()), bytes.count == head.count + 32,
      bytes.starts(with: head)
    else { return nil }
    return Data(bytes.dropFirst(head.count))
  }
}
