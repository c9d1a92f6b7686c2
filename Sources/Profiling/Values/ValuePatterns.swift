// Hot path: no allocation for a pattern that was seen before.

import Records

/// The patterns of a column's values: `A` for upper-case letters, `a` for lower-case ones, `L` for others, `9` for digits,
/// everything else itself; runs with their length.
struct ValuePatterns {
  /// The pattern of values that have none.
  static let none = 0x3FF
  /// The most patterns that are counted, and the longest value that has one, in UTF-16 code units.
  private static let (most, longest) = (1000, 64)

  private var index = KeyIndex()
  private(set) var count = 0
  /// Whether patterns are given up, as there are too many or values are too long.
  private(set) var isOver = false
  private var buffer = OutputBuffer(capacity: 256)

  /// The number of a value's pattern; `none` if patterns are given up.
  mutating func number(of text: Span<UInt8>, length: Int) -> Int {
    if isOver { return Self.none }
    guard length <= Self.longest else { return giveUp() }
    buffer.truncate(to: 0)
    ValuePatterns.append(text, to: &buffer)
    let (entry, isNew) = index.insert(buffer, value: 0)
    if isNew {
      if count == Self.most { return giveUp() }
      count += 1
    }
    return entry
  }

  private mutating func giveUp() -> Int {
    isOver = true
    index = KeyIndex()
    return Self.none
  }

  /// A pattern by its number.
  func text(_ number: Int) -> [UInt8] {
    var text = OutputBuffer(capacity: 64)
    index.appendKey(number, to: &text)
    return text.take()
  }

  /// Appends the pattern of a text.
  static func append(_ text: Span<UInt8>, to output: inout OutputBuffer) {
    var (mark, run) = (UInt8(0), 0)
    var index = 0
    while index < text.count {
      let (scalar, size) = UTF8Text.scalar(text, at: index)
      let next = Self.mark(scalar)
      if next != mark || next == 0 {
        end(mark, run, &output)
        (mark, run) = (next, 0)
      }
      if next == 0 {
        UTF8Text.append(scalar, to: &output)
      } else {
        run += 1
      }
      index += size
    }
    end(mark, run, &output)
  }

  private static func end(_ mark: UInt8, _ run: Int, _ output: inout OutputBuffer) {
    guard run > 0 else { return }
    output.append(mark)
    guard run > 1 else { return }
    output.append(UInt8(ascii: "{"))
    if run >= 10 { output.append(UInt8(ascii: "0") + UInt8(run / 10)) }
    output.append(UInt8(ascii: "0") + UInt8(run % 10))
    output.append(UInt8(ascii: "}"))
  }

  /// The mark of a character's class; 0 for one that stands for itself.
  private static func mark(_ scalar: UInt32) -> UInt8 {
    switch scalar {
    case 0x30...0x39: return UInt8(ascii: "9")
    case 0x41...0x5A: return UInt8(ascii: "A")
    case 0x61...0x7A: return UInt8(ascii: "a")
    case ..<0x80: return 0
    default:
      switch Unicode.Scalar(scalar)?.properties.generalCategory {
      case .uppercaseLetter, .titlecaseLetter: return UInt8(ascii: "A")
      case .lowercaseLetter: return UInt8(ascii: "a")
      case .modifierLetter, .otherLetter: return UInt8(ascii: "L")
      default: return 0
      }
    }
  }
}
