import Foundation
import Records

/// Names the way in which two texts differ. Only texts that do differ come here, so that it may allocate.
struct TextDifference {
  private let expected: String
  private let found: String
  private let limit: Int

  /// `limit` is the length in UTF-16 code units that the field takes, 0 if that is unknown.
  init(expected: Span<UInt8>, found: Span<UInt8>, limit: Int) {
    self.expected = KeyText.string(expected)
    self.found = KeyText.string(found)
    self.limit = limit
  }

  /// The kind.
  var kind: DifferenceKind {
    if isTruncated { return .truncated }
    if TextDifference.lines(expected).utf8.elementsEqual(TextDifference.lines(found).utf8) { return .lineBreaks }
    if TextDifference.words(expected).utf8.elementsEqual(TextDifference.words(found).utf8) { return .blanks }
    // Strings are equal if they look alike; that their bytes are not is a matter of encoding.
    if expected == found { return .encoding }
    if expected.lowercased() == found.lowercased() { return .letterCase }
    return isDamaged ? .encoding : .value
  }

  /// Whether the text ends where the field does, perhaps with a blank cut off too.
  private var isTruncated: Bool {
    guard !found.isEmpty, expected.utf8.count > found.utf8.count, expected.utf8.starts(with: found.utf8) else {
      return false
    }
    let size = found.utf16.count
    let rest = expected.utf16.dropFirst(size)
    guard rest.contains(where: { $0 > 0x20 }) else { return false }
    // A field that is full, or would be if blanks at its end had not been cut off as well.
    return limit == 0 || size == limit || (size < limit && rest.prefix(limit - size).allSatisfy { $0 == 0x20 })
  }

  private static func lines(_ text: String) -> String {
    String(text.map { $0.isNewline ? "\n" : $0 })
  }

  private static func words(_ text: String) -> String {
    text.split(whereSeparator: \.isWhitespace).joined(separator: " ")
  }

  // MARK: Encodings

  private var isDamaged: Bool {
    TextDifference.misread(expected) == found || TextDifference.misread(found) == expected || hasReplacements
      || TextDifference.bare(expected) == found || TextDifference.bare(found) == expected
  }

  /// A text whose bytes in UTF-8 were taken for Windows-1252.
  private static func misread(_ text: String) -> String? {
    if text.utf8.allSatisfy({ $0 < 0x80 }) { return nil }
    var decoder = TextDecoder(.windows1252)
    var output = OutputBuffer(capacity: text.utf8.count * 3)
    var invalid: [Int] = []
    let bytes = Array(text.utf8)
    decoder.decode(bytes.span, isLast: true, to: &output, invalid: &invalid)
    return KeyText.string(output.span)
  }

  /// A text without the marks above and below its letters; nil if it has none.
  private static func bare(_ text: String) -> String? {
    let scalars = text.decomposedStringWithCanonicalMapping.unicodeScalars.filter {
      $0.properties.canonicalCombiningClass == .notReordered
    }
    let result = String(String.UnicodeScalarView(scalars))
    return result == text ? nil : result
  }

  /// Whether letters beyond ASCII became question marks or the sign for what cannot be read, and all else is the same.
  private var hasReplacements: Bool { replaces(expected, found) || replaces(found, expected) }

  private func replaces(_ whole: String, _ damaged: String) -> Bool {
    guard whole.count == damaged.count else { return false }
    return zip(whole, damaged).allSatisfy { $0 == $1 || (!$0.isASCII && ($1 == "?" || $1 == "\u{FFFD}")) }
  }
}
