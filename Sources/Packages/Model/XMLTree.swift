import Records

/// A small XML document as a tree: manifests, headers, schemas. Records never go this way.
struct XMLTree: Sendable {
  var name: String
  var line: Int
  var attributes: [(name: String, value: String)] = []
  var text = ""
  var children: [XMLTree] = []

  /// The value of an attribute.
  func attribute(_ name: String) -> String? { attributes.first { $0.name == name }?.value }

  /// The first child of the name.
  func child(_ name: String) -> XMLTree? { children.first { $0.name == name } }

  /// The tree of a whole document's events; nil for an empty one.
  init?(_ batch: XMLEventBatch) {
    var open: [XMLTree] = []
    var root: XMLTree?
    for event in batch.events {
      switch event.kind {
      case .start:
        open.append(XMLTree(name: batch.names[Int(event.name)], line: Int(event.start)))
      case .attribute:
        open[open.count - 1].attributes.append((batch.names[Int(event.name)], XMLTree.text(batch, event)))
      case .text:
        open[open.count - 1].text += XMLTree.text(batch, event)
      case .end:
        let closed = open.removeLast()
        if open.isEmpty { root = closed } else { open[open.count - 1].children.append(closed) }
      }
    }
    guard let root else { return nil }
    self = root
  }

  private init(name: String, line: Int) {
    self.name = name
    self.line = line
  }

  private static func text(_ batch: XMLEventBatch, _ event: XMLEvent) -> String {
    String(decoding: batch.bytes[Int(event.start)..<Int(event.end)], as: UTF8.self)
  }
}
