extension FilterExpression {
  /// The clauses of a filter, in the order in which they are asked: what stands between the `and` of the whole, with
  /// parentheses around a clause removed. The first one that is not true refuses the record.
  ///
  /// Each is written as the filter has it, but in one form: keywords in lower case, texts in quotes, one blank between
  /// words and after a comma, none inside parentheses. Their numbers are those of `FilterPlan`.
  public static func clauses(_ text: String) throws(FilterSyntaxError) -> [String] {
    if case .everything = try parse(text) { return [] }
    return clauses(try FilterTokens.of(text).dropLast())
  }

  private static func clauses(_ tokens: ArraySlice<FilterToken>) -> [String] {
    let parts = parts(of: tokens, dividedBy: "or").count > 1 ? [tokens] : parts(of: tokens, dividedBy: "and")
    if parts.count > 1 { return parts.flatMap(clauses) }
    if let inner = inner(of: tokens) { return clauses(inner) }
    return [written(tokens)]
  }

  /// The pieces between the keywords that stand outside of all parentheses.
  private static func parts(
    of tokens: ArraySlice<FilterToken>, dividedBy keyword: String
  ) -> [ArraySlice<FilterToken>] {
    var depth = 0
    return tokens.split(omittingEmptySubsequences: false) { token in
      if token.isMark("(") { depth += 1 }
      if token.isMark(")") { depth -= 1 }
      return depth == 0 && token.isKeyword(keyword)
    }
  }

  /// What stands in the parentheses, if the pieces are nothing but that.
  private static func inner(of tokens: ArraySlice<FilterToken>) -> ArraySlice<FilterToken>? {
    guard let first = tokens.first, first.isMark("(") else { return nil }
    var depth = 0
    for place in tokens.indices {
      if tokens[place].isMark("(") { depth += 1 }
      if tokens[place].isMark(")") { depth -= 1 }
      if depth == 0 { return place == tokens.endIndex - 1 ? tokens.dropFirst().dropLast() : nil }
    }
    return nil
  }

  private static func written(_ tokens: ArraySlice<FilterToken>) -> String {
    var text = ""
    var isAfterOpening = true
    for place in tokens.indices {
      let token = tokens[place]
      let opensCall = token.isMark("(") && place > tokens.startIndex && isFunction(tokens[place - 1])
      if !isAfterOpening, !opensCall, !token.isMark(")"), !token.isMark(",") { text += " " }
      isAfterOpening = token.isMark("(")
      let follows = place + 1 < tokens.endIndex ? tokens[place + 1] : nil
      text += written(token, isCalled: follows?.isMark("(") ?? false)
    }
    return text
  }

  private static func isFunction(_ token: FilterToken) -> Bool {
    token.kind == .name && FilterFunction(rawValue: token.text.lowercased()) != nil
  }

  private static let keywords: Set<String> = [
    "and", "or", "not", "eq", "ne", "gt", "ge", "lt", "le", "true", "false", "null",
  ]

  private static func written(_ token: FilterToken, isCalled: Bool) -> String {
    switch token.kind {
    case .text: "'\(token.text.split(separator: "'", omittingEmptySubsequences: false).joined(separator: "''"))'"
    case .name:
      keywords.contains(token.text.lowercased()) || (isCalled && isFunction(token))
        ? token.text.lowercased() : token.text
    case .number, .mark, .end: token.text
    }
  }
}

extension TaskTemplate {
  /// Why a record can be filtered out by the task: the clauses of its filter, then for each field of the filter that the
  /// record's file may lack, that it is missing. `RecordMapper.refusingClause` gives their numbers.
  public var clauses: [String] {
    let written = (try? FilterExpression.clauses(filterText)) ?? []
    let conjuncts = filter.conjuncts
    return (written.count == conjuncts.count ? written : conjuncts.map(\.description))
      + filter.fields.map { "\($0) is missing" }
  }
}

extension FilterExpression {
  /// The parts that all have to be true, in their order; none of a filter that lets everything through.
  var conjuncts: [FilterExpression] {
    switch self {
    case .everything: []
    case .and(let left, let right): left.conjuncts + right.conjuncts
    case .compare, .function, .or, .not: [self]
    }
  }
}
