/// The text of names, which the system has as bytes.
public enum NameText {
  /// The name as text: a byte that is no UTF-8 is written as `\x9b`.
  public static func shown(_ bytes: some Collection<UInt8>) -> String {
    if let text = String(validating: bytes, as: UTF8.self) { return text }
    var text = ""
    var rest = Array(bytes)[...]
    while let first = rest.first {
      let length = first < 0x80 ? 1 : first < 0xE0 ? 2 : first < 0xF0 ? 3 : 4
      if let scalar = String(validating: rest.prefix(length), as: UTF8.self) {
        text += scalar
        rest = rest.dropFirst(length)
      } else {
        text += "\\x" + (first < 0x10 ? "0" : "") + String(first, radix: 16)
        rest = rest.dropFirst()
      }
    }
    return text
  }
}
