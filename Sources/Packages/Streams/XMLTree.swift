public import Archives
import Records

/// A small XML document as a tree: manifests, headers, schemas. Records never go this way.
public struct XMLTree: Sendable {
  /// The most bytes that a document may have: seven hundred entities with a hundred columns each, and more.
  public static let longestDocument = 16 << 20

  /// The element's name without prefix.
  public var name: String
  /// The line on which the element begins.
  public var line: Int
  /// The element's attributes in their order.
  public var attributes: [(name: String, value: String)] = []
  /// The element's own text.
  public var text = ""
  /// The elements in it.
  public var children: [XMLTree] = []

  /// The value of an attribute.
  public func attribute(_ name: String) -> String? { attributes.first { $0.name == name }?.value }

  /// The first child of the name.
  public func child(_ name: String) -> XMLTree? { children.first { $0.name == name } }

  /// The tree of a small file. Throws `PackageError`, `ArchiveError`.
  public static func read(_ entry: EntryInfo, of container: Container) throws -> XMLTree? {
    XMLTree(try XMLFeed.all(entry, of: container, limit: longestDocument, keepsText: true))
  }

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
