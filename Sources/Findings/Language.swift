/// A language of messages. Codes, columns and members of reports are the same in all.
public enum Language: String, Sendable, CaseIterable {
  case english = "en"
  case dutch = "nl"
  case danish = "da"
  case swedish = "sv"
  case icelandic = "is"

  /// The variables that say in which language messages are, the first one that is set and not empty first (POSIX, section 8.2).
  public static let variables = ["LC_ALL", "LC_MESSAGES", "LANG"]

  /// The language of an environment, such as `da_DK.UTF-8`; English if it is another one or none.
  public init(environment: [String: String]) {
    let locale = Language.variables.compactMap { environment[$0] }.first { !$0.isEmpty } ?? ""
    let name = locale.prefix { $0.isASCII && $0.isLetter }
    self = Language(rawValue: name.lowercased()) ?? .english
  }
}
