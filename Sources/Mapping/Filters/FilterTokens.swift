import Findings

/// One piece of a filter.
struct FilterToken: Equatable {
  /// What sort of piece it is.
  enum Kind: Equatable {
    case text, number, name, mark, end
  }

  var kind: Kind
  /// The piece as written; of a text what stands between the quotes, doubled ones halved.
  var text: String
  /// Where it begins, counting characters from 1.
  var position: Int

  /// Whether it is the keyword, in lower or upper case.
  func isKeyword(_ keyword: String) -> Bool { kind == .name && text.lowercased() == keyword }

  /// Whether it is the parenthesis or comma.
  func isMark(_ mark: String) -> Bool { kind == .mark && text == mark }
}

/// Cuts a filter into pieces.
struct FilterTokens {
  private let characters: [Character]
  private var next = 0

  init(_ text: String) { characters = Array(text) }

  /// All pieces, the end last.
  static func of(_ text: String) throws(FilterSyntaxError) -> [FilterToken] {
    var tokens = FilterTokens(text)
    var all: [FilterToken] = []
    repeat { all.append(try tokens.take()) } while all.last?.kind != .end
    return all
  }

  private var current: Character? { next < characters.count ? characters[next] : nil }

  private mutating func take() throws(FilterSyntaxError) -> FilterToken {
    while let character = current, character.isWhitespace { next += 1 }
    let start = next
    guard let first = current else { return FilterToken(kind: .end, text: "", position: start + 1) }
    let kind: FilterToken.Kind
    switch first {
    case "'": return try takeText()
    case "(", ")", ",":
      kind = .mark
      next += 1
    case "-", "0"..."9":
      kind = .number
      takeNumber()
    default:
      kind = .name
      while let character = current, Self.isPartOfName(character) { next += 1 }
    }
    let text = String(characters[start..<next])
    guard !text.isEmpty, text != "-" else {
      throw .unexpected(String(first), position: start + 1, expected: "a field, a value or an operator")
    }
    return FilterToken(kind: kind, text: text, position: start + 1)
  }

  private mutating func takeText() throws(FilterSyntaxError) -> FilterToken {
    let start = next
    var text = ""
    next += 1
    while let character = current {
      next += 1
      guard character == "'" else {
        text.append(character)
        continue
      }
      guard current == "'" else { return FilterToken(kind: .text, text: text, position: start + 1) }
      text.append("'")
      next += 1
    }
    throw .openText(position: start + 1)
  }

  private mutating func takeNumber() {
    if current == "-" { next += 1 }
    takeDigits()
    if current == ".", next + 1 < characters.count, Self.isDigit(characters[next + 1]) {
      next += 1
      takeDigits()
    }
  }

  private mutating func takeDigits() {
    while let character = current, Self.isDigit(character) { next += 1 }
  }

  private static func isDigit(_ character: Character) -> Bool { ("0"..."9").contains(character) }

  private static func isPartOfName(_ character: Character) -> Bool {
    character.isLetter || isDigit(character) || character == "_" || character == "."
  }
}
