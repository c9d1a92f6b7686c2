/// The beginning of a document that may be divided: one in UTF-8 and of version 1.0, by its first bytes.
struct XMLDeclaration {
  /// The declaration as it is there; the shortest one where there is none.
  let bytes: [UInt8]

  /// What a declaration has at most that is looked at.
  private static let longest = 512

  /// The declaration at the beginning of a file; nil if the file must not be divided, since it is in another encoding, or
  /// begins as no ordinary file does.
  init?(_ block: [UInt8]) {
    var text = block.prefix(XMLDeclaration.longest)
    if text.starts(with: [0xEF, 0xBB, 0xBF]) { text = text.dropFirst(3) }
    text = text.drop { $0 == 0x20 || $0 == 0x09 || $0 == 0x0D || $0 == 0x0A }
    guard text.first == UInt8(ascii: "<"), text.dropFirst().first != 0 else { return nil }
    guard text.starts(with: Array("<?xml ".utf8)) else {
      // Another kind of blank is allowed, too, but nobody writes it.
      guard !text.starts(with: Array("<?xml".utf8)) else { return nil }
      bytes = Array("<?xml version=\"1.0\"?>".utf8)
      return
    }
    guard let end = text.firstIndex(of: UInt8(ascii: ">")) else { return nil }
    let declaration = String(decoding: text[...end], as: UTF8.self).lowercased()
    let version = XMLDeclaration.value(of: "version", in: declaration)
    let encoding = XMLDeclaration.value(of: "encoding", in: declaration)
    guard version == "1.0", encoding ?? "utf-8" == "utf-8" else { return nil }
    bytes = Array(text[...end])
  }

  /// What is between the quotes behind a name; nil if the name is not there.
  private static func value(of name: String, in declaration: String) -> String? {
    guard let place = declaration.firstRange(of: name) else { return nil }
    let rest = declaration[place.upperBound...].drop { $0 == " " || $0 == "=" }
    guard let quote = rest.first, quote == "\"" || quote == "'" else { return "" }
    return String(rest.dropFirst().prefix { $0 != quote })
  }
}
