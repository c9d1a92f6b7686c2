import Records

/// A company's id in four bytes: what records are told apart by while they pass.
///
/// An id has one to four characters `A-Z a-z 0-9 _ -`. It is compared without case and shown in upper case.
struct CompanyCode: Hashable {
  /// The characters in upper case, the first one lowest; 0 for no company.
  private let bytes: UInt32

  /// No company: what belongs to all of them, or to nobody knows whom.
  static let none = CompanyCode(bytes: 0)

  private init(bytes: UInt32) { self.bytes = bytes }

  /// The company of an id with blanks around it perhaps; nil if the text is none.
  init?(_ text: Span<UInt8>) {
    let trimmed = KeyText.trimmed(text)
    guard 1...4 ~= trimmed.count else { return nil }
    var bytes: UInt32 = 0
    var shift: UInt32 = 0
    for index in trimmed {
      guard let character = CompanyCode.upper(text[index]) else { return nil }
      bytes |= UInt32(character) << shift
      shift += 8
    }
    self.bytes = bytes
  }

  /// The bytes that a company takes.
  static let size = 4

  /// The company at a place of a row or key.
  init(_ row: Span<UInt8>, at place: Int) {
    bytes =
      UInt32(row[place]) | UInt32(row[place + 1]) << 8 | UInt32(row[place + 2]) << 16 | UInt32(row[place + 3]) << 24
  }

  /// The company of an id.
  init?(_ text: String) { self.init(text.utf8Span.span) }

  private static func upper(_ byte: UInt8) -> UInt8? {
    switch byte {
    case 0x41...0x5A, 0x30...0x39, UInt8(ascii: "_"), UInt8(ascii: "-"): byte
    case 0x61...0x7A: byte & 0xDF
    default: nil
    }
  }

  /// The id in upper case; empty for no company.
  var name: String {
    var text: [UInt8] = []
    for shift in stride(from: UInt32(0), to: 32, by: 8) where bytes >> shift & 0xFF != 0 {
      text.append(UInt8(truncatingIfNeeded: bytes >> shift))
    }
    return String(decoding: text, as: UTF8.self)
  }

  /// Appends the id as it is shown.
  func appendName(to output: inout OutputBuffer) {
    for shift in stride(from: UInt32(0), to: 32, by: 8) where bytes >> shift & 0xFF != 0 {
      output.append(UInt8(truncatingIfNeeded: bytes >> shift))
    }
  }

  /// Appends the id to a key that is compared within its company, or to a row, in `size` bytes.
  func append(to key: inout OutputBuffer) {
    for shift in stride(from: UInt32(0), to: 32, by: 8) { key.append(UInt8(truncatingIfNeeded: bytes >> shift)) }
  }
}
