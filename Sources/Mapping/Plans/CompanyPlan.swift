/// What the plans of a company's records need besides those of others.
public struct CompanyPlan: Sendable {
  /// What stands before natural keys in Sales; empty for nothing.
  public var prefix = ""
  /// The columns of the natural key of the records that are written; its first one has the prefix.
  public var naturalKey: [String] = []
  /// Where lookups find records by keys that have the prefix: `table.column`, in lower case.
  public var prefixedKeys: Set<String> = []
  /// Who owns the records; none if nobody says so.
  public var owner = ValueSlot.none

  /// Nothing besides.
  public init() {}

  /// Whether the values of a field have the prefix: the natural key itself, its copies on lines, and lookups by such keys.
  func hasPrefix(_ mapping: FieldMapping, of task: TaskTemplate, _ attribute: Attribute?) -> Bool {
    if prefix.isEmpty { return false }
    if let header = task.header, mapping.sources == [SourcePath(header)] { return true }
    if task.header == nil, mapping.column.lowercased() == naturalKey.first?.lowercased() { return true }
    guard attribute?.type == .lookup else { return false }
    return mapping.destinationTargets(attribute).contains {
      prefixedKeys.contains("\($0.table.lowercased()).\($0.column.lowercased())")
    }
  }
}

extension EntitySchema {
  /// Whether records of the natural key belong to a company, so that two companies cannot have the same.
  public func isOfCompany(_ key: [String]) -> Bool {
    !isGlobal && !key.contains { attribute(named: $0)?.isShared ?? false }
  }
}
