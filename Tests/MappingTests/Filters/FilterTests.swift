import Findings
import Mapping
import Testing

@Suite("Filter expressions")
struct FilterTests {
  static let record = [
    "name": "O'Brien Shop", "creditlimit": "12500.50", "statecode": "0", "city": "", "active": "True",
  ]

  @Test(
    "An expression is true or false of a record",
    arguments: [
      ("", true), ("statecode eq 0", true), ("statecode ne 0", false), ("creditlimit gt 12500.5", false),
      ("creditlimit ge 12500.5", true), ("creditlimit lt 9", false), ("name eq 'o''brien shop'", true),
      ("city eq null", true), ("nothing eq null", true), ("city ne 'x'", true), ("city gt 'x'", false),
      ("null ne name", true), ("contains(name, 'BRIEN')", true), ("startswith(name, 'O''')", true),
      ("endswith(name, 'shop')", true), ("contains(city, '')", true), ("active eq true", true),
      ("active ne false AND not (city ne null)", true), ("not statecode eq 0 or statecode eq 0", true),
      ("statecode eq 1 and statecode eq 1 or statecode eq 0", true),
      ("statecode eq 1 and (statecode eq 1 or statecode eq 0)", false),
      ("not not statecode eq 0", true), ("'a' eq 'A'", true), ("-1 lt 0", true), ("STATECODE EQ 0", true),
    ])
  func evaluates(text: String, expected: Bool) throws {
    #expect(try FilterExpression.parse(text).isTrue(for: Self.record) == expected)
  }

  @Test(
    "An expression prints as one that reads back as the same",
    arguments: [
      "", "a eq 1", "a eq 'it''s' and b ne null or not (c gt -1.50)", "a eq 1 or b eq 2 and c eq 3",
      "(a eq 1 or b eq 2) and c eq 3", "a eq 1 and (b eq 2 and c eq 3)", "not (a eq 1 and b eq true)",
      "startswith(a, 'x') or (endswith(b, '') or contains(c, d))", "a eq '1.'", "a eq '--1'", "a eq '000123'",
    ])
  func printsBack(text: String) throws {
    let expression = try FilterExpression.parse(text)
    #expect(try FilterExpression.parse(expression.description) == expression)
  }

  @Test("and binds tighter than or, not tighter than and")
  func precedence() throws {
    let expression = try FilterExpression.parse("not a eq 1 and b eq 2 or c eq 3")
    #expect(expression.description == "not (a eq 1) and b eq 2 or c eq 3")
    #expect(try FilterExpression.parse("(not (a eq 1) and b eq 2) or c eq 3") == expression)
  }

  @Test("The fields are each reported once")
  func fields() throws {
    #expect(
      try FilterExpression.parse("contains(Name, 'x') and not (name eq City or 1 eq x)").fields == [
        "Name", "City", "x",
      ])
  }

  @Test(
    "A fault tells its position and what would be right",
    arguments: [
      ("name eq", FilterSyntaxError.ends(position: 8, expected: "a field or a value")),
      ("name", .ends(position: 5, expected: "one of eq, ne, gt, ge, lt, le")),
      ("name like 'x'", .unexpected("like", position: 6, expected: "one of eq, ne, gt, ge, lt, le")),
      ("name eq 'x", .openText(position: 9)),
      ("(a eq 1", .ends(position: 8, expected: ")")),
      ("a eq 1 b", .unexpected("b", position: 8, expected: "and, or, or the end")),
      ("a = 1", .unexpected("=", position: 3, expected: "a field, a value or an operator")),
      ("contains(a)", .unexpected(")", position: 11, expected: ",")),
      ("a eq and", .unexpected("and", position: 6, expected: "a field or a value")),
      ("1a eq 2", .unexpected("a", position: 2, expected: "one of eq, ne, gt, ge, lt, le")),
    ])
  func faults(text: String, expected: FilterSyntaxError) {
    #expect(throws: expected) { try FilterExpression.parse(text) }
  }

  @Test("Nothing can be nested so deep that the stack ends", arguments: ["(", "not "])
  func depth(opening: String) {
    let text = String(repeating: opening, count: 100_000) + "a eq 1"
    #expect(throws: FilterSyntaxError.self) { try FilterExpression.parse(text) }
  }
}
