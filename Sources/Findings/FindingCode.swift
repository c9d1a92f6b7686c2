/// The stable code of a kind of finding, such as `P2C2104`; a code never gets another meaning. Those of the catalogue have
/// names, in `FindingCode+Names.swift`.
public struct FindingCode: RawRepresentable, Hashable, Sendable, Codable, Comparable, CustomStringConvertible {
  /// Its digits: 2104 for `P2C2104`.
  public let number: UInt16

  /// The code of a number.
  public init(number: UInt16) { self.number = number }

  /// The code that is written so, `P2C` and four digits in letters of either case; nil for anything else.
  public init?(rawValue: String) {
    let text = rawValue.uppercased()
    let digits = text.dropFirst(3)
    guard text.hasPrefix("P2C"), digits.utf8.count == 4, digits.utf8.allSatisfy({ (0x30...0x39).contains($0) }),
      let number = UInt16(digits)
    else { return nil }
    self.number = number
  }

  /// The code as reports write it; short enough to need no memory of its own.
  public var rawValue: String {
    // Safe: seven bytes are written, for which there is room.
    unsafe String(unsafeUninitializedCapacity: 7) { bytes in
      var rest = number
      for place in stride(from: 6, to: 2, by: -1) {
        unsafe bytes[place] = 0x30 + UInt8(rest % 10)
        rest /= 10
      }
      for (place, byte) in "P2C".utf8.enumerated() { unsafe bytes[place] = byte }
      return 7
    }
  }

  /// The code as reports write it.
  public var description: String { rawValue }

  // Said by hand, since a type with raw values is compared and hashed by these otherwise, which are texts that are made.

  /// Whether the codes are the same.
  public static func == (left: FindingCode, right: FindingCode) -> Bool { left.number == right.number }

  /// Feeds the number to a hasher.
  public func hash(into hasher: inout Hasher) { hasher.combine(number) }

  /// Codes in the order of the catalogue.
  public static func < (left: FindingCode, right: FindingCode) -> Bool { left.number < right.number }
}
