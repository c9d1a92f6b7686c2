// Hot path: no allocation per record for ASCII texts.

import Records

/// A filter compiled against the columns of a file: nodes in an array, evaluated without a text being made.
struct FilterPlan: Sendable {
  private enum Operation: UInt8 {
    case everything, compare, function, and, or, not
  }

  private struct Node {
    var operation: Operation
    var left: Int32 = -1
    var right: Int32 = -1
    var comparison = FilterComparison.equal
    var function = FilterFunction.contains
  }

  /// A side of a comparison: a source value, or a literal in lower case.
  private struct Operand {
    var value: Int32 = -1
    var literal: [UInt8] = []
    var number: ExactDecimal?
    var isNull = false
    /// Whether it is a text of ASCII that is no number: such are compared without being put in lower case first.
    var isPlainText = false
  }

  private var nodes: [Node] = []
  private var operands: [Operand] = []
  /// The parts that all have to be true, in their order.
  private var conjuncts: [Int32] = []
  private var usedValues: [Int] = []
  /// Whether it lets every record through.
  let isEverything: Bool

  /// Compiles the filter; `value` gives the number of a field's source value.
  init(_ expression: FilterExpression, value: (String) -> Int) {
    isEverything = expression == .everything
    for part in expression.conjuncts { conjuncts.append(add(part, value)) }
  }

  private mutating func add(_ expression: FilterExpression, _ value: (String) -> Int) -> Int32 {
    var node: Node
    switch expression {
    case .everything: node = Node(operation: .everything)
    case .compare(let left, let comparison, let right):
      node = Node(operation: .compare, left: add(left, value), right: add(right, value), comparison: comparison)
    case .function(let function, let left, let right):
      node = Node(operation: .function, left: add(left, value), right: add(right, value), function: function)
    case .and(let left, let right):
      node = Node(operation: .and, left: add(left, value), right: add(right, value))
    case .or(let left, let right):
      node = Node(operation: .or, left: add(left, value), right: add(right, value))
    case .not(let inner): node = Node(operation: .not, left: add(inner, value))
    }
    nodes.append(node)
    return Int32(nodes.count - 1)
  }

  private mutating func add(_ operand: FilterOperand, _ value: (String) -> Int) -> Int32 {
    switch operand {
    case .field(let name):
      let number = value(name)
      operands.append(Operand(value: Int32(number)))
      if !usedValues.contains(number) { usedValues.append(number) }
    case .literal(let text):
      var buffer = OutputBuffer(capacity: 64)
      let bytes = Array(text.utf8)
      KeyText.appendLowercased(bytes.span, to: &buffer)
      let number = ExactDecimal(text)
      operands.append(
        Operand(
          literal: buffer.take(), number: number, isNull: text.isEmpty,
          isPlainText: number == nil && !text.isEmpty && text.utf8.allSatisfy { $0 < 0x80 }))
    case .boolean(let flag): operands.append(Operand(literal: Array((flag ? "true" : "false").utf8)))
    case .null: operands.append(Operand(isNull: true))
    }
    return Int32(operands.count - 1)
  }

  /// How many clauses it has.
  var clauseCount: Int { conjuncts.count }

  /// The numbers of the source values that it asks for.
  var valueNumbers: [Int] { usedValues }

  /// Whether a record passes, whose source values stand in the batch or the scratch buffer: those from `first` on.
  func passes(
    _ batch: borrowing RecordBatch, _ scratch: borrowing OutputBuffer, _ values: [RecordMapper.Resolved], _ first: Int,
    _ left: inout OutputBuffer, _ right: inout OutputBuffer
  ) -> Bool {
    refusing(batch, scratch, values, first, &left, &right) == nil
  }

  /// The number of the clause that refuses the record; nil if it passes.
  @inline(__always)
  func refusing(
    _ batch: borrowing RecordBatch, _ scratch: borrowing OutputBuffer, _ values: [RecordMapper.Resolved], _ first: Int,
    _ left: inout OutputBuffer, _ right: inout OutputBuffer
  ) -> Int? {
    for number in conjuncts.indices
    where !evaluate(conjuncts[number], batch, scratch, values, first, &left, &right) { return number }
    return nil
  }

  // MARK: Tracing

  /// A comparison or function call, and what came of it.
  struct Leaf {
    var node: Int32
    var result: Bool
    /// The values of its fields.
    var values: [String]
    var decided = false
  }

  /// All comparisons and calls, from left to right. Off the hot path.
  func leaves(
    _ batch: borrowing RecordBatch, _ scratch: borrowing OutputBuffer, _ values: [RecordMapper.Resolved], _ first: Int
  ) -> [Leaf] {
    var (left, right) = (OutputBuffer(capacity: 64), OutputBuffer(capacity: 64))
    var leaves: [Leaf] = []
    for node in conjuncts.flatMap(leafNodes) {
      let result = evaluate(node, batch, scratch, values, first, &left, &right)
      var texts: [String] = []
      for operand in [nodes[Int(node)].left, nodes[Int(node)].right] where operands[Int(operand)].value >= 0 {
        left.truncate(to: 0)
        let slot = values[first + Int(operands[Int(operand)].value)].slot
        switch slot.origin {
        case .batch: left.append(batch.bytes.span.extracting(Int(slot.start)..<Int(slot.end)))
        case .scratch: left.append(scratch.span.extracting(Int(slot.start)..<Int(slot.end)))
        default: break
        }
        texts.append(KeyText.string(left.span))
      }
      leaves.append(Leaf(node: node, result: result, values: texts))
    }
    return leaves
  }

  private func leafNodes(_ node: Int32) -> [Int32] {
    let (left, right) = (nodes[Int(node)].left, nodes[Int(node)].right)
    switch nodes[Int(node)].operation {
    case .everything: return []
    case .compare, .function: return [node]
    case .and, .or: return leafNodes(left) + leafNodes(right)
    case .not: return leafNodes(left)
    }
  }

  /// Whether all parts hold.
  func conjunctsHold(_ leaves: [Leaf]) -> Bool { conjuncts.allSatisfy { holds($0, leaves) } }

  private func holds(_ node: Int32, _ leaves: [Leaf]) -> Bool {
    let (left, right) = (nodes[Int(node)].left, nodes[Int(node)].right)
    switch nodes[Int(node)].operation {
    case .everything: return true
    case .compare, .function: return leaves.first { $0.node == node }?.result ?? true
    case .and: return holds(left, leaves) && holds(right, leaves)
    case .or: return holds(left, leaves) || holds(right, leaves)
    case .not: return !holds(left, leaves)
    }
  }

  /// Marks those that have settled the result: of a true `and` those of all operands, of a false one those of the first false
  /// operand; of an `or` the other way round.
  func decide(_ leaves: inout [Leaf]) {
    if let refusing = conjuncts.first(where: { !holds($0, leaves) }) {
      decide(refusing, &leaves)
    } else {
      for part in conjuncts { decide(part, &leaves) }
    }
  }

  private func decide(_ node: Int32, _ leaves: inout [Leaf]) {
    let (left, right) = (nodes[Int(node)].left, nodes[Int(node)].right)
    switch nodes[Int(node)].operation {
    case .everything: return
    case .compare, .function:
      for index in leaves.indices where leaves[index].node == node { leaves[index].decided = true }
    case .not: decide(left, &leaves)
    case .and, .or:
      // Of an operation whose result needs both, both have settled it.
      let needsBoth = holds(node, leaves) == (nodes[Int(node)].operation == .and)
      if needsBoth {
        decide(left, &leaves)
        decide(right, &leaves)
      } else {
        decide(holds(left, leaves) == holds(node, leaves) ? left : right, &leaves)
      }
    }
  }

  private func evaluate(
    _ index: Int32, _ batch: borrowing RecordBatch, _ scratch: borrowing OutputBuffer,
    _ values: [RecordMapper.Resolved], _ first: Int, _ left: inout OutputBuffer, _ right: inout OutputBuffer
  ) -> Bool {
    let node = nodes[Int(index)]
    switch node.operation {
    case .everything: return true
    case .and:
      return evaluate(node.left, batch, scratch, values, first, &left, &right)
        && evaluate(node.right, batch, scratch, values, first, &left, &right)
    case .or:
      return evaluate(node.left, batch, scratch, values, first, &left, &right)
        || evaluate(node.right, batch, scratch, values, first, &left, &right)
    case .not: return !evaluate(node.left, batch, scratch, values, first, &left, &right)
    case .compare, .function:
      if let isEqual = equality(node, batch, scratch, values, first) {
        return isEqual == (node.comparison == .equal)
      }
      load(Int(node.left), batch, scratch, values, first, &left)
      load(Int(node.right), batch, scratch, values, first, &right)
      if node.operation == .function { return FilterPlan.apply(node.function, left.span, right.span) }
      return compare(node, left.span, right.span)
    }
  }

  /// Whether a value equals a plain text, where a node asks no more than that; nil if it does, or if the value is not
  /// ASCII.
  private func equality(
    _ node: Node, _ batch: borrowing RecordBatch, _ scratch: borrowing OutputBuffer,
    _ values: [RecordMapper.Resolved], _ first: Int
  ) -> Bool? {
    guard node.operation == .compare, node.comparison == .equal || node.comparison == .notEqual,
      operands[Int(node.right)].isPlainText, operands[Int(node.left)].value >= 0
    else { return nil }
    let slot = values[first + Int(operands[Int(node.left)].value)].slot
    switch slot.origin {
    case .batch:
      return KeyText.equals(
        batch.bytes.span.extracting(Int(slot.start)..<Int(slot.end)), lowercased: operands[Int(node.right)].literal)
    case .scratch:
      return KeyText.equals(
        scratch.span.extracting(Int(slot.start)..<Int(slot.end)), lowercased: operands[Int(node.right)].literal)
    default: return false
    }
  }

  private func load(
    _ index: Int, _ batch: borrowing RecordBatch, _ scratch: borrowing OutputBuffer, _ values: [RecordMapper.Resolved],
    _ first: Int,
    _ buffer: inout OutputBuffer
  ) {
    buffer.truncate(to: 0)
    if operands[index].value >= 0 {
      let slot = values[first + Int(operands[index].value)].slot
      switch slot.origin {
      case .batch: KeyText.appendLowercased(batch.bytes.span.extracting(Int(slot.start)..<Int(slot.end)), to: &buffer)
      case .scratch: KeyText.appendLowercased(scratch.span.extracting(Int(slot.start)..<Int(slot.end)), to: &buffer)
      default: break
      }
    } else if !operands[index].isNull {
      buffer.append(operands[index].literal)
    }
  }

  /// Numbers by value if both sides are numbers, else texts; nothing equals nothing, and differs from everything else.
  private func compare(_ node: Node, _ left: Span<UInt8>, _ right: Span<UInt8>) -> Bool {
    if left.count == 0 || right.count == 0 {
      let bothEmpty = left.count == right.count
      switch node.comparison {
      case .equal, .lessOrEqual, .greaterOrEqual: return bothEmpty
      case .notEqual: return !bothEmpty
      case .less, .greater: return false
      }
    }
    let order: Int
    if let mine = ExactDecimal(left), let theirs = operands[Int(node.right)].number ?? ExactDecimal(right) {
      order = mine < theirs ? -1 : theirs < mine ? 1 : 0
    } else {
      order = FilterPlan.order(left, right)
    }
    switch node.comparison {
    case .equal: return order == 0
    case .notEqual: return order != 0
    case .less: return order < 0
    case .lessOrEqual: return order <= 0
    case .greater: return order > 0
    case .greaterOrEqual: return order >= 0
    }
  }

  private static func order(_ left: Span<UInt8>, _ right: Span<UInt8>) -> Int {
    for index in 0..<min(left.count, right.count) where left[index] != right[index] {
      return left[index] < right[index] ? -1 : 1
    }
    return left.count - right.count
  }

  private static func apply(_ function: FilterFunction, _ text: Span<UInt8>, _ part: Span<UInt8>) -> Bool {
    guard part.count <= text.count else { return false }
    let places: Range<Int>
    switch function {
    case .startswith: places = 0..<1
    case .endswith: places = text.count - part.count..<text.count - part.count + 1
    case .contains: places = 0..<text.count - part.count + 1
    }
    search: for start in places {
      for index in 0..<part.count where text[start + index] != part[index] { continue search }
      return true
    }
    return false
  }
}
