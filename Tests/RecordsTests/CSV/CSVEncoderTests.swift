import Records
import TestSupport
import Testing

@Suite("Writing CSV")
struct CSVEncoderTests {
  @Test(
    "Only fields that need quotes have them",
    arguments: [
      ("plain", "plain"), ("", ""), ("a,b", "\"a,b\""), ("a\"b", "\"a\"\"b\""), ("a\nb", "\"a\nb\""),
      ("a\rb", "\"a\rb\""),
      ("a;b", "a;b"), (" a ", " a "), ("\"", "\"\"\"\""),
    ])
  func quotes(_ field: String, wanted: String) {
    let bytes = Array(field.utf8)
    #expect(text { CSVEncoder().field(bytes.span, to: &$0) } == wanted)
  }

  @Test("What is written is read back", arguments: [CSVEncoder.Encoding.utf8, .utf16LittleEndian])
  func roundTrip(_ encoding: CSVEncoder.Encoding) {
    var source = RandomSource(seed: 4)
    let encoder = CSVEncoder(encoding: encoding)
    // No record is a blank line: the first field of each is never empty.
    let rows = (0..<500).map { row in (0..<4).map { "\($0)" + source.text(row % 12) } }
    var output = OutputBuffer(capacity: 64)
    encoder.mark(to: &output)
    for row in rows { encoder.record(row, to: &output) }
    let bytes = output.take()
    let (kind, mark) = TextEncoding.detect(bytes.span)
    #expect(kind == (encoding == .utf8 ? .utf8 : .utf16LittleEndian))
    var decoder = TextDecoder(kind)
    var invalid: [Int] = []
    decoder.decode(bytes.span.extracting(mark..<bytes.count), isLast: true, to: &output, invalid: &invalid)
    #expect(invalid.isEmpty)
    let (records, _) = CSVParser.all([output.take()], delimiter: UInt8(ascii: ","), width: 4, line: 1)
    #expect(records.map(\.fields) == rows)
    #expect(records.allSatisfy { $0.issue == nil })
  }

  @Test("UTF-16 has a mark, pairs for what is beyond the basic plane, and CR LF")
  func utf16() {
    let encoder = CSVEncoder(encoding: .utf16LittleEndian)
    let bytes = written {
      encoder.mark(to: &$0)
      encoder.record(["a𝄞", "€"], to: &$0)
    }
    #expect(
      bytes == [
        0xFF, 0xFE, 0x61, 0, 0x34, 0xD8, 0x1E, 0xDD, 0x2C, 0, 0xAC, 0x20, 0x0D, 0, 0x0A, 0,
      ])
  }
}
