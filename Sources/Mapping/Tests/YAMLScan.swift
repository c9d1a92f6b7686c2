/// Walks over the text of a YAML file to find where values end, which its parser does not tell.
///
/// It knows indentation, quotes, comments, braces and brackets. Texts in the form of `|` and `>` it does not know, so whoever
/// changes a file by it reads the changed text again.
struct YAMLScan {
  /// The text, character by character as YAML counts them.
  let text: [Unicode.Scalar]

  init(_ text: String) { self.text = Array(text.unicodeScalars) }

  /// The offset of a line and a column, both from 1; nil if there is no such place.
  func offset(line: Int, column: Int) -> Int? {
    var start = 0
    for _ in 1..<max(line, 1) {
      guard let end = lineBreak(from: start) else { return nil }
      start = next(behind: end)
    }
    return start + column - 1 <= text.count ? start + column - 1 : nil
  }

  /// The offset of the line break that ends the line of an offset; nil in the last line.
  func lineBreak(from offset: Int) -> Int? { text[offset...].firstIndex(where: Self.isBreak) }

  /// The offset of the line behind a line break.
  func next(behind lineBreak: Int) -> Int {
    let isPair = text[lineBreak] == "\r" && lineBreak + 1 < text.count && text[lineBreak + 1] == "\n"
    return lineBreak + (isPair ? 2 : 1)
  }

  /// The offset of the first character from there on that is neither blank nor, with `overLines`, a line break or comment.
  func skipBlanks(from offset: Int, overLines: Bool = false) -> Int {
    var place = offset
    while place < text.count {
      if Self.isBlank(text[place]) || overLines && Self.isBreak(text[place]) {
        place += 1
      } else if overLines, text[place] == "#" {
        place = lineBreak(from: place) ?? text.count
      } else {
        break
      }
    }
    return place
  }

  /// The offset behind a member's name and its colon; nil if there is no colon.
  func behindName(at offset: Int) -> Int? {
    guard offset < text.count else { return nil }
    var place = text[offset] == "\"" || text[offset] == "'" ? behindQuotes(offset) : offset
    while place < text.count, text[place] != ":" {
      if Self.isBreak(text[place]) { return nil }
      place += 1
    }
    return place < text.count ? place + 1 : nil
  }

  /// The text's lines that belong to a block value: those from the start of a line on with at least so many blanks before
  /// them. The offsets of the first line with content and behind the last character that is no comment; nil without any.
  func block(from start: Int, indent least: Int) -> Range<Int>? {
    var walk = Walk(place: start)
    var first: Int?
    var end = start
    while walk.place < text.count {
      if walk.depth == 0, walk.isAtLineStart {
        let content = skipBlanks(from: walk.place)
        if content == text.count { break }
        if Self.isBreak(text[content]) || text[content] == "#" {
          guard let lineBreak = lineBreak(from: content) else { break }
          walk.place = next(behind: lineBreak)
          continue
        }
        if content - walk.place < least || isDocumentMark(walk.place) { break }
        first = first ?? walk.place
        walk.place = content
        walk.isAtLineStart = false
      }
      if step(&walk) { end = walk.place }
    }
    return first.map { $0..<end }
  }

  /// The offset behind the brace or bracket that closes the one at the offset; nil if none does.
  func behindBraces(at offset: Int) -> Int? {
    var walk = Walk(place: offset)
    walk.isAtLineStart = false
    repeat { _ = step(&walk) } while walk.depth > 0 && walk.place < text.count
    return walk.depth == 0 ? walk.place : nil
  }

  // MARK: Steps

  /// How far a walk has come.
  private struct Walk {
    var place: Int
    /// How many braces and brackets are open.
    var depth = 0
    var isAtLineStart = true
    /// Whether a value may begin here, so that quotes and braces have their meaning.
    var mayBegin = true
  }

  /// Goes over one character, comment or quoted text; whether it was content.
  private func step(_ walk: inout Walk) -> Bool {
    let character = text[walk.place]
    if Self.isBreak(character) {
      walk.place = next(behind: walk.place)
      walk.isAtLineStart = true
      if walk.depth == 0 { walk.mayBegin = true }
      return false
    }
    if Self.isBlank(character) {
      walk.place += 1
      return false
    }
    if character == "#", walk.place == 0 || Self.isSpace(text[walk.place - 1]) {
      walk.place = lineBreak(from: walk.place) ?? text.count
      return false
    }
    if walk.mayBegin, character == "\"" || character == "'" {
      walk.place = behindQuotes(walk.place)
      walk.mayBegin = false
      return true
    }
    let isFollowedBySpace = walk.place + 1 == text.count || Self.isSpace(text[walk.place + 1])
    switch character {
    case "{",
      "[" where walk.mayBegin || walk.depth > 0:
      walk.depth += 1
      walk.mayBegin = true
    case "}",
      "]" where walk.depth > 0:
      walk.depth -= 1
      walk.mayBegin = false
    case "," where walk.depth > 0: walk.mayBegin = true
    case ":" where isFollowedBySpace || walk.depth > 0: walk.mayBegin = true
    case "-" where isFollowedBySpace && walk.mayBegin: break
    default: walk.mayBegin = false
    }
    walk.place += 1
    return true
  }

  /// The offset behind the quoted text that begins at the offset.
  private func behindQuotes(_ offset: Int) -> Int {
    let quote = text[offset]
    var place = offset + 1
    while place < text.count {
      if quote == "\"", text[place] == "\\" {
        place += 2
      } else if text[place] == quote {
        if quote == "\"" || place + 1 == text.count || text[place + 1] != quote { return place + 1 }
        place += 2
      } else {
        place += 1
      }
    }
    return text.count
  }

  private func isDocumentMark(_ start: Int) -> Bool {
    guard start + 3 <= text.count else { return false }
    let mark = text[start..<start + 3]
    return mark.allSatisfy { $0 == "-" } || mark.allSatisfy { $0 == "." }
  }

  private static func isBlank(_ character: Unicode.Scalar) -> Bool { character == " " || character == "\t" }

  private static func isBreak(_ character: Unicode.Scalar) -> Bool {
    switch character {
    case "\n", "\r", "\u{85}", "\u{2028}", "\u{2029}": true
    default: false
    }
  }

  private static func isSpace(_ character: Unicode.Scalar) -> Bool { isBlank(character) || isBreak(character) }
}
