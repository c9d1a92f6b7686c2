// Hot path (`mayDiffer`): no allocation per key.

/// The form that keys have in common which spreadsheets have changed: without white space inside, without zeros in front of
/// digits, and with numbers in scientific form written out.
public enum KeyForm {
  /// Whether the form of a key may be another text than the key, given in its comparable form, with its parts divided by a
  /// zero byte. For most keys one look at their bytes says no.
  @inline(__always)
  public static func mayDiffer(_ key: Span<UInt8>) -> Bool {
    // Visible ASCII in one part that does not begin as a number does has no other form: eight bytes at a time show it.
    let first = key.count < 8 ? 0 : key[0]
    guard first > UInt8(ascii: "9") else { return mayDifferByByte(key) }
    var index = 0
    while true {
      let word = key.word(at: index)
      if Word.below(0x21, word) | word & Word.highBits != 0 { return mayDifferByByte(key) }
      if index + 8 == key.count { return false }
      index = min(index + 8, key.count - 8)
    }
  }

  private static func mayDifferByByte(_ key: Span<UInt8>) -> Bool {
    // What stands in front of the byte: nothing of its part, a zero, digits, or anything else.
    var isFirst = true
    var beginsWithDigit = false
    var beginsWithZero = false
    var index = 0
    while index < key.count {
      let byte = key[index]
      index &+= 1
      if byte &- 0x30 < 10 {
        if isFirst {
          beginsWithDigit = true
          beginsWithZero = byte == 0x30
        } else if beginsWithZero {
          return true
        }
      } else if byte == 0 {
        (isFirst, beginsWithDigit, beginsWithZero) = (true, false, false)
        continue
      } else if KeyText.isBlank(byte) || byte == 0xC2 || (byte >= 0xE1 && byte <= 0xE3) {
        return true
      } else if byte == UInt8(ascii: "e"), beginsWithDigit {
        return true
      } else if isFirst, byte == UInt8(ascii: "-") || byte == UInt8(ascii: "+") || byte == UInt8(ascii: ".") {
        beginsWithDigit = true
      } else {
        beginsWithZero = false
      }
      isFirst = false
    }
    return false
  }

  /// Appends the form of a key. Only numbers in scientific form allocate.
  public static func append(_ key: Span<UInt8>, to output: inout OutputBuffer) {
    var start = 0
    for index in 0...key.count where index == key.count || key[index] == 0 {
      if start > 0 { output.append(0) }
      append(part: key.extracting(start..<index), to: &output)
      start = index + 1
    }
  }

  private static func append(part: Span<UInt8>, to output: inout OutputBuffer) {
    // How many bytes are no white space, how many zeros stand in front of all others, and of what kinds the bytes are.
    var kept = 0
    var zeros = 0
    var isDigits = true
    var isNumber = true
    var hasMark = false
    forEachByte(of: part) { byte in
      if byte == 0x30, zeros == kept { zeros += 1 }
      kept += 1
      if byte &- 0x30 >= 10 {
        isDigits = false
        switch byte {
        case UInt8(ascii: "e"): hasMark = true
        case UInt8(ascii: "+"), UInt8(ascii: "-"), UInt8(ascii: "."), UInt8(ascii: ","): break
        default: isNumber = false
        }
      }
    }
    if isNumber, hasMark, let number = written(part) { return output.append(number) }
    var skipped = isDigits ? min(zeros, kept - 1) : 0
    forEachByte(of: part) { byte in
      if skipped > 0 { skipped -= 1 } else { output.append(byte) }
    }
  }

  /// Hands out the bytes of a text but for its white space.
  @inline(__always)
  private static func forEachByte(of text: Span<UInt8>, _ body: (UInt8) -> Void) {
    var index = 0
    while index < text.count {
      let blank = whiteSpace(text, at: index)
      if blank == 0 { body(text[index]) }
      index += max(blank, 1)
    }
  }

  /// The bytes of the character of white space (Unicode's property) that begins at a place; 0 if there is none.
  @inline(__always)
  static func whiteSpace(_ text: Span<UInt8>, at index: Int) -> Int {
    let byte = text[index]
    if byte == 0x20 || (byte >= 0x09 && byte <= 0x0D) { return 1 }
    if byte == 0xC2, index + 1 < text.count { return text[index + 1] == 0x85 || text[index + 1] == 0xA0 ? 2 : 0 }
    guard byte >= 0xE1, byte <= 0xE3, index + 2 < text.count else { return 0 }
    switch (byte, text[index + 1], text[index + 2]) {
    case (0xE1, 0x9A, 0x80), (0xE2, 0x80, 0x80...0x8A), (0xE2, 0x80, 0xA8...0xA9), (0xE2, 0x80, 0xAF),
      (0xE2, 0x81, 0x9F),
      (0xE3, 0x80, 0x80):
      return 3
    default: return 0
    }
  }

  /// The digits of a number in scientific form, with a point or, as in many languages, a comma; nil for any other text.
  private static func written(_ part: Span<UInt8>) -> [UInt8]? {
    var text: [UInt8] = []
    forEachByte(of: part) { text.append($0 == UInt8(ascii: ",") ? UInt8(ascii: ".") : $0) }
    guard let mark = text.firstIndex(of: UInt8(ascii: "e")), mark > 0, let last = text.last, last &- 0x30 < 10 else {
      return nil
    }
    return ExactDecimal(text.span).map { Array($0.description.utf8) }
  }
}
