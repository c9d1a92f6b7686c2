/// Simple case folding, by which keys are compared: each character becomes one other, so `ß` stays what it is.
enum CaseFolding {
  /// The character that stands for all cases of a character.
  static func folded(_ scalar: UInt32) -> UInt32 {
    if scalar < 0x80 { return scalar >= 0x41 && scalar <= 0x5A ? scalar | 0x20 : scalar }
    let table = UnicodeTables.caseFolding
    // The last mapping that begins at the character or before it.
    var (low, high) = (0, table.count / 4)
    while high - low > 1 {
      let middle = (low + high) / 2
      if UInt32(table[4 * middle]) <= scalar { low = middle } else { high = middle }
    }
    let (first, last, stride) = (UInt32(table[4 * low]), UInt32(table[4 * low + 1]), UInt32(table[4 * low + 2]))
    guard scalar >= first, scalar <= last, (scalar - first) % stride == 0 else { return scalar }
    return UInt32(truncatingIfNeeded: Int64(scalar) + Int64(table[4 * low + 3]))
  }
}
