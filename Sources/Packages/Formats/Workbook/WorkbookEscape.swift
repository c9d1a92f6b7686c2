import Records

/// The form in which texts of workbooks hold characters that XML cannot: `_x000D_` (ECMA-376 part 1, 22.9.2.19).
enum WorkbookEscape {
  private static let size = 7

  /// Appends a text decoded. Two escapes that are a surrogate pair are one character; half of a pair stays what it is, in
  /// bytes that are no text (`UTF8Text.fitsXML`).
  static func append(_ text: Span<UInt8>, to output: inout OutputBuffer) {
    var start = 0
    var index = 0
    while index + size <= text.count {
      guard text[index] == UInt8(ascii: "_"), let unit = unit(text, at: index) else {
        index += 1
        continue
      }
      output.append(text.extracting(start..<index))
      index += size
      if 0xD800..<0xDC00 ~= unit, let low = self.unit(text, at: index), 0xDC00..<0xE000 ~= low {
        UTF8Text.append(0x10000 + (unit - 0xD800) << 10 + (low - 0xDC00), to: &output)
        index += size
      } else {
        UTF8Text.append(unit, to: &output)
      }
      start = index
    }
    output.append(text.extracting(start..<text.count))
  }

  /// Appends a text as the content of an XML element, with `_x005F_` for each `_` that would begin an escape.
  static func appendContent(_ text: Span<UInt8>, to output: inout OutputBuffer) {
    var start = 0
    var index = 0
    while let found = text.firstIndex(of: UInt8(ascii: "_"), from: index) {
      index = found + 1
      guard unit(text, at: found) != nil else { continue }
      XMLEncoder.content(text.extracting(start..<found), to: &output)
      output.append("_x005F_" as StaticString)
      start = index
    }
    XMLEncoder.content(text.extracting(start..<text.count), to: &output)
  }

  /// The same for any text: a character that XML cannot have is an escape, too.
  static func appendAnyContent(_ text: Span<UInt8>, to output: inout OutputBuffer) {
    if UTF8Text.fitsXML(text) { return appendContent(text, to: &output) }
    var start = 0
    var index = 0
    while index < text.count {
      let (scalar, size) = UTF8Text.scalar(text, at: index)
      let isControl = scalar < 0x20 && ![0x09, 0x0A, 0x0D].contains(scalar)
      if isControl || scalar == 0xFFFE || scalar == 0xFFFF {
        appendContent(text.extracting(start..<index), to: &output)
        let digits = String(scalar, radix: 16, uppercase: true)
        output.append(Array("_x\(String(repeating: "0", count: 4 - digits.count))\(digits)_".utf8))
        start = index + size
      }
      index += size
    }
    appendContent(text.extracting(start..<text.count), to: &output)
  }

  /// The UTF-16 code unit of the escape at a place; nil if there is none.
  private static func unit(_ text: Span<UInt8>, at index: Int) -> UInt32? {
    guard index + size <= text.count, text[index] == UInt8(ascii: "_"), text[index + 1] == UInt8(ascii: "x"),
      text[index + 6] == UInt8(ascii: "_")
    else { return nil }
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
    return value
  }
}
