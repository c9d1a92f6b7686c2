/// How bad a finding is.
public enum Severity: String, Sendable, Codable, CaseIterable, Comparable {
  /// Worth knowing; nothing is wrong.
  case info
  /// The record is written, but somebody should look.
  case warning
  /// The record is rejected, or the package must not be imported as it is.
  case error

  /// The severity of a place among all; nil if there is none.
  public init?(number: Int) {
    guard Severity.allCases.indices.contains(number) else { return nil }
    self = Severity.allCases[number]
  }

  /// Worse is greater.
  public static func < (left: Severity, right: Severity) -> Bool { left.number < right.number }

  /// The place among all, the least bad first.
  public var number: Int {
    switch self {
    case .info: 0
    case .warning: 1
    case .error: 2
    }
  }
}
