import Packages
import Records

/// The parsers of records, fed in pieces: however text is cut, it must give the same records.
enum RecordFuzzing {
  /// The first byte says how the rest is cut, and which delimiter it has.
  static func csv(_ bytes: [UInt8]) {
    guard let first = bytes.first else { return }
    let text = Array(bytes.dropFirst())
    var dialect = CSVDialect.detect(header: text.span)
    dialect.delimiter = [dialect.delimiter, 0x2C, 0x3B, 0x09][Int(first & 3)]
    _ = CSVParser.header(text.span, dialect: dialect, isLast: true)
    let whole = records(text, pieces: text.count + 1, dialect)
    let cut = records(text, pieces: Int(first >> 2) + 1, dialect)
    precondition(whole == cut, "the records depend on how the text is cut")
  }

  private static func records(_ text: [UInt8], pieces size: Int, _ dialect: CSVDialect) -> [String] {
    var parser = CSVParser(dialect: dialect, width: 3, line: 2, longestRecord: 1 << 16)
    var found: [String] = []
    var rest = text[...]
    repeat {
      let piece = Array(rest.prefix(size))
      rest = rest.dropFirst(size)
      let batch = parser.parse(piece, start: 0, invalid: [], isLast: rest.isEmpty)
      for record in 0..<batch.count {
        let fault = batch.issues.first { $0.index == record }.map { String(describing: $0.issue) } ?? ""
        // What of a record that cannot be read is kept may depend on the cut; that it cannot be read may not.
        let fields = fault.isEmpty ? (0..<batch.width).map { batch.text(record, $0) } : []
        found.append("\(batch.lines[record]) \(fault) \(fields)")
      }
    } while !rest.isEmpty
    return found
  }

  /// The first byte says how the rest is cut. A document that is well-formed is read as an entity file too.
  static func xml(_ bytes: [UInt8]) {
    guard let first = bytes.first else { return }
    let text = Array(bytes.dropFirst())
    let plain = eventsOfAnyCut(text, first, joinsFields: false)
    let joined = eventsOfAnyCut(text, first, joinsFields: true)
    precondition((plain == nil) == (joined == nil), "a document is refused whatever is joined")
    if plain != nil { PackageFuzzing.entityFile(text) }
  }

  private static func eventsOfAnyCut(_ text: [UInt8], _ first: UInt8, joinsFields: Bool) -> [String]? {
    let whole = events(text, pieces: text.count + 1, joinsFields: joinsFields)
    // Each piece costs a batch of events: sixteen of them are cuts enough.
    let cut = events(text, pieces: max(Int(first) + 1, text.count / 16), joinsFields: joinsFields)
    precondition(whole == cut, "the events depend on how the document is cut")
    let divided = dividedEvents(text, blocks: max(Int(first) + 1, text.count / 16), joinsFields: joinsFields)
    precondition(whole == divided, "the events depend on how the document is divided")
    return whole
  }

  /// The events of a document that is divided at every end of a record, or block by block; nil if it is refused.
  private static func dividedEvents(_ text: [UInt8], blocks size: Int, joinsFields: Bool) -> [String]? {
    let parsing = XMLParsing(depth: 2, keepsText: true, joinsFields: joinsFields)
    // Nobody works but who waits, so that every run is the same.
    let parsers = XMLPieceParsers(parsing, threads: 1) { _ in }
    var division = DividedXML.Division(parsers: 2)
    division.pieceSize = 1
    var found: [String] = []
    do {
      var document = try DividedXML(parsing, division, parsers: parsers) {
        var rest = text[...]
        return {
          let block = Array(rest.prefix(size))
          rest = rest.dropFirst(size)
          return block.isEmpty ? nil : block
        }
      }
      try document.run { batch in
        append(batch, to: &found)
        return true
      }
    } catch {
      return nil
    }
    return found
  }

  /// The events of a document; nil if it is refused.
  private static func events(_ text: [UInt8], pieces size: Int, joinsFields: Bool) -> [String]? {
    let parser = XMLPushParser(cuttingAt: 2, keepsText: true, joinsFields: joinsFields)
    var found: [String] = []
    var rest = text[...]
    do throws(XMLFault) {
      repeat {
        let piece = Array(rest.prefix(size))
        rest = rest.dropFirst(size)
        try parser.parse(piece, count: piece.count)
        append(parser.take(), to: &found)
      } while !rest.isEmpty
      try parser.finish()
      append(parser.take(), to: &found)
    } catch {
      return nil
    }
    return found
  }

  private static func append(_ batch: XMLEventBatch, to found: inout [String]) {
    for event in batch.events {
      let name = event.kind == .start || event.kind == .attribute ? batch.names[Int(event.name)] : ""
      let text = event.kind == .attribute || event.kind == .text ? batch.bytes[event.range.bounds] : []
      found.append("\(event.kind) \(name) \(Array(text))")
    }
  }
}
