import Foundation
import Mapping

extension FilterExpression {
  /// Whether it is true for a record, by the rules in plain words; the tool itself evaluates bytes.
  func isTrue(for record: [String: String]) -> Bool {
    switch self {
    case .everything: return true
    case .and(let left, let right): return left.isTrue(for: record) && right.isTrue(for: record)
    case .or(let left, let right): return left.isTrue(for: record) || right.isTrue(for: record)
    case .not(let inner): return !inner.isTrue(for: record)
    case .function(let function, let left, let right):
      let (text, part) = (left.value(in: record)?.lowercased() ?? "", right.value(in: record)?.lowercased() ?? "")
      return switch function {
      case .contains: part.isEmpty || text.contains(part)
      case .startswith: text.hasPrefix(part)
      case .endswith: text.hasSuffix(part)
      }
    case .compare(let left, let comparison, let right):
      return Self.compare(left.value(in: record), comparison, right.value(in: record))
    }
  }

  private static func compare(_ left: String?, _ comparison: FilterComparison, _ right: String?) -> Bool {
    guard let left, let right else {
      let areBothNull = left == nil && right == nil
      return switch comparison {
      case .notEqual: !areBothNull
      case .equal, .greaterOrEqual, .lessOrEqual: areBothNull
      case .greater, .less: false
      }
    }
    let isLess: Bool
    let isEqual: Bool
    if let a = Decimal(string: left), let b = Decimal(string: right) {
      (isLess, isEqual) = (a < b, a == b)
    } else {
      (isLess, isEqual) = (left.lowercased() < right.lowercased(), left.lowercased() == right.lowercased())
    }
    return switch comparison {
    case .equal: isEqual
    case .notEqual: !isEqual
    case .greater: !isLess && !isEqual
    case .greaterOrEqual: !isLess
    case .less: isLess
    case .lessOrEqual: isLess || isEqual
    }
  }
}

extension FilterOperand {
  fileprivate func value(in record: [String: String]) -> String? {
    switch self {
    case .field(let name): record[name.lowercased()].flatMap { $0.isEmpty ? nil : $0 }
    case .literal(let text): text.isEmpty ? nil : text
    case .boolean(let flag): flag ? "True" : "False"
    case .null: nil
    }
  }
}
