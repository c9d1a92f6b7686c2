import Findings
import Foundation
import Mapping
import Testing

@Suite("Texts that people read")
struct LanguageTests {
  private static let english = Result { try Texts.builtIn(in: .english) }

  @Test("Every code has a title in every language, and none is the English one", arguments: Language.allCases)
  func titles(language: Language) throws {
    let english = try FindingCatalogue.builtIn()
    let catalogue = try FindingCatalogue.builtIn(in: language)
    #expect(catalogue.all.map(\.code) == english.all.map(\.code))
    guard language != .english else { return }
    for (one, other) in zip(catalogue.all, english.all) {
      #expect(!one.title.isEmpty && one.title != other.title, "\(one.code) is not in \(language)")
      #expect((one.severity, one.area) == (other.severity, other.area))
    }
  }

  @Test("Every code says in every language why it matters and what to do", arguments: Language.allCases)
  func advice(language: Language) throws {
    let english = try FindingCatalogue.builtIn()
    let catalogue = try FindingCatalogue.builtIn(in: language)
    for one in catalogue.all {
      let original = try #require(english.description(of: one.code))
      #expect(!one.why.isEmpty && !one.whatToDo.isEmpty)
      guard language != .english else { continue }
      #expect(one.why != original.why && one.whatToDo != original.whatToDo, "\(one.code) in \(language)")
      #expect(
        Self.quoted(one.why + one.whatToDo) == Self.quoted(original.why + original.whatToDo),
        "\(one.code) in \(language)")
    }
  }

  /// What a text quotes as code: commands, members and values that no language has other words for.
  private static func quoted(_ text: String) -> [String] {
    text.split(separator: "`", omittingEmptySubsequences: false).enumerated().filter { $0.offset % 2 == 1 }
      .map { String($0.element) }.sorted()
  }

  @Test(
    "The environment says the language, the first variable that is set",
    arguments: [
      (["LANG": "da_DK.UTF-8"], Language.danish), (["LANG": "nl"], .dutch), (["LC_ALL": "is_IS@euro"], .icelandic),
      (["LC_ALL": "sv-SE", "LANG": "da_DK"], .swedish), (["LC_MESSAGES": "nl_BE", "LANG": "da_DK"], .dutch),
      (["LC_ALL": "C", "LANG": "da_DK"], .english), (["LC_ALL": "", "LANG": "da_DK"], .danish),
      (["LC_ALL": "POSIX"], .english), (["LANG": "tr_TR.UTF-8"], .english), ([:], .english),
      (["LC_ALL": "en_GB", "LC_MESSAGES": "da_DK"], .english), (["LC_NUMERIC": "da_DK"], .english),
    ] as [([String: String], Language)])
  func environment(variables: [String: String], language: Language) {
    #expect(Language(environment: variables) == language)
  }

  @Test("Words of codes are words of codes that exist", arguments: Language.allCases)
  func codes(language: Language) throws {
    let codes = Set(try FindingCatalogue.builtIn().all.map(\.code.rawValue))
    for name in try Texts.builtIn(in: language).names where name.hasPrefix("P2C") {
      let parts = name.split(separator: ".")
      #expect(parts.count == 2 && codes.contains(String(parts[0])), "\(name)")
      #expect(["title", "why", "whatToDo"].contains(parts.last) && language != .english, "\(name)")
    }
  }

  @Test("Every language has the texts that English has, with the same parts", arguments: Language.allCases)
  func complete(language: Language) throws {
    let english = try Self.english.get()
    let texts = try Texts.builtIn(in: language)
    let names = texts.names.filter { !$0.hasPrefix("P2C") }
    #expect(names.subtracting(english.names).isEmpty, "English lacks them")
    #expect(english.names.subtracting(names).isEmpty, "\(language) lacks them")
    for name in names.intersection(english.names) {
      var (one, other) = (try places(name, texts), try places(name, english))
      // The form for one may say the number in words.
      if name.hasSuffix(".one") { (one, other) = (one.subtracting(["count"]), other.subtracting(["count"])) }
      #expect(one == other, "\(name) in \(language)")
    }
  }

  @Test("Texts with forms have both, and no text is empty or has blanks at an end", arguments: Language.allCases)
  func forms(language: Language) throws {
    let texts = try Texts.builtIn(in: language)
    for name in texts.names {
      let sentence = try #require(texts.sentence(name))
      #expect(sentence.trimmingCharacters(in: .whitespaces) == sentence && !sentence.isEmpty, "\(name)")
      for (form, other) in [(".one", ".other"), (".other", ".one")] where name.hasSuffix(form) {
        let text = String(name.dropLast(form.count))
        #expect(texts.names.contains(text + other) && !texts.names.contains(text), "\(name)")
        #expect(try form == ".one" || places(name, texts).contains("count"), "\(name)")
      }
    }
  }

  @Test("Sources ask for every text, with the parts that it has, and for no other")
  func uses() throws {
    let english = try Self.english.get()
    var places: [String: Set<String>] = [:]
    for name in english.names {
      let text = [".one", ".other"].first(where: name.hasSuffix).map { String(name.dropLast($0.count)) } ?? name
      places[text, default: []].formUnion(try self.places(name, english))
    }
    var used: Set<String> = []
    for use in try TextUse.all {
      let names = places.keys.filter(use.asksFor)
      #expect(!names.isEmpty, "\(use.file) asks for \(use.name), which does not exist")
      for name in names { #expect(places[name] == use.parts, "\(use.file) asks for \(name)") }
      used.formUnion(names)
    }
    #expect(Set(places.keys).subtracting(used).sorted() == [], "they are not used")
  }

  @Test("A part with braces in it is filled in as it is")
  func braces() throws {
    #expect(
      try Self.english.get()("finding.culprit", ["entity": "account", "key": "{code}", "code": "P2C2101"])
        == "account {code} is at fault (P2C2101)")
  }

  @Test(
    "A count decides the form of a text",
    arguments: [
      (Language.english, 1, "a record"), (.english, 21, "21 records"), (.english, 0, "0 records"),
      (.swedish, 21, "21 records"), (.icelandic, 21, "a record"), (.icelandic, 11, "11 records"),
      (.icelandic, 1001, "a record"), (.icelandic, 111, "111 records"),
    ])
  func plural(language: Language, count: Int, text: String) {
    let texts = Texts(language, ["records.one": "a record", "records.other": "{count} records"])
    #expect(texts("records", ["count": count]) == text)
  }

  @Test(
    "Pages write numbers as the language does",
    arguments: [
      (Language.english, "1,234,567", "\u{2212}1,234.50", "1.5 MB", "4 July 2026"),
      (.dutch, "1.234.567", "\u{2212}1.234,50", "1,5 MB", "4 juli 2026"),
      (.danish, "1.234.567", "\u{2212}1.234,50", "1,5 MB", "4. juli 2026"),
      (.swedish, "1\u{A0}234\u{A0}567", "\u{2212}1\u{A0}234,50", "1,5 MB", "4 juli 2026"),
      (.icelandic, "1.234.567", "\u{2212}1.234,50", "1,5 MB", "4. júlí 2026"),
    ])
  func numbers(language: Language, number: String, amount: String, size: String, date: String) throws {
    let texts = try Texts.builtIn(in: language).forPages
    #expect(texts.number(1_234_567) == number)
    #expect(texts.amount("-1234.5") == amount)
    #expect(texts.size(1_540_000) == size)
    #expect(texts.date(year: 2026, month: 7, day: 4) == date)
    #expect(try Texts.builtIn(in: language).number(1_234_567) == "1234567")
  }

  private func places(_ name: String, _ texts: Texts) throws -> Set<String> {
    Texts.places(in: try #require(texts.sentence(name)))
  }
}
