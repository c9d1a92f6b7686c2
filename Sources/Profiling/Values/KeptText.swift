import Records

/// The text of a value as it is kept and shown: cut to 200 characters, with its length.
struct KeptText {
  /// How many characters are kept of a value.
  static let most = 200

  /// The UTF-8 bytes of its beginning.
  private(set) var bytes: [UInt8] = []
  /// The length of the whole in UTF-16 code units.
  private(set) var length = 0
  /// Whether characters are missing.
  private(set) var isCut = false

  init() {}

  init(_ text: Span<UInt8>) { set(text) }

  /// Takes another text, in the same memory.
  mutating func set(_ text: Span<UInt8>) {
    bytes.removeAll(keepingCapacity: true)
    var (characters, end) = (0, 0)
    while end < text.count, characters < Self.most {
      end += 1
      while end < text.count, text[end] & 0xC0 == 0x80 { end += 1 }
      characters += 1
    }
    for index in 0..<end { bytes.append(text[index]) }
    isCut = end < text.count
    length = UTF8Text.utf16Length(text)
  }

  /// The text.
  var string: String { String(decoding: bytes, as: UTF8.self) }

  /// Whether it comes before another one by code points, which is the order of the bytes of UTF-8.
  func precedes(_ other: KeptText) -> Bool {
    if bytes == other.bytes { return length < other.length }
    return bytes.lexicographicallyPrecedes(other.bytes)
  }

  /// Whether a whole text comes before it by code points.
  func isPreceded(by text: Span<UInt8>) -> Bool {
    for index in 0..<min(text.count, bytes.count) where text[index] != bytes[index] {
      return text[index] < bytes[index]
    }
    return text.count < bytes.count
  }
}
