import Findings
import Records
import Testing

@Suite("Parsing XML")
struct XMLPushParserTests {
  static let document = """
    \r\n<?xml version="1.0" encoding="utf-8"?><!-- head --><Document xmlns:x="u" a="1&amp;2">
      <?target data?><R K="ä€𝄞" x:L='"'><F>one<!-- no -->two</F><F><![CDATA[<b>&]]> c &#x41;&lt;</F><G/></R>
      <x:R><F></F>\r\n<F> \t</F></x:R>
    </Document> <!-- tail -->\n
    """

  @Test("Pieces of every size give the same events")
  func pieces() throws {
    let whole = try Events.of(Self.document)
    for size in 1...Self.document.utf8.count { #expect(try Events.of(Self.document, size: size) == whole) }
    #expect(whole.list.contains("=onetwo"), "a comment does not divide a value")
    #expect(whole.list.contains("=<b>& c A<"), "nor does CDATA")
    #expect(whole.list.contains("<R line 3"), "the line feed before the declaration counts")
    #expect(whole.list.filter { $0.hasPrefix("<R") } == ["<R line 3", "<R line 4"], "names are local names")
    #expect(whole.values.first == "1&2")
    #expect(whole.values.contains("ä€𝄞"))
  }

  @Test("Batches end between elements of the cutting depth")
  func cut() throws {
    let parser = XMLPushParser(cuttingAt: 2, keepsText: true)
    let first = Array("<D><R a=\"1\"><F>x</F></R><R a=\"2\"><F>y".utf8)
    try parser.parse(first, count: first.count)
    var one = Events()
    one.append(parser.take())
    #expect(one.values == ["1", "x"])
    let second = Array("z</F></R></D>".utf8)
    try parser.parse(second, count: second.count)
    try parser.finish()
    var two = Events()
    two.append(parser.take())
    #expect(two.values == ["2", "yz"])
  }

  @Test("Fields may be reported as attributes, but for those that are empty or hold something else than text")
  func joined() throws {
    let document = """
      <D><R a="1"><F>x<!-- no -->y</F><G/><H b="2">z</H><I>p<J>q</J>r</I><K><L>s</L></K></R>t<R><F><![CDATA[u]]>v</F></R>\
      </D>
      """
    let whole = try Events.of(document, joinsFields: true)
    #expect(
      whole.list == [
        "<D line 1", "<R line 1", "@a", "=1", "@F", "=xy", "<G line 0", ">", "<H line 0", "@b", "=2", "=z", ">",
        "<I line 0", "=p", "<J line 0", "=q", ">", "=r", ">", "<K line 0", "<L line 0", "=s", ">", ">", ">", "=t",
        "<R line 1", "@F", "=uv", ">", ">",
      ])
    for size in 1...document.utf8.count {
      #expect(try Events.of(document, size: size, joinsFields: true) == whole)
    }
  }

  static let refused: [(String, String)] = [
    ("<!DOCTYPE a><a/>", "P2C1405"),
    ("<!DOCTYPE a SYSTEM 'http://127.0.0.1:9/a.dtd'><a/>", "P2C1405"),
    ("<!DOCTYPE a [<!ENTITY b 'c'>]><a>&b;</a>", "P2C1405"),
    ("<!DOCTYPE a [<!ENTITY b SYSTEM 'file:///etc/hostname'>]><a>&b;</a>", "P2C1405"),
    ("<!DOCTYPE a [<!ENTITY % b SYSTEM 'file:///etc/hostname'> %b;]><a/>", "P2C1405"),
    ("<a>&nobody;</a>", "P2C1405"),
    ("<a b=\"&nobody;\"/>", "P2C1405"),
    ("<a><b></a>", "P2C1404"),
    ("<a>", "P2C1404"),
    ("", "P2C1404"),
    ("\r\n", "P2C1404"),
    ("no markup", "P2C1404"),
    ("<a/><b/>", "P2C1404"),
    ("<a/>text", "P2C1404"),
    ("<a b='1' b='2'/>", "P2C1404"),
    ("<a>\u{1}</a>", "P2C1404"),
    ("<a>&#1;</a>", "P2C1404"),
    ("<?xml version='1.0' encoding='x-nobody'?><a>ä</a>", "P2C1404"),
    ("<?xml version='1.0' encoding='utf-16'?><a>ä</a>", "P2C1404"),
  ]

  @Test("What packages never have is refused, in pieces too", arguments: refused)
  func refusal(_ document: String, code: String) {
    for size in [1, 7, 1 << 20] {
      let fault = #expect(throws: XMLFault.self) { try Events.of(document, size: size) }
      #expect(fault?.code?.rawValue == code, "\(document) in pieces of \(size) bytes")
    }
  }

  @Test(
    "Bytes that are no UTF-8 are refused",
    arguments: [[0xE6], [0xC0, 0xAF], [0xED, 0xA0, 0x80], [0xFF]] as [[UInt8]])
  func bytes(_ wrong: [UInt8]) {
    let bytes = Array("<a>".utf8) + wrong + Array("</a>".utf8)
    let parser = XMLPushParser(cuttingAt: 1, keepsText: true)
    let fault = #expect(throws: XMLFault.self) {
      try parser.parse(bytes, count: bytes.count)
      try parser.finish()
    }
    #expect(fault?.code == .xmlNotWellFormed)
  }

  @Test("UTF-16 is read by its mark", arguments: [true, false])
  func utf16(_ isLittle: Bool) throws {
    let document = "\u{FEFF}<?xml version=\"1.0\" encoding=\"utf-16\"?><a b=\"ä𝄞\">€</a>"
    let bytes = document.utf16.flatMap { unit in
      isLittle ? [UInt8(unit & 0xFF), UInt8(unit >> 8)] : [UInt8(unit >> 8), UInt8(unit & 0xFF)]
    }
    let parser = XMLPushParser(cuttingAt: 1, keepsText: true)
    for byte in bytes { try parser.parse([byte], count: 1) }
    try parser.finish()
    var events = Events()
    events.append(parser.take())
    #expect(events.values == ["ä𝄞", "€"])
  }

  static let large: [(String, String, XMLLimits)] = {
    var limits = XMLLimits()
    (limits.depth, limits.attributes, limits.namespaces, limits.names, limits.recordBytes) = (5, 4, 3, 20, 2_000)
    limits.nameLength = 30
    func nested(_ depth: Int) -> String {
      String(repeating: "<a>", count: depth) + String(repeating: "</a>", count: depth)
    }
    func attributes(_ count: Int) -> String { "<a \((0..<count).map { "b\($0)='1'" }.joined(separator: " "))/>" }
    func namespaces(_ count: Int) -> String { "<a \((0..<count).map { "xmlns:b\($0)='u'" }.joined(separator: " "))/>" }
    func names(_ count: Int) -> String { "<a>" + (1..<count).map { "<b\($0)/>" }.joined() + "</a>" }
    func elements(_ element: String, _ attribute: String) -> String {
      "<a>" + (1..<20).map { "<\(element) \(attribute)\($0)='1'/>" }.joined() + "</a>"
    }
    func long(_ count: Int) -> String { String(repeating: "n", count: count) }
    func record(_ inner: String, _ count: Int) -> String {
      "<a><b>\(String(repeating: inner, count: count))</b><b/></a>"
    }
    return [
      (nested(5), nested(6), limits), (attributes(4), attributes(5), limits), (namespaces(3), namespaces(4), limits),
      (names(20), names(21), limits), (elements("a", "b"), elements("c", "b"), limits),
      ("<\(long(30))/>", "<\(long(31))/>", limits), ("<a \(long(30))='1'/>", "<a \(long(31))='1'/>", limits),
      (record("x", 1_900), record("x", 2_100), limits),
      (record("<c/>", 50), record("<c/>", 200), limits), (record("<c d='x'/>", 30), record("<c d='x'/>", 200), limits),
    ]
  }()

  @Test("Documents may go up to the limits and not beyond", arguments: large)
  func limits(_ fits: String, _ exceeds: String, _ limits: XMLLimits) throws {
    for size in [3, 1 << 20] {
      _ = try Events.of(fits, size: size, limits: limits)
      let fault = #expect(throws: XMLFault.self) { try Events.of(exceeds, size: size, limits: limits) }
      guard case .excessive = fault else {
        Issue.record("refused as \(String(describing: fault))")
        continue
      }
    }
  }

  static let markup: [(String, String)] = [
    ("<b c='", "'/>"), ("<b ", "/>"), ("<!--", "-->"), ("<?b ", "?>"), ("<b><![CDATA[", "]]></b>"), ("<b></b", ">"),
  ]

  @Test("Markup that does not end is refused beyond a limit", arguments: markup)
  func endless(_ begin: String, _ end: String) throws {
    var limits = XMLLimits()
    limits.markupBytes = 4_000
    for size in [1, 50, 3_000] {
      for blanks in [3_000, 20_000] {
        let document = "<a>" + begin + String(repeating: " ", count: blanks) + end + "</a>"
        let events = Result { try Events.of(document, size: size, limits: limits) }
        switch events {
        case .success(let events):
          let whole = try Events.of(document)
          #expect(blanks == 3_000 && events == whole)
        case .failure(let fault): #expect(blanks == 20_000 && (fault as? XMLFault)?.code == .xmlNotWellFormed)
        }
      }
    }
  }

  @Test(
    "Names, prefixes and namespaces are refused beyond a size of all together",
    arguments: ["n%x/", "p%:n xmlns:p%='u'/", "n xmlns='%x'/"])
  func dictionary(_ element: String) {
    var limits = XMLLimits()
    limits.nameBytes = 60_000
    let filler = String(repeating: "x", count: 100)
    func document(_ count: Int) -> String {
      "<a>" + (0..<count).map { "<" + element.replacing("%", with: "\($0)\(filler)") + ">" }.joined() + "</a>"
    }
    #expect(throws: Never.self) { try Events.of(document(50), size: 100, limits: limits) }
    let fault = #expect(throws: XMLFault.self) { try Events.of(document(1_000), size: 100, limits: limits) }
    guard case .excessive = fault else {
      Issue.record("refused as \(String(describing: fault))")
      return
    }
  }

  @Test("Elements without text count towards the size of a batch")
  func pending() throws {
    let parser = XMLPushParser(cuttingAt: 2, keepsText: true)
    let bytes = Array(("<a>" + String(repeating: "<b/>", count: 1_000)).utf8)
    try parser.parse(bytes, count: bytes.count)
    #expect(parser.pendingBytes >= 1_000)
  }
}
