import Packages
import Records

/// A small XML document as elements over its own text, so that it can be written again byte for byte.
final class MarkupTree {
  /// The name without its prefix; empty for the document.
  let name: String
  /// The element with its tags.
  fileprivate(set) var range: Range<Int>
  fileprivate(set) var children: [MarkupTree] = []

  fileprivate init(name: String, range: Range<Int>) {
    self.name = name
    self.range = range
  }

  /// The elements of a whole document.
  static func read(_ text: [UInt8]) throws -> MarkupTree {
    var edit = XMLTokenRewriter(Builder(count: text.count))
    var ignored = OutputBuffer(capacity: 64)
    try edit.edit(text.span, isLast: true, to: &ignored)
    return edit.editor.document
  }

  /// The first child of a name.
  func child(_ name: String) -> MarkupTree? { children.first { $0.name == name } }

  private struct Builder: MarkupEditor {
    let document: MarkupTree
    private var open: [MarkupTree]

    init(count: Int) {
      document = MarkupTree(name: "", range: 0..<count)
      open = [document]
    }

    mutating func between(_ text: Span<UInt8>, to output: inout OutputBuffer) {}

    mutating func tag(_ tag: MarkupTag, _ bytes: Span<UInt8>, to output: inout OutputBuffer) throws {
      if tag.kind == .end {
        guard open.count > 1 else { return }
        let closed = open.removeLast()
        closed.range = closed.range.lowerBound..<tag.range.upperBound
        return
      }
      let element = MarkupTree(name: KeyText.string(bytes.extracting(tag.name)), range: tag.range)
      open[open.count - 1].children.append(element)
      if tag.kind == .start { open.append(element) }
    }
  }
}
