import Mapping
import Testing

@Suite("Filters over the columns of a file")
struct FilterPlanTests {
  static let columns = ["name", "creditlimit", "statecode", "city", "active", "number", "umlaut", "nosuch"]
  static let row = ["O'Brien Shop", "12500.50", "0", "", "True", "000123", "ÄPFEL & Öl", ""]

  @Test(
    "A record passes or does not",
    arguments: [
      ("", true),
      // Nothing equals nothing and differs from all else; no order is between nothing and something.
      ("city eq null", true), ("nosuch eq null", true), ("city ne null", false), ("name ne null", true),
      ("city eq ''", true), ("city ne 'x'", true), ("city eq 'x'", false), ("city gt 'x'", false),
      ("city lt 'x'", false), ("city le null", true), ("null ne name", true), ("city eq nosuch", true),
      // Numbers by value.
      ("creditlimit eq 12500.5", true), ("creditlimit gt 12500.5", false), ("creditlimit ge 12500.500", true),
      ("creditlimit lt 9", false), ("creditlimit gt 9", true), ("number eq 123", true), ("statecode eq 0.0", true),
      ("-1 lt statecode", true), ("creditlimit gt number", true),
      // Texts without case.
      ("name eq 'o''brien shop'", true), ("name lt 'p'", true), ("name gt 'O'", true), ("active eq true", true),
      ("active ne false", true), ("umlaut eq 'äpfel & öl'", true), ("NAME eq 'O''BRIEN SHOP'", true),
      // Functions.
      ("contains(name, 'BRIEN')", true), ("contains(name, 'brienn')", false), ("startswith(name, 'O''')", true),
      ("startswith(name, 'shop')", false), ("endswith(name, 'shop')", true), ("endswith(name, 'o''')", false),
      ("contains(city, 'x')", false), ("contains(city, '')", true), ("contains(umlaut, 'ÖL')", true),
      ("startswith(name, name)", true),
      // not, and, or.
      ("not statecode eq 0", false), ("not not statecode eq 0", true), ("active ne false and not (city ne null)", true),
      ("statecode eq 1 and statecode eq 1 or statecode eq 0", true),
      ("statecode eq 1 and (statecode eq 1 or statecode eq 0)", false), ("city eq 'x' or name eq 'y'", false),
    ])
  func passes(text: String, expected: Bool) throws {
    let expression = try FilterExpression.parse(text)
    var bench = PlanBench(columns: Self.columns)
    bench.filter = expression
    #expect(bench.map([Self.row])[0].passes == expected)
    let record = Dictionary(uniqueKeysWithValues: zip(Self.columns, Self.row))
    #expect(expression.isTrue(for: record) == expected)
  }

  @Test("A filter reads through lookups and value by value, record after record")
  func lookups() throws {
    var bench = PlanBench(columns: ["parentid.name", "kind"])
    bench.filter = try FilterExpression.parse("parentid.name eq 'alpine' and kind ne null")
    #expect(
      bench.map([["Alpine", "1"], ["", "1"], ["ALPINE", ""], ["alpine", "x"]]).map(\.passes) == [
        true, false, false, true,
      ])
  }
}
