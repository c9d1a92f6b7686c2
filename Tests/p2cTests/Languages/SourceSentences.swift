import Foundation

/// The English sentences that the sources make messages of, found in their text: `Message` is a type that a literal becomes
/// wherever one is expected, so the places are those where the sources expect one.
struct SourceSentences {
  /// What is in front of a literal that becomes a message.
  private static let labels = [
    "message:", "what:", "expected:", "reason:", "reason =", "format:", "unknown:", "of:", "ValidationError(",
    ".message(", "words(", "words.sentence(",
  ]
  /// Files whose texts after such labels are no messages.
  private static let otherFiles: Set = ["SchemaDrift.swift"]

  /// All of them, with `{1}`, `{2}` … for what is filled in, and the file of each.
  static func all() throws -> [String: String] {
    let sources = CommandRun.repository.appending(path: "Sources")
    var sentences: [String: String] = [:]
    for case let file as URL in FileManager.default.enumerator(at: sources, includingPropertiesForKeys: nil) ?? .init()
    where file.pathExtension == "swift" && !otherFiles.contains(file.lastPathComponent) {
      let bytes = Array(try Data(contentsOf: file))
      var literals = SwiftLiterals(bytes)
      literals.scan()
      let regions = regions(of: bytes)
      for literal in literals.found {
        let label = label(before: literal.start, bytes)
        guard label != nil || regions.contains(where: { $0.contains(literal.start) }) else { continue }
        if isMessage(literal.text, label) { sentences[literal.text] = file.lastPathComponent }
      }
    }
    return sentences
  }

  private static func isMessage(_ text: String, _ label: String?) -> Bool {
    // Code, names in quotes and what is filled in need no other words.
    let bare = text.replacing(/`[^`]*`|"[^"]*"|\{[0-9]+\}/, with: "")
    if label == "words(" || label == "words.sentence(" { return bare.contains(/[A-Za-z]{2}/) }
    guard bare.contains(/[a-z]{2}/) else { return false }
    // Other functions have this label, too; what they are given is a single word.
    return label != "of:" || text.contains(" ")
  }

  private static func label(before start: Int, _ bytes: [UInt8]) -> String? {
    var end = start
    while end > 0, [0x20, 0x0A].contains(bytes[end - 1]) { end -= 1 }
    let text = String(decoding: bytes[max(0, end - 24)..<end], as: UTF8.self)
    guard let label = labels.first(where: text.hasSuffix) else { return nil }
    // `self.message:` and the like are members of other things; so is a label that only ends so.
    let before = text.dropLast(label.count).last
    let isWhole = before.map { !$0.isLetter } ?? true
    return isWhole || label.hasPrefix(".") ? label : nil
  }

  /// Where the sources make values of the type: bodies of what returns one, and values of variables.
  private static func regions(of bytes: [UInt8]) -> [Range<Int>] {
    let lines = bytes.split(separator: 0x0A, omittingEmptySubsequences: false)
    var regions: [Range<Int>] = []
    for (number, line) in lines.enumerated() {
      let text = String(decoding: line, as: UTF8.self)
      guard text.contains(/(->|:) Message\??( \{| =|$)/), !text.contains("///") else { continue }
      let indent = line.prefix { $0 == 0x20 }.count
      var end = number + 1
      while end < lines.count, case let next = lines[end],
        next.allSatisfy({ $0 == 0x20 }) || next.prefix(while: { $0 == 0x20 }).count > indent
      { end += 1 }
      regions.append(line.startIndex..<lines[end - 1].endIndex)
    }
    return regions
  }
}

/// The literals of texts in a Swift file, those within what others fill in as well.
struct SwiftLiterals {
  private let bytes: [UInt8]
  private var index = 0
  /// Where each begins, and what it says, with `{1}` … for what is filled in.
  private(set) var found: [(start: Int, text: String)] = []

  init(_ bytes: [UInt8]) { self.bytes = bytes }

  /// Finds them all.
  mutating func scan() { code(inParentheses: false) }

  private func has(_ text: StaticString) -> Bool {
    let wanted = Array("\(text)".utf8)
    return index + wanted.count <= bytes.count && bytes[index..<index + wanted.count].elementsEqual(wanted)
  }

  private mutating func skip(to end: StaticString) {
    while index < bytes.count, !has(end) { index += 1 }
    index = min(bytes.count, index + "\(end)".utf8.count)
  }

  private mutating func code(inParentheses: Bool) {
    var depth = 1
    while index < bytes.count {
      if has("//") {
        skip(to: "\n")
      } else if has("/*") {
        skip(to: "*/")
      } else if has("#\"") {
        index += 2
        skip(to: "\"#")
      } else if bytes[index] == UInt8(ascii: "\"") {
        literal()
      } else {
        if bytes[index] == UInt8(ascii: "(") { depth += 1 }
        if bytes[index] == UInt8(ascii: ")") { depth -= 1 }
        index += 1
        if inParentheses, depth == 0 { return }
      }
    }
  }

  private mutating func literal() {
    let start = index
    let hasLines = has("\"\"\"")
    index += hasLines ? 3 : 1
    var text: [UInt8] = []
    var parts = 0
    while index < bytes.count, hasLines ? !has("\"\"\"") : bytes[index] != UInt8(ascii: "\"") {
      if has("\\(") {
        parts += 1
        text += Array("{\(parts)}".utf8)
        index += 2
        code(inParentheses: true)
      } else if bytes[index] == UInt8(ascii: "\\") {
        if has("\\\"") { text.append(UInt8(ascii: "\"")) } else { text += bytes[index..<min(bytes.count, index + 2)] }
        index += 2
      } else {
        text.append(bytes[index])
        index += 1
      }
    }
    index += hasLines ? 3 : 1
    let plain = String(decoding: text, as: UTF8.self)
    found.append((start, hasLines ? Self.joined(plain) : plain))
  }

  /// A literal of several lines without the indent of its last one; a line that ends with a backslash goes on.
  private static func joined(_ text: String) -> String {
    let lines = text.split(separator: "\n", omittingEmptySubsequences: false)
    let indent = lines.last?.count ?? 0
    return lines.dropFirst().dropLast().map { $0.dropFirst(indent) }.joined(separator: "\n")
      .replacing("\\\n", with: "")
  }
}
