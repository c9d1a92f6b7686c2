/// Texts and numbers.
extension JSONReader {
  /// Passes over a number.
  mutating func passNumber() throws(JSONFault) {
    _ = take(UInt8(ascii: "-"))
    if !take(UInt8(ascii: "0")) { try passDigits() }
    if take(UInt8(ascii: ".")) { try passDigits() }
    if take(UInt8(ascii: "e")) || take(UInt8(ascii: "E")) {
      if !take(UInt8(ascii: "+")) { _ = take(UInt8(ascii: "-")) }
      try passDigits()
    }
  }

  private mutating func passDigits() throws(JSONFault) {
    let start = offset
    while case 0x30...0x39 = peek { offset += 1 }
    guard offset > start else { throw fault(.syntax) }
  }

  /// Passes over a text from its quote on.
  mutating func passString() throws(JSONFault) {
    offset += 1
    while offset < bytes.count {
      let byte = bytes[offset]
      if byte == UInt8(ascii: "\"") {
        offset += 1
        return
      }
      if byte == UInt8(ascii: "\\") {
        _ = try escaped()
      } else if byte < 0x20 {
        throw fault(.syntax)
      } else {
        offset += 1
      }
    }
    throw fault(.syntax)
  }

  /// Reads a text from its quote on.
  mutating func string() throws(JSONFault) -> String {
    let start = offset + 1
    var text: [UInt8] = []
    var piece = start
    offset = start
    while offset < bytes.count {
      let byte = bytes[offset]
      if byte == UInt8(ascii: "\"") {
        defer { offset += 1 }
        if text.isEmpty { return String(decoding: bytes[start..<offset], as: UTF8.self) }
        text += bytes[piece..<offset]
        return String(decoding: text, as: UTF8.self)
      }
      if byte == UInt8(ascii: "\\") {
        text += bytes[piece..<offset]
        var scalar = try escaped()
        if 0xD800...0xDBFF ~= scalar {
          guard peek == UInt8(ascii: "\\") else { throw fault(.syntax) }
          let low = try escaped()
          guard 0xDC00...0xDFFF ~= low else { throw fault(.syntax) }
          scalar = 0x10000 + (scalar - 0xD800) << 10 + (low - 0xDC00)
        }
        guard let character = Unicode.Scalar(scalar) else { throw fault(.syntax) }
        text += Array(String(Character(character)).utf8)
        piece = offset
      } else if byte < 0x20 {
        throw fault(.syntax)
      } else {
        offset += 1
      }
    }
    throw fault(.syntax)
  }

  /// The code unit that an escape stands for, whose backslash is at the place.
  private mutating func escaped() throws(JSONFault) -> UInt32 {
    offset += 1
    let byte = peek
    offset += 1
    switch byte {
    case UInt8(ascii: "\""), UInt8(ascii: "\\"), UInt8(ascii: "/"): return UInt32(byte)
    case UInt8(ascii: "b"): return 0x08
    case UInt8(ascii: "f"): return 0x0C
    case UInt8(ascii: "n"): return 0x0A
    case UInt8(ascii: "r"): return 0x0D
    case UInt8(ascii: "t"): return 0x09
    case UInt8(ascii: "u"):
      var unit: UInt32 = 0
      for _ in 0..<4 {
        let digit = peek
        switch digit {
        case 0x30...0x39: unit = unit << 4 | UInt32(digit - 0x30)
        case 0x41...0x46, 0x61...0x66: unit = unit << 4 | UInt32((digit | 0x20) - 0x57)
        default: throw fault(.syntax)
        }
        offset += 1
      }
      return unit
    default: throw fault(.syntax)
    }
  }
}
