// Hot path: no allocation.

/// What of a number or date shows that another culture wrote it.
package enum ValueCulture: UInt8, CaseIterable, Sendable {
  case decimalComma, thousandsMark, ambiguousNumber, dayFirst, monthFirst, ambiguousDate

  /// The name in reports.
  package var name: String { "\(self)" }

  /// What shows it in a text; nil for plain values. `numbers` and `dates` say what the column may hold.
  static func of(_ text: Span<UInt8>, numbers: Bool, dates: Bool) -> ValueCulture? {
    if numbers, let culture = number(text) { return culture }
    return dates ? date(text) : nil
  }

  // MARK: Numbers

  private static func number(_ text: Span<UInt8>) -> ValueCulture? {
    var index = text[0] == UInt8(ascii: "+") || text[0] == UInt8(ascii: "-") ? 1 : 0
    var groups = 0
    /// The digits of the first group and of the one at hand.
    var (first, size) = (0, 0)
    /// Whether all groups between the first and the one at hand have three digits.
    var areThrees = true
    /// Whether a comma, and whether a point, divides groups before the last mark.
    var (hasComma, hasPoint) = (false, false)
    var mark: UInt32 = 0
    while true {
      let start = index
      while index < text.count, 0x30...0x39 ~= text[index] { index += 1 }
      if groups > 1, size != 3 { areThrees = false }
      size = index - start
      if size == 0 { return nil }
      groups += 1
      if groups == 1 { first = size }
      if index == text.count { break }
      if groups > 1 {
        hasComma = hasComma || mark == 0x2C
        hasPoint = hasPoint || mark == 0x2E
      }
      guard let next = self.mark(text, &index) else { return nil }
      mark = next
    }
    if groups == 1 { return nil }
    let isGrouped = 1...3 ~= first && areThrees
    if mark == 0x2C {
      if groups == 2 { return 1...3 ~= first && size == 3 ? .ambiguousNumber : .decimalComma }
      if isGrouped, !hasComma { return .decimalComma }
      return isGrouped && size == 3 && !hasPoint ? .thousandsMark : nil
    }
    if mark == 0x2E { return groups > 2 && isGrouped && !hasPoint ? .thousandsMark : nil }
    return isGrouped && size == 3 && !hasPoint ? .thousandsMark : nil
  }

  /// The mark at a place, which is passed: a comma, a point, a blank or an apostrophe.
  private static func mark(_ text: Span<UInt8>, _ index: inout Int) -> UInt32? {
    switch text[index] {
    case 0x2C, 0x2E, 0x20, 0x27:
      index += 1
      return UInt32(text[index - 1])
    case 0xC2 where index + 1 < text.count && text[index + 1] == 0xA0:
      index += 2
      return 0xA0
    case 0xE2 where index + 2 < text.count && text[index + 1] == 0x80 && text[index + 2] == 0xAF:
      index += 3
      return 0x202F
    default: return nil
    }
  }

  // MARK: Dates

  private static func date(_ text: Span<UInt8>) -> ValueCulture? {
    var index = 0
    guard let first = part(text, &index, 1...2), isDivider(text, &index), let second = part(text, &index, 1...2),
      isDivider(text, &index), part(text, &index, 4...4) != nil, index == text.count || text[index] == 0x20
    else { return nil }
    switch (first > 12, second > 12) {
    case (true, true): return nil
    case (true, false): return .dayFirst
    case (false, true): return .monthFirst
    case (false, false): return .ambiguousDate
    }
  }

  private static func part(_ text: Span<UInt8>, _ index: inout Int, _ size: ClosedRange<Int>) -> Int? {
    let start = index
    var number = 0
    while index < text.count, 0x30...0x39 ~= text[index], index - start < 5 {
      number = number * 10 + Int(text[index] - 0x30)
      index += 1
    }
    return size ~= index - start ? number : nil
  }

  private static func isDivider(_ text: Span<UInt8>, _ index: inout Int) -> Bool {
    guard index < text.count, 0x2D...0x2F ~= text[index] else { return false }
    index += 1
    return true
  }
}
