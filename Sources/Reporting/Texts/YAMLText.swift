/// Texts as YAML writes them.
enum YAMLText {
  /// A text in quotes. Characters that YAML does not allow as they are, or takes for the end of a line, are written as escapes.
  static func quoted(_ text: String) -> String {
    var quoted = ""
    for scalar in JSONText.quoted(text).unicodeScalars {
      switch scalar.value {
      case 0x7F...0x9F, 0x2028, 0x2029, 0xFEFF, 0xFFFE, 0xFFFF:
        let digits = String(scalar.value, radix: 16)
        quoted += "\\u" + String(repeating: "0", count: 4 - digits.count) + digits
      default: quoted.unicodeScalars.append(scalar)
      }
    }
    return quoted
  }

  /// A name, in quotes unless it is plain.
  static func name(_ name: String) -> String {
    func isLetter(_ byte: UInt8) -> Bool { 0x61...0x7A ~= byte || 0x41...0x5A ~= byte }
    let starts = name.utf8.first.map(isLetter) ?? false
    let isPlain = name.utf8.allSatisfy { byte in
      isLetter(byte) || 0x30...0x39 ~= byte || byte == UInt8(ascii: "_") || byte == UInt8(ascii: "-")
    }
    return isPlain && starts ? name : quoted(name)
  }
}
