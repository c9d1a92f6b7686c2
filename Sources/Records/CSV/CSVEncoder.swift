// Hot path: no allocation per record or field.

/// Writes fields of CSV (RFC 4180), quoted only where they hold a delimiter, a quote or a line break.
public struct CSVEncoder: Sendable {
  /// The encoding of the output.
  public enum Encoding: Sendable {
    case utf8
    case utf16LittleEndian
  }

  private let encoding: Encoding

  /// An encoder of comma-separated text.
  public init(encoding: Encoding = .utf8) { self.encoding = encoding }

  /// Appends a field's text.
  public func field(_ text: Span<UInt8>, to output: inout OutputBuffer) {
    if encoding == .utf8 {
      // Most texts need no quotes: they are copied while that is found out, and copied again if they do.
      let before = output.count
      if output.appendSeekingSpecials(text) {
        output.truncate(to: before)
        quoted(text, to: &output)
      }
      return
    }
    var needsQuotes = false
    var isASCII = true
    for index in 0..<text.count {
      let byte = text[index]
      if byte >= 0x80 { isASCII = false }
      if byte <= UInt8(ascii: ","),
        byte == UInt8(ascii: ",") || byte == UInt8(ascii: "\"") || byte == 0x0A || byte == 0x0D
      {
        needsQuotes = true
      }
    }
    if needsQuotes {
      quoted(text, to: &output)
    } else if isASCII {
      output.appendWidened(text)
    } else {
      CSVEncoder.appendUTF16(text, to: &output)
    }
  }

  /// Appends a field's text in quotes, whatever it holds.
  public func quoted(_ text: Span<UInt8>, to output: inout OutputBuffer) {
    ascii(UInt8(ascii: "\""), to: &output)
    var start = 0
    for index in 0..<text.count where text[index] == UInt8(ascii: "\"") {
      plain(text.extracting(start..<index + 1), to: &output)
      ascii(UInt8(ascii: "\""), to: &output)
      start = index + 1
    }
    plain(text.extracting(start..<text.count), to: &output)
    ascii(UInt8(ascii: "\""), to: &output)
  }

  /// Appends the comma between fields.
  public func delimiter(to output: inout OutputBuffer) { ascii(UInt8(ascii: ","), to: &output) }

  /// Appends the end of a record, CR LF.
  public func lineEnd(to output: inout OutputBuffer) {
    ascii(0x0D, to: &output)
    ascii(0x0A, to: &output)
  }

  /// Appends the byte order mark of UTF-16; UTF-8 has none.
  public func mark(to output: inout OutputBuffer) {
    if encoding == .utf16LittleEndian {
      output.append(0xFF)
      output.append(0xFE)
    }
  }

  /// Appends a whole record of texts; for headers and everything else off the hot path.
  public func record(_ texts: [String], to output: inout OutputBuffer) {
    for (number, text) in texts.enumerated() {
      if number > 0 { delimiter(to: &output) }
      let bytes = Array(text.utf8)
      field(bytes.span, to: &output)
    }
    lineEnd(to: &output)
  }

  @inline(__always)
  private func ascii(_ byte: UInt8, to output: inout OutputBuffer) {
    output.append(byte)
    if encoding == .utf16LittleEndian { output.append(0) }
  }

  private func plain(_ text: Span<UInt8>, to output: inout OutputBuffer) {
    if encoding == .utf8 { output.append(text) } else { CSVEncoder.appendUTF16(text, to: &output) }
  }

  /// Appends UTF-8 text as UTF-16LE code units.
  public static func appendUTF16(_ text: Span<UInt8>, to output: inout OutputBuffer) {
    var index = 0
    while index < text.count {
      let (scalar, size) = UTF8Text.scalar(text, at: index)
      index += size
      if scalar < 0x10000 {
        output.append(UInt8(truncatingIfNeeded: scalar))
        output.append(UInt8(truncatingIfNeeded: scalar >> 8))
      } else {
        let high = 0xD800 + (scalar - 0x10000) >> 10
        let low = 0xDC00 + (scalar - 0x10000) & 0x3FF
        for half in 0..<2 {
          let unit = half == 0 ? high : low
          output.append(UInt8(truncatingIfNeeded: unit))
          output.append(UInt8(truncatingIfNeeded: unit >> 8))
        }
      }
    }
  }
}
