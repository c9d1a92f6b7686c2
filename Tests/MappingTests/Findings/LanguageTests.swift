import Findings
import Mapping
import Testing

@Suite("Languages of messages")
struct LanguageTests {
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

  @Test("Every phrase says the same in every language: it has the same parts", arguments: Language.allCases)
  func phrases(language: Language) throws {
    let english = try FindingCatalogue.builtIn().phrases
    let phrases = try FindingCatalogue.builtIn(in: language).phrases
    for name in FindingPhrases.Name.allCases {
      #expect(!english.text(name, [:]).isEmpty)
      #expect(phrases.parts(of: name) == english.parts(of: name), "\(name) in \(language)")
    }
  }

  @Test("A part with braces in it is filled in as it is")
  func braces() throws {
    let phrases = try FindingCatalogue.builtIn().phrases
    #expect(
      phrases.text(.culprit, [.entity: "account", .key: "{code}", .code: "P2C2101"])
        == "account {code} is at fault (P2C2101)")
  }
}
