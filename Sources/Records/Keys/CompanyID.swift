// Hot path (`init(_:)` of a span): no allocation.

/// A legal entity of F&O: 1 to 4 of `A-Z 0-9 _ -`, compared without regard to case and always written in upper case.
public struct CompanyID: Hashable, Sendable, Comparable, CustomStringConvertible {
  /// What a column says of a record's company.
  public enum Column: Equatable, Sendable {
    /// Nothing.
    case blank
    /// This one.
    case company(CompanyID)
    /// Something that no company is called (`P2C2108`).
    case invalid
  }

  /// The characters in upper case, the first one highest; what is left over is zero. So ids sort as their texts do.
  private let characters: UInt32

  /// No company: that of what belongs to everybody, or to nobody known.
  public static let none = CompanyID(characters: 0)

  private init(characters: UInt32) { self.characters = characters }

  /// The company of the text, white space around it left out; nil if none is called so.
  public init?(_ text: String) {
    guard case .company(let company) = CompanyID.read(text.utf8Span.span) else { return nil }
    self = company
  }

  /// The company of a text, white space around it left out; nil if none is called so.
  public init?(_ text: Span<UInt8>) {
    guard case .company(let company) = CompanyID.read(text) else { return nil }
    self = company
  }

  /// Appends the id to a key that is compared within its company.
  public func append(to key: inout OutputBuffer) {
    for shift in [0, 8, 16, 24] as [UInt32] { key.append(UInt8(truncatingIfNeeded: characters >> shift)) }
  }

  /// The bytes that `append` takes.
  public static let size = 4

  /// The company that `append` has put at a place of a key.
  public init(_ key: Span<UInt8>, at place: Int) {
    characters = (0..<CompanyID.size).reduce(0) { $0 | UInt32(key[place + $1]) << UInt32(8 * $1) }
  }

  /// Appends the id in upper case; nothing for no company.
  public func appendName(to output: inout OutputBuffer) {
    for shift in [24, 16, 8, 0] as [UInt32] where characters >> shift & 0xFF != 0 {
      output.append(UInt8(truncatingIfNeeded: characters >> shift))
    }
  }

  /// What a column's text says, white space around it left out.
  public static func read(_ text: Span<UInt8>) -> Column {
    let range = KeyText.trimmed(text)
    guard !range.isEmpty else { return .blank }
    guard range.count <= 4 else { return .invalid }
    var characters: UInt32 = 0
    for place in 0..<4 {
      characters <<= 8
      guard place < range.count else { continue }
      let byte = text[range.lowerBound + place]
      switch byte {
      case UInt8(ascii: "A")...UInt8(ascii: "Z"), UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "_"),
        UInt8(ascii: "-"):
        characters |= UInt32(byte)
      case UInt8(ascii: "a")...UInt8(ascii: "z"): characters |= UInt32(byte - 0x20)
      default: return .invalid
      }
    }
    return .company(CompanyID(characters: characters))
  }

  /// The company that is meant where nobody says another.
  public static let standard = CompanyID(characters: 0x5553_4D46)

  /// The id in upper case; empty for no company.
  public var description: String {
    var text = ""
    for shift in [24, 16, 8, 0] as [UInt32] where characters >> shift & 0xFF != 0 {
      text.unicodeScalars.append(UnicodeScalar(UInt8(truncatingIfNeeded: characters >> shift)))
    }
    return text
  }

  /// By name.
  public static func < (left: CompanyID, right: CompanyID) -> Bool { left.characters < right.characters }
}
