import Records

/// The events of a document in a form that tests can compare.
struct Events: Equatable {
  var list: [String] = []

  /// The texts and attributes alone.
  var values: [String] { list.filter { $0.hasPrefix("=") }.map { String($0.dropFirst()) } }

  mutating func append(_ batch: XMLEventBatch) {
    for event in batch.events {
      let name = batch.names.indices.contains(Int(event.name)) ? batch.names[Int(event.name)] : ""
      let text =
        event.kind == .start ? "" : KeyText.string(batch.bytes.span.extracting(Int(event.start)..<Int(event.end)))
      switch event.kind {
      case .start: list.append("<\(name) line \(event.start)")
      case .attribute:
        list.append("@\(name)")
        list.append("=" + text)
      case .text: list.append("=" + text)
      case .end: list.append(">")
      }
    }
  }

  /// The events of a document that is parsed in pieces of so many bytes, and taken after every piece.
  static func of(
    _ document: String, size: Int = 1 << 20, cuttingAt depth: Int = 2, joinsFields: Bool = false,
    limits: XMLLimits = XMLLimits()
  ) throws -> Events {
    let parser = XMLPushParser(cuttingAt: depth, keepsText: true, joinsFields: joinsFields, limits: limits)
    var events = Events()
    let bytes = Array(document.utf8)
    for start in stride(from: 0, to: bytes.count, by: size) {
      let piece = Array(bytes[start..<min(start + size, bytes.count)])
      try parser.parse(piece, count: piece.count)
      events.append(parser.take())
    }
    try parser.finish()
    events.append(parser.take())
    return events
  }
}
