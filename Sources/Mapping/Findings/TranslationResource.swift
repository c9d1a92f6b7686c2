public import Findings

extension Translations {
  /// The translations that come with the tool, into the language.
  public static func builtIn(in language: Language) throws(ProjectError) -> Translations {
    if language == .english { return .none }
    let file = "translations/\(language.rawValue).txt"
    return try Translations(pairs(BuiltInFiles.text(file), of: file))
  }

  /// Reads pairs of lines: a sentence in English and its translation. Empty lines, and those that begin with `#`, say nothing.
  static func pairs(_ text: String, of file: String) throws(ProjectError) -> [String: String] {
    var pairs: [String: String] = [:]
    var english: Substring?
    var number = 0
    for line in text.split(separator: "\n", omittingEmptySubsequences: false) {
      number += 1
      let isSilent = line.isEmpty || line.first == "#"
      switch (english, isSilent) {
      case (nil, true): continue
      case (nil, false) where pairs[String(line)] == nil: english = line
      case (let sentence?, false):
        pairs[String(sentence)] = String(line)
        english = nil
      default:
        throw .wrongValue(
          ProjectPlace(file: file, kind: .builtIn).atLine(number), what: "the line", value: String(line),
          expected: "an English sentence of its own, and below it its translation")
      }
    }
    return pairs
  }
}
