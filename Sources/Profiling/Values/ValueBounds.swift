// Hot path: no allocation but for a bound longer than all before.

/// The least and the greatest of a column's numbers, or of its dates, as the first such value is written.
struct ValueBounds {
  private(set) var least: [UInt8] = []
  private(set) var greatest: [UInt8] = []

  /// Takes a number.
  mutating func add(number text: Span<UInt8>) {
    if least.isEmpty || ValueBounds.isLess(text, least.span) { ValueBounds.set(&least, text) }
    if greatest.isEmpty || ValueBounds.isLess(greatest.span, text) { ValueBounds.set(&greatest, text) }
  }

  /// Takes a date.
  mutating func add(date text: Span<UInt8>) {
    if least.isEmpty || ValueBounds.isEarlier(text, least.span) { ValueBounds.set(&least, text) }
    if greatest.isEmpty || ValueBounds.isEarlier(greatest.span, text) { ValueBounds.set(&greatest, text) }
  }

  private static func set(_ bound: inout [UInt8], _ text: Span<UInt8>) {
    bound.removeAll(keepingCapacity: true)
    for index in text.indices { bound.append(text[index]) }
  }

  private static func isEarlier(_ one: Span<UInt8>, _ other: Span<UInt8>) -> Bool {
    guard let first = DateValue(one), let second = DateValue(other) else { return false }
    if first.seconds != second.seconds { return first.seconds < second.seconds }
    return compared(one, first.fraction, other, second.fraction) < 0
  }

  private static func isLess(_ one: Span<UInt8>, _ other: Span<UInt8>) -> Bool {
    guard let first = NumberParts(one), let second = NumberParts(other) else { return false }
    let (left, right) = (sign(first, one), sign(second, other))
    if left != right || left == 0 { return left < right }
    let size = size(first, one, second, other)
    return left > 0 ? size < 0 : size > 0
  }

  /// -1, 0 or 1.
  private static func sign(_ number: NumberParts, _ text: Span<UInt8>) -> Int {
    let isZero = significant(number.whole, text).isEmpty && significant(number.decimals, text).isEmpty
    return isZero ? 0 : number.isNegative ? -1 : 1
  }

  /// The order of two numbers without their signs: negative if the first one is smaller.
  private static func size(
    _ first: NumberParts, _ one: Span<UInt8>, _ second: NumberParts, _ other: Span<UInt8>
  ) -> Int {
    let (left, right) = (significant(first.whole, one), significant(second.whole, other))
    if left.count != right.count { return left.count - right.count }
    let whole = compared(one, left, other, right)
    return whole != 0 ? whole : compared(one, first.decimals, other, second.decimals)
  }

  private static func significant(_ digits: Range<Int>, _ text: Span<UInt8>) -> Range<Int> {
    var start = digits.lowerBound
    while start < digits.upperBound, text[start] == 0x30 { start += 1 }
    return start..<digits.upperBound
  }

  /// The order of digits from the left, where missing ones are zeros.
  private static func compared(
    _ one: Span<UInt8>, _ left: Range<Int>, _ other: Span<UInt8>, _ right: Range<Int>
  ) -> Int {
    for place in 0..<max(left.count, right.count) {
      let first = place < left.count ? one[left.lowerBound + place] : 0x30
      let second = place < right.count ? other[right.lowerBound + place] : 0x30
      if first != second { return Int(first) - Int(second) }
    }
    return 0
  }
}
