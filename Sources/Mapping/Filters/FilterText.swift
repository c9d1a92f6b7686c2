extension FilterExpression: CustomStringConvertible {
  /// The expression as text that reads back as an equal one.
  public var description: String {
    switch self {
    case .everything: ""
    case .compare(let left, let comparison, let right): "\(left) \(comparison.rawValue) \(right)"
    case .function(let function, let left, let right): "\(function.rawValue)(\(left), \(right))"
    case .and(let left, let right): "\(left.within(tightness)) and \(right.within(tightness + 1))"
    case .or(let left, let right): "\(left.within(tightness)) or \(right.within(tightness + 1))"
    case .not(let inner): "not (\(inner))"
    }
  }

  /// The fields that it asks for, each once, in the order in which they are written.
  public var fields: [String] {
    var seen: Set<String> = []
    return allFields.filter { seen.insert($0.lowercased()).inserted }
  }

  private var allFields: [String] {
    switch self {
    case .everything: []
    case .compare(let left, _, let right), .function(_, let left, let right): left.fields + right.fields
    case .and(let left, let right), .or(let left, let right): left.allFields + right.allFields
    case .not(let inner): inner.allFields
    }
  }

  private var tightness: Int {
    switch self {
    case .or: 1
    case .and: 2
    case .everything, .compare, .function, .not: 3
    }
  }

  private func within(_ outer: Int) -> String { tightness < outer ? "(\(self))" : description }
}

extension FilterOperand: CustomStringConvertible {
  /// The operand as filters write it; a literal that reads as a number stands without quotes.
  public var description: String {
    switch self {
    case .field(let name): name
    case .boolean(let value): value ? "true" : "false"
    case .null: "null"
    case .literal(let text):
      Self.isNumber(text)
        ? text : "'\(text.split(separator: "'", omittingEmptySubsequences: false).joined(separator: "''"))'"
    }
  }

  fileprivate var fields: [String] {
    if case .field(let name) = self { [name] } else { [] }
  }

  private static func isNumber(_ text: String) -> Bool {
    let digits = text.hasPrefix("-") ? text.dropFirst() : text[...]
    let parts = digits.split(separator: ".", omittingEmptySubsequences: false)
    return parts.count <= 2 && parts.allSatisfy { !$0.isEmpty && $0.allSatisfy { ("0"..."9").contains($0) } }
  }
}
