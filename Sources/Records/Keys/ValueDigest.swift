// Hot path: no allocation.

/// A number of 64 bits that stands for a text. Two different texts share it by chance only; it is the same in every run, so that
/// estimates made of it are, too.
public enum ValueDigest {
  private static let first: UInt64 = 0xA076_1D64_78BD_642F
  private static let second: UInt64 = 0xE703_7ED1_A0B4_28DB

  /// The digest of a text; never 0.
  public static func of(_ text: Span<UInt8>) -> UInt64 {
    var state = UInt64(truncatingIfNeeded: text.count) ^ second
    var index = 0
    while index + 8 <= text.count {
      state = folded(text.word(at: index) ^ first, state ^ second)
      index += 8
    }
    var rest: UInt64 = 0
    while index < text.count {
      rest = rest << 8 | UInt64(text[index])
      index += 1
    }
    state = folded(rest ^ first, state ^ second)
    state = folded(state ^ first, UInt64(truncatingIfNeeded: text.count) ^ second)
    return state == 0 ? 1 : state
  }

  @inline(__always)
  private static func folded(_ one: UInt64, _ other: UInt64) -> UInt64 {
    let product = one.multipliedFullWidth(by: other)
    return product.high ^ product.low
  }
}
