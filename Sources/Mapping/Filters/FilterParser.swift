import Findings

extension FilterExpression {
  /// Reads an expression; an empty one lets everything through.
  ///
  /// `not` binds tightest, then `and`, then `or`; keywords are in any case.
  public static func parse(_ text: String) throws(FilterSyntaxError) -> FilterExpression {
    var parser = FilterParser(tokens: try FilterTokens.of(text))
    return try parser.parse()
  }
}

/// Reads the pieces of a filter by recursive descent.
private struct FilterParser {
  /// How far parentheses and `not` may be nested, so that no text can exhaust the stack.
  private static let deepest = 100

  let tokens: [FilterToken]
  private var next = 0
  private var depth = 0

  init(tokens: [FilterToken]) { self.tokens = tokens }

  private var current: FilterToken { tokens[next] }

  mutating func parse() throws(FilterSyntaxError) -> FilterExpression {
    if current.kind == .end { return .everything }
    let expression = try either()
    guard current.kind == .end else { throw failure(expected: "and, or, or the end") }
    return expression
  }

  private mutating func either() throws(FilterSyntaxError) -> FilterExpression {
    var left = try both()
    while current.isKeyword("or") {
      next += 1
      left = .or(left, try both())
    }
    return left
  }

  private mutating func both() throws(FilterSyntaxError) -> FilterExpression {
    var left = try primary()
    while current.isKeyword("and") {
      next += 1
      left = .and(left, try primary())
    }
    return left
  }

  private mutating func primary() throws(FilterSyntaxError) -> FilterExpression {
    guard depth < Self.deepest else { throw .tooDeep(position: current.position) }
    depth += 1
    defer { depth -= 1 }
    if current.isMark("(") {
      next += 1
      let inner = try either()
      try take(")")
      return inner
    }
    if current.isKeyword("not") {
      next += 1
      return .not(try primary())
    }
    if current.kind == .name, let function = FilterFunction(rawValue: current.text.lowercased()),
      tokens[next + 1].isMark("(")
    {
      next += 2
      let left = try operand()
      try take(",")
      let right = try operand()
      try take(")")
      return .function(function, left, right)
    }
    let left = try operand()
    guard current.kind == .name, let comparison = FilterComparison(rawValue: current.text.lowercased()) else {
      throw failure(expected: "one of eq, ne, gt, ge, lt, le")
    }
    next += 1
    return .compare(left, comparison, try operand())
  }

  private mutating func operand() throws(FilterSyntaxError) -> FilterOperand {
    let token = current
    let operand: FilterOperand
    switch token.kind {
    case .text, .number: operand = .literal(token.text)
    case .name:
      switch token.text.lowercased() {
      case "true": operand = .boolean(true)
      case "false": operand = .boolean(false)
      case "null": operand = .null
      case "eq", "ne", "gt", "ge", "lt", "le", "and", "or": throw failure(expected: "a field or a value")
      default: operand = .field(token.text)
      }
    case .mark, .end: throw failure(expected: "a field or a value")
    }
    next += 1
    return operand
  }

  private mutating func take(_ mark: String) throws(FilterSyntaxError) {
    guard current.isMark(mark) else { throw failure(expected: Message(verbatim: mark)) }
    next += 1
  }

  private func failure(expected: Message) -> FilterSyntaxError {
    current.kind == .end
      ? .ends(position: current.position, expected: expected)
      : .unexpected(current.text, position: current.position, expected: expected)
  }
}
