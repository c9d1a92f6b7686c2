/// A language of messages. Codes, columns and members of reports are the same in all.
public enum Language: String, Sendable, CaseIterable {
  case english = "en"
  case dutch = "nl"
  case danish = "da"
  case swedish = "sv"
  case icelandic = "is"
}
