import Records
import TestSupport
import Testing

@Suite("The common form of keys that spreadsheets change")
struct KeyFormTests {
  private func form(_ key: String) -> String {
    let bytes = Array(key.utf8)
    return text { KeyForm.append(bytes.span, to: &$0) }
  }

  @Test(
    "White space, zeros in front of digits and scientific form are taken away, part by part",
    arguments: [
      ("000123", "123"), ("0", "0"), ("000", "0"), ("a 1", "a1"), ("a\u{2003}1", "a1"), ("1.23e+05", "123000"),
      ("1,5e2", "150"), ("1e-2", "0.01"), ("so-01", "so-01"), ("e5", "e5"), ("1e", "1e"), ("", ""),
      ("a\u{85}1\u{A0}", "a1"), ("\u{1680}0\u{3000}01", "1"), ("0 0 7-1", "007-1"), ("ä\u{2028}\u{205F}b", "äb"),
      ("01\0" + "02", "1\0" + "2"), ("12e999", "12e999"),
    ])
  func forms(key: String, form: String) {
    #expect(self.form(key) == form)
  }

  @Test("One look at a key never misses that its form is another one")
  func mayDiffer() {
    var random = RandomSource(seed: 7)
    let pieces = ["0", "00", "1", "9", "e", "e+", ".", "-", " ", "a", "\0", "\u{A0}", "\u{3000}", "é"]
    for _ in 0..<20_000 {
      let key = (0..<Int.random(in: 1...6, using: &random)).map { _ in pieces.randomElement(using: &random) ?? "" }
        .joined()
      let bytes = Array(key.utf8)
      let mayDiffer = KeyForm.mayDiffer(bytes.span)
      if form(key) != key { #expect(mayDiffer, "\(key.debugDescription)") }
    }
  }
}
