// Hot path (`meaning`): no allocation.

import Records

/// What spellings of names mean that were met before, so that each is brought into the form of names once only. As many as
/// names of places have, not more: free text must not fill the memory.
struct KnownSpellings {
  private static let most = 4096
  private static let longest = 128

  private var meanings = KeyIndex()

  /// The meaning of a text that was noted.
  func meaning(of text: Span<UInt8>) -> UInt32? { meanings.find(text).map { meanings[$0] } }

  /// Notes the meaning of a text, if there is room.
  mutating func note(_ text: borrowing OutputBuffer, _ meaning: UInt32) {
    guard meanings.count < KnownSpellings.most, text.count <= KnownSpellings.longest else { return }
    _ = meanings.insert(text.span, value: meaning)
  }
}
