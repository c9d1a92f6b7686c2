/// How bad a finding is.
public enum Severity: String, Sendable, Codable, CaseIterable, Comparable {
  /// Worth knowing; nothing is wrong.
  case info
  /// The record is written, but somebody should look.
  case warning
  /// The record is rejected, or the package must not be imported as it is.
  case error

  /// Worse is greater.
  public static func < (left: Severity, right: Severity) -> Bool { left.rank < right.rank }

  private var rank: Int {
    switch self {
    case .info: 0
    case .warning: 1
    case .error: 2
    }
  }
}
