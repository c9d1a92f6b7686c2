// Hot path: no allocation per field.

/// UTF-8 text as UTF-16LE code units.
public enum UTF16Text {
  /// Appends UTF-8 text as UTF-16LE code units, for which there is room.
  @_lifetime(output: copy output)
  @inline(__always)
  static func append(_ text: Span<UInt8>, in output: inout OutputCursor) {
    var index = 0
    while index < text.count {
      let (scalar, size) = UTF8Text.scalar(text, at: index)
      index += size
      if scalar < 0x10000 {
        output.append(UInt64(scalar), size: 2)
      } else {
        let high = 0xD800 + (scalar - 0x10000) >> 10
        let low = 0xDC00 + (scalar - 0x10000) & 0x3FF
        output.append(UInt64(low << 16 | high), size: 4)
      }
    }
  }

  /// Appends UTF-8 text as UTF-16LE code units.
  public static func append(_ text: Span<UInt8>, to output: inout OutputBuffer) {
    var cursor = output.cursor(room: 2 * text.count)
    append(text, in: &cursor)
    output.advance(to: cursor.count)
  }
}
