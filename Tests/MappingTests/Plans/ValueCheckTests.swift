import Findings
import Mapping
import Testing

@Suite("Checks of values")
struct ValueCheckTests {
  /// A value on its way to a side, what becomes of it, and what is reported.
  struct Case: CustomTestStringConvertible {
    var attribute: Attribute
    var side: Side
    var source: String
    var value: String?
    var codes: [UInt16]

    init(_ type: AttributeType, _ side: Side, _ source: String, _ value: String?, _ codes: UInt16...) {
      attribute = .of(type) { attribute in
        if type == .enumeration { attribute.symbols = ["None", "Confirmed"] }
        if type == .noyes { attribute.symbols = ["No", "Yes"] }
      }
      (self.side, self.source, self.value, self.codes) = (side, source, value, codes)
    }

    var testDescription: String { "\(attribute.type.rawValue) to \(side.rawValue): \(source)" }
  }

  @Test(
    "Numbers",
    arguments: [
      Case(.money, .finops, "12500.5000", "12500.5000"), Case(.money, .finops, "about 5000", nil, 2105),
      Case(.decimal, .finops, "1,5", nil, 2105), Case(.decimal, .finops, "-.5", "-.5"),
      Case(.decimal, .finops, "1.5E3", "1.5E3"), Case(.decimal, .finops, " 1", nil, 2105),
      // Sales reads one form only; the digits stay.
      Case(.money, .sales, ".500000", "0.500000"), Case(.money, .sales, "-.50", "-0.50"),
      Case(.money, .sales, "1.5E3", "1500"), Case(.money, .sales, "+7.10", "7.1"),
      Case(.money, .sales, "12.340000", "12.340000"), Case(.double, .sales, "x", nil, 2105),
      // Whole numbers may have decimals if all are zero.
      Case(.int, .finops, "3", "3"), Case(.int, .finops, "3.0000000000", "3"), Case(.int, .finops, "3.5", nil, 2105),
      Case(.int, .sales, ".000000", "0"), Case(.int64, .sales, "-12.000", "-12"), Case(.int, .sales, "+7", "7"),
      Case(.int, .finops, "+7", "+7"), Case(.int, .finops, "", nil), Case(.int, .finops, "-", nil, 2105),
      Case(.int, .finops, "1-2", nil, 2105), Case(.int, .sales, "1-2.0", nil, 2105), Case(.int, .sales, ".", nil, 2105),
      Case(.picklist, .sales, "647390000", "647390000"), Case(.picklist, .sales, "1.0", nil, 2105),
      Case(.state, .sales, "Active", nil, 2105),
    ])
  func numbers(value: Case) { check(value) }

  @Test(
    "Dates in both ways of writing them",
    arguments: [
      Case(.datetime, .finops, "2019-03-10T08:15:30.0000000Z", "2019-03-10 08:15:30"),
      Case(.datetime, .finops, "3/10/2019 8:15:30 AM", "2019-03-10 08:15:30"),
      Case(.datetime, .finops, "12/31/2019 12:00:01 AM", "2019-12-31 00:00:01"),
      Case(.date, .finops, "2019-03-10T08:15:30.0000000Z", "2019-03-10"),
      Case(.date, .finops, "3/10/2019 8:15:30 PM", "2019-03-10"), Case(.date, .finops, "2019-02-29", nil, 2105),
      Case(.date, .finops, "31/12/2019 0:00:00 AM", nil, 2105), Case(.date, .finops, "yesterday", nil, 2105),
      Case(.datetime, .sales, "2024-05-01 00:00:00", "2024-05-01T00:00:00.0000000Z"),
      Case(.date, .sales, "2024-02-29", "2024-02-29T00:00:00.0000000Z"),
      // How F&O says that there is no date.
      Case(.datetime, .sales, "1900-01-01 00:00:00", nil), Case(.date, .sales, "1900-01-01", nil),
      Case(.datetime, .sales, "3/10/2019 8:15:30 AM", nil, 2105),
    ])
  func dates(value: Case) { check(value) }

  @Test(
    "Booleans, enumerations and ids",
    arguments: [
      Case(.bool, .sales, "True", "True"), Case(.bool, .sales, "False", "False"),
      Case(.bool, .sales, "true", nil, 2105),
      Case(.bool, .sales, "1", nil, 2105), Case(.noyes, .finops, "Yes", "Yes"), Case(.noyes, .finops, "1", nil, 2105),
      Case(.enumeration, .finops, "Confirmed", "Confirmed"), Case(.enumeration, .finops, "Shipped", nil, 2105),
      Case(
        .guid, .sales, "{0F8FAD5B-D9CB-469F-A165-708677289501}", "0f8fad5b-d9cb-469f-a165-708677289501"),
      Case(.guid, .sales, "0f8fad5b", nil, 2105),
    ])
  func symbols(value: Case) { check(value) }

  @Test("Where nothing shows the order of day and month, no date of the machine's own form is read")
  func unclearDates() {
    var bench = PlanBench(Case(.datetime, .finops, "", nil).attribute)
    bench.hasUnclearDates = true
    #expect(bench.map("3/10/2019 8:15:30 AM").codes == [2105])
    #expect(bench.map("2019-03-10T08:15:30").values["Field"] == "2019-03-10 08:15:30")
  }

  private func check(_ value: Case) {
    let mapped = PlanBench(value.attribute, to: value.side).map(value.source)
    #expect(mapped.values["Field"] == value.value)
    #expect(mapped.codes == value.codes)
  }

  @Test(
    "The length of a text counts UTF-16 code units; a cut text keeps whole characters",
    arguments: [
      ("abcd", "abcd", []), ("äöüß", "äöüß", []), ("株株株株", "株株株株", []), ("😀😀", "😀😀", []),
      ("abcde", "abcd", [2103]), ("😀😀a", "😀😀", [2103]), ("abc😀", "abc", [2103]), ("äöüß€", "äöüß", [2103]),
    ] as [(String, String, [UInt16])])
  func lengths(text: String, cut: String, codes: [UInt16]) {
    let attribute = Attribute.of(.string) { $0.maxLength = 4 }
    let refused = PlanBench(attribute).map(text)
    #expect(refused.codes == codes)
    #expect(refused.values["Field"] == (codes.isEmpty ? text : nil))
    let truncated = PlanBench(attribute) { $0.truncates = true }.map(text)
    #expect(truncated.values["Field"] == cut)
    #expect(truncated.codes.isEmpty)
  }

  @Test("Where a length is only assumed a longer text goes over with a warning")
  func assumedLength() {
    let attribute = Attribute.of(.string) { ($0.maxLength, $0.lengthIsAssumed) = (4, true) }
    let mapped = PlanBench(attribute).map("abcde")
    #expect(mapped.values["Field"] == "abcde")
    #expect(mapped.codes == [2403])
    #expect(FindingCode.tooLongForAssumedLimit.severity == .warning && FindingCode.tooLong.severity == .error)
  }

  @Test(
    "A value longer than files take is refused, whatever the schema says of its length",
    arguments: [(nil, false), (3, true), (9, false), (9, true)] as [(Int?, Bool)])
  func lengthInFiles(length: Int?, isAssumed: Bool) {
    var bench = PlanBench(.of(.string) { ($0.maxLength, $0.lengthIsAssumed) = (length, isAssumed) })
    bench.mostCharacters = 4
    #expect(bench.map("abc😀").codes == [2103])
    #expect(bench.map("ab😀").codes == (length == 3 ? [2403] : []))
    #expect(bench.map("äöü").codes.isEmpty)
    bench.fields[0].truncates = true
    let cut = bench.map("äbcdef")
    #expect(cut.values["Field"] == (length == 3 ? "äbc" : "äbcd") && cut.codes.isEmpty)
  }

  @Test("A symbol longer than files take is refused")
  func symbolInFiles() {
    var bench = PlanBench(.of(.enumeration))
    bench.mostCharacters = 4
    #expect(bench.map("Open").codes.isEmpty)
    #expect(bench.map("Order").codes == [2103])
  }

  @Test("A required field that is empty is a fault, and so is one whose date says that there is none")
  func required() {
    #expect(PlanBench(.of(.string)) { $0.isRequired = true }.map("").codes == [2102])
    #expect(PlanBench(.of(.datetime), to: .sales) { $0.isRequired = true }.map("1900-01-01").codes == [2102])
    #expect(PlanBench(.of(.string)) { $0.isRequired = true }.map("x").codes.isEmpty)
  }

  @Test("An empty key is reported once, for the record and not for the field")
  func key() {
    let bench = PlanBench(.of(.string)) { $0.isKey = true }
    let mapped = bench.map([[""], ["  "], ["A-1"]])
    #expect(mapped.map(\.keyState) == [.empty, .empty, .whole])
    #expect(mapped.flatMap(\.codes).isEmpty)
  }

  @Test("An empty value may be worth a warning")
  func emptyWarning() {
    let bench = PlanBench(.of(.string)) { $0.emptyWarning = "P2C2402" }
    #expect(bench.map([[""], ["x"]]).map(\.codes) == [[2402], []])
  }

  @Test("A character that XML cannot carry is refused to both sides", arguments: Side.allCases)
  func characters(side: Side) {
    let bench = PlanBench(.of(.string), to: side)
    for text in ["a\u{0}b", "a\u{1}b", "\u{B}", "a\u{FFFE}", "long enough for words \u{FFFF} and more"] {
      #expect(bench.map(text).codes == [1221])
    }
    for text in ["a\tb\r\n", "\u{7F}\u{85}\u{2028}", "\u{FFFD} \u{FB01} \u{D7FF} \u{1FFFE} and more"] {
      #expect(bench.map(text).codes.isEmpty)
    }
  }

  @Test("It is refused whatever a map would make of the value, or its type say")
  func charactersOfAnyValue() {
    var bench = PlanBench(.of(.string)) { $0.valueMap = "any" }
    bench.valueMaps["any"] = ValueMap(entries: [:], otherwise: .value("X"))
    #expect(bench.map("a\u{1}b").codes == [1221])
    #expect(bench.map("a").values["Field"] == "X")
    #expect(PlanBench(.of(.decimal)).map("1\u{1}").codes == [1221])
  }
}
