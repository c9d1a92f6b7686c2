import Records
import TestSupport
import Testing

@Suite("Keys")
struct KeyTests {
  @Test(
    "Keys are compared without blanks around them and without case",
    arguments: [
      ("US-001", "us-001"), ("  a b \t", "a b"), ("ÄÖÜ", "äöü"), ("\u{A0}Łódź\u{2003}", "łódź"), ("ΑΩ", "αω"), ("", ""),
      ("   ", ""), ("\u{A0}\u{A0}", ""), ("ПРИВЕТ", "привет"), ("株 ", "株"), ("\r\nX\r\n", "x"),
      ("ŸE\u{301}", "ÿe\u{301}"),
    ])
  func text(_ key: String, _ wanted: String) {
    #expect(String(decoding: KeyText.bytes(key), as: UTF8.self) == wanted)
    #expect(KeyText.bytes(key) == KeyText.bytes(wanted), "the form of a key is its own form")
    let bytes = Array(key.utf8)
    let trimmed = KeyText.trimmed(bytes.span)
    #expect(String(decoding: bytes[trimmed], as: UTF8.self).lowercased() == wanted)
  }

  @Test("Text in lower case keeps its blanks", arguments: [(" Ab ", " ab "), ("Ä ", "ä "), ("", "")])
  func lowercased(_ plain: String, _ wanted: String) {
    let bytes = Array(plain.utf8)
    var output = OutputBuffer(capacity: 64)
    output.append(0x2D)
    KeyText.appendLowercased(bytes.span, to: &output)
    #expect(String(decoding: output.take(), as: UTF8.self) == "-" + wanted)
  }

  @Test("An index of 100,000 random keys knows what a dictionary knows")
  func index() {
    var source = RandomSource(seed: 51)
    var index = KeyIndex()
    var known: [[UInt8]: UInt32] = [:]
    var order: [[UInt8]] = []
    for number in 0..<100_000 {
      let length = number % 1_000 == 0 ? 100 + number / 250 : number % 7
      let key = source.bytes(length, of: [0x61, 0x62, 0x63, 0x64, 0, 0xFF, 0x31, 0x32])
      let (entry, isNew) = index.insert(key.span, value: UInt32(number))
      #expect(isNew == (known[key] == nil))
      if isNew {
        known[key] = UInt32(number)
        order.append(key)
      }
      #expect(order[entry] == key && index[entry] == known[key])
    }
    #expect(index.count == known.count && !index.isEmpty)
    for (entry, key) in order.enumerated() {
      let (found, isEqual) = (index.find(key.span), index.equals(entry, key.span))
      #expect(found == entry && isEqual)
    }
    var output = OutputBuffer(capacity: 64)
    for entry in [0, 1, order.count - 1] {
      index.appendKey(entry, to: &output)
      #expect(output.take() == order[entry])
    }
    let absent = Array("not there".utf8)
    let (found, isEqual) = (index.find(absent.span), index.equals(0, absent.span))
    #expect(found == nil && !isEqual)
  }

  @Test("Keys may be empty, or longer than a block", arguments: [0, 1, 127, 128, 16_383, 16_384, 300_000])
  func long(_ length: Int) throws {
    var index = KeyIndex()
    let other = Array("other".utf8)
    _ = index.insert(other.span, value: 1)
    let key = [UInt8](repeating: 0x78, count: length)
    let (entry, isNew) = index.insert(key.span, value: 7)
    let found = index.find(key.span)
    #expect(isNew && found == entry)
    let again = index.insert(key.span, value: 8)
    #expect(again == (entry, false))
    #expect(index[entry] == 7, "the first number stays")
    index[entry] = 9
    #expect(index[entry] == 9)
    #expect(written { index.appendKey(entry, to: &$0) } == key)
    let first = index.insert(other.span, value: 2)
    #expect(first == (0, false))
    let longer = key + [0x78]
    let absent = index.find(longer.span)
    #expect(absent == nil)
  }

  @Test("An index of 100,000 GUIDs knows what a dictionary knows")
  func guids() {
    var source = RandomSource(seed: 52)
    var index = GUIDIndex()
    var known: [GUID: UInt32] = [:]
    for number in 0..<100_000 {
      let guid = GUID(high: source.next() % 3, low: source.next() % 30_000)
      let (entry, isNew) = index.insert(guid, value: UInt32(number))
      #expect(isNew == (known[guid] == nil))
      known[guid] = known[guid] ?? UInt32(number)
      #expect(index[entry] == known[guid])
    }
    #expect(index.count == known.count)
    for (guid, number) in known { #expect(index.value(of: guid) == number) }
    #expect(index.value(of: GUID(high: 9, low: 9)) == nil)
  }

  @Test("A buffer grows, is cut back and is emptied")
  func buffer() {
    var source = RandomSource(seed: 53)
    var buffer = OutputBuffer(capacity: 1)
    var wanted: [UInt8] = []
    for round in 0..<2_000 {
      let bytes = source.bytes(round % 50, of: Array(0...255))
      switch round % 5 {
      case 0: for byte in bytes { buffer.append(byte) }
      case 1: buffer.append(bytes.span)
      default: buffer.append(bytes)
      }
      wanted += bytes
      if round % 7 == 0 {
        wanted.removeLast(wanted.count / 3)
        buffer.truncate(to: wanted.count)
      }
      buffer.truncate(to: wanted.count + 10)
      #expect(buffer.count == wanted.count)
      if round % 100 == 99 {
        #expect(buffer.take() == wanted)
        wanted = []
      }
    }
    #expect(buffer.take().isEmpty && buffer.count == 0)
  }
}
