// Hot path (values that are the same): no allocation.

import Mapping
import Records

/// Compares a value as a conversion would write it with the one that is there, by the type of the field.
struct ValueComparison {
  private let type: AttributeType
  private let side: Side
  private let options: [OptionValue]
  private let limit: Int

  /// A comparison of values of a field of the destination.
  init(_ attribute: Attribute?, side: Side) {
    type = attribute?.type ?? .string
    options = attribute?.options ?? []
    limit = attribute?.maxLength ?? 0
    self.side = side
  }

  /// Divides the parts of a lookup that is expected: the id, the primary name and the natural key of its record.
  static let lookupDivider: UInt8 = 0x1F

  /// The part of a value that is expected by which people know it: of a lookup the natural key, or else the name.
  static func shownPart(of value: Span<UInt8>) -> Range<Int> {
    var start = value.count
    var end = value.count
    while start > 0 {
      start -= 1
      guard value[start] == lookupDivider else { continue }
      if start + 1 < end { return start + 1..<end }
      end = start
    }
    return 0..<end
  }

  /// How the values differ; nil if they are the same. `scale` is how many decimals the values that are there have at most:
  /// what a finer side has beyond them is rounded away.
  func kind(_ expected: Span<UInt8>, _ found: Span<UInt8>, scale: Int) -> DifferenceKind? {
    if expected.equals(found) { return nil }
    if expected.isEmpty || found.isEmpty { return kindOfEmpty(expected, found) }
    switch type {
    case .int, .int64, .decimal, .double, .money, .picklist, .state, .status: return number(expected, found, scale)
    case .date, .datetime: return date(expected, found)
    case .guid: return GUID(expected) == GUID(found) && GUID(found) != nil ? nil : .value
    case .lookup: return lookup(expected, found)
    case .bool, .noyes:
      let flag = flagOrOption(expected)
      return flag != nil && flag == flagOrOption(found) ? nil : .value
    case .enumeration:
      return ValueComparison.equalsIgnoringCase(expected, found) ? nil : .value
    default: return TextDifference(expected: expected, found: found, limit: limit).kind
    }
  }

  private static func equalsIgnoringCase(_ left: Span<UInt8>, _ right: Span<UInt8>) -> Bool {
    guard left.count == right.count else { return false }
    for index in 0..<left.count where KeyText.lower(left[index]) != KeyText.lower(right[index]) { return false }
    return true
  }

  /// F&O has no empty numbers, dates and flags: 0, the first day of 1900 and No stand for them.
  private func kindOfEmpty(_ expected: Span<UInt8>, _ found: Span<UInt8>) -> DifferenceKind? {
    let text = expected.isEmpty ? found : expected
    if side == .finops {
      if type.isNumber, let number = ExactDecimal(text), number.isZero { return nil }
      if type.isTemporal, let date = DateTime(text) ?? DateTime(american: text), date.isNoDate { return nil }
      if type == .noyes, ValueComparison.flag(text) == false { return nil }
    }
    return found.isEmpty ? .missing : .surplus
  }

  // MARK: Types

  private func number(_ expected: Span<UInt8>, _ found: Span<UInt8>, _ scale: Int) -> DifferenceKind? {
    guard let mine = ExactDecimal(expected) ?? option(expected), let theirs = ExactDecimal(found) ?? option(found)
    else { return .value }
    if mine == theirs { return nil }
    let isWhole = type != .decimal && type != .money && type != .double
    guard !isWhole, mine.scale > scale, let rounded = mine.divided(by: ValueComparison.one, digits: scale) else {
      return isWhole && !options.isEmpty ? .value : .number
    }
    return rounded == theirs ? nil : .number
  }

  private static let one = ExactDecimal(mantissa: 1, scale: 0)

  /// The number of an option by its label, as files of the import wizard have it.
  private func option(_ text: Span<UInt8>) -> ExactDecimal? {
    if options.isEmpty { return nil }
    let label = KeyText.string(text).lowercased()
    return options.first { $0.label.lowercased() == label }.map { ExactDecimal(mantissa: Int128($0.value), scale: 0) }
  }

  private func date(_ expected: Span<UInt8>, _ found: Span<UInt8>) -> DifferenceKind? {
    guard let mine = DateTime(expected), let theirs = DateTime(found) ?? DateTime(american: found) else {
      return .value
    }
    if type == .date {
      return (mine.year, mine.month, mine.day) == (theirs.year, theirs.month, theirs.day) ? nil : .date
    }
    return mine == theirs ? nil : .date
  }

  /// By id; where the file names the record otherwise, by its primary name or natural key.
  private func lookup(_ expected: Span<UInt8>, _ found: Span<UInt8>) -> DifferenceKind? {
    if let id = GUID(found) {
      var end = 0
      while end < expected.count, expected[end] != ValueComparison.lookupDivider { end += 1 }
      return GUID(expected.extracting(0..<end)) == id ? nil : .lookup
    }
    let wanted = KeyText.bytes(KeyText.string(found))
    let parts = KeyText.string(expected).split(separator: "\u{1F}").dropFirst()
    return parts.contains { KeyText.bytes(String($0)) == wanted } ? nil : .lookup
  }

  private func flagOrOption(_ text: Span<UInt8>) -> Bool? {
    option(text).map { !$0.isZero } ?? ValueComparison.flag(text)
  }

  /// What a flag's text says by its first letter; nil if it is none.
  static func flag(_ text: Span<UInt8>) -> Bool? {
    switch text.isEmpty ? 0 : text[0] {
    case UInt8(ascii: "T"), UInt8(ascii: "t"), UInt8(ascii: "Y"), UInt8(ascii: "y"), UInt8(ascii: "1"): true
    case UInt8(ascii: "F"), UInt8(ascii: "f"), UInt8(ascii: "N"), UInt8(ascii: "n"), UInt8(ascii: "0"): false
    default: nil
    }
  }

  /// How many decimals a number was written with.
  static func decimals(_ text: Span<UInt8>) -> Int {
    for index in 0..<text.count where text[index] == UInt8(ascii: ".") { return text.count - index - 1 }
    return 0
  }
}
