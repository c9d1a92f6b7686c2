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
    let digits = text.extracting(start..<end)
    // The hyphens stand behind 8, 12, 16 and 20 digits.
    let isHyphenated = end - start == 36
    let hyphen = UInt8(ascii: "-")
    let gap = isHyphenated ? 1 : 0
    if isHyphenated {
      let hyphens =
        (text[start + 8] ^ hyphen) | (text[start + 13] ^ hyphen) | (text[start + 18] ^ hyphen)
        | (text[start + 23] ^ hyphen)
      guard hyphens == 0 else { return nil }
    }
    guard let first = Word.hexadecimal(digits.word(at: 0)),
      let second = Word.hexadecimal(digits.word(at: 8 + gap, 12 + 2 * gap)),
      let third = Word.hexadecimal(digits.word(at: 16 + 3 * gap, 20 + 4 * gap)),
      let fourth = Word.hexadecimal(digits.word(at: 24 + 4 * gap))
    else { return nil }
    self.init(high: UInt64(first) << 32 | UInt64(second), low: UInt64(third) << 32 | UInt64(fourth))
  }

  /// Reads a GUID from text; nil if it is none.
  public init?(_ text: String) {
    let bytes = Array(text.utf8)
    self.init(bytes.span)
  }

  /// Appends the lower-case hyphenated form, 36 bytes.
  public func append(to output: inout OutputBuffer) {
    var cursor = output.cursor(room: GUID.textSize)
    append(in: &cursor)
    output.advance(to: cursor.count)
  }

  /// The bytes of the hyphenated form.
  public static let textSize = 36

  /// Whether a text is as long as the hyphenated form and has no upper-case letter, so that it is in that form already if it is a
  /// GUID.
  public static func isUsualForm(_ text: Span<UInt8>) -> Bool {
    guard text.count == textSize else { return false }
    // The last word overlaps the one before.
    return Word.upperCase(text.word(at: 0)) | Word.upperCase(text.word(at: 8)) | Word.upperCase(text.word(at: 16))
      | Word.upperCase(text.word(at: 24)) | Word.upperCase(text.word(at: 28)) == 0
  }

  /// Appends the lower-case hyphenated form, 36 bytes.
  @_lifetime(output: copy output)
  public func append(in output: inout OutputCursor) {
    let second = Word.digits(of: UInt32(truncatingIfNeeded: high))
    let third = Word.digits(of: UInt32(low >> 32))
    output.append(Word.digits(of: UInt32(high >> 32)), size: 8)
    output.append(UInt8(ascii: "-"))
    output.append(second, size: 4)
    output.append(UInt8(ascii: "-"))
    output.append(second >> 32, size: 4)
    output.append(UInt8(ascii: "-"))
    output.append(third, size: 4)
    output.append(UInt8(ascii: "-"))
    output.append(third >> 32, size: 4)
    output.append(Word.digits(of: UInt32(truncatingIfNeeded: low)), size: 8)
  }
}

extension GUID: CustomStringConvertible {
  /// The lower-case hyphenated form.
  public var description: String {
    var buffer = OutputBuffer(capacity: 64)
    append(to: &buffer)
    return String(decoding: buffer.take(), as: UTF8.self)
  }
}
