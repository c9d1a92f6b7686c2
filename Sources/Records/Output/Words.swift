// Eight bytes at a time, or as many as there are: what makes copying and searching of short texts cheap.

internal import Glibc

extension Span where Element == UInt8 {
  /// The eight bytes at an offset as one number, the first byte lowest.
  @inlinable @inline(__always)
  public func word(at offset: Int) -> UInt64 {
    // Safe: any eight bytes are a number, and the span checks that it has them.
    unsafe UInt64(littleEndian: bytes.unsafeLoadUnaligned(fromByteOffset: offset, as: UInt64.self))
  }

  /// Four bytes at each of two offsets as one number, those of the first offset lowest.
  @inlinable @inline(__always)
  func word(at first: Int, _ second: Int) -> UInt64 {
    // Safe: any four bytes are a number, and the span checks that it has them.
    let low = unsafe UInt32(littleEndian: bytes.unsafeLoadUnaligned(fromByteOffset: first, as: UInt32.self))
    let high = unsafe UInt32(littleEndian: bytes.unsafeLoadUnaligned(fromByteOffset: second, as: UInt32.self))
    return UInt64(high) << 32 | UInt64(low)
  }

  /// Whether both have the same bytes.
  @inlinable @inline(__always)
  public func equals(_ other: Span<UInt8>) -> Bool {
    guard count == other.count else { return false }
    var index = 0
    while index + 8 <= count {
      if word(at: index) != other.word(at: index) { return false }
      index += 8
    }
    while index < count {
      if self[index] != other[index] { return false }
      index += 1
    }
    return true
  }
}

extension Span where Element == UInt8 {
  /// The first place of a byte from an offset on; nil if there is none.
  public func firstIndex(of byte: UInt8, from start: Int) -> Int? { firstIndex(of: byte, from: start, to: count) }

  /// The first place of a byte from an offset on, before another one; nil if there is none.
  public func firstIndex(of byte: UInt8, from start: Int, to end: Int) -> Int? {
    var index = start
    while index &+ 8 <= end {
      let found = Word.holds(byte, word(at: index))
      if found != 0 { return index &+ found.trailingZeroBitCount / 8 }
      index &+= 8
    }
    while index < end {
      if self[index] == byte { return index }
      index += 1
    }
    return nil
  }

  /// The bytes as an array of their own.
  public var copy: [UInt8] { indices.map { self[$0] } }

  /// Whether the bytes from an offset on begin with others.
  public func holds(_ other: [UInt8], at offset: Int) -> Bool {
    offset >= 0 && other.count <= count - offset && extracting(offset..<offset + other.count).equals(other.span)
  }
}

extension MutableSpan where Element == UInt8 {
  /// The eight bytes at an offset as one number, the first byte lowest.
  @inlinable @inline(__always)
  func word(at offset: Int) -> UInt64 { span.word(at: offset) }

  /// Puts the eight bytes of a number at an offset, the lowest first.
  @inlinable @inline(__always)
  @_lifetime(self: copy self)
  mutating func store(_ word: UInt64, at offset: Int) {
    // Safe: any eight bytes are bytes, and the span checks that it has room for them.
    var bytes = unsafe mutableBytes
    bytes.storeBytes(of: word.littleEndian, toByteOffset: offset, as: UInt64.self)
  }

  /// Puts all bytes of a span at an offset.
  @inline(__always)
  @_lifetime(self: copy self)
  mutating func copy(_ source: Span<UInt8>, at offset: Int) {
    let size = source.count
    precondition(offset >= 0 && size <= count && offset <= count - size, "no room for the bytes")
    if size == 0 { return }
    // Safe: there is room for the bytes, as was just checked, and both buffers live through the copying.
    unsafe withUnsafeMutableBytes { target in
      unsafe source.withUnsafeBytes { bytes in
        if let from = bytes.baseAddress, let to = target.baseAddress { unsafe memcpy(to + offset, from, size) }
      }
    }
  }
}

/// Eight bytes in one number, the first byte lowest.
@usableFromInline enum Word {
  /// The byte in all eight places.
  @inlinable @inline(__always)
  static func all(_ byte: UInt8) -> UInt64 { UInt64(byte) &* 0x0101_0101_0101_0101 }

  /// The highest bit of each byte.
  @inlinable @inline(__always)
  static var highBits: UInt64 { 0x8080_8080_8080_8080 }

  /// Not zero if a byte of the word is zero; the lowest bit set stands in the first such byte.
  @inlinable @inline(__always)
  static func zeros(_ word: UInt64) -> UInt64 { (word &- all(1)) & ~word & highBits }

  /// Not zero if the word has the byte; the lowest bit set stands in the first such byte.
  @inlinable @inline(__always)
  static func holds(_ byte: UInt8, _ word: UInt64) -> UInt64 { zeros(word ^ all(byte)) }

  /// Not zero if a byte of the word is less than `limit`, which is at most 0x80; the lowest bit set stands in the first one.
  @inlinable @inline(__always)
  static func below(_ limit: UInt8, _ word: UInt64) -> UInt64 { (word &- all(limit)) & ~word & highBits }

  /// The first `count` bytes of the word, the others zero; all of them if `count` is 8 or more.
  @inlinable @inline(__always)
  static func first(_ count: Int, of word: UInt64) -> UInt64 {
    count >= 8 ? word : word & ~(~0 << UInt64(8 &* count))
  }

  /// The word with ASCII letters in lower case; all its bytes must be below 0x80.
  @inlinable @inline(__always)
  static func lowercased(_ word: UInt64) -> UInt64 { word | (atLeast(0x41, word) & ~atLeast(0x5B, word)) >> 2 }

  /// The eight ASCII hexadecimal digits of the word as a number, the first digit highest; nil if one is none.
  @inlinable @inline(__always)
  static func hexadecimal(_ word: UInt64) -> UInt32? {
    let lower = word | all(0x20)
    let digits = atLeast(0x30, word) & ~atLeast(0x3A, word)
    let letters = atLeast(0x61, lower) & ~atLeast(0x67, lower) & atLeast(0x41, word)
    guard word & highBits == 0, digits | letters == highBits else { return nil }
    var value = ((lower & all(0x0F)) &+ (letters >> 7) &* 9).byteSwapped
    value = (value | value >> 4) & 0x00FF_00FF_00FF_00FF
    value = (value | value >> 8) & 0x0000_FFFF_0000_FFFF
    return UInt32(truncatingIfNeeded: value | value >> 16)
  }

  /// The highest bit of each byte that is at least `limit`, for bytes below 0x80.
  @inlinable @inline(__always)
  static func atLeast(_ limit: UInt8, _ word: UInt64) -> UInt64 { (word &+ all(0x80 - limit)) & highBits }

  /// A bit of each byte from 0x40 to 0x5F, among which are the upper-case letters; none of digits, hyphens and lower-case letters.
  @inlinable @inline(__always)
  static func upperCase(_ word: UInt64) -> UInt64 { word & ~(word << 1) & all(0x40) }

  /// The eight lower-case hexadecimal digits of a number.
  @inlinable @inline(__always)
  static func digits(of number: UInt32) -> UInt64 {
    var value = UInt64(number)
    value = (value | value << 16) & 0x0000_FFFF_0000_FFFF
    value = (value | value << 8) & 0x00FF_00FF_00FF_00FF
    value = (value | value << 4) & all(0x0F)
    let letters = ((value &+ all(6)) >> 4) & all(1)
    return (value &+ all(0x30) &+ letters &* 0x27).byteSwapped
  }

  /// Four bytes, each followed by a zero byte: ASCII as UTF-16LE.
  @inlinable @inline(__always)
  static func widened(_ bytes: UInt32) -> UInt64 {
    var value = UInt64(bytes)
    value = (value | value << 16) & 0x0000_FFFF_0000_FFFF
    return (value | value << 8) & 0x00FF_00FF_00FF_00FF
  }
}
