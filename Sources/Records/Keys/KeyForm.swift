// Hot path (`mayDiffer`): no allocation per key.

/// The form that keys have in common which spreadsheets have changed: without white space inside, without zeros in front of
/// digits, and with numbers in scientific form written out.
public enum KeyForm {
  /// Whether the form of a key may be another text than the key, given in its comparable form, with its parts divided by a
  /// zero byte. For most keys one look at their bytes says no.
  @inline(__always)
  public static func mayDiffer(_ key: Span<UInt8>) -> Bool {
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

  /// Appends the form of a key. This may allocate.
  public static func append(_ key: Span<UInt8>, to output: inout OutputBuffer) {
    var start = 0
    for index in 0...key.count where index == key.count || key[index] == 0 {
      if start > 0 { output.append(0) }
      append(part: key.extracting(start..<index), to: &output)
      start = index + 1
    }
  }

  private static func append(part: Span<UInt8>, to output: inout OutputBuffer) {
    var bytes: [UInt8] = []
    if part.count > 0 {
      let text = KeyText.string(part)
      let kept = String(String.UnicodeScalarView(text.unicodeScalars.filter { !$0.properties.isWhitespace }))
      bytes = Array(kept.utf8)
    }
    if let number = written(bytes) {
      output.append(number)
      return
    }
    var first = 0
    if bytes.allSatisfy({ $0 &- 0x30 < 10 }) {
      while first + 1 < bytes.count, bytes[first] == 0x30 { first += 1 }
    }
    output.append(Array(bytes[first...]))
  }

  /// The digits of a number in scientific form, with a point or, as in many languages, a comma; nil for any other text.
  private static func written(_ text: [UInt8]) -> [UInt8]? {
    guard let mark = text.firstIndex(of: UInt8(ascii: "e")), mark > 0, let last = text.last, last &- 0x30 < 10 else {
      return nil
    }
    let plain = text.map { $0 == UInt8(ascii: ",") ? UInt8(ascii: ".") : $0 }
    return ExactDecimal(plain.span).map { Array($0.description.utf8) }
  }
}
