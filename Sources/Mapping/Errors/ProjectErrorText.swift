public import Findings

extension ProjectError: CustomStringConvertible {
  /// The same in English.
  public var description: String { words.description }

  /// One line that names the file, the place, the fault and what would be right.
  public var words: Message {
    if place.kind == .builtIn { return "\(place), which comes with p2c: \(fault); install p2c again" }
    return "\(place): \(fault) (\(code))"
  }

  private var fault: Message {
    switch self {
    case .unreadable: "the file does not exist or cannot be read"
    case .refused: "the machine refuses the resources to read the file; raise the limit of open files"
    case .notUTF8: "the file is not UTF-8 text; save it in that encoding"
    case .notReadable(_, let format, let reason): "not \(format): \(reason)"
    case .wrongType(_, let what, let expected): "\(what) must be \(expected)"
    case .unknownName(_, let kind, let name, let owner, let known):
      "\(owner) has no \(Message(words: kind.rawValue)) \"\(name)\"; \(Self.suggestion(for: name, among: known))"
    case .missing(_, let what, let owner): "\(owner) needs \(what)"
    case .wrongValue(_, let what, let value, let expected): "\(what) cannot be \"\(value)\"; expected: \(expected)"
    case .wrongValueMap(_, let map, let value, let expected):
      "in the value map \(map), \"\(value)\" is wrong; expected: \(expected)"
    case .wrongFilter(_, let task, let error): "the filter of \(task): \(error.words)"
    case .waiting(_, let templates):
      "templates depend on each other: \(templates.joined(separator: " > ")); remove an `after:`, or make a reference not required"
    case .wrongOrder(_, let before, let number, let after, let least, let reason):
      """
      \(before) has the order \(number) and must run before \(after), which has \(least): \(reason) > \(before); give \
      one of them another order
      """
    case .circle(_, let templates):
      "templates extend each other: \(templates.joined(separator: " > ")); remove an `extends`"
    }
  }

  /// The nearest name, or all where they are few.
  private static func suggestion(for name: String, among known: [String]) -> Message {
    if let nearest = NameDistance.nearest(to: name, among: known) { return "did you mean \"\(nearest)\"?" }
    if known.isEmpty { return "there are none" }
    let shown = known.prefix(12).joined(separator: ", ")
    return known.count > 12 ? "there are \(shown) and \(known.count - 12) more" : "there are \(shown)"
  }
}
