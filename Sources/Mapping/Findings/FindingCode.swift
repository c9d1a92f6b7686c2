import Records

/// The stable code of a kind of finding, such as `P2C2104`; a code never gets another meaning.
public struct FindingCode: RawRepresentable, Hashable, Sendable, Codable, Comparable, CustomStringConvertible {
  /// The code as reports write it.
  public var rawValue: String

  /// The code that is written so.
  public init(rawValue: String) { self.rawValue = rawValue }

  /// The code that is written so.
  public init(_ text: String) { rawValue = text }

  /// The code of a number: `P2C2104` for 2104. Short enough to need no memory of its own.
  public init(_ number: UInt16) {
    let text: InlineArray<7, UInt8> = [
      UInt8(ascii: "P"), UInt8(ascii: "2"), UInt8(ascii: "C"), FindingCode.digit(number / 1000),
      FindingCode.digit(number / 100), FindingCode.digit(number / 10), FindingCode.digit(number),
    ]
    rawValue = KeyText.string(text.span)
  }

  private static func digit(_ number: UInt16) -> UInt8 { 0x30 + UInt8(number % 10) }

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
