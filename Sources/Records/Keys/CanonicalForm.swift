/// Unicode's normal form C (UAX #15), in which texts that look alike have the same characters: `e` with an accent behind it
/// becomes `é`.
enum CanonicalForm {
  /// Whether a character stays what it is, whatever stands around it. A text of such characters is in normal form.
  static func isStable(_ scalar: UInt32) -> Bool {
    if scalar < 0x300 { return true }
    let table = UnicodeTables.unstable
    var (low, high) = (0, table.count / 2)
    while high - low > 1 {
      let middle = (low + high) / 2
      if table[2 * middle] <= scalar { low = middle } else { high = middle }
    }
    return scalar < table[2 * low] || scalar > table[2 * low + 1]
  }

  /// The characters in normal form.
  static func composed(_ scalars: [UInt32]) -> [UInt32] {
    var text: [UInt32] = []
    text.reserveCapacity(scalars.count)
    for scalar in scalars { decompose(scalar, to: &text) }
    sort(&text)
    return compose(text)
  }

  // MARK: Decomposition

  private static func decompose(_ scalar: UInt32, to text: inout [UInt32]) {
    if let parts = Hangul.parts(of: scalar) {
      text += parts
    } else if scalar >= 0xC0, let parts = tables.parts[scalar] {
      for part in parts { decompose(part, to: &text) }
    } else {
      text.append(scalar)
    }
  }

  /// Puts marks that stand one behind the other in the order of their classes.
  private static func sort(_ text: inout [UInt32]) {
    var start = 0
    while start < text.count {
      guard combiningClass(text[start]) > 0 else {
        start += 1
        continue
      }
      var end = start + 1
      while end < text.count, combiningClass(text[end]) > 0 { end += 1 }
      if end - start > 1 {
        let marks = text[start..<end].enumerated().map { ($0.element, combiningClass($0.element), $0.offset) }
        text.replaceSubrange(start..<end, with: marks.sorted { ($0.1, $0.2) < ($1.1, $1.2) }.map(\.0))
      }
      start = end
    }
  }

  private static func combiningClass(_ scalar: UInt32) -> UInt8 {
    if scalar < 0x300 { return 0 }
    return Unicode.Scalar(scalar)?.properties.canonicalCombiningClass.rawValue ?? 0
  }

  // MARK: Composition

  private static func compose(_ text: [UInt32]) -> [UInt32] {
    var result: [UInt32] = []
    result.reserveCapacity(text.count)
    /// The place of the character that marks combine with, and the class of the last mark behind it that did not.
    var starter: Int?
    var last: UInt8 = 0
    for scalar in text {
      let own = combiningClass(scalar)
      if let place = starter, last < own || (last == 0 && place == result.count - 1),
        let whole = pair(result[place], scalar)
      {
        result[place] = whole
        continue
      }
      result.append(scalar)
      if own == 0 {
        starter = result.count - 1
        last = 0
      } else {
        last = own
      }
    }
    return result
  }

  private static func pair(_ first: UInt32, _ second: UInt32) -> UInt32? {
    Hangul.whole(first, second) ?? tables.wholes[UInt64(first) << 32 | UInt64(second)]
  }

  private struct Tables {
    var parts: [UInt32: [UInt32]] = [:]
    var wholes: [UInt64: UInt32] = [:]

    init(_ text: String) {
      for entry in text.split(whereSeparator: \.isWhitespace) {
        let isComposed = !entry.hasPrefix("!")
        let sides = entry.drop { $0 == "!" }.split(separator: "=")
        guard sides.count == 2, let whole = UInt32(sides[0], radix: 16) else { continue }
        let parts = sides[1].split(separator: "+").compactMap { UInt32($0, radix: 16) }
        self.parts[whole] = parts
        if isComposed, parts.count == 2 { wholes[UInt64(parts[0]) << 32 | UInt64(parts[1])] = whole }
      }
    }
  }

  /// Read when a text first needs it: few do.
  private static let tables = Tables(UnicodeTables.decompositions)
}

/// Syllables of Korean, which are put together by arithmetic (The Unicode Standard, 3.12).
private enum Hangul {
  private static let syllables: UInt32 = 0xAC00
  private static let (leads, leadCount): (UInt32, UInt32) = (0x1100, 19)
  private static let (vowels, vowelCount): (UInt32, UInt32) = (0x1161, 21)
  /// The trailing letters stand behind this one; their count is with that of none.
  private static let (trails, trailCount): (UInt32, UInt32) = (0x11A7, 28)

  /// The letters of a syllable; nil for any other character.
  static func parts(of scalar: UInt32) -> [UInt32]? {
    guard scalar >= syllables, scalar < syllables + leadCount * vowelCount * trailCount else { return nil }
    let index = scalar - syllables
    let letters = [leads + index / (vowelCount * trailCount), vowels + index % (vowelCount * trailCount) / trailCount]
    return index % trailCount == 0 ? letters : letters + [trails + index % trailCount]
  }

  /// The syllable of two letters, or of one without a trailing letter and that letter; nil if there is none.
  static func whole(_ first: UInt32, _ second: UInt32) -> UInt32? {
    if first >= leads, first < leads + leadCount, second >= vowels, second < vowels + vowelCount {
      return syllables + ((first - leads) * vowelCount + second - vowels) * trailCount
    }
    guard first >= syllables, first < syllables + leadCount * vowelCount * trailCount,
      (first - syllables) % trailCount == 0, second > trails, second < trails + trailCount
    else { return nil }
    return first + second - trails
  }
}
