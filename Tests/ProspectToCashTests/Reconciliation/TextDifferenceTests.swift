import TestSupport
import Testing

@testable import Reconciliation

@Suite("How two texts differ")
struct TextDifferenceTests {
  private func kind(_ expected: String, _ found: String, limit: Int = 0) -> DifferenceKind {
    let (left, right) = (Array(expected.utf8), Array(found.utf8))
    return TextDifference(expected: left.span, found: right.span, limit: limit).kind
  }

  @Test(
    "A text is truncated if it ends where the field does, and something was lost",
    arguments: [
      ("abcdef", "abc", 3, .truncated), ("abcdef", "abc", 0, .truncated),
      // The field has room for more, so that somebody has shortened it.
      ("abcdef", "abc", 4, .value), ("abcdef", "abc", 2, .value),
      // A blank where the field ends was cut off, too.
      ("abc def", "abc", 4, .truncated), ("abc  def", "abc", 5, .truncated), ("abc def", "abc", 5, .value),
      // Only blanks were lost.
      ("abc   ", "abc", 3, .blanks), ("abc\n", "abc", 3, .blanks),
      ("abc", "abcdef", 3, .value), ("abc", "", 3, .value), ("abc", "", 0, .value),
      // Fields count UTF-16 code units.
      ("😀😀x", "😀😀", 4, .truncated), ("😀😀x", "😀😀", 2, .value), ("ää-x", "ää-", 3, .truncated),
    ] as [(String, String, Int, DifferenceKind)])
  func truncated(expected: String, found: String, limit: Int, kind: DifferenceKind) {
    #expect(self.kind(expected, found, limit: limit) == kind)
  }

  @Test(
    "The kind is the same in both directions",
    arguments: [
      ("one\r\ntwo", "one\ntwo", .lineBreaks), ("one\rtwo", "one\ntwo", .lineBreaks),
      ("one\u{2028}two", "one\r\ntwo", .lineBreaks), ("a\r\n\r\nb", "a\n\nb", .lineBreaks),
      ("one  two", "one two", .blanks), (" one", "one ", .blanks), ("one\ttwo", "one two", .blanks),
      ("one\u{A0}two", "one two", .blanks), ("one\ntwo", "one two", .blanks), ("one\r\n two", "one\ntwo", .blanks),
      ("Contoso", "CONTOSO", .letterCase), ("Ärger", "ärger", .letterCase), ("ŁÓDŹ", "łódź", .letterCase),
      // The same letters in other bytes.
      ("caf\u{E9}", "cafe\u{301}", .encoding), ("\u{1E9B}\u{323}", "\u{1E9B}\u{323}\u{300}", .value),
      // UTF-8 taken for Windows-1252.
      ("Müller", "MÃ¼ller", .encoding), ("5 € – “net", "5 â‚¬ â€“ â€œnet", .encoding),
      // Letters that became signs for what cannot be read.
      ("Müller", "M?ller", .encoding), ("Müller & Søn", "M\u{FFFD}ller & S\u{FFFD}n", .encoding),
      ("Müller", "Muller", .encoding), ("Čapek", "Capek", .encoding),
      ("Miller", "M?ller", .value), ("Müller", "M??ller", .value), ("Müller", "Möller", .value),
      ("one two", "onetwo", .value), ("one", "two", .value), ("1", "1.0", .value), ("Straße", "Strasse", .value),
      // Case and blanks are more than one change.
      ("One  two", "one two", .value),
    ] as [(String, String, DifferenceKind)])
  func symmetric(left: String, right: String, kind: DifferenceKind) {
    #expect(self.kind(left, right, limit: 100) == kind)
    #expect(self.kind(right, left, limit: 100) == kind)
  }

  @Test("What spreads blanks, breaks lines otherwise or changes case is no other value", arguments: 1...5)
  func random(seed: Int) {
    var random = RandomSource(seed: UInt64(seed))
    for _ in 0..<200 {
      let words = (0..<Int.random(in: 2...6, using: &random)).map { _ in
        String(decoding: random.bytes(Int.random(in: 1...8, using: &random), of: Array("abcxyz".utf8)), as: UTF8.self)
      }
      let text = words.joined(separator: " ")
      #expect(kind(text, words.joined(separator: "  "), limit: 500) == .blanks)
      #expect(kind(text, text.uppercased(), limit: 500) == .letterCase)
      #expect(kind(words.joined(separator: "\r\n"), words.joined(separator: "\n"), limit: 500) == .lineBreaks)
      let cut = String(text.dropLast(words.last?.count ?? 0))
      #expect(kind(text, cut, limit: cut.utf16.count) == .truncated)
      #expect(kind(text, text + "w", limit: 500) == .value)
    }
  }

  @Test("Bytes that are no text are compared as well as they can be")
  func invalid() {
    let (left, right): ([UInt8], [UInt8]) = ([0x4D, 0xC3, 0xBC], [0x4D, 0xFC])
    #expect(TextDifference(expected: left.span, found: right.span, limit: 0).kind == .encoding)
    let (cut, other): ([UInt8], [UInt8]) = ([0xE2, 0x82], [0x41, 0x42])
    #expect(TextDifference(expected: cut.span, found: other.span, limit: 0).kind == .value)
  }
}
