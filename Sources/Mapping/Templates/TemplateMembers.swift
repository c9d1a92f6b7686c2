import Findings

extension TemplateReader {
  /// Fails if one of the members is not there.
  static func require(
    _ names: [String], among members: [LocatedNode.Member], at place: ProjectPlace, of owner: Message
  ) throws(ProjectError) {
    for name in names where !members.contains(where: { $0.name == name }) {
      throw .missing(place, what: "\"\(name)\"", of: owner)
    }
  }

  /// `finops` or `sales`.
  static func side(_ node: LocatedNode) throws(ProjectError) -> Side {
    try FieldReader.choice(node, among: Side.allCases)
  }

  /// A place in the import order.
  static func number(_ node: LocatedNode) throws(ProjectError) -> Int {
    let text = try node.text()
    guard let number = Int(text), (0...998).contains(number) else {
      throw .wrongValue(node.place, what: node.what, value: text, expected: "a whole number from 0 to 998")
    }
    return number
  }
}

/// Where the parts of a template stand in its file, for messages.
struct TemplatePlaces {
  var file: ProjectPlace
  var tasks: [String: ProjectPlace] = [:]
  var filters: [String: ProjectPlace] = [:]
  /// By task and destination field in lower case.
  var fields: [[String]: ProjectPlace] = [:]

  init(file: ProjectPlace) { self.file = file }

  /// Where the task stands, or the file that takes it over from its base.
  func task(_ name: String) -> ProjectPlace { tasks[name] ?? file }

  /// Where the field stands, or the nearest that contains it.
  func field(_ field: String, of name: String) -> ProjectPlace { fields[[name, field.lowercased()]] ?? task(name) }
}
