import Findings

/// Reads one field of a template: `Destination: source`, or with members:
///
///     Destination: {from: source, …}     # or from: [source, second source]: the first that is not empty counts
///     Destination: {value: constant, …}
///     Destination: {by: source, rule: …}  # the source only chooses the value
///
/// `map` names a value map, `blank` is what no value stands for, `default` fills the field where the source has no value,
/// `key` and `required` say what must have a value, `warnIfEmpty` is the code of the warning where it has none, `countOnly`
/// keeps it out of the package but in the control totals, `rule` names a rule of the tool (`FieldRule`), and `tooLong` is
/// `truncate` or `reject`.
enum FieldReader {
  private static let members = [
    "from", "by", "value", "map", "blank", "default", "key", "required", "warnIfEmpty", "countOnly", "rule", "tooLong",
  ]

  /// The mapping of the field.
  static func field(_ member: LocatedNode.Member) throws(ProjectError) -> FieldMapping {
    var field = FieldMapping(destination: member.name)
    guard member.value.isMapping else {
      field.sources = [SourcePath(try source(member.value))]
      return field
    }
    for part in try member.value.members(of: members) { try read(part, into: &field) }
    guard field.sources.isEmpty == (field.constant != nil) else {
      throw .missing(member.place, what: "either from or value", of: "the field \(member.name)")
    }
    return field
  }

  private static func read(_ part: LocatedNode.Member, into field: inout FieldMapping) throws(ProjectError) {
    let value = part.value
    switch part.name {
    case "from":
      for item in value.isList ? try value.items() : [value] { field.sources.append(SourcePath(try source(item))) }
    case "by":
      field.sources.append(SourcePath(try source(value)))
      field.isChosenBySource = true
    case "value": field.constant = try value.text()
    case "map": field.valueMap = try value.text()
    case "blank": field.blank = try value.text()
    case "default": field.fallback = try value.text()
    case "key":
      field.isKey = try value.flag()
      field.isRequired = field.isRequired || field.isKey
    case "required": field.isRequired = try value.flag() || field.isKey
    case "warnIfEmpty": field.emptyWarning = try value.text()
    case "countOnly": field.isCountedOnly = try value.flag()
    case "rule": field.rule = try choice(value, among: FieldRule.allCases)
    default: field.truncates = try tooLong(value)
    }
  }

  private static func source(_ node: LocatedNode) throws(ProjectError) -> String {
    let text = try node.text()
    guard !text.isEmpty else {
      throw .wrongValue(node.place, what: node.what, value: text, expected: "the name of a source field")
    }
    return text
  }

  /// Whether `tooLong` says `truncate` and not `reject`.
  static func tooLong(_ node: LocatedNode) throws(ProjectError) -> Bool {
    switch try node.text() {
    case "truncate": return true
    case "reject": return false
    case let text: throw .wrongValue(node.place, what: node.what, value: text, expected: "truncate or reject")
    }
  }

  /// The case whose raw value the node has.
  static func choice<Choice: RawRepresentable<String>>(
    _ node: LocatedNode, among choices: [Choice]
  ) throws(ProjectError) -> Choice {
    let text = try node.text()
    guard let choice = Choice(rawValue: text) else {
      throw .wrongValue(
        node.place, what: node.what, value: text,
        expected: "one of \(choices.map(\.rawValue).joined(separator: ", "))")
    }
    return choice
  }
}
