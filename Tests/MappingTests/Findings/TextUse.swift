import Foundation

/// A place in the sources that asks for a text.
struct TextUse {
  let file: String
  /// The name, with `*` for what is filled in.
  let name: String
  let parts: Set<String>

  /// All of them: `texts("name", ["part": …])` in Swift, `{{t.name}}` in templates of pages, which begin with `page.`.
  static var all: [TextUse] {
    get throws {
      let sources = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
        .deletingLastPathComponent().deletingLastPathComponent().appending(path: "Sources")
      let files = FileManager.default.enumerator(at: sources, includingPropertiesForKeys: nil)
      var uses: [TextUse] = []
      for case let file as URL in files ?? .init() {
        guard ["swift", "mustache"].contains(file.pathExtension) else { continue }
        let text = try String(contentsOf: file, encoding: .utf8)
        let name = file.lastPathComponent
        uses += file.pathExtension == "swift" ? inSwift(text, name) : inTemplate(text, name)
      }
      return uses
    }
  }

  /// Whether it asks for the text of the name; what is filled in is a word of the name.
  func asksFor(_ text: String) -> Bool {
    let (own, other) = (name.split(separator: "."), text.split(separator: "."))
    return own.count == other.count && zip(own, other).allSatisfy { $0 == "*" || $0 == $1 }
  }

  private static func inTemplate(_ text: String, _ file: String) -> [TextUse] {
    text.matches(of: /\{\{t\.([A-Za-z0-9]+)\}\}/).map { TextUse(file: file, name: "page.\($0.1)", parts: []) }
  }

  private static func inSwift(_ text: String, _ file: String) -> [TextUse] {
    let code = text.split(separator: "\n").filter { !$0.drop { $0 == " " }.hasPrefix("//") }.joined(separator: "\n")
    return code.matches(of: /\b(?:[a-z]*[tT]exts|self)\(\s*"/).map { call in
      var rest = code[call.range.upperBound...]
      let name = literal(&rest)
      var parts: Set<String> = []
      if rest.firstMatch(of: /^\s*,\s*\[/) != nil {
        var depth = 0
        while let character = rest.popFirst() {
          if character == "\"" {
            let text = literal(&rest)
            if depth == 1, rest.first == ":" { parts.insert(text) }
          } else if "[(".contains(character) {
            depth += 1
          } else if "])".contains(character) {
            depth -= 1
            if depth == 0 { break }
          }
        }
      }
      return TextUse(file: file, name: name, parts: parts)
    }
  }

  /// The literal whose opening quote was read, and what follows it.
  private static func literal(_ rest: inout Substring) -> String {
    var text = ""
    while let character = rest.popFirst(), character != "\"" {
      guard character == "\\", rest.popFirst() == "(" else {
        text.append(character)
        continue
      }
      text.append("*")
      var depth = 1
      while depth > 0, let inner = rest.popFirst() {
        if inner == "\"" { _ = literal(&rest) }
        depth += inner == "(" ? 1 : inner == ")" ? -1 : 0
      }
    }
    return text
  }
}
