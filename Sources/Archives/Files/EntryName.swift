/// The name of an entry: relative, of ordinary components, with `/` between them.
struct EntryName {
  let text: String
  /// The name ended with a separator: it names a folder.
  let isFolder: Bool

  private static let longestName = 1_024
  private static let longestComponent = 255

  /// Nil if the name is unsafe: empty, absolute, on a drive, leading upwards, of control characters, too long. Some old
  /// tools write `\` between components, and Windows would take it so: it is read as `/`.
  init?(_ name: String) {
    guard !name.isEmpty, name.utf8.count <= Self.longestName else { return nil }
    guard name.unicodeScalars.allSatisfy(Self.isHarmless) else { return nil }
    var parts = name.split(omittingEmptySubsequences: false) { $0 == "/" || $0 == "\\" }
    isFolder = parts.count > 1 && parts.last?.isEmpty == true
    if isFolder { parts.removeLast() }
    for part in parts {
      guard !part.isEmpty, part != ".", part != "..", part.utf8.count <= Self.longestComponent else { return nil }
    }
    guard let first = parts.first, !Self.hasDrive(first) else { return nil }
    text = parts.joined(separator: "/")
  }

  /// What two names must differ in: an importer on Windows does not tell cases apart.
  var folded: String { text.lowercased() }

  private static func hasDrive(_ part: Substring) -> Bool {
    let head = Array(part.utf8.prefix(2))
    return head.count == 2 && head[1] == 0x3A && (head[0] | 0x20) >= 0x61 && (head[0] | 0x20) <= 0x7A
  }

  /// Neither a control character nor one that reorders or breaks the line it is shown in.
  static func isHarmless(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.value {
    case 0..<0x20, 0x7F..<0xA0, 0x2028...0x202E, 0x2066...0x2069, 0xFEFF: false
    default: true
    }
  }
}

extension EntryName {
  /// The text of a name's bytes: UTF-8 if the entry says so or if it can be read so, else code page 437, which is what
  /// the format means by saying nothing (APPNOTE.TXT, appendix D). Nil if it says UTF-8 and is not.
  static func decode(_ bytes: [UInt8], saysUTF8: Bool) -> String? {
    if let text = String(validating: bytes, as: UTF8.self) { return text }
    guard !saysUTF8 else { return nil }
    var text = ""
    for byte in bytes {
      text.unicodeScalars.append(byte < 0x80 ? Unicode.Scalar(byte) : codePage437[Int(byte) - 0x80])
    }
    return text
  }

  private static let codePage437 = Array(
    ("ÇüéâäàåçêëèïîìÄÅÉæÆôöòûùÿÖÜ¢£¥₧ƒáíóúñÑªº¿⌐¬½¼¡«»░▒▓│┤╡╢╖╕╣║╗╝╜╛┐└┴┬├─┼╞╟╚╔╩╦╠═╬╧╨╤╥╙╘╒╓╫╪┘┌█▄▌▐▀"
      + "αßΓπΣσµτΦΘΩδ∞φε∩≡±≥≤⌠⌡÷≈°∙·√ⁿ²■\u{A0}").unicodeScalars)
}
