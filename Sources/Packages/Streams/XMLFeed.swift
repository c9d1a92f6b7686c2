import Archives
import Records

/// Parses an XML file on a thread of its own, while another one inflates it.
enum XMLFeed {
  /// The events of a file, in batches that end behind elements at `depth`.
  static func events(
    _ entry: EntryInfo, of container: Container, cuttingAt depth: Int, keepsText: Bool, joinsFields: Bool = false
  ) -> Stage<XMLEventBatch> {
    Stage(name: "xml", capacity: 3, isLarge: \.isLarge) { give in
      let division = DividedXML.Division(parsers: container.parsers)
      if division.isWorthwhile(entry.size) {
        let parsing = XMLParsing(depth: depth, keepsText: keepsText, joinsFields: joinsFields)
        return try divided(entry, of: container, parsing, division, give)
      }
      let feed = ByteFeed.bytes(entry, of: container)
      let parser = XMLPushParser(cuttingAt: depth, keepsText: keepsText, joinsFields: joinsFields)
      do {
        while let bytes = try feed.next() {
          try parser.parse(bytes, count: bytes.count)
          if parser.pendingBytes > 1 << 20, !give(parser.take()) { return }
        }
        try parser.finish()
        _ = give(parser.take())
      } catch let fault as XMLFault {
        throw PackageError.xml(fault, file: entry.name, package: container.path)
      }
    }
  }

  private static func divided(
    _ entry: EntryInfo, of container: Container, _ parsing: XMLParsing, _ division: DividedXML.Division,
    _ give: (consuming XMLEventBatch) -> Bool
  ) throws {
    do {
      var document = try DividedXML(parsing, division) {
        let feed = ByteFeed.bytes(entry, of: container)
        return { try feed.next() }
      }
      try document.run(give)
    } catch let fault as XMLFault {
      throw PackageError.xml(fault, file: entry.name, package: container.path)
    }
  }

  /// The events of a small file at once.
  static func all(_ entry: EntryInfo, of container: Container, limit: Int, keepsText: Bool) throws -> XMLEventBatch {
    try all(entry, of: container, limit: limit, keepsText: keepsText) { _, _ in }
  }

  /// The events of a small file at once; `look` is shown the file's bytes and the namespace of its root.
  static func all(
    _ entry: EntryInfo, of container: Container, limit: Int, keepsText: Bool,
    look: (_ bytes: [UInt8], _ namespace: String) -> Void
  ) throws -> XMLEventBatch {
    let bytes = try container.readAll(entry, limit: limit)
    let parser = XMLPushParser(cuttingAt: 1, keepsText: keepsText)
    do throws(XMLFault) {
      try parser.parse(bytes, count: bytes.count)
      try parser.finish()
    } catch {
      throw PackageError.xml(error, file: entry.name, package: container.path)
    }
    look(bytes, parser.rootNamespace)
    return parser.take()
  }
}
