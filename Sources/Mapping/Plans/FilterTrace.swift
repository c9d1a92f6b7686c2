package import Records

/// What a filter made of a record.
package struct FilterTrace: Sendable {
  /// A comparison or function call.
  package struct Clause: Sendable {
    package var clause: String
    /// The fields that it asks for, with what it saw; nil where the file lacks the column.
    package var fields: [(field: String, value: String?)]
    package var result: Bool
    /// Whether it has settled the result, alone or with others that have.
    package var decided: Bool
  }

  package var result = true
  /// From left to right.
  package var clauses: [Clause] = []

  /// That of a record which no filter is asked about.
  package init() {}

  init(result: Bool, clauses: [Clause]) { (self.result, self.clauses) = (result, clauses) }
}

extension RecordMapper {
  /// What the task's filter makes of a record. Off the hot path.
  package mutating func traceFilter(
    _ batch: borrowing RecordBatch, _ record: Int, _ lookups: borrowing LookupContext
  ) -> FilterTrace {
    let expression = plan.task.filter
    if expression == .everything { return FilterTrace() }
    for number in plan.filter.valueNumbers { resolve(number, batch, record, lookups) }
    let missing = Set(plan.missingFilterFields.map { $0.lowercased() })
    var leaves = plan.filter.leaves(batch, scratch, resolved, firstValue)
    let parts = expression.leaves
    if missing.isEmpty {
      plan.filter.decide(&leaves)
    } else if let first = parts.firstIndex(where: { part in part.fields.contains { missing.contains($0.lowercased()) } }
    ) {
      leaves[first].decided = true
    }
    let result = missing.isEmpty && plan.filter.conjunctsHold(leaves)
    let clauses = zip(parts, leaves).map { part, leaf in
      var values = leaf.values.makeIterator()
      return FilterTrace.Clause(
        clause: part.description,
        fields: part.fieldOperands.map { field in
          let value = values.next() ?? ""
          return (field, missing.contains(field.lowercased()) ? nil : value)
        }, result: leaf.result, decided: leaf.decided)
    }
    return FilterTrace(result: result, clauses: clauses)
  }
}

extension FilterExpression {
  /// The comparisons and function calls, from left to right.
  fileprivate var leaves: [FilterExpression] {
    switch self {
    case .everything: []
    case .compare, .function: [self]
    case .and(let left, let right), .or(let left, let right): left.leaves + right.leaves
    case .not(let inner): inner.leaves
    }
  }

  /// The fields of a comparison or call, from left to right.
  fileprivate var fieldOperands: [String] {
    switch self {
    case .compare(let left, _, let right), .function(_, let left, let right):
      [left, right].compactMap { if case .field(let name) = $0 { name } else { nil } }
    default: []
    }
  }
}
