import Records
import Testing

@Suite("Numbers and dates of cultures")
struct SourceCultureTests {
  private func number(_ text: String, _ culture: String) throws -> (String, SourceCulture.Reading) {
    var output = OutputBuffer(capacity: 16)
    let bytes = Array(text.utf8)
    let culture = try #require(SourceCulture(culture))
    let reading = culture.appendNumber(bytes.span, to: &output)
    return (String(decoding: output.take(), as: UTF8.self), reading)
  }

  private func date(_ text: String, _ culture: String) throws -> DateTime? {
    let culture = try #require(SourceCulture(culture))
    let bytes = Array(text.utf8)
    return culture.date(bytes.span)
  }

  @Test(
    "A number of the culture becomes plain",
    arguments: [
      ("da-DK", "1.234,56", "1234.56"), ("nl-NL", "-1.234.567,8", "-1234567.8"), ("is-IS", "0,5", "0.5"),
      ("sv-SE", "1\u{A0}234,56", "1234.56"), ("sv-SE", "\u{2212}1 234", "-1234"), ("nb-NO", "1\u{202F}234,0", "1234.0"),
      ("en-US", "1,234.56", "1234.56"), ("en-GB", "+12", "12"), ("de-DE", "000123", "000123"),
      ("de-CH", "1\u{2019}234.50", "1234.50"), ("de-CH", "1'234", "1234"), ("DA-dk", "12", "12"),
    ])
  func plain(culture: String, text: String, plain: String) throws {
    #expect(try number(text, culture) == (plain, .number(isUnclear: false)))
  }

  @Test(
    "What would be another number without the culture is read and unclear",
    arguments: [("da-DK", "1.234", "1234"), ("is-IS", "-12.500", "-12500"), ("de-DE", "100.000", "100000")])
  func unclear(culture: String, text: String, plain: String) throws {
    #expect(try number(text, culture) == (plain, .number(isUnclear: true)))
  }

  @Test(
    "Nothing is guessed",
    arguments: [
      ("da-DK", "12.5", SourceCulture.Reading.foreign), ("da-DK", "1234.56", .foreign), ("da-DK", "1E5", .foreign),
      ("da-DK", "1,234.56", .none), ("da-DK", "1.23,5", .none), ("da-DK", "1.2345,5", .none), ("da-DK", "12,", .none),
      ("da-DK", "1 234,5", .none), ("sv-SE", "1.234,5", .none), ("en-US", "1,23", .none), ("en-US", "1234,567", .none),
      ("da-DK", ",5", .none), ("da-DK", "", .none), ("da-DK", "-", .none), ("de-CH", "1'23", .none),
    ])
  func refused(culture: String, text: String, reading: SourceCulture.Reading) throws {
    #expect(try number(text, culture).1 == reading)
  }

  @Test(
    "Dates have the culture's order",
    arguments: [
      ("da-DK", "03-04-2025", 3, 4), ("en-US", "3/4/2025", 4, 3), ("en-GB", "03/04/2025 14:05", 3, 4),
      ("is-IS", "3.4.2025", 3, 4),
    ])
  func dates(culture: String, text: String, day: Int, month: Int) throws {
    let found = try date(text, culture)
    let date = try #require(found)
    #expect((date.year, date.month, date.day) == (2025, month, day))
  }

  @Test("Other dates are none", arguments: [("sv-SE", "31-12-2025"), ("da-DK", "12/31/2025"), ("da-DK", "31-12-25")])
  func noDates(culture: String, text: String) throws {
    let found = try date(text, culture)
    #expect(found == nil)
  }

  @Test("Names are known without case, others are not")
  func names() {
    #expect(SourceCulture("sv-se")?.name == "sv-SE")
    #expect(SourceCulture("xx-YY") == nil && SourceCulture("") == nil && SourceCulture("da") == nil)
    #expect(Set(SourceCulture.names).count == SourceCulture.names.count && SourceCulture.names.count > 30)
  }

  @Test(
    "Words for yes and no",
    arguments: [
      ("Ja", true), ("já", true), ("NEJ", false), ("Nee", false), ("nei", false), ("Yes", true), ("false", false),
    ])
  func words(text: String, meaning: Bool) {
    let bytes = Array(text.utf8)
    let found = AnswerWords.meaning(bytes.span)
    #expect(found == meaning)
  }

  @Test("Other words mean neither", arguments: ["", "1", "J", "Maybe", "neeee"])
  func otherWords(text: String) {
    let bytes = Array(text.utf8)
    let found = AnswerWords.meaning(bytes.span)
    #expect(found == nil)
  }
}
