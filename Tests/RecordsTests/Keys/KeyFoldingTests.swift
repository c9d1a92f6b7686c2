import Records
import TestSupport
import Testing

@Suite("Comparison of keys")
struct KeyFoldingTests {
  @Test(
    "Keys are one that differ in case or in how characters are composed",
    arguments: [
      ("ΟΔΟΣ", "οδος"), ("οδοσ", "οδος"), ("caf\u{E9}", "cafe\u{301}"), ("CAFE\u{301}", "caf\u{E9}"),
      ("\u{AC00}", "\u{1100}\u{1161}"), ("\u{AC01}", "\u{1100}\u{1161}\u{11A8}"), ("\u{212A}1", "k1"),
      ("\u{2126}", "ω"),

      ("Stra\u{1E9E}e", "straße"), ("\u{212B}", "a\u{30A}"), ("\u{1E9B}\u{323}", "\u{1E61}\u{323}"), ("µ", "μ"),
      ("q\u{307}\u{323}", "Q\u{323}\u{307}"), ("H\u{331}", "\u{1E96}"), ("\u{345}", "\u{3B9}"),

      ("\u{10400}", "\u{10428}"),
      ("\u{2003}a\u{3000}", "A"), ("\u{85}a\u{A0}", "a"), ("Ǆ", "ǆ"), ("ǅ", "ǆ"),
    ])
  func same(_ first: String, _ second: String) { #expect(KeyText.bytes(first) == KeyText.bytes(second)) }

  @Test(
    "Keys are two that differ in more",
    arguments: [
      ("Straße", "STRASSE"), ("ı1", "i1"), ("İ1", "i1"), ("ﬁ1", "fi1"), ("Ａ1", "a1"), ("é1", "e1"), ("²", "2"),
      ("\u{1C}a", "a"), ("\u{200B}a", "a"), ("a b", "ab"),
    ])
  func different(_ first: String, _ second: String) { #expect(KeyText.bytes(first) != KeyText.bytes(second)) }

  @Test("The form of a key is its own form, whatever characters it has")
  func stable() {
    var source = RandomSource(seed: 81)
    let scalars =
      [0x41, 0x61, 0xC9, 0xDF, 0x130, 0x131, 0x300, 0x301, 0x323, 0x331, 0x345, 0x3A3, 0x3C2, 0x1100, 0x1161, 0x11A8]
      + [0xAC00, 0x1E9E, 0x1FBC, 0x212A, 0x2126, 0xFB01, 0xFF21, 0x1F82, 0x958, 0x10400, 0x1D15E, 0x20, 0x3000]
    for _ in 0..<5_000 {
      var text = String.UnicodeScalarView()
      for _ in 0..<Int.random(in: 1...6, using: &source) {
        if let scalar = scalars.randomElement(using: &source).flatMap({ Unicode.Scalar($0) }) { text.append(scalar) }
      }
      let form = KeyText.bytes(String(text))
      #expect(KeyText.bytes(String(decoding: form, as: UTF8.self)) == form, "\(text.map { $0.value })")
      // Strings of Swift are equal where their normal forms are.
      let other = String(text).unicodeScalars.reduce(into: "") { $0 += String($1) }
      #expect(KeyText.bytes(other) == form)
    }
  }
}
