// Hot path: no allocation per tag but for long ones that a piece cuts.

import Findings
import Records

/// One tag of XML text, by places in the bytes that come with it.
struct MarkupTag {
  enum Kind {
    case start, end
    /// A start that is its end, too.
    case empty
  }

  struct Attribute {
    /// The attribute with the blanks before it.
    var whole: Range<Int>
    var name: Range<Int>
    /// What stands between the quotes.
    var value: Range<Int>
  }

  var kind = Kind.start
  var range = 0..<0
  /// The name without its prefix.
  var name = 0..<0
  var attributes: [Attribute] = []

  /// The value of the attribute of a name.
  func value(_ name: StaticString, _ bytes: Span<UInt8>) -> Range<Int>? {
    attributes.first { MarkupTag.equals(bytes.extracting($0.name), name) }?.value
  }

  /// Whether the bytes are those of a name.
  static func equals(_ bytes: Span<UInt8>, _ name: StaticString) -> Bool {
    guard bytes.count == name.utf8CodeUnitCount else { return false }
    return name.withUTF8Buffer { literal in
      for index in bytes.indices {
        // The buffer of a literal lives as long as the program, and counts as many bytes as were compared above.
        if unsafe literal[index] != bytes[index] { return false }
      }
      return true
    }
  }
}

/// Something that changes tags as they pass.
protocol MarkupEditor {
  /// Takes what stands between tags: text, comments and the like.
  mutating func between(_ text: Span<UInt8>, to output: inout OutputBuffer)

  /// Takes a tag; appends what stands in its place.
  mutating func tag(_ tag: MarkupTag, _ bytes: Span<UInt8>, to output: inout OutputBuffer) throws
}

/// Finds the tags of XML text. It checks nothing: whether it is well-formed, the parser has found out.
struct XMLTokenRewriter<Editor: MarkupEditor>: TextEdit {
  private(set) var editor: Editor
  /// What waits for the rest of a tag.
  private var held: [UInt8] = []
  /// How much must wait until it is looked at again: twice as much as the last time, so that a long tag takes no more time
  /// than as many short ones.
  private var wanted = 0
  /// The line on which what waits begins.
  private var line = 1
  private var found = MarkupTag()
  private let limit: Int

  /// An edit that holds so many bytes of a tag, a comment or a section that has not ended.
  init(_ editor: Editor, limit: Int = XMLLimits().markupBytes) {
    self.editor = editor
    self.limit = limit
  }

  mutating func edit(_ text: Span<UInt8>, isLast: Bool, to output: inout OutputBuffer) throws {
    if held.isEmpty {
      let rest = try pass(text, isLast: isLast, to: &output)
      try hold(text.extracting(rest..<text.count))
      return
    }
    hold(more: text)
    guard isLast || held.count >= wanted else { return }
    var whole: [UInt8] = []
    swap(&whole, &held)
    let rest = try pass(whole.span, isLast: isLast, to: &output)
    try hold(whole.span.extracting(rest..<whole.count))
  }

  private mutating func hold(_ rest: Span<UInt8>) throws {
    guard rest.count < limit else {
      throw XMLFault.excessive(line: line, what: "size of a tag, a comment or a section")
    }
    hold(more: rest)
    wanted = min(2 * held.count, limit)
  }

  private mutating func hold(more text: Span<UInt8>) {
    if text.isEmpty { return }
    held.append(addingCapacity: text.count) { output in
      for index in text.indices { output.append(text[index]) }
    }
  }

  /// Hands on all that is whole; the place of what is not.
  private mutating func pass(_ bytes: Span<UInt8>, isLast: Bool, to output: inout OutputBuffer) throws -> Int {
    var index = 0
    while index < bytes.count {
      var open = index
      while open < bytes.count, bytes[open] != UInt8(ascii: "<") { open += 1 }
      if open > index { editor.between(bytes.extracting(index..<open), to: &output) }
      index = open
      guard open < bytes.count else { break }
      guard let end = end(bytes, from: open) else {
        guard isLast else { break }
        editor.between(bytes.extracting(open..<bytes.count), to: &output)
        return bytes.count
      }
      if bytes[open + 1] == UInt8(ascii: "!") || bytes[open + 1] == UInt8(ascii: "?") {
        editor.between(bytes.extracting(open..<end), to: &output)
      } else {
        read(bytes, open..<end)
        try editor.tag(found, bytes, to: &output)
      }
      index = end
    }
    for byte in 0..<index where bytes[byte] == 0x0A { line += 1 }
    return index
  }

  /// The place behind the markup that begins at a place; nil if the bytes end before it does.
  private func end(_ bytes: Span<UInt8>, from open: Int) -> Int? {
    guard open + 1 < bytes.count else { return nil }
    switch bytes[open + 1] {
    case UInt8(ascii: "?"): return behind("?>", bytes, from: open + 2)
    case UInt8(ascii: "!"):
      guard open + 8 < bytes.count else { return nil }
      if MarkupTag.equals(bytes.extracting(open + 2..<open + 4), "--") { return behind("-->", bytes, from: open + 4) }
      if MarkupTag.equals(bytes.extracting(open + 2..<open + 9), "[CDATA[") {
        return behind("]]>", bytes, from: open + 9)
      }
      return behind(">", bytes, from: open + 2)
    default:
      var quote: UInt8 = 0
      for index in open + 1..<bytes.count {
        let byte = bytes[index]
        if quote != 0 {
          if byte == quote { quote = 0 }
        } else if byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "'") {
          quote = byte
        } else if byte == UInt8(ascii: ">") {
          return index + 1
        }
      }
      return nil
    }
  }

  private func behind(_ mark: StaticString, _ bytes: Span<UInt8>, from start: Int) -> Int? {
    let size = mark.utf8CodeUnitCount
    var index = start
    while index + size <= bytes.count {
      if MarkupTag.equals(bytes.extracting(index..<index + size), mark) { return index + size }
      index += 1
    }
    return nil
  }

  /// Takes a tag apart.
  private mutating func read(_ bytes: Span<UInt8>, _ range: Range<Int>) {
    found.range = range
    found.attributes.removeAll(keepingCapacity: true)
    var index = range.lowerBound + 1
    var end = range.upperBound - 1
    found.kind = .start
    if bytes[index] == UInt8(ascii: "/") {
      found.kind = .end
      index += 1
    } else if bytes[end - 1] == UInt8(ascii: "/") {
      found.kind = .empty
      end -= 1
    }
    found.name = name(bytes, &index, end)
    while index < end {
      let blank = index
      while index < end, XMLTokenRewriter.isBlank(bytes[index]) { index += 1 }
      guard index < end else { return }
      let start = index
      while index < end, bytes[index] != UInt8(ascii: "="), !XMLTokenRewriter.isBlank(bytes[index]) { index += 1 }
      let name = start..<index
      while index < end, bytes[index] != UInt8(ascii: "\""), bytes[index] != UInt8(ascii: "'") { index += 1 }
      guard index < end else { return }
      let quote = bytes[index]
      index += 1
      let first = index
      while index < end, bytes[index] != quote { index += 1 }
      found.attributes.append(.init(whole: blank..<min(index + 1, end), name: name, value: first..<index))
      index = min(index + 1, end)
    }
  }

  private func name(_ bytes: Span<UInt8>, _ index: inout Int, _ end: Int) -> Range<Int> {
    var start = index
    while index < end, !XMLTokenRewriter.isBlank(bytes[index]) {
      if bytes[index] == UInt8(ascii: ":") { start = index + 1 }
      index += 1
    }
    return start..<index
  }

  private static func isBlank(_ byte: UInt8) -> Bool { byte == 0x20 || byte == 0x09 || byte == 0x0A || byte == 0x0D }
}
