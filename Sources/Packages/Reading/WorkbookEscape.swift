import Records

/// The form in which texts of workbooks hold characters that XML cannot: `_x000D_` (ECMA-376 part 1, 22.9.2.19).
enum WorkbookEscape {
  private static let size = 7

  /// Appends a text decoded. What is no character, such as half of a pair, stays as it is.
  static func append(_ text: Span<UInt8>, to output: inout OutputBuffer) {
    var start = 0
    var index = 0
    while index + size <= text.count {
      guard text[index] == UInt8(ascii: "_"), let scalar = scalar(text, at: index) else {
        index += 1
        continue
      }
      output.append(text.extracting(start..<index))
      UTF8Text.append(scalar, to: &output)
      index += size
      start = index
    }
    output.append(text.extracting(start..<text.count))
  }

  private static func scalar(_ text: Span<UInt8>, at index: Int) -> UInt32? {
    guard text[index + 1] == UInt8(ascii: "x"), text[index + 6] == UInt8(ascii: "_") else { return nil }
    var value: UInt32 = 0
    for place in index + 2..<index + 6 {
      let digit = text[place]
      switch digit {
      case 0x30...0x39: value = value << 4 | UInt32(digit - 0x30)
      case 0x41...0x46: value = value << 4 | UInt32(digit - 0x41 + 10)
      case 0x61...0x66: value = value << 4 | UInt32(digit - 0x61 + 10)
      default: return nil
      }
    }
    return (0xD800..<0xE000).contains(value) ? nil : value
  }
}
