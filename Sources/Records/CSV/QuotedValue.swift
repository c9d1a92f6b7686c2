// Hot path: no allocation per record.

/// Where a quoted value ends. It is looked for by itself, so that the loop over values without quotes, which most are, has all
/// registers of the processor.
struct QuotedValue {
  /// The offset of the closing quote, or of the end of the text if there is none.
  private(set) var end: Int
  private(set) var isClosed = false
  /// Whether quotes are doubled in it, or bytes have a backslash in front.
  private(set) var hasEscapes = false

  /// How far a value from an offset on has only bytes that mean nothing but themselves: up to its first quote or control character, or
  /// to the last bytes of the text. Most values end there. Not for values with backslashes.
  @inline(never)
  static func plainEnd(_ bytes: Span<UInt8>, from start: Int) -> Int {
    var index = start
    let last = bytes.count &- 8
    while index <= last {
      let word = bytes.word(at: index)
      let found = Word.holds(UInt8(ascii: "\""), word) | Word.below(0x20, word)
      if found != 0 { return index &+ found.trailingZeroBitCount / 8 }
      index &+= 8
    }
    return index
  }

  /// The value of which all bytes before an offset are its own. Nil if the text ends where only what comes next decides.
  /// Counts the lines that end in the value, and notes control characters.
  @inline(never)
  init?(
    _ bytes: Span<UInt8>, from start: Int, hasBackslashes: Bool, isLast: Bool, _ line: inout UInt32,
    _ hasControls: inout Bool
  ) {
    let (quote, backslash) = (UInt8(ascii: "\""), UInt8(ascii: "\\"))
    let count = bytes.count
    end = start
    while end < count {
      if end + 8 <= count {
        // Eight bytes at a time, up to the first quote, escape or control character.
        let word = bytes.word(at: end)
        var found = Word.holds(quote, word) | Word.below(0x20, word)
        if hasBackslashes { found |= Word.holds(backslash, word) }
        end += found == 0 ? 8 : found.trailingZeroBitCount / 8
        if found == 0 { continue }
      }
      let byte = bytes[end]
      if byte == quote || hasBackslashes && byte == backslash {
        if end + 1 == count, !isLast { return nil }
        let isEscape = end + 1 < count && (bytes[end + 1] == quote || byte == backslash && bytes[end + 1] == backslash)
        if isEscape {
          hasEscapes = true
          end += 1
        } else if byte == quote {
          isClosed = true
          return
        }
      } else if byte < 0x20 {
        if byte == 0x0A { line += 1 } else if byte != 0x0D, byte != 0x09 { hasControls = true }
      }
      end += 1
    }
  }
}
