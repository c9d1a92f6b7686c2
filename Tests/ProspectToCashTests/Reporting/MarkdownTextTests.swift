import Testing

@testable import Reporting

@Suite("Texts of others in Markdown")
struct MarkdownTextTests {
  @Test(
    "Code has a fence that none of its backticks ends",
    arguments: [
      ("a.csv", "`a.csv`"), ("a`b", "``a`b``"), ("`a", "`` `a ``"), ("``", "``` `` ```"), ("a``b`", "``` a``b` ```"),
      ("two\nlines", "`two lines`"), (" x ", "`  x  `"), ("a\u{2028}b", "`a b`"),
    ])
  func code(_ text: String, expected: String) { #expect(MarkdownText.code(text) == expected) }

  @Test(
    "Words have no marks but their own",
    arguments: [
      ("accounts", "accounts"), ("address1_city", "address1_city"), ("_a_", "\\_a\\_"), ("a*b", "a\\*b"),
      ("<img>", "\\<img>"), ("a|b", "a\\|b"), ("R&D", "R\\&D"), ("[x](y)", "\\[x\\](y)"), ("`c`", "\\`c\\`"),
      ("a\\|b", "a\\\\\\|b"), ("one\r\ntwo", "one  two"),
    ])
  func plain(_ text: String, expected: String) { #expect(MarkdownText.plain(text) == expected) }

  @Test("A row has as many cells as it is given")
  func row() { #expect(MarkdownText.row(["a|b", "", "3"]) == "| a\\|b |  | 3 |") }
}
