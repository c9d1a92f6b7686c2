import Foundation
import Records
import TestSupport
import Testing

@Suite("Decoding text")
struct TextDecoderTests {
  /// The text of bytes that come in the given pieces, and the offsets that were not valid.
  func decode(_ pieces: [[UInt8]], _ encoding: TextEncoding) -> (bytes: [UInt8], invalid: [Int]) {
    var decoder = TextDecoder(encoding)
    var output = OutputBuffer(capacity: 64)
    var invalid: [Int] = []
    for piece in pieces { decoder.decode(piece.span, isLast: false, to: &output, invalid: &invalid) }
    decoder.decode([UInt8]().span, isLast: true, to: &output, invalid: &invalid)
    return (output.take(), invalid)
  }

  static let encodings: [(TextEncoding, String.Encoding)] = [
    (.utf8, .utf8), (.utf8WithMark, .utf8), (.utf16LittleEndian, .utf16LittleEndian),
    (.utf16BigEndian, .utf16BigEndian), (.windows1252, .windowsCP1252),
  ]

  @Test("Text is the same however pieces cut its characters", arguments: encodings)
  func pieces(_ encoding: TextEncoding, _ foundation: String.Encoding) throws {
    var source = RandomSource(seed: 11)
    for round in 0..<500 {
      let wanted =
        encoding == .windows1252
        ? String(
          (0..<round % 30).map { _ in Array("aZ,€‚ƒ„…†‡ˆ‰Š‹ŒŽ‘’“”•–—˜™š›œžŸ¡ÿÞ").randomElement(using: &source) ?? "x" })
        : source.text(round % 30)
      let bytes = [UInt8](try #require(wanted.data(using: foundation)))
      let found = decode(source.cut(bytes, most: 1 + round % 5), encoding)
      #expect(String(decoding: found.bytes, as: UTF8.self) == wanted)
      #expect(found.invalid.isEmpty)
    }
  }

  @Test("Long runs of ASCII in UTF-16 are read like any text, wherever other characters stand", arguments: [0, 1])
  func longRuns(_ order: Int) throws {
    let (encoding, foundation) =
      order == 0
      ? (TextEncoding.utf16LittleEndian, String.Encoding.utf16LittleEndian)
      : (.utf16BigEndian, .utf16BigEndian)
    var source = RandomSource(seed: 13)
    for round in 0..<300 {
      let wanted = (0..<1 + round % 7).map { _ in
        String(repeating: "customer 4711,", count: Int.random(in: 0...6, using: &source))
          + (["", "é", "€", "😀", "\u{80}", "Ā"].randomElement(using: &source) ?? "")
      }.joined()
      let bytes = [UInt8](try #require(wanted.data(using: foundation)))
      let found = decode(source.cut(bytes, most: 1 + round), encoding)
      #expect(String(decoding: found.bytes, as: UTF8.self) == wanted)
      #expect(found.invalid.isEmpty)
    }
  }

  @Test("Random bytes of UTF-8 are valid where Swift finds them valid")
  func randomUTF8() {
    var source = RandomSource(seed: 12)
    let alphabet: [UInt8] = [
      0x41, 0x80, 0xBF, 0x9F, 0xA0, 0x8F, 0x90, 0xC0, 0xC1, 0xC2, 0xDF, 0xE0, 0xE1, 0xED, 0xEF, 0xF0, 0xF1, 0xF4, 0xF5,
    ]
    for round in 0..<20_000 {
      let bytes = source.bytes(1 + round % 6, of: alphabet)
      let found = decode(source.cut(bytes, most: 3), .utf8)
      #expect(found.bytes == bytes, "the bytes stay as they are")
      #expect(found.invalid.isEmpty == (String(validating: bytes, as: UTF8.self) != nil), "\(bytes)")
    }
  }

  static let wrong: [(TextEncoding, [UInt8], [Int], String)] = [
    (.utf8, [0x61, 0xE6, 0x62], [1], "a Latin letter"),
    (.utf8, [0xC0, 0xAF], [0, 1], "an overlong form"),
    (.utf8, [0xED, 0xA0, 0x80], [0, 1, 2], "a surrogate"),
    (.utf8, [0x61, 0xC3], [1], "a sequence that breaks off"),
    (.utf16LittleEndian, [0x61, 0, 0x00, 0xD8, 0x62, 0], [1], "a high surrogate alone"),
    (.utf16LittleEndian, [0x00, 0xDC, 0x62, 0], [0], "a low surrogate alone"),
    (.utf16LittleEndian, [0x61, 0, 0x00, 0xD8], [1], "half of a pair at the end"),
    (.utf16LittleEndian, [0x61, 0, 0x62], [1], "half of a character at the end"),
    (.windows1252, [0x61, 0x81], [1], "a byte that the code page lacks"),
  ]

  @Test("What is not valid is reported with its place", arguments: wrong)
  func invalid(_ encoding: TextEncoding, _ bytes: [UInt8], _ places: [Int], _ what: String) {
    #expect(decode([bytes], encoding).invalid == places, "\(what)")
    #expect(decode(bytes.map { [$0] }, encoding).invalid == places, "\(what), byte by byte")
  }

  @Test(
    "The first bytes report the encoding",
    arguments: [
      ([0xEF, 0xBB, 0xBF, 0x61], TextEncoding.utf8WithMark, 3), ([0xFF, 0xFE], .utf16LittleEndian, 2),
      ([0xFE, 0xFF, 0, 0x61], .utf16BigEndian, 2), ([0x61, 0, 0x62, 0], .utf16LittleEndian, 0),
      ([0, 0x61, 0, 0x62], .utf16BigEndian, 0), ([0x61, 0x62, 0x63, 0x64], .utf8, 0), ([], .utf8, 0),
      ([0, 0, 0, 0], .utf8, 0),
    ])
  func detect(_ head: [UInt8], _ encoding: TextEncoding, mark: Int) {
    let found = TextEncoding.detect(head.span)
    #expect(found.encoding == encoding)
    #expect(found.mark == mark)
  }

  @Test(
    "Noncharacters that XML cannot carry are noted",
    arguments: [TextEncoding.utf8, .utf16LittleEndian, .utf16BigEndian])
  func noncharacters(encoding: TextEncoding) {
    func bytes(_ text: String) -> [UInt8] {
      if encoding == .utf8 { return Array(text.utf8) }
      return text.utf16.flatMap { unit in
        let pair = [UInt8(unit & 0xFF), UInt8(unit >> 8)]
        return encoding == .utf16LittleEndian ? pair : pair.reversed()
      }
    }
    for (text, has) in [("abcdefghij\u{FFFE}", true), ("\u{FFFF}", true), ("\u{FFFD}\u{FB01}\u{1FFFE}", false)] {
      var decoder = TextDecoder(encoding)
      var output = OutputBuffer(capacity: 64)
      var invalid: [Int] = []
      for byte in bytes(text) { decoder.decode([byte].span, isLast: false, to: &output, invalid: &invalid) }
      decoder.decode([UInt8]().span, isLast: true, to: &output, invalid: &invalid)
      #expect(invalid.isEmpty && decoder.hasNoncharacters == has)
    }
  }
}
