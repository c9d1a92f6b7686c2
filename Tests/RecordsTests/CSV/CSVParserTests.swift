import Findings
import Records
import TestSupport
import Testing

@Suite("Splitting CSV into records")
struct CSVParserTests {
  /// Texts with the fields of their records, two a record; `!` is in front of a record at fault.
  static let cases: [(text: String, records: [String])] = [
    ("a,b\r\nc,d\r\n", ["1 a|b", "2 c|d"]),
    ("a,b\nc,d", ["1 a|b", "2 c|d"]),
    ("a,b\rc,d\r", ["1 a|b", "2 c|d"]),
    ("\r\n\na,b\r\n\r\n", ["3 a|b"]),
    ("\"a,b\",c", ["1 a,b|c"]),
    ("\"a\r\nb\",c\r\nd,e", ["1 a\r\nb|c", "3 d|e"]),
    ("\"a\"\"b\",\"\"\"\"", ["1 a\"b|\""]),
    ("\"\",\"\"", ["1 |"]),
    (",", ["1 |"]),
    ("a\"b,c\"", ["1 a\"b|c\""]),
    (" a , b ", ["1  a | b "]),
    ("a\r\nb,c", ["!1 a|", "2 b|c"]),
    ("\"\"", ["!1 |"]),
    ("\"a\"x,b\nc,d", ["!1 a|…", "2 c|d"]),
    ("a,\"b\nc,d\n", ["!1 a|…"]),
    ("a\0,b\nc,d\n\"e\0\",f", ["1 a\0|b", "2 c|d", "3 e\0|f"]),
  ]

  @Test("Quotes, line ends and faults are as RFC 4180 says", arguments: cases)
  func table(_ text: String, _ wanted: [String]) {
    for size in 1...max(1, text.utf8.count) {
      var pieces: [[UInt8]] = []
      for start in stride(from: 0, to: text.utf8.count, by: size) {
        pieces.append(Array(Array(text.utf8)[start..<min(start + size, text.utf8.count)]))
      }
      let (records, _) = CSVParser.all(pieces, delimiter: UInt8(ascii: ","), width: 2, line: 1)
      let found = records.map { "\($0.issue == nil ? "" : "!")\($0.line) \($0.fields.joined(separator: "|"))" }
      #expect(found == wanted, "in pieces of \(size) bytes")
    }
  }

  @Test(
    "A batch says whether all of its texts have only characters that XML can carry",
    arguments: [
      ("a,b\r\n\"c\td\",\"e\r\nf\"\r\n", true), ("a\u{1},b", false), ("\"a\u{1F}\",b", false), ("a\0,b", false),
      ("abcdefghij\u{B}klm,b", false), ("a,\u{7F}\u{85}", true),
    ])
  func characters(_ text: String, fits: Bool) {
    var parser = CSVParser(dialect: CSVDialect(), width: 2, line: 1)
    let batch = parser.parse(Array(text.utf8), invalid: [], mayHaveNoncharacters: false, isLast: true)
    #expect(batch.fitsXML == fits)
  }

  @Test("What is cut by a piece and has a noncharacter is still known to have one in the next")
  func carried() {
    var parser = CSVParser(dialect: CSVDialect(), width: 2, line: 1)
    let first = parser.parse(Array("a,b\nc,\u{FFFE}".utf8), invalid: [], mayHaveNoncharacters: true, isLast: false)
    #expect(first.count == 1 && !first.fitsXML)
    let second = parser.parse(Array("d\n".utf8), invalid: [], mayHaveNoncharacters: false, isLast: false)
    #expect(second.count == 1 && !second.fitsXML)
    let third = parser.parse(Array("e,f\n".utf8), invalid: [], mayHaveNoncharacters: false, isLast: true)
    #expect(third.count == 1 && third.fitsXML)
  }

  @Test("Random texts in random pieces are read as the reference reads them", arguments: [",", ";", "\t", "|"])
  func random(_ delimiter: String) throws {
    let delimiter = try #require(delimiter.utf8.first)
    var source = RandomSource(seed: UInt64(delimiter))
    let common = [delimiter, delimiter, 0x0A, 0x0D, 0x22, 0x22, 0x61, 0x62, 0x2C, 0x7C]
    let alphabets = [common, common + [ReferenceCSV.undecodable], common + [0x63, 0x64, 0x65, 0xC3, 0xBF, 0x20, 0x0A]]
    for round in 0..<3_000 {
      let bytes = source.bytes(round % 60, of: alphabets[round % alphabets.count])
      let width = 1 + round % 4
      let wanted = ReferenceCSV.records(bytes, delimiter: delimiter, width: width, line: 7)
      let pieces = source.cut(bytes, most: 1 + round % 9)
      let (records, numbers) = CSVParser.all(
        pieces, delimiter: delimiter, width: width, line: 7, mostRecords: round % 2 == 0 ? .max : 1 + round % 5)
      #expect(
        records == wanted, "\(String(decoding: bytes, as: UTF8.self).debugDescription), pieces \(pieces.map(\.count))")
      #expect(numbers == Array(1..<1 + records.count))
    }
  }

  @Test("A record with too many fields keeps all of them in its last column")
  func tooMany() {
    var parser = CSVParser(dialect: CSVDialect(), width: 2, line: 1)
    let batch = parser.parse(Array("a,b,c,d\ne,f\n".utf8), invalid: [], isLast: true)
    #expect(batch.text(0, 1) == "b,c,d")
    #expect(batch.issues == [RecordIssue(index: 0, .fieldCount(4, expected: 2))])
    #expect(batch.text(1, 1) == "f")
  }

  @Test(
    "A record that is too long is passed over, and the next ones are read",
    arguments: [
      ("a,\"" + String(repeating: "x\n", count: 500) + "\"\r\nb,c\r\nd,e", [1, 502, 503]),
      ("a,\"" + String(repeating: "x\"\"\n", count: 500) + "\",z\rb,c\rd,e", [1, 502, 503]),
      ("a," + String(repeating: "x", count: 1_000) + "\nb,c\nd,e", [1, 2, 3]),
      ("a," + String(repeating: "x", count: 1_000) + "\r\nb,c\r\nd,e\r\n", [1, 2, 3]),
    ])
  func tooLong(_ text: String, lines: [Int]) {
    for size in Array(1...40) + [5_000] {
      let bytes = Array(text.utf8)
      let pieces = stride(from: 0, to: bytes.count, by: size).map { Array(bytes[$0..<min($0 + size, bytes.count)]) }
      let (records, numbers) = CSVParser.all(
        pieces, delimiter: UInt8(ascii: ","), width: 2, line: 1, longestRecord: 100)
      #expect(records.map(\.line) == lines, "in pieces of \(size) bytes")
      #expect(records.map(\.issue) == [.openQuote, nil, nil])
      #expect(records.dropFirst().map(\.fields) == [["b", "c"], ["d", "e"]])
      #expect(numbers == [1, 2, 3])
    }
  }

  static let headers: [(text: String, names: [String], bytes: Int, lines: Int)] = [
    ("a,b\r\nc,d", ["a", "b"], 5, 1),
    ("a,b\nc", ["a", "b"], 4, 1),
    ("a,b\rc", ["a", "b"], 4, 1),
    ("\"a\nx\",\"b\"\"c\"\r\n", ["a\nx", "b\"c"], 14, 2),
    ("a,,b\n", ["a", "", "b"], 5, 1),
    ("a", ["a"], 1, 0),
  ]

  @Test("The header is reported with its size", arguments: headers)
  func header(_ text: String, names: [String], bytes: Int, lines: Int) throws {
    let source = Array(text.utf8)
    let whole = CSVParser.header(source.span, dialect: CSVDialect(), isLast: true)
    let found = try #require(whole)
    #expect(found.names == names)
    #expect(found.bytes == bytes)
    #expect(found.lines == lines)
    for count in 0..<bytes {
      let part = CSVParser.header(source.span.extracting(0..<count), dialect: CSVDialect(), isLast: false)
      #expect(part == nil)
    }
  }

  @Test(
    "The delimiter is what divides the header most often outside of quotes",
    arguments: [
      ("a,b,c", ","), ("a;b;c", ";"), ("a\tb", "\t"), ("a|b|c,d", "|"), ("\"a,b,c\";d", ";"), ("a\nb;c;d", ","),
      ("a,b;c", ","), ("", ","),
    ])
  func dialect(_ header: String, delimiter: String) {
    let bytes = Array(header.utf8)
    let dialect = CSVDialect.detect(header: bytes.span)
    #expect(dialect.delimiter == delimiter.utf8.first)
  }
}
