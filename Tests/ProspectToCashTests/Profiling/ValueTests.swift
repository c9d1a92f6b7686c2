import Mapping
import Records
import TestSupport
import Testing

@testable import Profiling

@Suite("What values look like")
struct ValueTests {
  private func bytes(_ text: String) -> [UInt8] { Array(text.utf8) }

  @Test(
    "Every value has one kind",
    arguments: [
      ("0F8FAD5B-d9cb-469f-a165-000000000001", .guid), ("0F8FAD5B-d9cb-469f-a165-00000000000g", .text),
      ("True", .boolean), ("NO", .boolean), ("yess", .text), ("0", .integer), ("-17", .integer), ("+0", .integer),
      ("007", .text), ("1.50", .decimal), (".5", .decimal), ("4.", .decimal), (".", .text), ("-.25", .decimal),
      ("01.5", .text), ("1e5", .text), ("2024-02-29", .date), ("2023-02-29", .text), ("2024-1-1", .text),
      ("2024-02-29T23:59:59.25Z", .datetime), ("2024-02-29 10:00:00+02:00", .datetime),
      ("2024-02-29T24:00:00", .text), ("2024-02-29T10:00", .text), ("2024-02-29T10:00:00.", .text), ("٣", .text),
    ] as [(String, ValueKind)])
  func kinds(text: String, kind: ValueKind) { #expect(ValueKind.of(bytes(text).span) == kind) }

  @Test(
    "Numbers and dates of other cultures are recognised",
    arguments: [
      ("12,50", .decimalComma), ("1.234,5", .decimalComma), ("1 234,50", .decimalComma), ("1234,567", .decimalComma),
      ("1,234.50", .thousandsMark), ("1'234", .thousandsMark), ("1,234,567", .thousandsMark),
      ("1\u{202F}234", .thousandsMark), ("1\u{A0}234,5", .decimalComma), ("1,234", .ambiguousNumber),
      ("-123,456", .ambiguousNumber), ("1234", nil), ("12.50", nil), ("1.234.567", nil), ("1,23,456", nil), (",5", nil),
      ("31/12/2023", .dayFirst), ("12.31.2023", .monthFirst), ("1-2-2024 10:00", .ambiguousDate),
      ("31/31/2023", nil), ("1/2/24", nil), ("1/2/20245", nil),
    ] as [(String, ValueCulture?)])
  func cultures(text: String, culture: ValueCulture?) {
    #expect(ValueCulture.of(bytes(text).span, numbers: true, dates: true) == culture)
    #expect(ValueCulture.of(bytes(text).span, numbers: false, dates: false) == nil)
  }

  @Test(
    "A pattern has a mark for each class of characters, and the length of runs",
    arguments: [
      ("K-00012", "A-9{5}"), ("Ærø 株式 9", "Aa{2} L{2} 9"), ("", ""), ("--a1", "--a9"), ("٣", "٣"),
      (String(repeating: "a", count: 64), "a{64}"),
    ])
  func patterns(text: String, pattern: String) {
    var output = OutputBuffer(capacity: 16)
    ValuePatterns.append(bytes(text).span, to: &output)
    #expect(String(decoding: output.take(), as: UTF8.self) == pattern)
  }

  @Test("A thousand patterns are counted, and none of values of more than 64 characters")
  func tooMany() {
    var patterns = ValuePatterns()
    for number in 1...1000 {
      let text = bytes(String(number, radix: 2).map { $0 == "0" ? "-" : "+" }.joined())
      #expect(patterns.number(of: text.span, length: text.count) == number - 1)
    }
    #expect(patterns.number(of: bytes("a").span, length: 1) == ValuePatterns.none)
    #expect(patterns.isOver)
    var others = ValuePatterns()
    #expect(others.number(of: bytes("a").span, length: 65) == ValuePatterns.none)
    #expect(others.isOver)
  }

  @Test(
    "Bounds compare by value and show the first such value as it is written",
    arguments: [
      (["10", "9", "9.0", "+10.00"], "9", "10"), (["-1", "-1.5", "0", "-0"], "-1.5", "0"),
      (["900719925474099.3101", "900719925474099.3102", "1"], "1", "900719925474099.3102"),
      ([".5", "-.25", "4."], "-.25", "4."),
    ])
  func numbers(texts: [String], least: String, greatest: String) {
    var bounds = ValueBounds()
    for text in texts { bounds.add(number: bytes(text).span) }
    #expect(bounds.least == bytes(least))
    #expect(bounds.greatest == bytes(greatest))
  }

  @Test("Dates compare as instants, those without an offset in UTC")
  func dates() {
    var bounds = ValueBounds()
    for text in ["2024-01-31", "2024-01-31T01:30:00+02:00", "2024-01-31T00:00:00.5Z", "2024-01-31 00:00:00.25"] {
      bounds.add(date: bytes(text).span)
    }
    #expect(bounds.least == bytes("2024-01-31T01:30:00+02:00"))
    #expect(bounds.greatest == bytes("2024-01-31T00:00:00.5Z"))
  }

  @Test(
    "A type takes what imports take",
    arguments: [
      (AttributeType.decimal, ["1", "007", ".5", "4.", "-1"], ["1,5", "1e5", ".", "x"]),
      (.picklist, ["1", "1.0", "-1"], ["1.5", "1.", ".0", "Active"]), (.date, ["2024-01-31"], ["31-01-2024"]),
      (.bool, ["True", "no"], ["0"]), (.guid, ["0f8fad5b-d9cb-469f-a165-000000000001"], ["A-1"]),
      (.string, ["x"], []), (.lookup, ["x"], []), (.enumeration, ["ACTIVE"], ["Passive"]),
    ] as [(AttributeType, [String], [String])])
  func misfits(type: AttributeType, right: [String], wrong: [String]) {
    var attribute = Attribute(name: "a", type: type)
    attribute.symbols = ["Active"]
    let column = ColumnType(attribute)
    var buffer = OutputBuffer(capacity: 16)
    for text in right { #expect(column.takes(bytes(text).span, ValueKind.of(bytes(text).span), &buffer), "\(text)") }
    for text in wrong { #expect(!column.takes(bytes(text).span, ValueKind.of(bytes(text).span), &buffer), "\(text)") }
  }
}
