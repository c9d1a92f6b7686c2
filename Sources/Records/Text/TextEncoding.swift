/// The encodings of entity files.
public enum TextEncoding: String, Sendable {
  case utf8 = "utf-8"
  case utf8WithMark = "utf-8-bom"
  case utf16LittleEndian = "utf-16le"
  case utf16BigEndian = "utf-16be"
  case windows1252 = "windows-1252"

  /// The encoding that the first bytes of a file tell, and how many of them are a mark. Files without a mark are
  /// taken for UTF-8 until they prove not to be; ASCII with a zero in every other byte is UTF-16.
  public static func detect(_ head: Span<UInt8>) -> (encoding: TextEncoding, mark: Int) {
    if head.count >= 3, head[0] == 0xEF, head[1] == 0xBB, head[2] == 0xBF { return (.utf8WithMark, 3) }
    if head.count >= 2, head[0] == 0xFF, head[1] == 0xFE { return (.utf16LittleEndian, 2) }
    if head.count >= 2, head[0] == 0xFE, head[1] == 0xFF { return (.utf16BigEndian, 2) }
    if head.count >= 4, head[0] != 0, head[1] == 0, head[2] != 0, head[3] == 0 { return (.utf16LittleEndian, 0) }
    if head.count >= 4, head[0] == 0, head[1] != 0, head[2] == 0, head[3] != 0 { return (.utf16BigEndian, 0) }
    return (.utf8, 0)
  }
}

/// Turns a file's bytes, piece by piece, into UTF-8, and says where they are not valid in their encoding.
public struct TextDecoder: Sendable {
  /// The encoding that is read.
  public let encoding: TextEncoding
  private var held: [UInt8] = []
  private var highSurrogate: UInt16?
  /// Whether U+FFFE or U+FFFF came so far, which no XML can carry.
  public private(set) var hasNoncharacters = false

  /// A decoder for the bytes after the mark.
  public init(_ encoding: TextEncoding) { self.encoding = encoding }

  /// Appends the text of `input` to `output` as UTF-8. Offsets in `output` of whatever is not valid are
  /// appended to `invalid`. A character that the piece cuts is held back for the next one.
  public mutating func decode(
    _ input: Span<UInt8>, isLast: Bool, to output: inout OutputBuffer, invalid: inout [Int]
  ) {
    switch encoding {
    case .utf8, .utf8WithMark: decodeUTF8(input, isLast: isLast, to: &output, invalid: &invalid)
    case .utf16LittleEndian: decodeUTF16(input, low: 0, isLast: isLast, to: &output, invalid: &invalid)
    case .utf16BigEndian: decodeUTF16(input, low: 1, isLast: isLast, to: &output, invalid: &invalid)
    case .windows1252: decodeWindows1252(input, to: &output, invalid: &invalid)
    }
  }

  private mutating func decodeUTF8(
    _ input: Span<UInt8>, isLast: Bool, to output: inout OutputBuffer, invalid: inout [Int]
  ) {
    let start = output.count
    for byte in held { output.append(byte) }
    held.removeAll(keepingCapacity: true)
    output.append(input)
    let cut = TextDecoder.checkUTF8(
      output.span, from: start, isLast: isLast, invalid: &invalid, noncharacters: &hasNoncharacters)
    for index in cut..<output.count { held.append(output.span[index]) }
    output.truncate(to: cut)
  }

  /// Notes the offsets of what is no valid UTF-8, and whether U+FFFE or U+FFFF is there. Returns where a character begins
  /// that the end cuts, or the end.
  public static func checkUTF8(
    _ text: Span<UInt8>, from start: Int, isLast: Bool, invalid: inout [Int], noncharacters: inout Bool
  ) -> Int {
    var index = start
    while index < text.count {
      // Eight bytes at a time while they are ASCII.
      while index + 8 <= text.count {
        if text.word(at: index) & Word.highBits != 0 { break }
        index &+= 8
      }
      guard index < text.count else { break }
      if text[index] < 0x80 {
        index += 1
        continue
      }
      let length = sequence(text, at: index)
      if length > 0 {
        if text[index] == 0xEF, text[index + 1] == 0xBF, text[index + 2] >= 0xBE { noncharacters = true }
        index += length
      } else if length == 0, !isLast, text.count - index < 4 {
        return index
      } else {
        invalid.append(index)
        index += 1
      }
    }
    return text.count
  }

  /// The length of the UTF-8 sequence at a place: 0 if it is cut off by the end, -1 if it is not valid.
  static func sequence(_ text: Span<UInt8>, at index: Int) -> Int {
    let lead = text[index]
    let length: Int
    var low: UInt8 = 0x80
    var high: UInt8 = 0xBF
    switch lead {
    case 0xC2...0xDF: length = 2
    case 0xE0: (length, low) = (3, 0xA0)
    case 0xED: (length, high) = (3, 0x9F)
    case 0xE1...0xEF: length = 3
    case 0xF0: (length, low) = (4, 0x90)
    case 0xF4: (length, high) = (4, 0x8F)
    case 0xF1...0xF3: length = 4
    default: return -1
    }
    for offset in 1..<length {
      guard index + offset < text.count else { return 0 }
      let byte = text[index + offset]
      guard byte >= low, byte <= high else { return -1 }
      (low, high) = (0x80, 0xBF)
    }
    return length
  }

  private mutating func decodeUTF16(
    _ input: Span<UInt8>, low: Int, isLast: Bool, to output: inout OutputBuffer, invalid: inout [Int]
  ) {
    var index = 0
    if let first = held.first, input.count > 0 {
      held.removeAll(keepingCapacity: true)
      let unit = low == 0 ? UInt16(first) | UInt16(input[0]) << 8 : UInt16(first) << 8 | UInt16(input[0])
      append(unit, to: &output, invalid: &invalid)
      index = 1
    }
    // Where text is not ASCII, only every 16th unit is worth a try.
    var next = index
    while index + 1 < input.count {
      if index >= next, highSurrogate == nil {
        index += output.appendNarrowed(input.extracting(index..<input.count), low: low)
        next = index + 32
        guard index + 1 < input.count else { break }
      }
      let unit = UInt16(input[index + low]) | UInt16(input[index + 1 - low]) << 8
      index += 2
      if unit < 0x80, highSurrogate == nil {
        output.append(UInt8(truncatingIfNeeded: unit))
      } else {
        append(unit, to: &output, invalid: &invalid)
      }
    }
    if index < input.count { held.append(input[index]) }
    if isLast {
      if highSurrogate != nil { replace(&output, &invalid) }
      highSurrogate = nil
      if !held.isEmpty { replace(&output, &invalid) }
    }
  }

  private mutating func append(_ unit: UInt16, to output: inout OutputBuffer, invalid: inout [Int]) {
    if let high = highSurrogate {
      highSurrogate = nil
      if 0xDC00...0xDFFF ~= unit {
        UTF8Text.append(0x10000 + (UInt32(high) - 0xD800) << 10 + (UInt32(unit) - 0xDC00), to: &output)
        return
      }
      replace(&output, &invalid)
    }
    switch unit {
    case 0xD800...0xDBFF: highSurrogate = unit
    case 0xDC00...0xDFFF: replace(&output, &invalid)
    default:
      if unit >= 0xFFFE { hasNoncharacters = true }
      UTF8Text.append(UInt32(unit), to: &output)
    }
  }

  private func replace(_ output: inout OutputBuffer, _ invalid: inout [Int]) {
    invalid.append(output.count)
    UTF8Text.append(0xFFFD, to: &output)
  }

  private func decodeWindows1252(_ input: Span<UInt8>, to output: inout OutputBuffer, invalid: inout [Int]) {
    for index in 0..<input.count {
      let byte = input[index]
      switch byte {
      case 0..<0x80: output.append(byte)
      case 0x80..<0xA0:
        let scalar = TextDecoder.upper1252[Int(byte) - 0x80]
        if scalar == 0 { invalid.append(output.count) }
        UTF8Text.append(scalar == 0 ? 0xFFFD : scalar, to: &output)
      default:
        UTF8Text.append(UInt32(byte), to: &output)
      }
    }
  }

  /// The scalars of the bytes 0x80 to 0x9F; 0 for the five that Windows-1252 does not have.
  private static let upper1252: [UInt32] = [
    0x20AC, 0, 0x201A, 0x0192, 0x201E, 0x2026, 0x2020, 0x2021, 0x02C6, 0x2030, 0x0160, 0x2039, 0x0152, 0, 0x017D, 0,
    0, 0x2018, 0x2019, 0x201C, 0x201D, 0x2022, 0x2013, 0x2014, 0x02DC, 0x2122, 0x0161, 0x203A, 0x0153, 0, 0x017E,
    0x0178,
  ]
}
