import Testing

@testable import Records

@Suite("Eight bytes at a time")
struct WordTests {
  /// Every byte once, and texts of all lengths around eight.
  static let texts: [[UInt8]] =
    (0...255).map { [0x61, UInt8($0), 0x62] } + (0...20).map { Array(repeating: 0x78, count: $0) }
    + (0...20).map { Array(repeating: 0x79, count: $0) + [0x2C] }
    + (0...20).map { [0x0A] + Array(repeating: 0, count: $0) }

  private func word(_ bytes: [UInt8]) -> UInt64 {
    let padded = bytes + Array(repeating: 0x20, count: 8)
    return padded.span.word(at: 0)
  }

  @Test("The first of two bytes is found, and texts are compared up to their end", arguments: texts)
  func search(text: [UInt8]) {
    for other in [[], [0x2C], [0x0A, 0x2C], [0x2B, 0x2C, 0x2D, 0x0A]] as [[UInt8]] {
      let bytes = text + other + text
      for start in 0...bytes.count {
        let found = bytes.span.firstIndex(of: 0x2C, or: 0x0A, from: start)
        #expect(found == bytes[start...].firstIndex { $0 == 0x2C || $0 == 0x0A })
      }
    }
    for letters in ["", "a", "ab", "\nabcdefghi", "abcdefghijklmnopqrstuvwx"] {
      let short = ShortText(letters)
      let bytes = text + short.bytes
      for rest in [0, 1, 30] {
        let padded = bytes + [UInt8](repeating: 0x62, count: rest)
        for start in 0...padded.count {
          #expect(padded.span.begins(with: short, at: start) == padded[start...].starts(with: short.bytes))
        }
      }
    }
  }

  @Test("Text is plain if it is ASCII without control characters but tab and line ends", arguments: texts)
  func plain(text: [UInt8]) {
    for other in [[], [0x20], [0xC3, 0xA4], [0x09, 0x0D, 0x0A]] as [[UInt8]] {
      let bytes = text + other + text
      let wanted = bytes.allSatisfy { (0x20..<0x80).contains($0) || [0x09, 0x0A, 0x0D].contains($0) }
      let isPlain = UTF8Text.isPlain(bytes.span)
      #expect(isPlain == wanted)
    }
  }

  @Test("The first byte of a word that is sought is found, wherever it stands")
  func places() {
    for place in 0..<8 {
      for byte in [0x00, 0x2C, 0x80, 0xFF] as [UInt8] {
        var bytes = Array(repeating: UInt8(0x41), count: 8)
        bytes[place] = byte
        #expect(Word.holds(byte, word(bytes)).trailingZeroBitCount / 8 == place)
        #expect((Word.below(0x0E, word(bytes)) != 0) == (byte < 0x0E))
      }
      #expect(Word.holds(0x2C, word(Array(repeating: 0x2D, count: 8))) == 0)
    }
  }

  @Test("Hexadecimal digits are read and written, and nothing else is read")
  func hexadecimal() {
    for number in [0, 1, 0x89AB_CDEF, 0x0012_3400, 0xFFFF_FFFF, 0xA0B1_C2D3] as [UInt32] {
      let digits = Word.digits(of: number)
      #expect(Word.hexadecimal(digits) == number)
      let text = String(number, radix: 16)
      let padded = Array((String(repeating: "0", count: 8 - text.count) + text).utf8)
      #expect(padded.span.word(at: 0) == digits)
      #expect(
        Word.hexadecimal(Array(String(decoding: padded, as: UTF8.self).uppercased().utf8).span.word(at: 0)) == number)
    }
    for byte in 0...255 {
      let isDigit = (0x30...0x39).contains(byte) || (0x41...0x46).contains(byte) || (0x61...0x66).contains(byte)
      for place in [0, 3, 7] {
        var digits = Array("01234567".utf8)
        digits[place] = UInt8(byte)
        #expect((Word.hexadecimal(digits.span.word(at: 0)) != nil) == isDigit)
      }
    }
  }

  @Test("Texts are quoted for CSV exactly where they hold a comma, a quote or a line end", arguments: texts)
  func quotes(_ bytes: [UInt8]) {
    let needsQuotes = bytes.contains { [0x2C, 0x22, 0x0A, 0x0D].contains($0) }
    var output = OutputBuffer(capacity: 64)
    CSVEncoder().field(bytes.span, to: &output)
    let written = output.take()
    #expect((written.first == 0x22 && written.count > bytes.count) == needsQuotes)
    if !needsQuotes { #expect(written == bytes) }
    // The same from within a longer text, and from its end.
    for margin in [0, 3, 11] {
      let longer = Array(repeating: UInt8(0x2C), count: margin) + bytes + Array(repeating: UInt8(0x22), count: margin)
      var cursor = output.cursor(room: CSVEncoder().room(bytes: bytes.count, fields: 1))
      CSVEncoder().field(longer.span, from: margin, to: margin + bytes.count, in: &cursor)
      output.advance(to: cursor.count)
      #expect(output.take() == written)
    }
  }

  @Test(
    "Values are escaped exactly as one byte after the other would be",
    arguments: texts.filter { $0.allSatisfy { $0 < 0x80 } })
  func escapes(_ bytes: [UInt8]) {
    let names: [UInt8: String] = [
      0x26: "&amp;", 0x3C: "&lt;", 0x3E: "&gt;", 0x22: "&quot;", 0x09: "&#x9;", 0x0A: "&#xA;", 0x0D: "&#xD;",
    ]
    let wanted = bytes.flatMap { byte in names[byte].map { Array($0.utf8) } ?? [byte] }
    var output = OutputBuffer(capacity: 64)
    XMLEncoder.attribute(bytes.span, to: &output)
    #expect(output.take() == wanted)
    let open = Array("<a b=\"".utf8)
    var scratch = OutputBuffer.none
    var cursor = output.cursor(room: open.count + XMLEncoder.room(bytes: bytes.count))
    XMLEncoder.element(open.span, bytes.span, from: 0, to: bytes.count, isText: false, scratch: &scratch, in: &cursor)
    output.advance(to: cursor.count)
    #expect(output.take() == open + wanted + Array("\" />\r\n".utf8))
  }

  @Test("ASCII gets its lower case eight bytes at a time as byte by byte, the rest as Swift has it", arguments: texts)
  func lowerCase(_ bytes: [UInt8]) {
    var output = OutputBuffer(capacity: 64)
    KeyText.appendLowercased(bytes.span, to: &output)
    #expect(output.take() == Array(String(decoding: bytes, as: UTF8.self).lowercased().utf8))
  }
}
