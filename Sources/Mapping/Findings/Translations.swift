import Findings

/// What messages say in other languages, from the tables beside the catalogue of codes.
enum Translations {
  /// The titles of codes in the language. The catalogue itself is English.
  static func titles(in language: Language) throws(ProjectError) -> [String: String] {
    language == .english ? [:] : try column(language, of: "titles.csv")
  }

  /// The sentences in the language.
  static func phrases(in language: Language) throws(ProjectError) -> FindingPhrases {
    var sentences: [FindingPhrases.Name: String] = [:]
    for (name, sentence) in try column(language, of: "phrases.csv") {
      guard let name = FindingPhrases.Name(rawValue: name) else {
        throw .wrongValue(
          ProjectPlace(file: "phrases.csv", kind: .builtIn), what: "the name", value: name, expected: "that of a phrase"
        )
      }
      sentences[name] = sentence
    }
    return FindingPhrases(sentences)
  }

  /// The first column of a table with the one that the language heads; cells that are empty are left out.
  private static func column(_ language: Language, of file: String) throws(ProjectError) -> [String: String] {
    let rows = CommaSeparatedText(try BuiltInFiles.text(file)).rows
    guard let place = rows.first?.cells.firstIndex(of: language.rawValue) else {
      throw .missing(ProjectPlace(file: file, kind: .builtIn), what: "a column \(language.rawValue)", of: "the table")
    }
    var texts: [String: String] = [:]
    for row in rows.dropFirst() where row.cells.count > place && !row.cells[place].isEmpty {
      texts[row.cells[0]] = row.cells[place]
    }
    return texts
  }
}
