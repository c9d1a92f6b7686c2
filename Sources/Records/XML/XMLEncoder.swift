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
  ///
  /// Takes at most `room` bytes. `scratch` may hold anything before and after.
  @inlinable @inline(__always)
  @_lifetime(output: copy output)
  public static func element(
    _ open: Span<UInt8>, _ text: Span<UInt8>, from start: Int, to end: Int, isText: Bool, scratch: inout OutputBuffer,
    in output: inout OutputCursor
  ) {
    output.append(open)
    // Most values need no escaping: they are copied while that is found out.
    if !output.appendUnescaped(text, from: start, to: end) {
      special(text.extracting(start..<end), isText: isText, scratch: &scratch, in: &output)
    }
    elementEnd(in: &output)
  }

  /// Appends a value that may need escaping.
  @usableFromInline @inline(never)
  @_lifetime(output: copy output)
  static func special(
    _ value: Span<UInt8>, isText: Bool, scratch: inout OutputBuffer, in output: inout OutputCursor
  ) {
    scratch.truncate(to: 0)
    if isText { htmlAttribute(value, to: &scratch) } else { attribute(value, to: &scratch) }
    output.append(scratch.span)
  }

  /// Appends the quote behind an attribute's value, and the end of the empty element and of the line.
  @inlinable @inline(__always)
  @_lifetime(output: copy output)
  public static func elementEnd(in output: inout OutputCursor) { output.append(0x0A0D_3E2F_2022, size: 6) }

  /// The bytes of `elementEnd`.
  public static let elementEndSize = 6

  /// Appends the quote behind an attribute's value, and the end of the empty element and of the line.
  public static func elementEnd(to output: inout OutputBuffer) { output.append("\" />\r\n" as StaticString) }

  /// The most bytes that an element takes beyond its markup for a value of so many bytes: a quote of one byte becomes
  /// ten, and no other character grows more.
  @inlinable @inline(__always)
  public static func room(bytes: Int) -> Int { 10 * bytes + 8 }

  private static func escape(_ text: Span<UInt8>, to output: inout OutputBuffer, attribute: Bool) {
    if output.append(unescaped: text) { return }
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
  /// Appends a text without anything that could need escaping; false, and nothing appended, if the text is none.
  fileprivate mutating func append(unescaped text: Span<UInt8>) -> Bool {
    var cursor = cursor(room: text.count)
    guard cursor.appendUnescaped(text, from: 0, to: text.count) else { return false }
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
