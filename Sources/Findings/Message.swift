/// A sentence for people: in English, as the sources have it, with what is filled in kept apart from it.
///
/// It is written as a literal, `"\(file): is not a zip archive"`. Its pattern, `{1}: is not a zip archive`, is the name of its
/// translations. So a message can be made where nothing can be read any more, a damaged installation included, and still be
/// in another language where it can. A message within another one is translated, too.
public struct Message: Sendable, ExpressibleByStringInterpolation {
  /// What is filled in.
  public enum Part: Sendable {
    /// A text that no language has other words for: a name, a number, a value.
    case text(String)
    /// A part of the sentence.
    indirect case message(Message)
  }

  /// The sentence with `{1}`, `{2}` … for what is filled in.
  public let pattern: String
  /// What is filled in.
  public let parts: [Part]

  /// A sentence without parts.
  public init(stringLiteral value: String) { (pattern, parts) = (value, []) }

  /// A sentence with parts.
  public init(stringInterpolation: StringInterpolation) {
    (pattern, parts) = (stringInterpolation.pattern, stringInterpolation.parts)
  }

  /// A sentence with its parts.
  package init(pattern: String, parts: [Part]) { (self.pattern, self.parts) = (pattern, parts) }

  /// A text that no language has other words for.
  public init(verbatim text: String) { (pattern, parts) = ("{1}", [.text(text)]) }

  /// A sentence that others wrote, such as the system or a library: its words are its pattern.
  public init(words: String) { (pattern, parts) = (words, []) }

  /// Messages one after the other, with a separator between them.
  public init(_ messages: [Message], separator: String) {
    var pattern = ""
    for number in messages.indices { pattern += (number > 0 ? separator : "") + "{\(number + 1)}" }
    (self.pattern, parts) = (pattern, messages.map { .message($0) })
  }

  /// Makes the pattern of a literal and gathers its parts.
  public struct StringInterpolation: StringInterpolationProtocol {
    fileprivate var pattern = ""
    fileprivate var parts: [Part] = []

    /// An empty sentence.
    public init(literalCapacity: Int, interpolationCount: Int) {}

    /// A piece of the sentence itself.
    public mutating func appendLiteral(_ literal: String) { pattern += literal }

    /// A text, as it is.
    public mutating func appendInterpolation(_ text: String) { append(.text(text)) }

    /// A part of the sentence.
    public mutating func appendInterpolation(_ message: Message) { append(.message(message)) }

    /// Anything that describes itself, such as a number.
    public mutating func appendInterpolation(_ value: some CustomStringConvertible) { append(.text(value.description)) }

    private mutating func append(_ part: Part) {
      parts.append(part)
      pattern += "{\(parts.count)}"
    }
  }
}

extension Message: Equatable, CustomStringConvertible {
  /// The message in English.
  public var description: String { Translations.none(self) }

  /// Whether both say the same.
  public static func == (left: Message, right: Message) -> Bool { left.description == right.description }
}
