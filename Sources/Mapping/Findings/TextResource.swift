public import Findings

extension Texts {
  /// The texts that come with the tool, in the language.
  public static func builtIn(in language: Language) throws(ProjectError) -> Texts {
    let file = "texts/\(language.rawValue).properties"
    return Texts(
      language, try sentences(BuiltInFiles.text(file), of: file), translations: try .builtIn(in: language))
  }

  /// Reads lines of the form NAME = TEXT. Empty lines, and those that begin with `#`, say nothing.
  static func sentences(_ text: String, of file: String) throws(ProjectError) -> [String: String] {
    var sentences: [String: String] = [:]
    var number = 0
    for line in text.split(separator: "\n", omittingEmptySubsequences: false) {
      number += 1
      if line.isEmpty || line.first == "#" { continue }
      guard let mark = line.firstRange(of: " = "), mark.lowerBound > line.startIndex, mark.upperBound < line.endIndex,
        sentences.updateValue(String(line[mark.upperBound...]), forKey: String(line[..<mark.lowerBound])) == nil
      else {
        throw .wrongValue(
          ProjectPlace(file: file, kind: .builtIn).atLine(number), what: "the line", value: String(line),
          expected: "a name of its own, =, and the text")
      }
    }
    return sentences
  }
}
