import Archives
import Dispatch
import Findings
import Records
import Synchronization
import TestSupport
import Testing

@testable import Packages

/// What is read of a document: its events up to a fault, as far as they are given, and the fault.
private struct ReadXML: Equatable {
  var events: [String] = []
  /// All names; before a fault a batch may know of more names than it needs, so that they are nobody's business.
  var names: [String] = []
  var fault: String? {
    didSet { names = [] }
  }

  mutating func append(_ batch: XMLEventBatch) {
    names = batch.names
    for event in batch.events {
      let name = event.kind == .start || event.kind == .attribute ? "\(event.name) \(batch.names[Int(event.name)])" : ""
      let text = event.kind == .attribute || event.kind == .text ? batch.bytes[event.range.bounds] : []
      events.append("\(event.kind) \(name) \(event.kind == .start ? event.start : 0) \(Array(text))")
    }
  }
}

/// A document, how it is parsed, and into what it is divided.
private struct Document {
  var blocks: [[UInt8]]
  var parsing = XMLParsing(depth: 2, keepsText: true, joinsFields: false)
  var pieceSize = 1
  var batchSize = 1 << 20
  /// What comes behind the last block.
  var error: (any Error)?

  init(_ bytes: [UInt8], block: Int) {
    blocks = stride(from: 0, to: bytes.count, by: block).map { Array(bytes[$0..<min($0 + block, bytes.count)]) }
  }

  func next() -> () throws -> [UInt8]? {
    var index = 0
    return {
      index += 1
      if index > blocks.count, let error { throw error }
      return index <= blocks.count ? blocks[index - 1] : nil
    }
  }

  /// What one parser reads.
  func whole() -> ReadXML {
    var reading = ReadXML()
    let parser = XMLPushParser(
      cuttingAt: parsing.depth, keepsText: parsing.keepsText, joinsFields: parsing.joinsFields, limits: parsing.limits)
    let next = next()
    do {
      while let block = try next() {
        try parser.parse(block, count: block.count)
        if parser.pendingBytes > batchSize { reading.append(parser.take()) }
      }
      try parser.finish()
      reading.append(parser.take())
    } catch {
      reading.fault = "\(error)"
    }
    return reading
  }

  /// What several parsers read.
  func divided(parsers: XMLPieceParsers? = nil) -> ReadXML {
    var reading = ReadXML()
    var division = DividedXML.Division(parsers: 3)
    (division.pieceSize, division.batchSize) = (pieceSize, batchSize)
    do {
      var document = try DividedXML(parsing, division, parsers: parsers) { next() }
      try document.run { batch in
        reading.append(batch)
        return true
      }
    } catch {
      reading.fault = "\(error)"
    }
    return reading
  }
}

@Suite("Parsing XML in pieces")
struct DividedXMLTests {
  /// Parsers that work when their results are asked for, on no thread, so that a test can make many documents.
  private static func inline(_ parsing: XMLParsing) -> XMLPieceParsers {
    XMLPieceParsers(parsing, threads: 1) { _ in }
  }

  /// Expects that it makes no difference into what a document is divided; how many pieces were parsed by themselves.
  @discardableResult
  private static func expectSame(_ document: Document, _ label: @autoclosure () -> String) -> Int {
    let whole = document.whole()
    let parsers = inline(document.parsing)
    let divided = document.divided(parsers: parsers)
    guard whole != divided else { return parsers.givenCount }
    let counts = "\(whole.events.count) and \(divided.events.count) events, \(whole.names) and \(divided.names)"
    let same = zip(whole.events, divided.events).prefix { $0 == $1 }.count
    Issue.record("\(label()): \(whole.fault ?? "none") and \(divided.fault ?? "none"), \(counts), first \(same) same")
    return parsers.givenCount
  }

  static let documents: [(String, String)] = [
    (
      "elements",
      "\r\n<?xml version=\"1.0\" encoding=\"utf-8\"?>\n<D a=\"1\">\n<R><F>x</F>\r\n<F/></R>\r<R><F>ä€𝄞</F></R> t <R/>\n</D>\n"
    ),
    ("attributes", "<D><R a='1>' b=\"/>\"/>\n<R a=\"'</R>'\"/><R  a='&lt;R/&gt;'\n/><R a='2'></R ></D>"),
    (
      "comments and sections",
      "<D><!-- <R></R> --><R><![CDATA[</R><R/>]]]]></R><?R <R/> ?><R>a<!--</R>-->b</R><R>]]&gt;</R><R/></D>"
    ),
    (
      "namespaces",
      "<D xmlns='u&amp;&lt;&quot;' xmlns:p='v&#10;w' p:z='1'><p:R p:a='1' a='2'/><R xmlns='' xmlns:q='p'><q:R/></R>"
        + "<p:R><R/></p:R><p:R xmlns:p='o'></p:R><p:R/></D>"
    ),
    ("records in records", "<D><R><R><R/></R><S/></R><R><S><R/></S></R><S><R></R></S><R/></D>"),
    ("no declared prefix", "<D xmlns:p='u'><p:R/>\n<R/>\n<q:R/>\n<R/>\n<R></D>"),
    ("attribute twice by namespace", "<D xmlns:p='u' xmlns:q='u'><R/>\n<R p:a='' q:a=''/>\n<R/></D>"),
    ("wrong end", "<D><R/>\n<R>\n</S>\n<R/></D>"),
    ("end in the middle", "<D><R/>\n<R/></D>\n<D><R/><R/></D>"),
    ("entity", "<D><R>&amp;</R>\n<R>&nobody;</R>\n<R/></D>"),
    ("document type", "<!DOCTYPE D><D><R/><R/></D>"),
    ("many names", "<D>" + (0..<40).map { "<R a\($0)='1'><N\($0)/></R>\n" }.joined() + "</D>"),
    ("version 1.1", "<?xml version='1.1'?><D><R/>\n<R/>\n</D>"),
    ("another encoding", "<?xml version='1.0' encoding='iso-8859-1'?><D><R/>\n<R/>\n</D>"),
    ("standalone", "<?xml version='1.0' encoding='UTF-8' standalone='yes'?><D><R/>\n<R/>\n</D>"),
    ("text instead of a root", "text<R/><R/>"),
    ("nothing", ""),
    ("only a root", "<D/>"),
  ]

  @Test(
    "However a document is divided, the events, their lines and names, and faults are the same", arguments: documents)
  func anyDivision(_ name: String, _ text: String) {
    for joinsFields in [false, true] {
      for depth in 1...3 {
        for block in [1, 2, 3, 5, 8, 13, 64, 1_000] {
          for pieceSize in [1, 10, 30] {
            var document = Document(Array(text.utf8), block: block)
            document.parsing = XMLParsing(depth: depth, keepsText: depth != 3, joinsFields: joinsFields)
            document.pieceSize = pieceSize
            document.batchSize = block * 20
            Self.expectSame(document, "\(name), depth \(depth), blocks of \(block), pieces of \(pieceSize)")
          }
        }
      }
    }
  }

  static let migration = """
    <?xml version="1.0" encoding="utf-8"?>
    <entities xmlns:xsd="s" timestamp="t">
      <entity name="a"><records>
        <record id="1"><field name="x" value="&lt;record/&gt;" /></record>
        <record id="2"><field name="y" value="</record>" /></record>
      </records><m2mrelationships>
        <m2mrelationship sourceid="1"><targetids><targetid>2</targetid></targetids></m2mrelationship>
      </m2mrelationships></entity>
      <entity name="b"><records><record id="3"><field name="x" value="1" /></record></records></entity>
      <entity name="c" xmlns="n"><records><record id="4"/><!-- </record> --><record id="5"></record></records></entity>
      <entity name="d"><records><record id="6"/><record id="7"/></records></entity>
    </entities>
    """.replacing("value=\"</record>\"", with: "value='&lt;/record>'")

  @Test("A document that is cut off or damaged anywhere has the same fault, and the same events before it")
  func damaged() {
    let bytes = Array(Self.migration.utf8)
    for place in bytes.indices {
      for damage in 0..<3 {
        var damaged = bytes
        switch damage {
        case 0: damaged.removeLast(bytes.count - place)
        case 1: damaged[place] = UInt8(ascii: "<")
        default: damaged[place] = 0xFF
        }
        for block in [7, 100] {
          var document = Document(damaged, block: block)
          document.parsing = XMLParsing(depth: 4, keepsText: place % 2 == 0, joinsFields: place % 3 == 0)
          document.batchSize = 300
          Self.expectSame(document, "damage \(damage) at \(place), blocks of \(block)")
        }
      }
    }
  }

  @Test("UTF-16 is parsed by one parser", arguments: [true, false])
  func utf16(_ isLittle: Bool) {
    let text = "\u{FEFF}<?xml version=\"1.0\" encoding=\"utf-16\"?><D><R a='ä𝄞'/>\n<R>€</R></D>"
    let bytes = text.utf16.flatMap { unit in
      isLittle ? [UInt8(unit & 0xFF), UInt8(unit >> 8)] : [UInt8(unit >> 8), UInt8(unit & 0xFF)]
    }
    for block in 1...bytes.count { Self.expectSame(Document(bytes, block: block), "blocks of \(block)") }
    let document = Document(bytes, block: 9)
    #expect(document.whole().fault == nil)
  }

  @Test("A byte order mark is none of the document")
  func mark() {
    let bytes = [0xEF, 0xBB, 0xBF] + Array(Self.migration.utf8)
    for block in 1...200 { Self.expectSame(Document(bytes, block: block), "blocks of \(block)") }
  }

  @Test("Documents of random parts are read the same, and damaged ones, too")
  func random() {
    var random = RandomSource(seed: 18)
    let parts = [
      "<R>", "</R>", "<R/>", "<R a='1'/>", "<R a=\"x>y\" b='\"'>", "<p:R>", "</p:R>", "<p:R p:a='1'/>", "<F>x</F>",
      "<F/>",
      "<F a='&amp;&#10;'>y</F>", "<G>", "</G>", "<!-- </R> -->", "<!--<R>-->", "<![CDATA[</R>]]>", "<![CDATA[]]]]>",
      "<?R </R>?>",
      "text", "\n", "\r\n", "\r", " ", "ä𝄞", "&lt;", "&#65;", "<S xmlns:p='v'>", "</S>", "<R xmlns='w'>",
    ]
    var faults = 0
    var pieces = 0
    for round in 0..<6_000 {
      var text = "<D xmlns:p='u'>"
      var open: [String] = []
      for _ in 0..<Int.random(in: 1...40, using: &random) {
        let part = parts[Int.random(in: 0..<parts.count, using: &random)]
        if part.hasPrefix("</") {
          // Nearly all elements end as they began.
          guard let last = open.popLast() else { continue }
          text += random.once(in: 200) ? part : "</\(last)>"
          continue
        }
        let isTag = part.hasPrefix("<") && !part.hasPrefix("<!") && !part.hasPrefix("<?")
        if isTag, !part.hasSuffix("/>"), !part.contains("</") {
          open.append(String(part.dropFirst().prefix { $0 != " " && $0 != ">" }))
        }
        text += part
      }
      for name in open.reversed() { text += "</\(name)>" }
      text += "<R/>\n</D>"
      var bytes = Array(text.utf8)
      if random.once(in: 4) {
        bytes[Int.random(in: 0..<bytes.count, using: &random)] = UInt8.random(in: 0...255, using: &random)
      }
      var document = Document(bytes, block: Int.random(in: 1...60, using: &random))
      let depth = Int.random(in: 1...4, using: &random)
      document.parsing = XMLParsing(depth: depth, keepsText: random.once(in: 2), joinsFields: random.once(in: 2))
      document.pieceSize = Int.random(in: 1...40, using: &random)
      document.batchSize = Int.random(in: 1...400, using: &random)
      if document.whole().fault != nil { faults += 1 }
      pieces += Self.expectSame(document, "round \(round): \(text)")
    }
    #expect(pieces > 1_000)
    #expect(faults > 300 && faults < 5_000, "\(faults) faults")
  }

  @Test("Limits of all of a document are those of one parser", arguments: [10, 20, 30, 41, 50, 200])
  func names(_ most: Int) {
    let text = "<D>" + (0..<40).map { "<R a\($0)='1'/>\n" }.joined() + "<R>&nobody;</R></D>"
    for block in [3, 11, 50] {
      var document = Document(Array(text.utf8), block: block)
      document.parsing.limits.names = most
      document.batchSize = 100
      Self.expectSame(document, "blocks of \(block)")
    }
  }

  @Test("Names that take too much together are refused as by one parser", arguments: [20_000, 200_000, 4_000_000])
  func nameBytes(_ most: Int) {
    let filler = String(repeating: "x", count: 200)
    let text = "<D>" + (0..<400).map { "<R xmlns='\($0)\(filler)'/>\n" }.joined() + "</D>"
    for block in [100, 5_000] {
      var document = Document(Array(text.utf8), block: block)
      document.parsing.limits.nameBytes = most
      document.batchSize = 100
      Self.expectSame(document, "blocks of \(block)")
    }
  }

  @Test("Markup that waits for its end is limited as by one parser")
  func markup() {
    for count in [10, 300, 3_000] {
      let long = String(repeating: "y", count: count)
      let text = "<D>\n<R/>\n<R a='\(long)'/>\n<q:R/>\n<R/>\n</D>"
      for block in 1..<200 {
        var document = Document(Array(text.utf8), block: block)
        document.parsing.limits.markupBytes = 1_000
        document.parsing.limits.recordBytes = 2_000
        Self.expectSame(document, "\(count) bytes, blocks of \(block)")
      }
    }
  }

  struct Failure: Error {}

  @Test("An error of the file comes behind the same events")
  func failure() {
    let text = "<D>" + String(repeating: "<R><F>x</F></R>\n", count: 50)
    for block in [5, 20, 90] {
      var document = Document(Array(text.utf8), block: block)
      document.batchSize = 200
      document.error = Failure()
      Self.expectSame(document, "blocks of \(block)")
      #expect(document.divided().fault == "Failure()")
    }
  }

  @Test("Threads give what one parser gives", arguments: 1...4)
  func threads(_ count: Int) {
    let records = (0..<3_000).map { "<R n='\($0)'><F>\($0)</F>\($0 % 100 == 0 ? "<!-- </R> -->" : "")</R>\n" }.joined()
    var document = Document(Array("<D>\n\(records)</D>".utf8), block: 4_000)
    (document.pieceSize, document.batchSize) = (2_000, 20_000)
    let whole = document.whole()
    for _ in 0..<5 {
      let parsers = XMLPieceParsers(document.parsing, threads: count)
      #expect(document.divided(parsers: parsers) == whole)
      #expect(parsers.givenCount > 10)
    }
  }

  @Test("Where the machine refuses threads, the others do the work", arguments: 0...3)
  func refused(_ granted: Int) {
    let records = (0..<500).map { "<R n='\($0)'/>\n" }.joined()
    var document = Document(Array("<D>\n\(records)</D>".utf8), block: 300)
    document.pieceSize = 300
    let started = Mutex(0)
    let parsers = XMLPieceParsers(document.parsing, threads: 3) { body in
      let isFree = started.withLock { started in
        started += 1
        return started <= granted
      }
      if !isFree { throw MachineLimit.threads }
      try WorkerThread.start(name: "test", body)
    }
    #expect(parsers.threads == granted)
    #expect(document.divided(parsers: parsers) == document.whole())
  }

  @Test("A reader may stop at any batch")
  func stopped() throws {
    let records = (0..<500).map { "<R n='\($0)'/>\n" }.joined()
    let document = Document(Array("<D>\n\(records)</D>".utf8), block: 300)
    for stop in 1...20 {
      var taken = 0
      var division = DividedXML.Division(parsers: 3)
      (division.pieceSize, division.batchSize) = (300, 500)
      var divided = try DividedXML(
        document.parsing, division
      ) { document.next() }
      try divided.run { _ in
        taken += 1
        return taken < stop
      }
      #expect(taken == stop)
    }
  }

  @Test("A document is parsed in pieces of its own parsers where it can be divided")
  func isDivided() {
    let parsing = XMLParsing(depth: 2, keepsText: true, joinsFields: false)
    let records = Array((0..<100).map { "<p:R n='\($0)'/>\n" }.joined().utf8)
    let opening = XMLOpening(
      declaration: Array("<?xml version=\"1.0\"?>".utf8), tags: Self.tags("<p:D xmlns:p='u&amp;v'>"))
    #expect(String(decoding: opening.tags.markup, as: UTF8.self) == "<p:D xmlns:p=\"u&#38;v\">")
    let parser = XMLPieceParser(parsing, number: 1)
    let last = XMLRecordEnd(of: Array("p:R".utf8)).last(in: records.span, 0..<records.count)
    #expect(last == records.count - 1)
    let piece = XMLPiece(segments: [XMLSegment(records, 0..<records.count - 1)], end: .record)
    let parsed = parser.parse(piece, at: opening)
    #expect(parsed?.batch.events.count(where: { $0.kind == .start }) == 100)
    #expect(parsed?.lines == 1...100)
    #expect(parsed?.tags == opening.tags)
    // What does not end with a record is no piece.
    for wrong in [0..<records.count - 4, 0..<records.count] {
      #expect(parser.parse(XMLPiece(segments: [XMLSegment(records, wrong)], end: .record), at: opening) == nil)
    }
  }

  @Test("A file is read the same with any number of threads", arguments: ["", "<R>&nobody;</R>"])
  func file(_ last: String) throws {
    let folder = try TestFolder()
    let records = (0..<8_000).map { "<R n='\($0)'><F>\(String(repeating: "x", count: $0 % 1_000))</F></R>\n" }.joined()
    try folder.write("a.xml", Array("<D>\n\(records)\(last)</D>".utf8))
    var readings: [ReadXML] = []
    for parsers in [1, 2, 5] {
      var limits = ReadLimits.standard
      limits.parsers = parsers
      let container = try Container.open(folder.path("a.xml"), limits: limits)
      let entry = try #require(container.entries.first)
      #expect(entry.size > 4_000_000)
      let feed = XMLFeed.events(entry, of: container, cuttingAt: 2, keepsText: true, joinsFields: true)
      var reading = ReadXML()
      do {
        while let batch = try feed.next() { reading.append(batch) }
      } catch {
        reading.fault = "\(error)"
      }
      readings.append(reading)
    }
    #expect(readings[0].events.count > 20_000)
    #expect((readings[0].fault == nil) == last.isEmpty)
    #expect(readings[1] == readings[0] && readings[2] == readings[0])
  }

  private static func tags(_ text: String) -> XMLOpenTags {
    let parser = XMLPushParser(cuttingAt: 2, keepsText: true, notesTags: true)
    try? parser.parse(Array(text.utf8), count: text.utf8.count)
    return parser.openTags
  }
}
