/// What the English sentences of the sources are in another language.
public struct Translations: Sendable {
  /// English: each sentence is its own.
  public static let none = Translations([:])

  private let sentences: [String: String]

  /// Translations by the English sentence, with `{1}`, `{2}` … for what is filled in.
  public init(_ sentences: [String: String]) { self.sentences = sentences }

  /// All English sentences that are translated.
  public var patterns: Set<String> { Set(sentences.keys) }

  /// A sentence without parts in the language; in English if it has none.
  public func sentence(_ english: String) -> String { sentences[english] ?? english }

  /// A message in the language. What has no translation is in English.
  public func callAsFunction(_ message: Message) -> String {
    var text = ""
    var rest = (sentences[message.pattern] ?? message.pattern)[...]
    while let open = rest.firstIndex(of: "{"), let close = rest[open...].firstIndex(of: "}") {
      let number = Int(rest[rest.index(after: open)..<close]) ?? 0
      text += rest[..<open]
      if message.parts.indices.contains(number - 1) {
        text += words(message.parts[number - 1])
      } else {
        text += rest[open...close]
      }
      rest = rest[rest.index(after: close)...]
    }
    return text + rest
  }

  /// The message that an English text is, if one of the sentences fits: for texts of a library, which makes them itself. Of
  /// several that fit, one that begins with words of its own counts before one that begins with what is filled in, and then the
  /// one with the most words.
  public func recognised(_ text: String) -> Message? {
    if sentences[text] != nil { return Message(words: text) }
    let fitting = sentences.keys.sorted().compactMap { pattern in
      Translations.parts(of: text, in: pattern).map { Message(pattern: pattern, parts: $0.map { .text($0) }) }
    }
    func rank(_ message: Message) -> (Int, Int) { (message.pattern.hasPrefix("{") ? 0 : 1, message.pattern.count) }
    guard let message = fitting.max(by: { rank($0) < rank($1) }) else { return nil }
    // Quotes are around what users have written, which stays; what stands alone at the end may be a sentence by itself.
    guard message.pattern.hasSuffix("}"), case .text(let last)? = message.parts.last, let inner = recognised(last)
    else {
      return message
    }
    return Message(pattern: message.pattern, parts: message.parts.dropLast() + [.message(inner)])
  }

  private func words(_ part: Message.Part) -> String {
    switch part {
    case .text(let text): text
    case .message(let message): self(message)
    }
  }

  /// What a text has in the places of a pattern, by their numbers; nil if the rest differs.
  private static func parts(of text: String, in pattern: String) -> [String]? {
    var (rest, left) = (text[...], pattern[...])
    var found: [Int: String] = [:]
    var number: Int?
    while true {
      let open = left.firstIndex(of: "{")
      let literal = left[..<(open ?? left.endIndex)]
      if let place = number {
        // Two places side by side cannot be told apart.
        if literal.isEmpty, open != nil { return nil }
        guard let range = open == nil ? lastRange(of: literal, in: rest) : rest.firstRange(of: literal) else {
          return nil
        }
        found[place] = String(rest[..<range.lowerBound])
        rest = rest[range.upperBound...]
      } else {
        guard rest.hasPrefix(literal) else { return nil }
        rest = rest.dropFirst(literal.count)
      }
      guard let open, let close = left[open...].firstIndex(of: "}") else { break }
      number = Int(left[left.index(after: open)..<close])
      left = left[left.index(after: close)...]
    }
    guard rest.isEmpty, found.keys.sorted() == Array(1...max(1, found.count)) else { return nil }
    return found.keys.sorted().compactMap { found[$0] }
  }

  /// Where a text ends with a literal.
  private static func lastRange(of literal: Substring, in text: Substring) -> Range<Substring.Index>? {
    guard text.hasSuffix(literal) else { return nil }
    return text.index(text.endIndex, offsetBy: -literal.count)..<text.endIndex
  }
}
