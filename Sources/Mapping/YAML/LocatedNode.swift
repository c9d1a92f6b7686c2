import Findings
import Yams

/// A node of a YAML file that knows its place and what it is called, and reads scalars as the text that stands there.
struct LocatedNode {
  /// Where it stands.
  let place: ProjectPlace
  /// What messages call it: the path of its members, such as `templates.accounts.filters`.
  let path: String
  private let node: Node

  /// The root of the file's text; nil if it holds nothing.
  static func root(of text: String, in file: ProjectPlace) throws(ProjectError) -> LocatedNode? {
    do {
      return try Yams.compose(yaml: text).map { LocatedNode(node: $0, file: file, path: "") }
    } catch {
      throw ProjectError(yaml: error, in: file)
    }
  }

  private init(node: Node, file: ProjectPlace, path: String) {
    self.node = node
    self.path = path
    place = file.atLine(node.mark?.line ?? file.line)
  }

  /// What messages call the node.
  var what: Message { path.isEmpty ? "the file" : "\"\(path)\"" }

  /// Whether nothing stands there.
  var isEmpty: Bool {
    guard case .scalar(let scalar) = node else { return false }
    return scalar.string.isEmpty && (scalar.style == .plain || scalar.style == .any)
  }

  /// Whether it has members.
  var isMapping: Bool { node.mapping != nil }

  /// The column in which it begins, in characters from 1.
  var column: Int { node.mark?.column ?? 1 }

  /// Whether it says the same as another node, whatever its place and however it is written.
  func isSame(as other: LocatedNode) -> Bool { node == other.node }

  /// Whether it is a list.
  var isList: Bool { node.sequence != nil }

  /// The text of a scalar, whatever type it looks like.
  func text() throws(ProjectError) -> String {
    guard let scalar = node.scalar else { throw .wrongType(place, what: what, expected: "a text or number") }
    return scalar.string
  }

  /// The items of a list; none if nothing stands there.
  func items() throws(ProjectError) -> [LocatedNode] {
    if isEmpty { return [] }
    guard let sequence = node.sequence else { throw .wrongType(place, what: what, expected: "a list such as [a, b]") }
    return sequence.map { LocatedNode(node: $0, file: place, path: path) }
  }

  /// The texts of a list's items.
  func texts() throws(ProjectError) -> [String] {
    var texts: [String] = []
    for item in try items() { texts.append(try item.text()) }
    return texts
  }

  /// The members in the order in which they stand; none if nothing stands there.
  func members() throws(ProjectError) -> [Member] {
    if isEmpty { return [] }
    guard let mapping = node.mapping else {
      throw .wrongType(place, what: what, expected: "members such as name: value")
    }
    var members: [Member] = []
    for (key, value) in mapping {
      let name = try LocatedNode(node: key, file: place, path: path).text()
      let inner = LocatedNode(node: value, file: place, path: path.isEmpty ? name : "\(path).\(name)")
      members.append(
        Member(
          name: name, place: place.atLine(key.mark?.line ?? place.line), column: key.mark?.column ?? 1, value: inner))
    }
    return members
  }

  /// The members, all of whose names must be of the given ones.
  func members(of known: [String]) throws(ProjectError) -> [Member] {
    let members = try members()
    for member in members where !known.contains(member.name) {
      throw .unknownName(member.place, kind: .member, name: member.name, of: what, known: known)
    }
    return members
  }

  /// `yes` or `no`, as people write it, or `true` or `false`.
  func answer() throws(ProjectError) -> Bool {
    switch try text().lowercased() {
    case "yes": true
    case "no": false
    default: try flag()
    }
  }

  /// `true` or `false`.
  func flag() throws(ProjectError) -> Bool {
    let text = try text()
    switch text.lowercased() {
    case "true": return true
    case "false": return false
    default: throw .wrongValue(place, what: what, value: text, expected: "true or false")
    }
  }

  /// A member of a mapping.
  struct Member {
    var name: String
    /// Where its name stands.
    var place: ProjectPlace
    /// The column in which its name begins, in characters from 1.
    var column: Int
    var value: LocatedNode
  }
}

extension ProjectError {
  fileprivate init(yaml error: any Error, in file: ProjectPlace) {
    var line: Int?
    var reason = Message(verbatim: "\(error)")
    switch error as? YamlError {
    case .scanner(_, let problem, let mark, _), .parser(_, let problem, let mark, _),
      .composer(_, let problem, let mark, _):
      (line, reason) = (mark.line, Message(words: problem))
    case .duplicatedKeysInMapping(let duplicates, let context):
      line = context.mark.line
      reason = "\(duplicates.sorted().joined(separator: ", ")) occurs twice"
    default: break
    }
    self = .notReadable(file.atLine(line), format: "YAML", reason: reason)
  }
}
