/// How keys are compared: without white space around them, in Unicode's normal form C and without regard to case, by simple
/// case folding. There is no other comparison of keys.
public enum KeyText {
  /// The most bytes of a part of a key, without white space around it. What is longer is no key (`P2C2103`).
  public static let longestPart = 4096
  /// How much is kept of a part that is too long, in UTF-16 code units.
  private static let keptLength = 80

  /// Appends the comparable form of a key: trimmed, normalised, folded. Only texts with characters that combine allocate.
  public static func append(_ text: Span<UInt8>, to output: inout OutputBuffer) {
    var start = 0
    var end = text.count
    if end > longestPart {
      let range = kept(text)
      (start, end) = (range.lowerBound, range.upperBound)
    }
    while start < end, isBlank(text[start]) { start += 1 }
    while end > start, isBlank(text[end - 1]) { end -= 1 }
    let trimmed = text.extracting(start..<end)
    if !output.appendLowercased(trimmed) { appendFolded(trimmed.extracting(self.trimmed(trimmed)), to: &output) }
  }

  /// Whether a text is longer than a part of a key may be.
  public static func isTooLong(_ text: Span<UInt8>) -> Bool {
    text.count > longestPart && trimmed(text).count > longestPart
  }

  /// What is kept and shown of a part of a key: the text without white space around it, and of one that is too long its
  /// beginning, which cuts no character.
  public static func kept(_ text: Span<UInt8>) -> Range<Int> {
    let range = trimmed(text)
    if range.count <= longestPart { return range }
    let size = UTF8Text.prefix(text.extracting(range), utf16Length: keptLength)
    return range.lowerBound..<range.lowerBound + size
  }

  /// Appends the comparable form of a text that is not trimmed.
  public static func appendFolded(_ text: Span<UInt8>, to output: inout OutputBuffer) {
    let start = output.count
    var index = 0
    while index < text.count {
      let (scalar, size) = UTF8Text.scalar(text, at: index)
      guard CanonicalForm.isStable(scalar) else {
        output.truncate(to: start)
        return appendComposed(text, to: &output)
      }
      // What a stable character becomes is stable, too.
      UTF8Text.append(CaseFolding.folded(scalar), to: &output)
      index += size
    }
  }

  private static func appendComposed(_ text: Span<UInt8>, to output: inout OutputBuffer) {
    var scalars: [UInt32] = []
    var index = 0
    while index < text.count {
      let (scalar, size) = UTF8Text.scalar(text, at: index)
      scalars.append(scalar)
      index += size
    }
    for scalar in CanonicalForm.composed(CanonicalForm.composed(scalars).map(CaseFolding.folded)) {
      UTF8Text.append(scalar, to: &output)
    }
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

  /// The part of the text without white space (Unicode's property) around it.
  public static func trimmed(_ text: Span<UInt8>) -> Range<Int> {
    var start = 0
    var end = text.count
    while start < end, isBlank(text[start]) { start += 1 }
    while end > start, isBlank(text[end - 1]) { end -= 1 }
    guard start < end, text[start] >= 0x80 || text[end - 1] >= 0x80 else { return start..<end }
    let inner = text.extracting(0..<end)
    while start < end {
      let size = KeyForm.whiteSpace(inner, at: start)
      if size == 0 { break }
      start += size
    }
    while start < end {
      var size = 1
      while size < 4, end - size > start, text[end - size] & 0xC0 == 0x80 { size += 1 }
      guard KeyForm.whiteSpace(text.extracting(0..<end), at: end - size) == size else { break }
      end -= size
    }
    return start..<end
  }

  @inline(__always)
  static func isBlank(_ byte: UInt8) -> Bool {
    byte == 0x20 || (byte >= 0x09 && byte <= 0x0D)
  }

  /// The ASCII letter in lower case.
  @inline(__always)
  public static func lower(_ byte: UInt8) -> UInt8 { byte >= 0x41 && byte <= 0x5A ? byte | 0x20 : byte }

  /// The text of UTF-8 bytes, for the paths that may allocate.
  public static func string(_ text: Span<UInt8>) -> String {
    if let valid = try? UTF8Span(validating: text) { return String(copying: valid) }
    var bytes: [UInt8] = []
    bytes.reserveCapacity(text.count)
    for index in text.indices { bytes.append(text[index]) }
    return String(decoding: bytes, as: UTF8.self)
  }
}
