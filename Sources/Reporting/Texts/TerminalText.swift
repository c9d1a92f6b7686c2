/// Text for a terminal: it shows all that is in it, and the terminal obeys nothing of it.
public enum TerminalText {
  /// One line of text. A character that a terminal would obey or a reader could not see is written as its number, such as
  /// `\u{1b}`; so is a line feed, since it would begin a line that looks like the tool's own.
  public static func line(_ text: String) -> String {
    if text.unicodeScalars.allSatisfy(isShown) { return text }
    var line = ""
    for scalar in text.unicodeScalars {
      if isShown(scalar) {
        line.unicodeScalars.append(scalar)
      } else {
        line += "\\u{\(String(scalar.value, radix: 16))}"
      }
    }
    return line
  }

  /// Lines of text, each with a line feed.
  public static func lines(_ lines: [String]) -> String { lines.map { line($0) + "\n" }.joined() }

  /// Whether a character is seen, and does nothing but be seen.
  private static func isShown(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.value {
    // Control characters, DEL among them.
    case 0..<0x20, 0x7F..<0xA0: false
    // Spaces without width, marks of the writing direction, separators of lines and paragraphs, joiners.
    case 0x61C, 0x180E, 0x200B...0x200F, 0x2028...0x202E, 0x2060...0x206F, 0xFEFF: false
    // Marks of annotations, and tags.
    case 0xFFF9...0xFFFB, 0xE0000...0xE007F: false
    default: true
    }
  }
}
