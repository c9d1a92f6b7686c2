/// An exact decimal number: `mantissa` × 10 to the power of −`scale`. Money and quantities are never floating point.
public struct ExactDecimal: Sendable {
  /// The digits, with their sign.
  public private(set) var mantissa: Int128
  /// How many of the digits stand behind the point; zeros at the end are not kept.
  public private(set) var scale: Int

  /// The most decimals that a number has which is read.
  public static let mostDecimals = 60

  /// Zero.
  public static let zero = ExactDecimal(mantissa: 0, scale: 0)

  /// `mantissa` × 10^−`scale`.
  public init(mantissa: Int128, scale: Int) {
    self.mantissa = mantissa
    self.scale = scale
  }

  /// Reads an optional sign, digits with at most one point (`.5` and `5.` too) and an optional exponent.
  /// Nil for anything else, for numbers of more than 38 digits and for those of more than `mostDecimals` decimals. All
  /// others can be summed (`ExactSum`).
  public init?(_ text: Span<UInt8>) {
    if let plain = ExactDecimal(plain: text) {
      self = plain
      return
    }
    var index = 0
    var end = text.count
    var negative = false
    if index < end, text[index] == UInt8(ascii: "-") || text[index] == UInt8(ascii: "+") {
      negative = text[index] == UInt8(ascii: "-")
      index += 1
    }
    guard let exponent = ExactDecimal.exponent(text, from: index, end: &end) else { return nil }
    var digits = 0
    var point: Int?
    for place in index..<end {
      switch text[place] {
      case 0x30...0x39: digits += 1
      case UInt8(ascii: ".") where point == nil: point = place
      default: return nil
      }
    }
    guard digits > 0 else { return nil }
    if point != nil {
      while text[end - 1] == 0x30 { end -= 1 }
    }
    var value: UInt64 = 0
    var wide: Int128 = 0
    var isWide = false
    for place in index..<end {
      let byte = text[place]
      if byte == UInt8(ascii: ".") { continue }
      let digit = byte - 0x30
      if !isWide, value > 1_000_000_000_000_000_000 {
        wide = Int128(value)
        isWide = true
      }
      if isWide {
        let (product, overflow) = wide.multipliedReportingOverflow(by: 10)
        let (sum, more) = product.addingReportingOverflow(Int128(digit))
        if overflow || more { return nil }
        wide = sum
      } else {
        value = value * 10 + UInt64(digit)
      }
    }
    let magnitude = isWide ? wide : Int128(value)
    let fraction = point.map { max(0, end - $0 - 1) } ?? 0
    self.init(mantissa: negative ? -magnitude : magnitude, scale: fraction)
    if exponent == 0 {
      if fraction > ExactDecimal.mostDecimals { return nil }
    } else {
      guard let shifted = shifted(by: exponent) else { return nil }
      self = shifted
    }
  }

  /// Reads what nearly all numbers are: an optional minus and at most 18 digits with at most one point. Nil for anything
  /// else.
  private init?(plain text: Span<UInt8>) {
    let end = text.count
    let isNegative = end > 0 && text[0] == UInt8(ascii: "-")
    let start = isNegative ? 1 : 0
    guard end > start, end - start <= 18 else { return nil }
    var value: Int64 = 0
    var significant: Int64 = 0
    var scale = 0
    var digits = 0
    var point = end
    for place in start..<end {
      let digit = text[place] &- 0x30
      if digit < 10 {
        value = value &* 10 &+ Int64(digit)
        digits += 1
        // Zeros at the end of the fraction are not kept.
        if place < point || digit != 0 { (significant, scale) = (value, place < point ? 0 : place - point) }
      } else if text[place] == UInt8(ascii: "."), point == end {
        point = place
      } else {
        return nil
      }
    }
    guard digits > 0 else { return nil }
    self.init(mantissa: Int128(isNegative ? -significant : significant), scale: scale)
  }

  /// Reads a number from text, as the other initialiser does.
  public init?(_ text: String) {
    let bytes = Array(text.utf8)
    self.init(bytes.span)
  }

  /// The exponent at the end of the text, 0 if there is none, nil if it is no number; `end` becomes the mantissa's.
  private static func exponent(_ text: Span<UInt8>, from start: Int, end: inout Int) -> Int? {
    var mark = start
    while mark < end, text[mark] != UInt8(ascii: "e"), text[mark] != UInt8(ascii: "E") { mark += 1 }
    guard mark < end else { return 0 }
    var index = mark + 1
    var sign = 1
    if index < end, text[index] == UInt8(ascii: "-") || text[index] == UInt8(ascii: "+") {
      sign = text[index] == UInt8(ascii: "-") ? -1 : 1
      index += 1
    }
    guard index < end, end - index <= 3 else { return nil }
    var value = 0
    while index < end {
      guard case 0x30...0x39 = text[index] else { return nil }
      value = value * 10 + Int(text[index] - 0x30)
      index += 1
    }
    end = mark
    return sign * value
  }

  private func shifted(by exponent: Int) -> ExactDecimal? {
    var result = self
    result.scale -= exponent
    while result.scale < 0 {
      let (product, overflow) = result.mantissa.multipliedReportingOverflow(by: 10)
      if overflow { return nil }
      result.mantissa = product
      result.scale += 1
    }
    return result.scale > ExactDecimal.mostDecimals ? nil : result
  }

  /// The same number with at least so many digits behind the point; nil if it would have more than 38 digits.
  public func rescaled(to wanted: Int) -> ExactDecimal? {
    guard wanted > scale else { return self }
    return ExactDecimal(mantissa: mantissa, scale: scale).widened(by: wanted - scale)
  }

  private func widened(by more: Int) -> ExactDecimal? {
    var result = self
    for _ in 0..<more {
      let (product, overflow) = result.mantissa.multipliedReportingOverflow(by: 10)
      if overflow { return nil }
      result.mantissa = product
      result.scale += 1
    }
    return result
  }

  /// The sum; nil if it has more than 38 digits.
  public func adding(_ other: ExactDecimal) -> ExactDecimal? {
    if mantissa == 0 { return other }
    if other.mantissa == 0 { return self }
    if scale == other.scale {
      let (sum, overflow) = mantissa.addingReportingOverflow(other.mantissa)
      return overflow ? nil : ExactDecimal(mantissa: sum, scale: scale)
    }
    let common = max(scale, other.scale)
    guard let left = rescaled(to: common), let right = other.rescaled(to: common) else { return nil }
    let (sum, overflow) = left.mantissa.addingReportingOverflow(right.mantissa)
    return overflow ? nil : ExactDecimal(mantissa: sum, scale: common)
  }

  /// The negated number.
  public var negated: ExactDecimal { ExactDecimal(mantissa: -mantissa, scale: scale) }

  /// The product; nil if it has more than 38 digits.
  public func multiplied(by other: ExactDecimal) -> ExactDecimal? {
    let (product, overflow) = mantissa.multipliedReportingOverflow(by: other.mantissa)
    return overflow ? nil : ExactDecimal(mantissa: product, scale: scale + other.scale)
  }

  /// The quotient rounded half-even to so many digits behind the point; nil for a division by zero or an overflow.
  public func divided(by other: ExactDecimal, digits: Int) -> ExactDecimal? {
    guard other.mantissa != 0 else { return nil }
    var numerator = self
    var denominator = other
    let shift = digits + other.scale - scale
    if shift >= 0 {
      guard let widened = numerator.widened(by: shift) else { return nil }
      numerator = widened
    } else {
      guard let widened = denominator.widened(by: -shift) else { return nil }
      denominator = widened
    }
    let (quotient, remainder) = numerator.mantissa.quotientAndRemainder(dividingBy: denominator.mantissa)
    let double = remainder.magnitude * 2
    let roundsUp =
      double > denominator.mantissa.magnitude || (double == denominator.mantissa.magnitude && quotient % 2 != 0)
    let sign: Int128 = (numerator.mantissa < 0) == (denominator.mantissa < 0) ? 1 : -1
    return ExactDecimal(mantissa: quotient + (roundsUp ? sign : 0), scale: digits)
  }

  /// Whether the number is zero.
  public var isZero: Bool { mantissa == 0 }

  /// Appends plain decimal digits: a leading zero before the point, no exponent, no zeros at the end.
  public func append(to output: inout OutputBuffer) {
    for byte in description.utf8 { output.append(byte) }
  }
}

extension ExactDecimal: Comparable, Hashable, CustomStringConvertible {
  /// Whether both are the same number, whatever their scales.
  public static func == (left: ExactDecimal, right: ExactDecimal) -> Bool { left.compared(to: right) == 0 }

  /// Whether the left one is the smaller number.
  public static func < (left: ExactDecimal, right: ExactDecimal) -> Bool { left.compared(to: right) < 0 }

  private func compared(to other: ExactDecimal) -> Int {
    if scale == other.scale { return mantissa < other.mantissa ? -1 : mantissa > other.mantissa ? 1 : 0 }
    if mantissa.signum() != other.mantissa.signum() { return mantissa.signum() < other.mantissa.signum() ? -1 : 1 }
    let common = max(scale, other.scale)
    guard let left = rescaled(to: common) else { return mantissa < 0 ? -1 : 1 }
    guard let right = other.rescaled(to: common) else { return other.mantissa < 0 ? 1 : -1 }
    return left.mantissa < right.mantissa ? -1 : left.mantissa > right.mantissa ? 1 : 0
  }

  /// How many digits stand behind the point, zeros at the end not counted.
  public var decimals: Int { canonical.1 }

  /// The number without zeros at the end, so that equal numbers have one form.
  private var canonical: (Int128, Int) {
    // Numbers of one word are divided many times as fast.
    if let small = Int64(exactly: mantissa) {
      let (value, digits) = ExactDecimal.withoutZeroes(small, scale)
      return (Int128(value), digits)
    }
    return ExactDecimal.withoutZeroes(mantissa, scale)
  }

  private static func withoutZeroes<Digits: FixedWidthInteger>(_ mantissa: Digits, _ scale: Int) -> (Digits, Int) {
    var (value, digits) = (mantissa, scale)
    while digits > 0, value % 10 == 0 {
      value /= 10
      digits -= 1
    }
    return (value, value == 0 ? 0 : digits)
  }

  /// Equal numbers hash alike.
  public func hash(into hasher: inout Hasher) {
    let (value, digits) = canonical
    hasher.combine(value)
    hasher.combine(digits)
  }

  /// Plain decimal digits: a leading zero before the point, no exponent, no zeros at the end.
  public var description: String {
    let (value, digits) = canonical
    var text = UInt64(exactly: value.magnitude).map { String($0) } ?? String(value.magnitude)
    if digits > 0 {
      if text.count <= digits { text = String(repeating: "0", count: digits - text.count + 1) + text }
      text.insert(".", at: text.index(text.endIndex, offsetBy: -digits))
    }
    return value < 0 ? "-" + text : text
  }
}
