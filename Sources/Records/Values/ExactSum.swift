// Hot path (`add`): no allocation but for sums of more digits than one decimal has.

/// A sum of exact decimals that is never too large: it holds 2^63 numbers of as many digits and decimals as there are.
public struct ExactSum: Sendable {
  /// What one decimal holds: nearly always the whole sum.
  private var near: ExactDecimal
  /// What is to be added to it; nothing if there are no words.
  private var far = WideNumber()

  /// Nothing yet.
  public static let zero = ExactSum(.zero)

  /// A sum of one number.
  public init(_ number: ExactDecimal) { near = number }

  /// Adds a number.
  @inline(__always)
  public mutating func add(_ number: ExactDecimal) {
    if let sum = near.adding(number) { near = sum } else { addFar(number) }
  }

  /// Adds what was summed elsewhere.
  public mutating func add(_ other: ExactSum) {
    add(other.near)
    far.add(other.far)
  }

  /// Takes off what was summed elsewhere.
  public mutating func subtract(_ other: ExactSum) {
    add(other.near.negated)
    var far = other.far
    far.negate()
    self.far.add(far)
  }

  @inline(never)
  private mutating func addFar(_ number: ExactDecimal) {
    far.add(WideNumber(near))
    near = number
  }

  /// The sum as one number; nil if it has more digits than that holds.
  public var decimal: ExactDecimal? { far.isEmpty ? near : whole.decimal }

  /// Whether the sum is zero.
  public var isZero: Bool { far.isEmpty ? near.isZero : whole.isZero }

  private var whole: WideNumber {
    var whole = far
    whole.add(WideNumber(near))
    return whole
  }
}

extension ExactSum: Comparable, CustomStringConvertible {
  /// Whether both are the same number, however they came about.
  public static func == (left: ExactSum, right: ExactSum) -> Bool {
    if left.far.isEmpty, right.far.isEmpty { return left.near == right.near }
    var difference = left
    difference.subtract(right)
    return difference.isZero
  }

  /// Whether the left one is the smaller number.
  public static func < (left: ExactSum, right: ExactSum) -> Bool {
    if left.far.isEmpty, right.far.isEmpty { return left.near < right.near }
    var difference = left
    difference.subtract(right)
    return difference.whole.isNegative
  }

  /// Plain decimal digits, as of a decimal.
  public var description: String { far.isEmpty ? near.description : whole.description }
}

/// A number of so many digits that any 2^63 decimals add up to one, with all their decimals.
private struct WideNumber: Sendable {
  /// The number in two's complement, the lowest word first; none for zero.
  private var words: [UInt64] = []

  /// The decimals: three times as many as a decimal that was read has, for products of such, and some.
  private static let scale = 3 * ExactDecimal.mostDecimals + 4
  /// 127 bits of the digits, 612 of the decimals, 63 of the count and the sign take 13 words.
  private static let size = 13

  /// Zero.
  init() {}

  /// The number of a decimal.
  init(_ decimal: ExactDecimal) {
    if decimal.isZero { return }
    let magnitude = decimal.mantissa.magnitude
    words = Array(repeating: 0, count: WideNumber.size)
    words[0] = UInt64(truncatingIfNeeded: magnitude)
    words[1] = UInt64(truncatingIfNeeded: magnitude >> 64)
    var rest = WideNumber.scale - decimal.scale
    while rest > 0 {
      multiply(by: WideNumber.powers[min(rest, 18)])
      rest -= 18
    }
    if decimal.mantissa < 0 { negate() }
  }

  /// The number as words, none for zero.
  var content: [UInt64] { words }

  /// The number of words; nil for any number of words that none has.
  init?(_ words: ArraySlice<UInt64>) {
    guard words.isEmpty || words.count == WideNumber.size else { return nil }
    self.words = Array(words)
  }

  var isEmpty: Bool { words.isEmpty }
  var isZero: Bool { words.allSatisfy { $0 == 0 } }
  var isNegative: Bool { words.last.map { $0 >> 63 == 1 } ?? false }

  mutating func add(_ other: WideNumber) {
    if other.isEmpty { return }
    guard !isEmpty else {
      words = other.words
      return
    }
    var carry: UInt64 = 0
    for place in words.indices {
      let (sum, isOver) = words[place].addingReportingOverflow(other.words[place])
      let (whole, isOverAgain) = sum.addingReportingOverflow(carry)
      words[place] = whole
      carry = isOver || isOverAgain ? 1 : 0
    }
  }

  mutating func negate() {
    var isCarried = true
    for place in words.indices {
      words[place] = ~words[place]
      if isCarried { (words[place], isCarried) = words[place].addingReportingOverflow(1) }
    }
  }

  private mutating func multiply(by factor: UInt64) {
    var carry: UInt64 = 0
    for place in words.indices {
      let (high, low) = words[place].multipliedFullWidth(by: factor)
      let (sum, isOver) = low.addingReportingOverflow(carry)
      words[place] = sum
      carry = high &+ (isOver ? 1 : 0)
    }
  }

  /// Divides a number that is not negative; what is left.
  private mutating func divide(by divisor: UInt64) -> UInt64 {
    var rest: UInt64 = 0
    for place in words.indices.reversed() {
      (words[place], rest) = divisor.dividingFullWidth((rest, words[place]))
    }
    return rest
  }

  /// The number as a decimal; nil if that does not hold all its digits.
  var decimal: ExactDecimal? {
    var number = self
    if isNegative { number.negate() }
    var scale = WideNumber.scale
    while scale > 0 {
      var tenth = number
      guard tenth.divide(by: 10) == 0 else { break }
      (number, scale) = (tenth, scale - 1)
    }
    guard number.words.dropFirst(2).allSatisfy({ $0 == 0 }) else { return nil }
    let magnitude = number.words.prefix(2).reversed().reduce(UInt128(0)) { $0 << 64 | UInt128($1) }
    return Int128(exactly: magnitude).map { ExactDecimal(mantissa: isNegative ? -$0 : $0, scale: scale) }
  }

  var description: String {
    var number = self
    if isNegative { number.negate() }
    var digits = ""
    while !number.isZero || digits.count <= WideNumber.scale {
      let piece = String(number.divide(by: WideNumber.powers[18]))
      digits = String(repeating: "0", count: 18 - piece.count) + piece + digits
    }
    var whole = digits.dropLast(WideNumber.scale)
    var decimals = digits.suffix(WideNumber.scale)
    while whole.count > 1, whole.first == "0" { whole.removeFirst() }
    while decimals.last == "0" { decimals.removeLast() }
    return (isNegative ? "-" : "") + whole + (decimals.isEmpty ? "" : "." + decimals)
  }

  private static let powers: [UInt64] = (0...18).map { exponent in (0..<exponent).reduce(1) { power, _ in power * 10 } }
}

extension ExactSum {
  /// The sum as words that `init(words:)` takes.
  public var words: [UInt64] {
    let magnitude = near.mantissa
    return [UInt64(truncatingIfNeeded: magnitude), UInt64(truncatingIfNeeded: magnitude >> 64), UInt64(near.scale)]
      + far.content
  }

  /// The sum of words that a sum had; nil for any others.
  public init?(words: [UInt64]) {
    guard words.count >= 3, words[2] <= UInt64(ExactDecimal.mostDecimals) * 3, let far = WideNumber(words.dropFirst(3))
    else { return nil }
    let mantissa = Int128(truncatingIfNeeded: UInt128(words[0]) | UInt128(words[1]) << 64)
    self.init(ExactDecimal(mantissa: mantissa, scale: Int(words[2])))
    self.far = far
  }
}
