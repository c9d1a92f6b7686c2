import Findings

extension TemplateTestFile {
  /// The file's text with other expectations of some of its tests, by their names; everything else is as it was, character by
  /// character. Fails if the expectations stand where they cannot be replaced.
  func text(expecting changed: [String: [ExpectedTask]]) throws(ProjectError) -> String {
    var scan = YAMLScan(text)
    var places: [(name: String, place: ExpectationPlace)] = []
    for node in try tests(of: text) {
      let members = try node.members()
      guard let name = try Self.name(members), changed[name] != nil else { continue }
      guard let place = ExpectationPlace(members, isInline: scan.isInline(node), scan) else {
        throw cannotBeReplaced(name, at: node.place)
      }
      places.append((name, place))
    }
    // From the last one on, so that places before it stay as they are.
    for (name, place) in places.reversed() {
      guard let tasks = changed[name], !tasks.isEmpty else { continue }
      scan = YAMLScan(place.replaced(by: tasks, in: scan))
    }
    var updated = ""
    updated.unicodeScalars.append(contentsOf: scan.text)
    try checkRest(of: updated)
    return updated
  }

  /// The tests of the file's text after an update, as they would be read.
  package func updated(
    expecting changed: [String: [ExpectedTask]], in catalogue: TemplateTestCatalogue
  ) throws(ProjectError) -> String {
    let updated = try text(expecting: changed)
    let file = try catalogue.file(updated, at: file)
    for test in file.tests {
      guard let wanted = changed[test.name], !wanted.isEmpty else { continue }
      let isSame = wanted.count == test.expected.count && wanted.allSatisfy { test.expected.contains($0) }
      if !isSame { throw cannotBeReplaced(test.name, at: place) }
    }
    return updated
  }

  private func cannotBeReplaced(_ name: String, at place: ProjectPlace) -> ProjectError {
    .wrongValue(
      place, what: "\"expect\" of a test for --update", value: name,
      expected: "tasks below \"expect:\", without anchors")
  }

  /// The nodes of a text's tests.
  private func tests(of text: String) throws(ProjectError) -> [LocatedNode] {
    guard let root = try LocatedNode.root(of: text, in: place) else { return [] }
    for member in try root.members() where member.name == "tests" { return try member.value.items() }
    return []
  }

  private static func name(_ members: [LocatedNode.Member]) throws(ProjectError) -> String? {
    for member in members where member.name == "name" { return try member.value.text() }
    return nil
  }

  /// Fails unless a text says the same as the file's in everything but the expectations.
  private func checkRest(of updated: String) throws(ProjectError) {
    let (old, new) = (try tests(of: text), try tests(of: updated))
    for (test, other) in zip(old, new) {
      let members = try test.members().filter { $0.name != "expect" }
      let others = try other.members().filter { $0.name != "expect" }
      let isSame =
        members.count == others.count
        && zip(members, others).allSatisfy { $0.name == $1.name && $0.value.isSame(as: $1.value) }
      if !isSame { throw cannotBeReplaced(try Self.name(members) ?? "", at: test.place) }
    }
    if old.count != new.count { throw cannotBeReplaced("", at: place) }
  }
}

extension YAMLScan {
  /// Whether the members of a node are between braces.
  fileprivate func isInline(_ node: LocatedNode) -> Bool {
    guard let line = node.place.line, let start = offset(line: line, column: node.column), start < text.count else {
      return false
    }
    return text[start] == "{"
  }
}

/// Where in a file the expectation of a test is, and how it is written.
private enum ExpectationPlace {
  /// Lines of their own, to be replaced; with the blanks before them.
  case lines(Range<Int>, indent: String)
  /// A value between braces, or nothing, within a line.
  case inline(Range<Int>)
  /// Nothing yet: lines come behind the offset, the first of them `expect:` if the test lacks it.
  case missing(Int, indent: String, name: String?)

  /// The place in a test of these members; nil if it is written in a way that cannot be replaced.
  init?(_ members: [LocatedNode.Member], isInline: Bool, _ scan: YAMLScan) {
    guard let member = members.first(where: { $0.name == "expect" }) else {
      guard !isInline, let first = members.first, let line = first.place.line,
        let start = scan.offset(line: line, column: first.column),
        let lineBreak = scan.lineBreak(from: start) ?? Optional(scan.text.count)
      else { return nil }
      let indent = first.column - 1
      let next = lineBreak < scan.text.count ? scan.next(behind: lineBreak) : lineBreak
      let end = scan.block(from: next, indent: indent)?.upperBound ?? lineBreak
      let lineEnd = scan.lineBreak(from: end) ?? scan.text.count
      let blanks = String(repeating: " ", count: indent)
      self = .missing(lineEnd, indent: blanks + "  ", name: blanks + "expect:")
      return
    }
    guard let line = member.place.line, let start = scan.offset(line: line, column: member.column),
      let behind = scan.behindName(at: start)
    else { return nil }
    let value = scan.skipBlanks(from: behind, overLines: isInline)
    let lineEnd = scan.lineBreak(from: behind) ?? scan.text.count
    if value < scan.text.count, scan.text[value] == "{" {
      guard let end = scan.behindBraces(at: value) else { return nil }
      self = .inline(value..<end)
    } else if isInline {
      guard value < scan.text.count, scan.text[value] == "," || scan.text[value] == "}" else { return nil }
      self = .inline(behind..<behind)
    } else if value >= lineEnd || scan.text[value] == "#" {
      let indent = member.column - 1
      let next = lineEnd < scan.text.count ? scan.next(behind: lineEnd) : lineEnd
      guard let lines = scan.block(from: next, indent: indent + 1) else {
        self = .missing(lineEnd, indent: String(repeating: " ", count: indent + 2), name: nil)
        return
      }
      let content = scan.skipBlanks(from: lines.lowerBound)
      if "{&*!".unicodeScalars.contains(scan.text[content]) {
        guard scan.text[content] == "{" else { return nil }
        self = .inline(content..<lines.upperBound)
      } else {
        self = .lines(lines, indent: String(repeating: " ", count: content - lines.lowerBound))
      }
    } else {
      return nil
    }
  }

  /// The text with other tasks in the place.
  func replaced(by tasks: [ExpectedTask], in scan: YAMLScan) -> String {
    var text = ""
    func append(_ range: Range<Int>) { text.unicodeScalars.append(contentsOf: scan.text[range]) }
    let isWindows = scan.lineBreak(from: 0).map { scan.text[$0] == "\r" } ?? false
    let lineEnd = isWindows ? "\r\n" : "\n"
    let all = 0..<scan.text.count
    switch self {
    case .lines(let range, let indent):
      append(all.lowerBound..<range.lowerBound)
      text += ExpectationText.lines(tasks, indent: indent).joined(separator: lineEnd)
      append(range.upperBound..<all.upperBound)
    case .inline(let range):
      append(all.lowerBound..<range.lowerBound)
      text += (range.isEmpty ? " " : "") + ExpectationText.inline(tasks)
      append(range.upperBound..<all.upperBound)
    case .missing(let offset, let indent, let name):
      append(all.lowerBound..<offset)
      let lines = (name.map { [$0] } ?? []) + ExpectationText.lines(tasks, indent: indent)
      for line in lines { text += lineEnd + line }
      append(offset..<all.upperBound)
    }
    return text
  }
}
