import Mapping

/// Suggests what values without an entry might mean. A person decides; nothing is taken over by itself.
struct Suggester {
  /// A name in its normal form, and the territory.
  private struct Name {
    var text: [Unicode.Scalar]
    var code: String
  }

  /// Further abbreviations of territories, in their normal form.
  private static let abbreviations = [
    "uk": "GB", "england": "GB", "scotland": "GB", "wales": "GB", "northernireland": "GB", "us": "US", "usa": "US",
    "america": "US", "holland": "NL", "uae": "AE", "prc": "CN", "brd": "DE",
  ]
  /// The score of names that stand for something by convention only, and of values that are results already.
  private static let likely = 950

  private let languages: [String]
  /// For each fingerprint of a name the territories that have it, and the first language that has it.
  private var fingerprints: [String: (codes: Set<String>, language: Int)] = [:]
  private var others: [String: Set<String>] = [:]
  private var names: [Name] = []

  init(_ territories: TerritoryNames) {
    languages = territories.languages
    for territory in territories.territories {
      for (language, name) in territory.names.enumerated() where !name.isEmpty {
        let fingerprint = NormalForm.fingerprint(name)
        var known = fingerprints[fingerprint] ?? ([], language)
        known.codes.insert(territory.code)
        known.language = min(known.language, language)
        fingerprints[fingerprint] = known
        names.append(Name(text: Array(NormalForm.spaced(name).unicodeScalars), code: territory.code))
      }
      for other in territory.others { others[NormalForm.joined(other), default: []].insert(territory.code) }
    }
    for (name, code) in Suggester.abbreviations { others[name, default: []].insert(code) }
  }

  /// The suggestion for a value; nil if nothing, or not one thing alone, is like it.
  func suggestion(for value: String, _ choices: Choices, comparesSpelling: Bool) -> Suggestion? {
    let joined = NormalForm.joined(value)
    if joined.isEmpty { return nil }
    if choices.areCountries, let known = fingerprints[NormalForm.fingerprint(value)],
      let code = known.codes.only
    {
      return Suggestion(to: code, score: 1000, by: "name-\(languages[known.language])")
    }
    if let label = choices.labels[joined]?.only { return Suggestion(to: label, score: 1000, by: "label") }
    if let entry = choices.entries[joined]?.only { return Suggestion(to: entry, score: 1000, by: "entry") }
    let same = choices.results.filter { $0.lowercased() == value.lowercased() }
    if same.count == 1 { return Suggestion(to: same[0], score: Suggester.likely, by: "result") }
    if let known = abbreviation(joined, choices) {
      return Suggestion(to: known, score: Suggester.likely, by: "abbreviation")
    }
    return comparesSpelling ? spelling(value, choices) : nil
  }

  private func abbreviation(_ joined: String, _ choices: Choices) -> String? {
    if choices.areCountries, let code = others[joined]?.only { return code }
    guard choices.areUnits, let group = UnitGroups.group(of: joined) else { return nil }
    return group.reduce(into: Set<String>()) { $0.formUnion(choices.entries[$1] ?? []) }.only
  }

  private func spelling(_ value: String, _ choices: Choices) -> Suggestion? {
    guard value.count >= Spelling.leastLength else { return nil }
    let text = Array(NormalForm.spaced(value).unicodeScalars)
    var best = 0
    var results: Set<String> = []
    func compare(_ other: [Unicode.Scalar], _ result: String) {
      let score = Spelling.score(text, other)
      guard score >= Spelling.leastScore, score >= best else { return }
      if score > best { results = [] }
      best = score
      results.insert(result)
    }
    if choices.areCountries { for name in names { compare(name.text, name.code) } }
    for choice in choices.spelled { compare(choice.text, choice.result) }
    guard let result = results.only else { return nil }
    return Suggestion(to: result, score: best, by: "spelling")
  }
}

extension Set {
  /// Its element, if it has exactly one.
  fileprivate var only: Element? { count == 1 ? first : nil }
}
