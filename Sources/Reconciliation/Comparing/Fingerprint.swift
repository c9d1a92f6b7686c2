import Records

/// A number by which the same difference is known again in another run, whatever stands before or behind it (FNV-1a).
struct Fingerprint: Hashable {
  /// The bytes that it takes.
  static let size = 8

  private var number: UInt64 = 0xCBF2_9CE4_8422_2325

  /// The fingerprint of nothing.
  init() {}

  /// The fingerprint that stands at the beginning of a row.
  init(_ row: Span<UInt8>) {
    number = 0
    for index in 0..<Fingerprint.size { number |= UInt64(row[index]) << UInt64(8 * index) }
  }

  private mutating func append(_ byte: UInt8) { number = (number ^ UInt64(byte)) &* 0x100_0000_01B3 }

  /// Adds a part.
  mutating func append(_ part: Span<UInt8>) {
    for index in 0..<part.count { append(part[index]) }
    append(0x1F)
  }

  /// Adds a part.
  mutating func append(_ part: String) {
    for byte in part.utf8 { append(byte) }
    append(0x1F)
  }

  /// Appends its bytes.
  func append(to output: inout OutputBuffer) {
    for index in 0..<Fingerprint.size { output.append(UInt8(truncatingIfNeeded: number >> UInt64(8 * index))) }
  }
}
