/// Where a document says that a file is: below its own folder, below the root, or at an address.
///
/// Nothing is ever fetched: of an address the longest tail of the path counts that names a file of the folder.
enum DescribedLocation: Equatable {
  /// A path below the folder.
  case path(String)
  /// The components of an address's path, decoded.
  case address([String])
  /// In Microsoft's own documents, which no folder has.
  case published

  private static let addresses: Set<String> = ["http", "https", "adl", "adls", "abfs", "abfss", "wasb", "wasbs"]
  private static let longest = 4_096

  /// Reads a location in a document of the folder `base`, which ends with a slash or is empty. Nil if it leads
  /// out of the folder.
  init?(_ text: String, base: String) {
    guard text.utf8.count <= DescribedLocation.longest else { return nil }
    let (scheme, rest) = DescribedLocation.divided(text)
    if let scheme {
      if scheme.utf8.count == 1 || scheme == "file" { return nil }
      if DescribedLocation.addresses.contains(scheme) {
        let plain = rest.prefix { $0 != "?" && $0 != "#" }
        guard DescribedLocation.isHarmless(plain) else { return nil }
        var parts = DescribedLocation.components(DescribedLocation.decoded(plain))
        // Behind the slashes comes the host.
        if plain.hasPrefix("//") || plain.hasPrefix("\\\\"), !parts.isEmpty { parts.removeFirst() }
        self = .address(parts)
        return
      }
    }
    guard DescribedLocation.isHarmless(rest) else { return nil }
    if scheme == "cdm" {
      self = .published
      return
    }
    let slashed = rest.replacing("\\", with: "/")
    // A name of the network.
    if slashed.hasPrefix("//") { return nil }
    let path = DescribedLocation.components(String(slashed)).joined(separator: "/")
    let isAtRoot = scheme != nil || slashed.hasPrefix("/")
    self = .path(isAtRoot ? path : base + path)
  }

  /// The scheme or namespace in lower case, and what follows. A colon within a name, as timestamps have it, is none.
  private static func divided(_ text: String) -> (scheme: String?, rest: Substring) {
    guard let colon = text.firstIndex(of: ":") else { return (nil, text[...]) }
    let word = text[..<colon]
    let isWord =
      word.utf8.first.map { 0x41...0x5A ~= $0 & 0xDF } ?? false
      && word.utf8.allSatisfy { 0x41...0x5A ~= $0 & 0xDF || 0x30...0x39 ~= $0 || $0 == UInt8(ascii: "_") }
    let rest = text[text.index(after: colon)...]
    guard isWord, rest.hasPrefix("/") || rest.hasPrefix("\\") || word.count == 1 || word.lowercased() == "file" else {
      return (nil, text[...])
    }
    return (word.lowercased(), rest)
  }

  /// Whether a path has no `..` and no control character, as it stands and decoded.
  private static func isHarmless(_ path: Substring) -> Bool {
    [String(path), decoded(path)].allSatisfy { form in
      form.utf8.allSatisfy { $0 >= 0x20 && $0 != 0x7F }
        && !form.split(whereSeparator: { "/\\".contains($0) }).contains("..")
    }
  }

  private static func components(_ path: String) -> [String] {
    path.split(whereSeparator: { "/\\".contains($0) }).filter { $0 != "." }.map(String.init)
  }

  /// The text with `%xx` replaced by the bytes that they stand for.
  private static func decoded(_ text: Substring) -> String {
    guard text.utf8.contains(UInt8(ascii: "%")) else { return String(text) }
    let bytes = Array(text.utf8)
    var decoded: [UInt8] = []
    var index = 0
    while index < bytes.count {
      if bytes[index] == UInt8(ascii: "%"), index + 2 < bytes.count, let high = digit(bytes[index + 1]),
        let low = digit(bytes[index + 2])
      {
        decoded.append(high << 4 | low)
        index += 3
      } else {
        decoded.append(bytes[index])
        index += 1
      }
    }
    return String(decoding: decoded, as: UTF8.self)
  }

  private static func digit(_ byte: UInt8) -> UInt8? {
    switch byte {
    case 0x30...0x39: byte - 0x30
    case 0x41...0x46, 0x61...0x66: (byte | 0x20) - 0x57
    default: nil
    }
  }
}

extension DescribedFolder {
  /// The path of the file at a location. Throws `DescriptionFault` of the document that names it if there is none.
  func file(at location: DescribedLocation, _ text: String, in document: String) throws -> String {
    switch location {
    case .path(let path):
      guard entry(path) != nil else { throw DescriptionFault(.missing(path), in: root + document) }
      return path
    case .address(let parts):
      for first in parts.indices {
        let tail = parts[first...].joined(separator: "/")
        if entry(tail) != nil { return tail }
      }
      throw DescriptionFault(.elsewhere(text), in: root + document)
    case .published: throw DescriptionFault(.elsewhere(text), in: root + document)
    }
  }

  /// Reads a location that a document names. Throws `DescriptionFault` if it leads out of the folder.
  func location(_ text: String, in document: String) throws -> DescribedLocation {
    guard let location = DescribedLocation(text, base: DescribedFolder.folder(of: document)) else {
      throw DescriptionFault(.leadsOut(text), in: root + document)
    }
    return location
  }

  /// The folder of a path, with its slash; empty for the root.
  static func folder(of path: String) -> String {
    path.lastIndex(of: "/").map { String(path[...$0]) } ?? ""
  }
}
