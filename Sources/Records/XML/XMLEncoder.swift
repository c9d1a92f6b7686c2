// Hot path: no allocation per record or field.

/// Writes text into XML, escaped for where it stands.
public enum XMLEncoder {
  /// Appends element content: `& < >`, and CR as a reference, since parsers turn it into LF.
  public static func content(_ text: Span<UInt8>, to output: inout OutputBuffer) {
    escape(text, to: &output, attribute: false)
  }

  /// Appends an attribute's value: also quotes, tabs and line ends, which parsers would turn into blanks.
  public static func attribute(_ text: Span<UInt8>, to output: inout OutputBuffer) {
    escape(text, to: &output, attribute: true)
  }

  /// Appends markup up to the quote that opens an attribute's value, the part of a text between two offsets as the value,
  /// and the end of the empty element and of the line. With `isText` the value is one that `htmlAttribute` encodes.
  public static func element(
    _ open: Span<UInt8>, _ text: Span<UInt8>, from start: Int, to end: Int, isText: Bool, to output: inout OutputBuffer
  ) {
    // Most values need no escaping: they are copied while that is found out.
    if output.append(open, unescaped: text, from: start, to: end) { return }
    output.append(open)
    let value = text.extracting(start..<end)
    if isText { htmlAttribute(value, to: &output) } else { attribute(value, to: &output) }
    output.append("\" />\r\n" as StaticString)
  }

  private static func escape(_ text: Span<UInt8>, to output: inout OutputBuffer, attribute: Bool) {
    if output.append(text.extracting(0..<0), unescaped: text, from: 0, to: text.count, isClosed: false) { return }
    var start = 0
    for index in 0..<text.count {
      let byte = text[index]
      if byte > UInt8(ascii: ">") { continue }
      let reference: StaticString
      switch byte {
      case UInt8(ascii: "&"): reference = "&amp;"
      case UInt8(ascii: "<"): reference = "&lt;"
      case UInt8(ascii: ">"): reference = "&gt;"
      case 0x0D: reference = "&#xD;"
      case UInt8(ascii: "\"") where attribute: reference = "&quot;"
      case 0x09 where attribute: reference = "&#x9;"
      case 0x0A where attribute: reference = "&#xA;"
      default: continue
      }
      output.append(text.extracting(start..<index))
      output.append(reference)
      start = index + 1
    }
    output.append(text.extracting(start..<text.count))
  }

  /// Appends a text value of a Configuration Migration package: HTML-encoded as .NET does it (`& < > "` by name, `'` and
  /// U+00A0 to U+00FF and astral characters by number), then escaped for an attribute.
  public static func htmlAttribute(_ text: Span<UInt8>, to output: inout OutputBuffer) {
    var start = 0
    var index = 0
    while index < text.count {
      let byte = text[index]
      if byte > UInt8(ascii: ">"), byte < 0xC2 || (byte > 0xC3 && byte < 0xF0) {
        index += 1
        continue
      }
      let reference: StaticString
      switch byte {
      case UInt8(ascii: "&"): reference = "&amp;amp;"
      case UInt8(ascii: "<"): reference = "&amp;lt;"
      case UInt8(ascii: ">"): reference = "&amp;gt;"
      case UInt8(ascii: "\""): reference = "&amp;quot;"
      case UInt8(ascii: "'"): reference = "&amp;#39;"
      case 0x09: reference = "&#x9;"
      case 0x0A: reference = "&#xA;"
      case 0x0D: reference = "&#xD;"
      case 0x80...:
        let (scalar, size) = UTF8Text.scalar(text, at: index)
        if scalar >= 0xA0 && scalar <= 0xFF || scalar >= 0x10000 {
          output.append(text.extracting(start..<index))
          output.append("&amp;#" as StaticString)
          appendNumber(scalar, to: &output)
          output.append(UInt8(ascii: ";"))
          start = index + size
        }
        index += size
        continue
      default:
        index += 1
        continue
      }
      output.append(text.extracting(start..<index))
      output.append(reference)
      index += 1
      start = index
    }
    output.append(text.extracting(start..<text.count))
  }

  private static func appendNumber(_ value: UInt32, to output: inout OutputBuffer) {
    var divisor: UInt32 = 1
    while value / divisor >= 10 { divisor *= 10 }
    while divisor > 0 {
      output.append(UInt8(0x30 + value / divisor % 10))
      divisor /= 10
    }
  }
}

extension OutputBuffer {
  /// Appends markup and a text without anything that could need escaping, and if wanted `" />`, CR, LF; false, and nothing
  /// appended, if the text is none.
  fileprivate mutating func append(
    _ open: Span<UInt8>, unescaped text: Span<UInt8>, from start: Int, to end: Int, isClosed: Bool = true
  ) -> Bool {
    var cursor = cursor(room: open.count + end - start + 8)
    cursor.append(open)
    guard cursor.appendUnescaped(text, from: start, to: end) else { return false }
    if isClosed { cursor.append(0x0A0D_3E2F_2022, size: 6) }
    advance(to: cursor.count)
    return true
  }

  /// Appends the bytes of a literal.
  public mutating func append(_ literal: StaticString) {
    literal.withUTF8Buffer { bytes in
      // Safe: the buffer of a literal lives as long as the program, and the span does not leave the closure.
      unsafe append(bytes.span)
    }
  }
}
