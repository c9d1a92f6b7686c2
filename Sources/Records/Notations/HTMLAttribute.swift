extension HTMLText {
  /// Appends an XML attribute's raw value with everything encoded for HTML that is not so yet; references that are there
  /// stay as they stand, and so do all other bytes. Whether anything had to be encoded.
  public static func encodeAttribute(_ raw: Span<UInt8>, to output: inout OutputBuffer) -> Bool {
    guard mayHoldPlainText(raw) else {
      output.append(raw)
      return false
    }
    let (plain, origins) = unescaped(raw)
    let before = output.count
    var isChanged = false
    var index = 0
    func stands(_ size: Int) {
      output.append(raw.extracting(origins[index]..<origins[index + size]))
      index += size
    }
    while index < plain.count {
      let reference: StaticString
      switch plain[index] {
      case UInt8(ascii: "<"): reference = "&amp;lt;"
      case UInt8(ascii: ">"): reference = "&amp;gt;"
      case UInt8(ascii: "\""): reference = "&amp;quot;"
      case UInt8(ascii: "'"): reference = "&amp;#39;"
      case UInt8(ascii: "&"):
        if let (_, size) = Self.reference(plain.span, index, plain.count) {
          stands(size)
          continue
        }
        reference = "&amp;amp;"
      case 0xC2, 0xC3:
        let (scalar, size) = UTF8Text.scalar(plain.span, at: index)
        if scalar < 0xA0 || scalar > 0xFF {
          stands(size)
        } else {
          for byte in "&amp;#\(scalar);".utf8 { output.append(byte) }
          index += size
          isChanged = true
        }
        continue
      default:
        stands(1)
        continue
      }
      output.append(reference)
      index += 1
      isChanged = true
    }
    if !isChanged {
      output.truncate(to: before)
      output.append(raw)
    }
    return isChanged
  }

  private static func mayHoldPlainText(_ raw: Span<UInt8>) -> Bool {
    for index in raw.indices {
      switch raw[index] {
      case UInt8(ascii: "&"), UInt8(ascii: "'"), UInt8(ascii: "\""), UInt8(ascii: ">"), 0xC2, 0xC3: return true
      default: continue
      }
    }
    return false
  }

  /// The value without its XML references, and for each of its bytes, and the end, where that stands in the raw value.
  private static func unescaped(_ raw: Span<UInt8>) -> (plain: [UInt8], origins: [Int]) {
    var plain = OutputBuffer(capacity: raw.count)
    var origins: [Int] = []
    var index = 0
    while index < raw.count {
      let start = index
      let before = plain.count
      if raw[index] == UInt8(ascii: "&"), let (scalar, size) = reference(raw, index, raw.count) {
        UTF8Text.append(scalar, to: &plain)
        index += size
      } else {
        plain.append(raw[index])
        index += 1
      }
      // The bytes behind the first of a reference's character stand, so to say, at its end.
      for offset in 0..<plain.count - before { origins.append(offset == 0 ? start : index) }
    }
    origins.append(raw.count)
    return (plain.take(), origins)
  }
}
