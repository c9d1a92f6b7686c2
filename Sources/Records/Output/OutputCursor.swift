// Hot path: no allocation, and no check whether a buffer is shared but the one when the cursor was made.

/// Where the next bytes go in an output buffer that has room for them: what is left to do for each field when the buffer
/// was asked once for a whole record.
public struct OutputCursor: ~Copyable, ~Escapable {
  private var room: MutableSpan<UInt8>
  /// The bytes in the buffer so far.
  public private(set) var count: Int

  /// How many bytes more than those appended a cursor may touch.
  static let slack = 16

  @_lifetime(copy room)
  init(_ room: consuming MutableSpan<UInt8>, count: Int) {
    self.room = room
    self.count = count
  }

  /// Appends one byte.
  @inline(__always)
  @_lifetime(self: copy self)
  mutating func append(_ byte: UInt8) {
    room[count] = byte
    count += 1
  }

  /// Appends the first bytes of a word.
  @inline(__always)
  @_lifetime(self: copy self)
  mutating func append(_ word: UInt64, size: Int) {
    room.store(word, at: count)
    count += size
  }

  /// Cuts back to an earlier count.
  @inline(__always)
  @_lifetime(self: copy self)
  mutating func truncate(to count: Int) { self.count = min(count, self.count) }

  /// Appends the text between two offsets; whether it holds a comma, a quote or a line end.
  @inline(__always)
  @_lifetime(self: copy self)
  mutating func appendSeekingSpecials(_ text: Span<UInt8>, from start: Int, to end: Int) -> Bool {
    var found: UInt64 = 0
    var from = start
    while from < end {
      // Behind the text more bytes of the buffer are read and written, which do not count.
      let isTail = from + 8 > text.count
      let word = isTail ? OutputCursor.tail(text, from, end) : text.word(at: from)
      room.store(word, at: count + from - start)
      found |= Specials.among(Word.first(end - from, of: word))
      from += 8
    }
    count += end - start
    return found != 0
  }

  /// Appends the ASCII text between two offsets as UTF-16LE; what was found in it. If that is no ASCII, what was appended
  /// means nothing.
  @inline(__always)
  @_lifetime(self: copy self)
  mutating func appendWidened(_ text: Span<UInt8>, from start: Int, to end: Int) -> (hasSpecials: Bool, isASCII: Bool) {
    var found: UInt64 = 0
    var high: UInt64 = 0
    var from = start
    while from < end {
      let isTail = from + 8 > text.count
      let word = isTail ? OutputCursor.tail(text, from, end) : text.word(at: from)
      let at = count + 2 * (from - start)
      room.store(Word.widened(UInt32(truncatingIfNeeded: word)), at: at)
      room.store(Word.widened(UInt32(truncatingIfNeeded: word >> 32)), at: at + 8)
      let mine = Word.first(end - from, of: word)
      found |= Specials.among(mine)
      high |= mine
      from += 8
    }
    count += 2 * (end - start)
    return (found != 0, high & Word.highBits == 0)
  }

  /// The last bytes of a buffer that has no eight more.
  @inline(never)
  private static func tail(_ text: Span<UInt8>, _ from: Int, _ end: Int) -> UInt64 {
    var word: UInt64 = 0
    for index in from..<min(end, text.count) {
      word |= UInt64(text[index]) << UInt64(8 * (index - from))
    }
    return word
  }
}

/// The bytes for whose sake a CSV field is quoted.
enum Specials {
  /// Not zero if one of the eight bytes is a comma, a quote, a line feed or a carriage return.
  @inline(__always)
  static func among(_ word: UInt64) -> UInt64 {
    Word.holds(UInt8(ascii: ","), word) | Word.holds(UInt8(ascii: "\""), word) | Word.holds(0x0A, word)
      | Word.holds(0x0D, word)
  }
}

extension OutputBuffer {
  /// A cursor at the end of the buffer with room for at least so many bytes. What it has appended counts after `advance`.
  @_lifetime(&self)
  public mutating func cursor(room size: Int) -> OutputCursor {
    reserve(size + OutputCursor.slack)
    let count = count
    return OutputCursor(storage.mutableSpan, count: count)
  }
}
