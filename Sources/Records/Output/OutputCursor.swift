// Hot path: no allocation, and no check whether a buffer is shared but the one when the cursor was made.

/// Where the next bytes go in an output buffer that has room for them: what is left to do for each field when the buffer
/// was asked once for a whole record.
public struct OutputCursor: ~Copyable, ~Escapable {
  @usableFromInline var room: MutableSpan<UInt8>
  @usableFromInline var end: Int

  /// How many bytes more than those appended a cursor may touch.
  static let slack = 16

  @_lifetime(copy room)
  init(_ room: consuming MutableSpan<UInt8>, count: Int) {
    self.room = room
    end = count
  }

  /// The bytes in the buffer so far.
  public var count: Int { end }

  /// Appends one byte.
  @inlinable @inline(__always)
  @_lifetime(self: copy self)
  mutating func append(_ byte: UInt8) {
    room[end] = byte
    end &+= 1
  }

  /// Appends the first bytes of a word.
  @inlinable @inline(__always)
  @_lifetime(self: copy self)
  public mutating func append(_ word: UInt64, size: Int) {
    room.store(word, at: self.end)
    self.end &+= size
  }

  /// Appends the text between two offsets. False if it may hold a comma, a quote or a line end: then what was appended
  /// means nothing.
  @inlinable @inline(__always)
  @_lifetime(self: copy self)
  mutating func appendPlain(_ text: Span<UInt8>, from start: Int, to end: Int) -> Bool {
    append(text, from: start, to: end) { Specials.among($0) }
  }

  /// Appends the text between two offsets as UTF-16LE. False if it may hold a comma, a quote or a line end, or is not ASCII:
  /// then what was appended means nothing.
  @inlinable @inline(__always)
  @_lifetime(self: copy self)
  mutating func appendPlainWidened(_ text: Span<UInt8>, from start: Int, to end: Int) -> Bool {
    var from = start
    var to = self.end
    while from < end {
      let word = OutputCursor.word(text, from, end)
      if Specials.among(word) || word & Word.highBits != 0 { return false }
      room.store(Word.widened(UInt32(truncatingIfNeeded: word)), at: to)
      room.store(Word.widened(UInt32(truncatingIfNeeded: word >> 32)), at: to &+ 8)
      (from, to) = (from &+ 8, to &+ 16)
    }
    self.end &+= 2 &* (end &- start)
    return true
  }

  /// Appends the text between two offsets. False if it may hold what is escaped in XML or encoded as HTML: then what was
  /// appended means nothing.
  @inlinable @inline(__always)
  @_lifetime(self: copy self)
  mutating func appendUnescaped(_ text: Span<UInt8>, from start: Int, to end: Int) -> Bool {
    append(text, from: start, to: end) { Specials.areEscaped($0) }
  }

  /// Appends the text between two offsets up to the first word of it that is special; whether there was none.
  @inlinable @inline(__always)
  @_lifetime(self: copy self)
  mutating func append(
    _ text: Span<UInt8>, from start: Int, to end: Int, unless isSpecial: (_ word: UInt64) -> Bool
  ) -> Bool {
    var from = start
    var to = self.end
    while from < end {
      // The bytes behind the text are written too, but do not count.
      let word = OutputCursor.word(text, from, end)
      if isSpecial(word) { return false }
      room.store(word, at: to)
      (from, to) = (from &+ 8, to &+ 8)
    }
    self.end &+= end &- start
    return true
  }

  /// Appends the text in lower case. False if it is not ASCII: then what was appended means nothing.
  @inlinable @inline(__always)
  @_lifetime(self: copy self)
  mutating func appendLowercased(_ text: Span<UInt8>) -> Bool {
    var from = 0
    while from < text.count {
      let word = OutputCursor.word(text, from, text.count)
      if word & Word.highBits != 0 { return false }
      room.store(Word.lowercased(word), at: end &+ from)
      from &+= 8
    }
    end &+= text.count
    return true
  }

  /// Appends the text between two offsets, which is short as a rule, as it is.
  @inlinable @inline(__always)
  @_lifetime(self: copy self)
  public mutating func append(_ text: Span<UInt8>, from start: Int, to end: Int) {
    _ = append(text, from: start, to: end) { _ in false }
  }

  /// Appends a text as it is.
  @_lifetime(self: copy self)
  public mutating func append(_ text: Span<UInt8>) {
    room.copy(text, at: end)
    end += text.count
  }

  /// Eight bytes of a text, or as many as there are and blanks behind them.
  @inlinable @inline(__always)
  static func word(_ text: Span<UInt8>, _ from: Int, _ end: Int) -> UInt64 {
    from &+ 8 <= end ? text.word(at: from) : last(text, from, end)
  }

  /// The last bytes of a text, fewer than eight, and blanks behind them.
  @inlinable @inline(__always)
  static func last(_ text: Span<UInt8>, _ from: Int, _ end: Int) -> UInt64 {
    let size = UInt64(8 &* (end &- from))
    let blanks = Word.all(0x20) << size
    if from &+ 8 <= text.count { return Word.first(end &- from, of: text.word(at: from)) | blanks }
    if end >= 8 { return text.word(at: end &- 8) >> (64 &- size) | blanks }
    var word = blanks
    for index in from..<end { word |= UInt64(text[index]) << UInt64(8 &* (index &- from)) }
    return word
  }
}

/// The bytes for whose sake a CSV field is quoted, and those that stand for themselves nowhere in XML.
@usableFromInline enum Specials {
  /// Whether the text has any: what `among` says may be so.
  static func areIn(_ text: Span<UInt8>) -> Bool {
    for index in 0..<text.count {
      switch text[index] {
      case UInt8(ascii: ","), UInt8(ascii: "\""), 0x0A, 0x0D: return true
      default: continue
      }
    }
    return false
  }

  /// Whether one of the eight bytes is a comma, a quote, a line feed or a carriage return, or a control character that
  /// comes before those in ASCII.
  @inlinable @inline(__always)
  static func among(_ word: UInt64) -> Bool {
    let comma = word ^ Word.all(UInt8(ascii: ","))
    let quote = word ^ Word.all(UInt8(ascii: "\""))
    let found =
      ((comma &- Word.all(1)) & ~comma) | ((quote &- Word.all(1)) & ~quote) | ((word &- Word.all(0x0E)) & ~word)
    return found & Word.highBits != 0
  }

  /// Whether one of the eight bytes is `& < > " '`, a control character, or no ASCII.
  @inlinable @inline(__always)
  static func areEscaped(_ word: UInt64) -> Bool {
    let quote = word ^ Word.all(UInt8(ascii: "\""))
    // `&` and `'`, `<` and `>` differ in one bit each.
    let ampersand = (word | Word.all(0x01)) ^ Word.all(UInt8(ascii: "'"))
    let bracket = (word | Word.all(0x02)) ^ Word.all(UInt8(ascii: ">"))
    let found =
      ((quote &- Word.all(1)) & ~quote) | ((ampersand &- Word.all(1)) & ~ampersand)
      | ((bracket &- Word.all(1)) & ~bracket) | ((word &- Word.all(0x20)) & ~word) | word
    return found & Word.highBits != 0
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
