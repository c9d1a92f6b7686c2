/// How both systems compare keys: without blanks around them and without regard to case.
public enum KeyText {
  /// Appends the comparable form of a key: trimmed, in lower case. ASCII, the common case, allocates nothing.
  public static func append(_ text: Span<UInt8>, to output: inout OutputBuffer) {
    var start = 0
    var end = text.count
    while start < end, isBlank(text[start]) { start += 1 }
    while end > start, isBlank(text[end - 1]) { end -= 1 }
    let trimmed = text.extracting(start..<end)
    if !output.appendLowercased(trimmed) { appendUnicode(trimmed, to: &output) }
  }

  /// Appends the text in lower case, not trimmed.
  public static func appendLowercased(_ text: Span<UInt8>, to output: inout OutputBuffer) {
    if output.appendLowercased(text) { return }
    for lowered in string(text).lowercased().utf8 { output.append(lowered) }
  }

  /// Whether the text in lower case, not trimmed, is a lower-case ASCII text; nil if it is not ASCII itself.
  public static func equals(_ text: Span<UInt8>, lowercased literal: [UInt8]) -> Bool? {
    var high: UInt8 = 0
    var isEqual = text.count == literal.count
    for index in 0..<text.count {
      high |= text[index]
      if isEqual, lower(text[index]) != literal[index] { isEqual = false }
    }
    return high < 0x80 ? isEqual : nil
  }

  /// The comparable form of a key as bytes.
  public static func bytes(_ text: String) -> [UInt8] {
    var output = OutputBuffer(capacity: text.utf8.count + 16)
    let source = Array(text.utf8)
    append(source.span, to: &output)
    return output.take()
  }

  /// The part of the text without blanks around it.
  public static func trimmed(_ text: Span<UInt8>) -> Range<Int> {
    var start = 0
    var end = text.count
    while start < end, isBlank(text[start]) { start += 1 }
    while end > start, isBlank(text[end - 1]) { end -= 1 }
    guard start < end, text[start] >= 0x80 || text[end - 1] >= 0x80 else { return start..<end }
    let whole = string(text.extracting(start..<end))
    let left = whole.prefix { $0.isWhitespace }.utf8.count
    let right = whole.dropFirst(0).reversed().prefix { $0.isWhitespace }.reduce(0) { $0 + String($1).utf8.count }
    return left + right >= end - start ? start..<start : start + left..<end - right
  }

  @inline(__always)
  static func isBlank(_ byte: UInt8) -> Bool {
    byte == 0x20 || (byte >= 0x09 && byte <= 0x0D) || (0x1C...0x1F).contains(byte)
  }

  /// The ASCII letter in lower case.
  @inline(__always)
  public static func lower(_ byte: UInt8) -> UInt8 { byte >= 0x41 && byte <= 0x5A ? byte | 0x20 : byte }

  private static func appendUnicode(_ text: Span<UInt8>, to output: inout OutputBuffer) {
    let range = trimmed(text)
    for byte in string(text.extracting(range)).lowercased().utf8 { output.append(byte) }
  }

  /// The text of UTF-8 bytes, for the paths that may allocate.
  public static func string(_ text: Span<UInt8>) -> String {
    if let valid = try? UTF8Span(validating: text) { return String(copying: valid) }
    var bytes: [UInt8] = []
    bytes.reserveCapacity(text.count)
    for index in text.indices { bytes.append(text[index]) }
    return String(decoding: bytes, as: UTF8.self)
  }
}
