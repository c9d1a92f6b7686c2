/// The HTML encoding that text in Configuration Migration packages carries within its XML encoding.
public enum HTMLText {
  /// Decodes references in place, as .NET's `WebUtility.HtmlDecode` does: a reference needs its semicolon, an unknown
  /// one stays. What is decoded is never longer than its reference; the new end of the range is returned.
  public static func decode(_ bytes: inout MutableSpan<UInt8>, _ range: FieldRange) -> FieldRange {
    var from = Int(range.start)
    let end = Int(range.end)
    while from < end, bytes[from] != UInt8(ascii: "&") { from += 1 }
    if from == end { return range }
    var to = from
    var scratch = OutputBuffer(capacity: 64)
    while from < end {
      let byte = bytes[from]
      if byte == UInt8(ascii: "&"), let (scalar, size) = reference(bytes.span, from, end) {
        scratch.truncate(to: 0)
        UTF8Text.append(scalar, to: &scratch)
        for index in 0..<scratch.count {
          bytes[to] = scratch.span[index]
          to += 1
        }
        from += size
      } else {
        bytes[to] = byte
        to += 1
        from += 1
      }
    }
    return FieldRange(start: Int(range.start), end: to)
  }

  /// Whether text has nothing in it that the encoding would have replaced: markup, quotes, letters of Latin-1.
  public static func isEncoded(_ bytes: Span<UInt8>, _ range: FieldRange) -> Bool {
    var index = Int(range.start)
    let end = Int(range.end)
    while index < end {
      switch bytes[index] {
      case UInt8(ascii: "<"), UInt8(ascii: ">"), UInt8(ascii: "\""), UInt8(ascii: "'"): return false
      case UInt8(ascii: "&"): if reference(bytes, index, end) == nil { return false }
      case 0xC2: if index + 1 < end, bytes[index + 1] >= 0xA0 { return false }
      case 0xC3: return false
      default: break
      }
      index += 1
    }
    return true
  }

  /// The scalar of the reference at a place and how many bytes it takes; nil if it is none.
  static func reference(_ bytes: Span<UInt8>, _ start: Int, _ end: Int) -> (UInt32, Int)? {
    var stop = start + 1
    while stop < end, stop - start <= 12, bytes[stop] != UInt8(ascii: ";"), bytes[stop] != UInt8(ascii: "&") {
      stop += 1
    }
    guard stop < end, stop - start <= 12, bytes[stop] == UInt8(ascii: ";"), stop > start + 1 else { return nil }
    let body = bytes.extracting(start + 1..<stop)
    let size = stop - start + 1
    if body[0] != UInt8(ascii: "#") {
      return HTMLEntities.scalar(named: KeyText.string(body)).map { ($0, size) }
    }
    let isHexadecimal = body.count > 1 && body[1] | 0x20 == UInt8(ascii: "x")
    let first = isHexadecimal ? 2 : 1
    guard body.count > first, body.count - first <= (isHexadecimal ? 6 : 7) else { return nil }
    var value: UInt32 = 0
    for index in first..<body.count {
      let digit: UInt32
      switch body[index] {
      case 0x30...0x39: digit = UInt32(body[index] - 0x30)
      case 0x41...0x46 where isHexadecimal: digit = UInt32(body[index] - 0x41 + 10)
      case 0x61...0x66 where isHexadecimal: digit = UInt32(body[index] - 0x61 + 10)
      default: return nil
      }
      value = value * (isHexadecimal ? 16 : 10) + digit
    }
    guard value > 0, value < 0x110000, !(0xD800..<0xE000).contains(value) else { return nil }
    return (value, size)
  }
}
