/// A GUID as 128 bits in the order of its text, so that equal GUIDs in any spelling are equal values.
public struct GUID: Sendable, Hashable {
  /// The first 8 bytes of the text form.
  public var high: UInt64
  /// The last 8 bytes of the text form.
  public var low: UInt64

  /// A GUID of two halves.
  @inlinable
  public init(high: UInt64, low: UInt64) {
    self.high = high
    self.low = low
  }

  /// Reads 32 hexadecimal digits, with hyphens or without, in braces or without, in any case; nil for anything else.
  public init?(_ text: Span<UInt8>) {
    var start = 0
    var end = text.count
    while start < end, text[start] == 0x20 { start += 1 }
    while end > start, text[end - 1] == 0x20 { end -= 1 }
    if end - start >= 2, text[start] == UInt8(ascii: "{"), text[end - 1] == UInt8(ascii: "}") {
      start += 1
      end -= 1
    }
    guard end - start == 36 || end - start == 32 else { return nil }
    let isHyphenated = end - start == 36
    var high: UInt64 = 0
    var low: UInt64 = 0
    var bad: UInt8 = 0
    var index = start
    for digit in 0..<32 {
      if isHyphenated, digit == 8 || digit == 12 || digit == 16 || digit == 20 {
        bad |= text[index] ^ UInt8(ascii: "-")
        index += 1
      }
      let byte = text[index]
      index += 1
      let value: UInt8
      if byte &- 0x30 < 10 {
        value = byte &- 0x30
      } else {
        value = (byte | 0x20) &- 0x57
        bad |= value >= 10 && value < 16 && byte >= 0x41 ? 0 : 1
      }
      if digit < 16 { high = high << 4 | UInt64(value & 15) } else { low = low << 4 | UInt64(value & 15) }
    }
    guard bad == 0 else { return nil }
    self.init(high: high, low: low)
  }

  /// Reads a GUID from text; nil if it is none.
  public init?(_ text: String) {
    let bytes = Array(text.utf8)
    self.init(bytes.span)
  }

  /// Appends the lower-case hyphenated form, 36 bytes.
  public func append(to output: inout OutputBuffer) {
    for index in 0..<16 {
      if index == 4 || index == 6 || index == 8 || index == 10 { output.append(UInt8(ascii: "-")) }
      let byte = UInt8(truncatingIfNeeded: (index < 8 ? high : low) >> UInt64(56 - 8 * (index % 8)))
      output.append(GUID.digit(byte >> 4))
      output.append(GUID.digit(byte & 15))
    }
  }

  private static func digit(_ value: UInt8) -> UInt8 { value < 10 ? 0x30 + value : 0x57 + value }
}

extension GUID: CustomStringConvertible {
  /// The lower-case hyphenated form.
  public var description: String {
    var buffer = OutputBuffer(capacity: 64)
    append(to: &buffer)
    return String(decoding: buffer.take(), as: UTF8.self)
  }
}
