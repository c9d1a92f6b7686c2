/// The words for yes and no that exports write for Boolean values, in the languages of exports.
public enum AnswerWords {
  /// What a word means, compared without case; nil if it is none of them.
  public static func meaning(_ text: Span<UInt8>) -> Bool? {
    guard 2...5 ~= text.count else { return nil }
    // `Já` may be composed of the letter and its accent.
    return switch KeyText.string(text).lowercased() {
    case "ja", "já", "yes", "true": true
    case "nej", "nee", "nei", "no", "false": false
    default: nil
    }
  }
}
