import ProspectToCash
import Testing

@Suite("Text for a terminal")
struct TerminalTextTests {
  @Test(
    "What a terminal obeys or nobody sees is written as its number",
    arguments: [
      "\u{0}", "\u{7}", "\t", "\n", "\r", "\u{1B}", "\u{7F}", "\u{80}", "\u{85}", "\u{9B}", "\u{200B}", "\u{200D}",
      "\u{200F}", "\u{2028}", "\u{202E}", "\u{2060}", "\u{2066}", "\u{2069}", "\u{FEFF}", "\u{E0041}",
    ])
  func hidden(_ character: String) {
    let number = String(character.unicodeScalars.first?.value ?? 0, radix: 16)
    #expect(TerminalText.line("a\(character)b") == "a\\u{\(number)}b")
    // Also where it is one character with the one before it.
    #expect(TerminalText.line("\r\n") == "\\u{d}\\u{a}")
  }

  @Test("All other text is as it was", arguments: ["", "Åse & Søn", "e\u{301}", "日本", "\\u{1b}", "a\u{A0}b", "😀"])
  func shown(_ text: String) {
    #expect(Array(TerminalText.line(text).unicodeScalars) == Array(text.unicodeScalars))
  }

  @Test("A line of a text ends where the tool ends it")
  func lines() { #expect(TerminalText.lines(["one\ntwo", "three"]) == "one\\u{a}two\nthree\n") }
}
