public import Findings

/// Columns of other F&O entities that hold values of a column of this one.
public struct IncomingReference: Sendable, Hashable {
  /// The column with the values.
  public var column: String
  /// The names of columns that refer to it, in lower case; `*` matches any beginning.
  public var referring: [String]
  /// The columns, in lower case, whose values conversions look for in references of the target.
  public var checked: Set<String>
  /// The code for a value that is not there.
  public var code: FindingCode

  /// References by columns of such names, in any case.
  init(_ column: String, by referring: [String], checked: [String], code: FindingCode) {
    self.column = column
    self.referring = referring.map { $0.lowercased() }
    self.checked = Set(checked.map { $0.lowercased() })
    self.code = code
  }

  /// Whether a column of the name refers to it.
  public func isMade(by name: String) -> Bool {
    let name = name.lowercased()
    return referring.contains { $0.first == "*" ? name.hasSuffix($0.dropFirst()) : name == $0 }
  }
}
