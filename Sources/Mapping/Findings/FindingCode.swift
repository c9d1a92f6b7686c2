/// The stable code of a kind of finding, such as `P2C2104`; a code never gets another meaning.
public struct FindingCode: RawRepresentable, Hashable, Sendable, Codable, Comparable, CustomStringConvertible {
  /// The code as reports write it.
  public var rawValue: String

  /// The code that is written so.
  public init(rawValue: String) { self.rawValue = rawValue }

  /// The code that is written so.
  public init(_ text: String) { rawValue = text }

  /// The code as reports write it.
  public var description: String { rawValue }

  /// Codes in the order of the catalogue.
  public static func < (left: FindingCode, right: FindingCode) -> Bool { left.rawValue < right.rawValue }
}

/// How bad a finding is.
public enum Severity: String, Sendable, Codable, CaseIterable, Comparable {
  /// Worth knowing; nothing is wrong.
  case info
  /// It goes over, but somebody should look.
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
