import Mapping
import Testing

@testable import Profiling

@Suite("Suggestions for values without an entry")
struct SuggestionTests {
  private let suggester: Suggester

  init() throws { suggester = Suggester(try TerritoryNames.builtIn()) }

  private var countries: Choices {
    get throws {
      var map = ValueMap(entries: ["Denmark": "DK"])
      map.mapsCountries = true
      return Choices(map: map, attribute: nil, names: [], isUnit: false)
    }
  }

  @Test(
    "Words are compared without case, accents and their order",
    arguments: [
      ("États-Unis", "etats unis"), ("Suður-Afríka", "sudur afrika"), ("STRASSE Straße", "strasse strasse"),
      ("Ærø_x", "aero x"), ("İstanbul", "istanbul"), ("?!", ""), ("株式 ９", "株式 9"),
    ])
  func form(text: String, words: String) { #expect(NormalForm.spaced(text) == words) }

  @Test("A fingerprint has each word once, sorted")
  func fingerprint() { #expect(NormalForm.fingerprint("b A, b-a c") == "a b c") }

  @Test(
    "The score of spelling is the share of characters that are right, swapped neighbours counting once",
    arguments: [
      ("denmrak", "denmark", 857), ("germny", "germany", 857), ("abcd", "abcd", 1000), ("ca", "abc", 0),
      ("iceland", "island", 714), ("abcdefgh", "abcdefgx", 875),
    ])
  func spelling(one: String, other: String, score: Int) {
    let found = Spelling.score(Array(one.unicodeScalars), Array(other.unicodeScalars))
    #expect(found == score || score < Spelling.leastScore && found < Spelling.leastScore)
  }

  @Test(
    "Countries are known by their names in eight languages, by abbreviations and by spelling",
    arguments: [
      ("Espana", "ES", 1000, "name-es"), ("Kingdom, United", "GB", 1000, "name-en"),
      ("(UK)", "GB", 950, "abbreviation"), ("(Northern Ireland)", "GB", 950, "abbreviation"),
      ("dk", "DK", 950, "result"), ("Denmrak", "DK", 857, "spelling"),
    ])
  func country(value: String, to: String, score: Int, by: String) throws {
    let found = suggester.suggestion(for: value, try countries, comparesSpelling: true)
    #expect(found == Suggestion(to: to, score: score, by: by))
  }

  @Test(
    "What is like nothing, or like several things, gets no suggestion", arguments: ["Atlantis", "Chd", "?!", "Xyzzy"])
  func nothing(value: String) throws {
    #expect(suggester.suggestion(for: value, try countries, comparesSpelling: true) == nil)
  }

  @Test("Labels of options come before entries, entries before results")
  func order() {
    var attribute = Attribute(name: "gendercode", type: .picklist)
    attribute.options = [OptionValue(value: 1, label: "Male"), OptionValue(value: 2, label: "Fe-male")]
    let choices = Choices(
      map: ValueMap(entries: ["1": "M", "2": "F", "x y": "Other", "": "Unknown"]), attribute: attribute, names: [],
      isUnit: false)
    func found(_ value: String) -> Suggestion? {
      suggester.suggestion(for: value, choices, comparesSpelling: true)
    }
    #expect(found("FEMALE") == Suggestion(to: "F", score: 1000, by: "label"))
    #expect(found("XY") == Suggestion(to: "Other", score: 1000, by: "entry"))
    #expect(found("other") == Suggestion(to: "Other", score: 950, by: "result"))
    #expect(found("unknown") == nil)
  }

  @Test("Units are those of the destination that mean the same")
  func units() {
    let choices = Choices(map: nil, attribute: nil, names: ["ea", "Box", "kg"], isUnit: true)
    func found(_ value: String) -> String? {
      suggester.suggestion(for: value, choices, comparesSpelling: true).map { "\($0.to) \($0.by)" }
    }
    #expect(found("Stück") == "ea abbreviation")
    #expect(found("boxes") == "Box abbreviation")
    #expect(found("box") == "Box entry")
    #expect(found("hours") == nil)
    let both = Choices(map: nil, attribute: nil, names: ["ea", "pcs"], isUnit: true)
    #expect(suggester.suggestion(for: "Stück", both, comparesSpelling: true) == nil)
  }

  @Test("A value that is like two entries gets no suggestion")
  func ambiguous() {
    let map = ValueMap(entries: ["ab cd": "1", "a bcd": "2"])
    let choices = Choices(map: map, attribute: nil, names: [], isUnit: false)
    #expect(suggester.suggestion(for: "ABCD", choices, comparesSpelling: true) == nil)
  }
}
