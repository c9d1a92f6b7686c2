// Hot path: no allocation.

import Records

/// What a text looks like. Every value that is not empty has one kind; digits are ASCII.
package enum ValueKind: UInt8, CaseIterable, Sendable {
  case guid, boolean, integer, decimal, date, datetime, text

  /// The name in reports.
  package var name: String { "\(self)" }

  /// The kind of a text that is not empty.
  static func of(_ text: Span<UInt8>) -> ValueKind {
    if text.count == 36, isGUID(text) { return .guid }
    switch text[0] {
    case 0x30...0x39:
      if let number = numberKind(text) { return number }
      return DateValue(text).map { $0.isDay ? .date : .datetime } ?? .text
    case UInt8(ascii: "+"), UInt8(ascii: "-"), UInt8(ascii: "."): return numberKind(text) ?? .text
    case UInt8(ascii: "t"), UInt8(ascii: "T"), UInt8(ascii: "f"), UInt8(ascii: "F"), UInt8(ascii: "y"),
      UInt8(ascii: "Y"), UInt8(ascii: "n"), UInt8(ascii: "N"):
      return isBoolean(text) ? .boolean : .text
    default: return .text
    }
  }

  private static func isGUID(_ text: Span<UInt8>) -> Bool {
    for index in text.indices {
      switch index {
      case 8, 13, 18, 23: if text[index] != UInt8(ascii: "-") { return false }
      default:
        switch text[index] {
        case 0x30...0x39, 0x41...0x46, 0x61...0x66: continue
        default: return false
        }
      }
    }
    return true
  }

  private static func isBoolean(_ text: Span<UInt8>) -> Bool {
    switch text.count {
    case 2: isWord(text, "no")
    case 3: isWord(text, "yes")
    case 4: isWord(text, "true")
    case 5: isWord(text, "false")
    default: false
    }
  }

  private static func isWord(_ text: Span<UInt8>, _ word: StaticString) -> Bool {
    word.withUTF8Buffer { bytes in
      // Safe: a literal's buffer lives as long as the program and does not leave the closure.
      let word = unsafe bytes.span
      for index in text.indices where KeyText.lower(text[index]) != word[index] { return false }
      return true
    }
  }

  /// `integer` or `decimal`; nil for anything else. A leading zero makes a text: numbers of customers have them.
  private static func numberKind(_ text: Span<UInt8>) -> ValueKind? {
    guard let number = NumberParts(text) else { return nil }
    let whole = number.whole.count
    if whole > 1, text[number.whole.lowerBound] == 0x30 { return nil }
    if !number.hasPoint { return .integer }
    return whole > 0 || !number.decimals.isEmpty ? .decimal : nil
  }
}

/// The parts of a number: a sign, digits, and perhaps a point with digits.
struct NumberParts {
  let isNegative: Bool
  let whole: Range<Int>
  let hasPoint: Bool
  let decimals: Range<Int>

  /// The parts of a text; nil if it has others.
  init?(_ text: Span<UInt8>) {
    var index = 0
    var isNegative = false
    if index < text.count, text[index] == UInt8(ascii: "+") || text[index] == UInt8(ascii: "-") {
      isNegative = text[index] == UInt8(ascii: "-")
      index += 1
    }
    self.isNegative = isNegative
    let start = index
    while index < text.count, 0x30...0x39 ~= text[index] { index += 1 }
    whole = start..<index
    hasPoint = index < text.count && text[index] == UInt8(ascii: ".")
    if hasPoint { index += 1 }
    let point = index
    if hasPoint { while index < text.count, 0x30...0x39 ~= text[index] { index += 1 } }
    decimals = point..<index
    guard index == text.count, !whole.isEmpty || !decimals.isEmpty else { return nil }
  }
}
