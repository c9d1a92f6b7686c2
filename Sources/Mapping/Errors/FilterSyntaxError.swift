public import Findings

/// Why a filter cannot be read; positions count characters from 1.
public enum FilterSyntaxError: Error, Sendable, Equatable, CustomStringConvertible {
  /// The expression stops where something must follow.
  case ends(position: Int, expected: Message)
  /// Something stands where something else must.
  case unexpected(String, position: Int, expected: Message)
  /// A text has no closing quote.
  case openText(position: Int)
  /// There are more parentheses or `not` within each other than anyone writes.
  case tooDeep(position: Int)

  /// Where in the expression it is.
  public var position: Int {
    switch self {
    case .ends(let position, _), .unexpected(_, let position, _), .openText(let position), .tooDeep(let position):
      position
    }
  }

  /// The same in English.
  public var description: String { words.description }

  /// What is wrong and what would be right.
  public var words: Message {
    switch self {
    case .ends(let position, let expected): "it ends at position \(position); expected: \(expected)"
    case .unexpected(let text, let position, let expected):
      "\"\(text)\" at position \(position); expected: \(expected)"
    case .openText(let position): "the text that begins at position \(position) has no closing quote"
    case .tooDeep(let position): "the nesting is too deep at position \(position)"
    }
  }
}
