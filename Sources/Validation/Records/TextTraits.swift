// Hot path: one look at each byte of a value.

import Mapping
import Records

/// What one look at a text's bytes says.
struct TextTraits {
  /// Characters that XML cannot carry, and no format of either side does.
  var hasForbidden = false
  /// The delimiter, a quote or a line break.
  var hasDelimiter = false
  /// Letters beyond ASCII.
  var isWide = false

  /// Those of a plain text.
  init() {}

  init(_ text: Span<UInt8>, delimiter: UInt8) {
    for index in text.indices {
      let byte = text[index]
      if byte > 0x2C, byte < 0x7B, byte != delimiter { continue }
      if byte < 0x20 {
        if byte == 0x0A || byte == 0x0D { hasDelimiter = true } else if byte != 0x09 { hasForbidden = true }
      } else if byte >= 0x80 {
        isWide = true
        if byte == 0xED || byte == 0xEF, !UTF8Text.fitsXML(text.extracting(index..<min(index + 3, text.count))) {
          hasForbidden = true
        }
      } else if byte == UInt8(ascii: "\"") {
        hasDelimiter = true
      }
      if byte == delimiter { hasDelimiter = true }
    }
  }

  /// Digits with at most one point and perhaps a sign.
  static func isPlainNumber(_ text: Span<UInt8>) -> Bool {
    var digits = 0
    var points = 0
    for index in text.indices {
      switch text[index] {
      case 0x30...0x39: digits += 1
      case UInt8(ascii: "."): points += 1
      case UInt8(ascii: "-"), UInt8(ascii: "+"): if index > 0 { return false }
      default: return false
      }
    }
    return digits > 0 && points <= 1
  }
}
