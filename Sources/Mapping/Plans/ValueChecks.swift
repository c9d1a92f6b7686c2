import Records

/// Whether texts are values of an attribute's type. Nothing is guessed: a text that does not fit is a fault.
enum ValueChecks {
  /// Whether the text is a value of the type.
  static func isValid(_ text: Span<UInt8>, _ type: AttributeType) -> Bool {
    switch type {
    case .decimal, .money, .double: isDecimal(text)
    case .int, .int64, .picklist, .state, .status: isWhole(text)
    case .datetime, .date: DateTime(text) != nil
    case .bool: equals(text, "True") || equals(text, "False")
    case .guid: GUID(text) != nil
    default: true
    }
  }

  /// An optional sign, digits with at most one point, an optional exponent; of as many digits as can be reckoned with.
  static func isDecimal(_ text: Span<UInt8>) -> Bool { ExactDecimal(text) != nil }

  /// An optional sign and digits.
  static func isWhole(_ text: Span<UInt8>) -> Bool {
    var index = 0
    if text.count > 0, text[0] == UInt8(ascii: "-") || text[0] == UInt8(ascii: "+") { index = 1 }
    guard index < text.count else { return false }
    while index < text.count {
      guard case 0x30...0x39 = text[index] else { return false }
      index += 1
    }
    return true
  }

  /// The number of bytes of a number whose decimals are all zero without them; nil if it has none or others.
  static func wholePart(_ text: Span<UInt8>) -> Int? {
    var index = 0
    while index < text.count, text[index] != UInt8(ascii: ".") {
      guard case 0x2B...0x39 = text[index] else { return nil }
      index += 1
    }
    guard index + 1 < text.count else { return nil }
    for place in index + 1..<text.count where text[place] != 0x30 { return nil }
    return index
  }

  /// Whether the text has exactly these ASCII characters.
  static func equals(_ text: Span<UInt8>, _ literal: StaticString) -> Bool {
    guard text.count == literal.utf8CodeUnitCount else { return false }
    return literal.withUTF8Buffer { bytes in
      // Safe: a literal's buffer lives as long as the program and does not leave the closure.
      let other = unsafe bytes.span
      for index in 0..<text.count where text[index] != other[index] { return false }
      return true
    }
  }
}
