/// Texts of others in documents of Markdown: names of files, entities and records, which may look like marks.
enum MarkdownText {
  /// A text as code. Its fence is longer than any row of backticks in it (CommonMark 0.31, section 6.1).
  static func code(_ text: String) -> String {
    let line = oneLine(text)
    var (longest, length) = (0, 0)
    for character in line.unicodeScalars {
      length = character == "`" ? length + 1 : 0
      longest = max(longest, length)
    }
    let fence = String(repeating: "`", count: longest + 1)
    // A blank at either end is taken away again, and keeps backticks apart.
    let needsBlanks = line.hasPrefix("`") || line.hasSuffix("`") || line.hasPrefix(" ") && line.hasSuffix(" ")
    return needsBlanks ? "\(fence) \(line) \(fence)" : fence + line + fence
  }

  /// A text as words of a line or of a table's cell, without any mark.
  static func plain(_ text: String) -> String {
    var plain = ""
    let scalars = Array(oneLine(text).unicodeScalars)
    for (place, scalar) in scalars.enumerated() {
      switch scalar {
      case "\\", "`", "*", "<", "[", "]", "|", "&", "~": plain += "\\"
      // Within a word it is no mark.
      case "_":
        let before = place > 0 && isWord(scalars[place - 1])
        let after = place + 1 < scalars.count && isWord(scalars[place + 1])
        if !before || !after { plain += "\\" }
      default: break
      }
      plain.unicodeScalars.append(scalar)
    }
    return plain
  }

  /// A row of a table of such words, and of numbers.
  static func row(_ cells: [String]) -> String { "| \(cells.map(plain).joined(separator: " | ")) |" }

  private static func isWord(_ scalar: Unicode.Scalar) -> Bool {
    scalar.properties.isAlphabetic || scalar.properties.numericType != nil
  }

  /// The text without line breaks and other control characters, which would end the line.
  private static func oneLine(_ text: String) -> String {
    String(
      String.UnicodeScalarView(
        text.unicodeScalars.map { $0.properties.generalCategory == .control || isLineEnd($0) ? " " : $0 }))
  }

  private static func isLineEnd(_ scalar: Unicode.Scalar) -> Bool { scalar == "\u{2028}" || scalar == "\u{2029}" }
}
