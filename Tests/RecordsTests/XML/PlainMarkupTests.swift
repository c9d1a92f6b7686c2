import TestSupport
import Testing

@testable import Records

@Suite("Plain markup")
struct PlainMarkupTests {
  /// How pieces are parsed.
  struct Way: CustomTestStringConvertible {
    var keepsText: Bool
    var joinsFields: Bool
    var testDescription: String { "keepsText \(keepsText), joinsFields \(joinsFields)" }

    /// A parser that stands behind the first record of a document.
    func parser(limits: XMLLimits = XMLLimits()) throws -> XMLPushParser {
      let parser = XMLPushParser(
        cuttingAt: 2, keepsText: keepsText, joinsFields: joinsFields, notesTags: true, limits: limits)
      let start = Array("<D><R/>".utf8)
      try parser.parse(start, count: start.count)
      _ = parser.take()
      return parser
    }
  }

  private static let ways = [(true, true), (true, false), (false, true), (false, false)].map {
    Way(keepsText: $0, joinsFields: $1)
  }

  /// What is read of a piece without libxml2, and by how many lines it goes on; nil if it is not plain.
  private static func plain(
    _ bytes: [UInt8], _ way: Way, limits: XMLLimits = XMLLimits()
  ) throws -> (events: Events, lines: Int)? {
    let parser = try way.parser(limits: limits)
    guard let plain = parser.parsePlain([XMLSegment(bytes, 0..<bytes.count)]) else {
      #expect(parser.isDivisible, "nothing has happened")
      return nil
    }
    var events = Events()
    events.append(parser.take())
    return (events, plain.lines)
  }

  /// What libxml2 reads of it, up to a fault.
  private static func whole(_ bytes: [UInt8], _ way: Way) throws -> (events: Events, lines: Int)? {
    let parser = try way.parser()
    do throws(XMLFault) { try parser.parse(bytes, count: bytes.count) } catch { return nil }
    guard parser.isDivisible else { return nil }
    var events = Events()
    let lines = parser.line - 1
    events.append(parser.take())
    return (events, lines)
  }

  @Test(
    "Tags, texts and references are read as libxml2 does",
    arguments: [
      "<R/>", "<R></R >", "<R\n a='1'\r\n b=\"2\"/>", "<R a='\"' b=\"'\" c='>' d='/>'/>", "<R a=''/>",
      "<R a='&amp;&lt;&gt;&quot;&apos;'/>", "<R a='&#10;&#x9;&#xD;ä&#228;&#x1D11E;'>&#x20AC;&amp;lt;</R>",
      "<R><F>x</F>\n<G>1 &lt; 2 &amp; 3 &gt; 2</G><H/></R>\r\n<R>\r</R>", "<R><F>a\r\nb\rc</F></R>",
      "<R>]] ]> > ]]&gt;</R>",
      "<R><F>x<G>y</G>z</F> t <F a='1'>u</F></R>", "<R><R/><R>x</R></R>", "<R><F>ä€𝄞\u{7F}\u{85}\u{A0}</F></R>",
      "<R-1.a_b><_/><N3/></R-1.a_b>", "<R><F></F><F>\n</F><F>&#32;</F></R>",
      "<R><name-of-more-than-twenty-four-bytes a='1'>x</name-of-more-than-twenty-four-bytes></R>",
      "<R><name-of-more-than-twenty-four-bytes/><name-of-more-than-twenty-four-others/></R>",
      "<R a='1'/><R b='1' a='2'/><R a='3'/>",
    ], ways)
  func same(_ text: String, _ way: Way) throws {
    let bytes = Array(text.utf8)
    let plain = try #require(try Self.plain(bytes, way))
    let whole = try #require(try Self.whole(bytes, way))
    #expect(plain.events == whole.events)
    #expect(plain.lines == whole.lines)
  }

  @Test(
    "What is not plain is left to libxml2",
    arguments: [
      "<!-- x --><R/>", "<R><![CDATA[x]]></R>", "<?x?><R/>", "<p:R/>", "<R p:a='1'/>", "<R xmlns='u'/>",
      "<R xmlns:p='u'/>",
      "<R a='\n'/>", "<R a='\t'/>", "<R a = '1'/>", "<Ä/>", "<R ä='1'/>", "<R>&nobody;</R>", "<R>&amp</R>", "<R>& </R>",
      "<R>&#0;</R>", "<R>&#xD800;</R>", "<R>&#xFFFF;</R>", "<R>&#x110000;</R>", "<R>&#;</R>", "<R>&#x;</R>",
      "<R>&#1a;</R>",
      "<R a='<'/>", "<R a='1' a='2'/>", "<R a='1'b='2'/>", "<R a=1/>", "<R a/>", "<R a='1/>", "<R", "<R>", "<R/", "<",
      "</R>",
      "<R></S>", "<R></R x>", "<R><F></R></F>", "<1/>", "< R/>", "<R / >", "<R>]]></R>", "<R>x]]]></R>", "<R/>text",
      "<R/>\n", "x",
      "<R>\u{1}</R>", "<R>\u{FFFE}</R>", "<R/></D>", "<R a='&amp'/>", "<R a='&#10'/>",
    ], ways)
  func left(_ text: String, _ way: Way) throws {
    #expect(try Self.plain(Array(text.utf8), way) == nil)
  }

  @Test(
    "Bytes that are no UTF-8 are left to libxml2",
    arguments: [[0xC3], [0xFF], [0xED, 0xA0, 0x80], [0xC0, 0x80], [0]] as [[UInt8]])
  func invalid(_ bytes: [UInt8]) throws {
    for way in Self.ways { #expect(try Self.plain(Array("<R>x".utf8) + bytes + Array("y</R>".utf8), way) == nil) }
  }

  @Test("A piece beyond a limit is left to libxml2")
  func limits() throws {
    let way = Way(keepsText: true, joinsFields: false)
    let bytes = Array("<R a='1' b='2'><F><G/></F>some text that is too long</R>".utf8)
    #expect(try Self.plain(bytes, way) != nil)
    let members: [(WritableKeyPath<XMLLimits, Int>, Int)] = [
      (\.depth, 3), (\.attributes, 1), (\.names, 4), (\.recordBytes, 100),
    ]
    for (limit, most) in members {
      var limits = XMLLimits()
      limits[keyPath: limit] = most
      #expect(try Self.plain(bytes, way, limits: limits) == nil, "\(limit)")
    }
  }

  @Test("Pieces of random parts are read as libxml2 does, or left to it")
  func random() throws {
    var random = RandomSource(seed: 25)
    let parts = [
      "<R>", "</R>", "<R/>", "<F>", "</F>", "<F a='1'/>", "<G b=\"&lt;x&gt;\" a='&#65;'>", "</G>", "text", "\n", "\r\n",
      "\r", " ",
      "&amp;", "&#228;", "ä€", "]]", ">", "&", "<", "/", "=", "'", "\"", "a='2'", "<R", "<!--", "-->", ";", "x:", "\t",
    ]
    var plainCount = 0
    for round in 0..<20_000 {
      var text = ""
      var open: [String] = []
      for _ in 0..<Int.random(in: 1...12, using: &random) {
        // Mostly what can be in a document.
        let part = parts[Int.random(in: 0..<(random.once(in: 20) ? parts.count : 17), using: &random)]
        if part.hasPrefix("</"), !random.once(in: 50) {
          guard let last = open.popLast() else { continue }
          text += "</\(last)>"
          continue
        }
        if part.hasPrefix("<"), part.hasSuffix(">"), !part.hasSuffix("/>"), part.count > 2 {
          open.append(String(part.dropFirst().prefix(1)))
        }
        text += part
      }
      for name in open.reversed() { text += "</\(name)>" }
      var bytes = Array(("<R>" + text + "</R>").utf8)
      if random.once(in: 10) {
        bytes[Int.random(in: 0..<bytes.count, using: &random)] = UInt8.random(in: 0...255, using: &random)
      }
      for way in Self.ways {
        guard let plain = try Self.plain(bytes, way) else { continue }
        plainCount += 1
        let whole = try Self.whole(bytes, way)
        #expect(plain.events == whole?.events, "round \(round), \(way.testDescription): \(bytes)")
        #expect(plain.lines == whole?.lines, "round \(round), \(way.testDescription): \(bytes)")
      }
    }
    #expect(plainCount > 20_000)
  }
}
