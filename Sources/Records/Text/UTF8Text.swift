/// Bytes of UTF-8 text: scalars in and out, and its length as both systems count.
public enum UTF8Text {
  /// Appends a scalar.
  public static func append(_ scalar: UInt32, to output: inout OutputBuffer) {
    switch scalar {
    case ..<0x80:
      output.append(UInt8(scalar))
    case ..<0x800:
      output.append(UInt8(0xC0 | scalar >> 6))
      output.append(UInt8(0x80 | scalar & 0x3F))
    case ..<0x10000:
      output.append(UInt8(0xE0 | scalar >> 12))
      output.append(UInt8(0x80 | scalar >> 6 & 0x3F))
      output.append(UInt8(0x80 | scalar & 0x3F))
    default:
      output.append(UInt8(0xF0 | scalar >> 18))
      output.append(UInt8(0x80 | scalar >> 12 & 0x3F))
      output.append(UInt8(0x80 | scalar >> 6 & 0x3F))
      output.append(UInt8(0x80 | scalar & 0x3F))
    }
  }

  /// The scalar at a place of valid UTF-8 and the number of its bytes.
  @inline(__always)
  public static func scalar(_ text: Span<UInt8>, at index: Int) -> (scalar: UInt32, size: Int) {
    let lead = UInt32(text[index])
    if lead < 0x80 { return (lead, 1) }
    if lead < 0xE0, index + 1 < text.count { return ((lead & 0x1F) << 6 | UInt32(text[index + 1]) & 0x3F, 2) }
    if lead < 0xF0, index + 2 < text.count {
      return ((lead & 0x0F) << 12 | (UInt32(text[index + 1]) & 0x3F) << 6 | UInt32(text[index + 2]) & 0x3F, 3)
    }
    guard index + 3 < text.count else { return (0xFFFD, text.count - index) }
    let upper = (lead & 0x07) << 18 | (UInt32(text[index + 1]) & 0x3F) << 12
    return (upper | (UInt32(text[index + 2]) & 0x3F) << 6 | UInt32(text[index + 3]) & 0x3F, 4)
  }

  /// The length in UTF-16 code units, as F&O and Sales count.
  public static func utf16Length(_ text: Span<UInt8>) -> Int {
    var length = 0
    for index in 0..<text.count {
      let byte = text[index]
      if byte & 0xC0 != 0x80 { length += byte >= 0xF0 ? 2 : 1 }
    }
    return length
  }

  /// Whether a text has more UTF-16 code units than that. Its bytes are counted only where their number leaves a doubt.
  public static func isLonger(_ text: Span<UInt8>, than limit: Int) -> Bool {
    text.count > limit && (text.count / 3 > limit || utf16Length(text) > limit)
  }

  /// The number of bytes of the longest beginning that has at most so many UTF-16 code units and cuts no character.
  public static func prefix(_ text: Span<UInt8>, utf16Length limit: Int) -> Int {
    var length = 0
    var index = 0
    while index < text.count {
      let (_, size) = scalar(text, at: index)
      length += size == 4 ? 2 : 1
      if length > limit { return index }
      index += size
    }
    return index
  }

  /// Whether all bytes are ASCII and none of them is a control character but tab and line ends.
  public static func isPlain(_ text: Span<UInt8>) -> Bool {
    var index = 0
    while index &+ 8 <= text.count {
      let word = text.word(at: index)
      if (word & Word.highBits) | Word.below(0x20, word) != 0, !isPlain(text, index..<index &+ 8) { return false }
      index &+= 8
    }
    return isPlain(text, index..<text.count)
  }

  private static func isPlain(_ text: Span<UInt8>, _ range: Range<Int>) -> Bool {
    for index in range {
      let byte = text[index]
      if byte >= 0x80 || isControl(byte) { return false }
    }
    return true
  }

  /// A control character that is neither tab nor line end.
  @inline(__always)
  private static func isControl(_ byte: UInt8) -> Bool { byte < 0x20 && byte != 0x09 && byte != 0x0A && byte != 0x0D }

  /// Whether XML 1.0 can carry the text: no control characters but tab and line ends, no U+FFFE and U+FFFF, no half of a
  /// surrogate pair, which only an escape can bring.
  public static func fitsXML(_ text: Span<UInt8>) -> Bool {
    var index = 0
    while index + 8 <= text.count {
      let word = text.word(at: index)
      // 0xED begins surrogates, 0xEF noncharacters; they differ in one bit.
      let isSuspect = Word.below(0x20, word) | Word.holds(0xEF, word | Word.all(0x02)) != 0
      if isSuspect, !fitsXML(text, index..<index + 8) { return false }
      index += 8
    }
    return fitsXML(text, index..<text.count)
  }

  /// Whether XML can carry the characters that begin in a range.
  private static func fitsXML(_ text: Span<UInt8>, _ range: Range<Int>) -> Bool {
    for index in range {
      let byte = text[index]
      if isControl(byte) { return false }
      if byte == 0xED, index + 1 < text.count, text[index + 1] >= 0xA0 { return false }
      if byte == 0xEF, index + 2 < text.count, text[index + 1] == 0xBF, text[index + 2] >= 0xBE { return false }
    }
    return true
  }
}
