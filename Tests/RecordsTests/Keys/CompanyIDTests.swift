import Records
import Testing

@Suite("Ids of companies")
struct CompanyIDTests {
  @Test("White space and case do not count", arguments: ["usmf", "USMF", " Usmf ", "\tuSmF"])
  func equal(_ text: String) {
    #expect(CompanyID(text) == .standard)
    #expect(CompanyID(text)?.description == "USMF")
  }

  @Test("One to four letters, digits, underscores and hyphens", arguments: ["A", "0-_9", "con", "d1"])
  func valid(_ text: String) { #expect(CompanyID(text)?.description == text.uppercased()) }

  @Test("Nothing else is a company", arguments: ["", "  ", "ABCDE", "a b", "a.b", "../x", "ü", "us\u{0}f", "A,B"])
  func invalid(_ text: String) { #expect(CompanyID(text) == nil) }

  @Test("A blank is not the same as a mistake")
  func columns() {
    #expect(CompanyID.read(" ".utf8Span.span) == .blank)
    #expect(CompanyID.read("toolong".utf8Span.span) == .invalid)
  }

  @Test("They sort as their texts do")
  func order() {
    let texts = ["USMF", "DE", "D-", "0A", "_", "DEMF", "D"]
    #expect(texts.compactMap { CompanyID($0) }.sorted().map(\.description) == texts.sorted())
  }

  @Test("A key holds one and gives it back")
  func keys() throws {
    var key = OutputBuffer(capacity: 16)
    let company = try #require(CompanyID("d1"))
    key.append(1)
    company.append(to: &key)
    #expect(key.count == 1 + CompanyID.size)
    #expect(CompanyID(key.span, at: 1) == company)
    key.truncate(to: 0)
    company.appendName(to: &key)
    #expect(String(decoding: key.copy(), as: UTF8.self) == "D1")
  }
}
