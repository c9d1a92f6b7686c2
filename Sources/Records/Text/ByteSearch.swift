// Hot path: no allocation.

extension Span where Element == UInt8 {
  /// The first place of either of two bytes from an offset on; nil if there is none.
  public func firstIndex(of first: UInt8, or second: UInt8, from start: Int) -> Int? {
    var index = start
    while index &+ 8 <= count {
      let word = word(at: index)
      // Of each byte the lowest bit set is right, so the lowest of both is too.
      let found = Word.holds(first, word) | Word.holds(second, word)
      if found != 0 { return index &+ found.trailingZeroBitCount / 8 }
      index &+= 8
    }
    while index < count {
      if self[index] == first || self[index] == second { return index }
      index += 1
    }
    return nil
  }

  /// Whether the bytes from an offset on begin with a text.
  @inlinable
  public func begins(with text: ShortText, at offset: Int) -> Bool {
    guard offset >= 0, offset <= count - ShortText.mostBytes else { return holds(text.bytes, at: offset) }
    return begins(with: text.mask, at: offset)
  }

  /// Whether the bytes from an offset on begin with a text; false also if there are fewer than `ShortText.mostBytes`.
  @inlinable @inline(__always)
  public func begins(with mask: ShortText.Mask, at offset: Int) -> Bool {
    guard offset >= 0, offset <= count - ShortText.mostBytes else { return false }
    return (word(at: offset) ^ mask.words.0) & mask.masks.0 == 0
      && (word(at: offset + 8) ^ mask.words.1) & mask.masks.1 == 0
      && (word(at: offset + 16) ^ mask.words.2) & mask.masks.2 == 0
  }
}

/// A text of up to 24 bytes that others are compared with at once.
public struct ShortText: Sendable {
  /// The most bytes that it can have.
  public static let mostBytes = 24
  /// Its bytes.
  public let bytes: [UInt8]
  /// What it is compared by.
  public let mask: Mask

  /// A text as words, and which bits of them count.
  public struct Mask: Sendable {
    @usableFromInline let words: (UInt64, UInt64, UInt64)
    @usableFromInline let masks: (UInt64, UInt64, UInt64)
  }

  /// The text, which is not longer than `mostBytes`.
  public init(_ text: String) { self.init(Array(text.utf8)) }

  /// The bytes, which are no more than `mostBytes`.
  init(_ text: some Collection<UInt8>) {
    bytes = Array(text)
    precondition(bytes.count <= ShortText.mostBytes, "the text is too long")
    let padded = bytes + [UInt8](repeating: 0, count: ShortText.mostBytes - bytes.count)
    let count = bytes.count
    mask = Mask(
      words: (padded.span.word(at: 0), padded.span.word(at: 8), padded.span.word(at: 16)),
      masks: (
        Word.first(count, of: ~0), Word.first(max(0, count - 8), of: ~0), Word.first(max(0, count - 16), of: ~0)
      ))
  }
}
