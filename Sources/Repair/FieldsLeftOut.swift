// Hot path: no allocation per record or field but for names that were not met before.

import Records

/// Leaves fields out of an XML entity file, be they elements or attributes.
struct FieldsLeftOut: MarkupEditor {
  /// Whether a field of a name is left out.
  private let isLeftOut: (String) -> Bool
  /// The fields that were left out, in the order in which they were met.
  private(set) var names: [String] = []

  private var known = KeyIndex()
  private var key = OutputBuffer(capacity: 64)
  private var depth = 0
  /// The depth of the element that is being left out; 0 for none.
  private var hole = 0
  /// Blanks between tags, which go with the element behind them.
  private var blanks = OutputBuffer(capacity: 64)

  init(_ isLeftOut: @escaping (String) -> Bool) { self.isLeftOut = isLeftOut }

  mutating func between(_ text: Span<UInt8>, to output: inout OutputBuffer) {
    if hole > 0 { return }
    if text.count < 256, text.indices.allSatisfy({ text[$0] <= 0x20 }) { return blanks.append(text) }
    flushBlanks(to: &output)
    output.append(text)
  }

  mutating func tag(_ tag: MarkupTag, _ bytes: Span<UInt8>, to output: inout OutputBuffer) throws {
    if tag.kind == .end {
      defer { depth -= 1 }
      if hole == 0 {
        flushBlanks(to: &output)
        output.append(bytes.extracting(tag.range))
      } else if hole == depth {
        hole = 0
      }
      return
    }
    depth += 1
    defer { if tag.kind == .empty { depth -= 1 } }
    if hole > 0 { return }
    if depth > 2, leavesOut(bytes.extracting(tag.name)) {
      blanks.truncate(to: 0)
      if tag.kind == .start { hole = depth }
      return
    }
    flushBlanks(to: &output)
    var start = tag.range.lowerBound
    if depth > 1 {
      for attribute in tag.attributes where leavesOut(bytes.extracting(attribute.name)) {
        output.append(bytes.extracting(start..<attribute.whole.lowerBound))
        start = attribute.whole.upperBound
      }
    }
    output.append(bytes.extracting(start..<tag.range.upperBound))
  }

  private mutating func flushBlanks(to output: inout OutputBuffer) {
    output.append(blanks.span)
    blanks.truncate(to: 0)
  }

  private mutating func leavesOut(_ name: Span<UInt8>) -> Bool {
    key.truncate(to: 0)
    KeyText.append(name, to: &key)
    if let entry = known.find(key.span) { return known[entry] == 1 }
    // Readers know fields without the prefix of a namespace.
    let text = KeyText.string(name).split(separator: ":").last.map(String.init) ?? ""
    let answer = isLeftOut(text)
    _ = known.insert(key, value: answer ? 1 : 0)
    if answer { names.append(text) }
    return answer
  }
}
