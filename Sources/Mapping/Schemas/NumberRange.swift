// Hot path (`holdsPlainly`): no allocation per value.

public import Records

/// The numbers that an attribute takes: its least and its greatest one, and how many decimals it keeps.
public struct NumberRange: Sendable {
  private let minimum: ExactDecimal?
  private let maximum: ExactDecimal?
  private let precision: Int?
  /// The most digits before the point of which no number can be too large, and the same of negative ones.
  private let wholeDigits: Int
  private let negativeDigits: Int
  private let mostDecimals: Int

  /// The digits that an exact decimal surely holds.
  private static let mostDigits = 30

  /// The range of an attribute; nil if it has none and keeps all decimals.
  public init?(_ attribute: Attribute?) {
    guard let attribute, attribute.minimum != nil || attribute.maximum != nil || attribute.precision != nil else {
      return nil
    }
    minimum = attribute.minimum
    maximum = attribute.maximum
    precision = attribute.type == .int || attribute.type == .int64 ? nil : attribute.precision
    let isAboveZero = attribute.minimum.map { $0 > .zero } ?? false
    wholeDigits = isAboveZero ? 0 : NumberRange.digits(attribute.maximum)
    let isBelowZero = attribute.maximum.map { $0 < .zero } ?? false
    negativeDigits = isBelowZero ? 0 : NumberRange.digits(attribute.minimum?.negated)
    mostDecimals = precision ?? NumberRange.mostDigits
  }

  /// The most digits of which every number is within the limit.
  private static func digits(_ limit: ExactDecimal?) -> Int {
    guard let limit else { return mostDigits }
    var digits = 0
    var power = ExactDecimal(mantissa: 1, scale: 0)
    while digits < mostDigits, power <= limit {
      power = ExactDecimal(mantissa: power.mantissa * 10, scale: 0)
      digits += 1
    }
    return max(digits - 1, 0)
  }

  /// Whether a text is a number in the form that all read, an optional minus, digits, and if there is a point digits behind
  /// it, that its digits alone show to be within the range. Others may be so, too.
  @inline(__always)
  public func holdsPlainly(_ text: Span<UInt8>) -> Bool {
    let count = text.count
    var index = 0
    var most = wholeDigits
    if count > 0, text[0] == UInt8(ascii: "-") { (index, most) = (1, negativeDigits) }
    let first = index
    while index < count, text[index] &- 0x30 < 10 { index += 1 }
    guard index > first, index - first <= most else { return false }
    if index == count { return true }
    guard text[index] == UInt8(ascii: "."), count <= NumberRange.mostDigits else { return false }
    let point = index
    var last = index
    index += 1
    while index < count, text[index] &- 0x30 < 10 {
      if text[index] != 0x30 { last = index }
      index += 1
    }
    return index == count && index > point + 1 && last - point <= mostDecimals
  }

  /// Whether a number is neither too small nor too large.
  public func holds(_ number: ExactDecimal) -> Bool {
    if let minimum, number < minimum { return false }
    if let maximum, number > maximum { return false }
    return true
  }

  /// Whether a number has more decimals than are kept, zeros at the end not counted.
  public func cuts(_ number: ExactDecimal) -> Bool { precision.map { number.decimals > $0 } ?? false }
}
