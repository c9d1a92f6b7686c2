/// Name-based UUIDs, version 5 (RFC 9562 section 5.5): SHA-1 over a namespace and a name.
///
/// The digest is computed here and not by a library because ids are made for every record, and the library's
/// digests allocate a context for each. SHA-1 serves as a naming function; nothing rests on its strength.
public struct NameBasedID: Sendable {
  private let namespace: [UInt8]
  private var message = OutputBuffer(capacity: 512)

  /// A maker of ids in a namespace.
  public init(namespace: GUID) {
    self.namespace = (0..<16).map { index in
      UInt8(truncatingIfNeeded: (index < 8 ? namespace.high : namespace.low) >> UInt64(56 - 8 * (index % 8)))
    }
    begin()
  }

  /// Begins a new name.
  public mutating func begin() {
    message.truncate(to: 0)
    message.append(namespace)
  }

  /// Appends bytes to the name.
  public mutating func append(_ bytes: Span<UInt8>) { message.append(bytes) }

  /// Appends one byte to the name.
  public mutating func append(_ byte: UInt8) { message.append(byte) }

  /// The id of the name; afterwards the maker is at the beginning of a new one.
  public mutating func finish() -> GUID {
    let bits = UInt64(message.count) * 8
    message.append(0x80)
    message.appendZeroes((120 - message.count % 64) % 64)
    for shift in stride(from: 56, through: 0, by: -8) {
      message.append(UInt8(truncatingIfNeeded: bits >> UInt64(shift)))
    }
    var state: (UInt32, UInt32, UInt32, UInt32, UInt32) = (
      0x6745_2301, 0xEFCD_AB89, 0x98BA_DCFE, 0x1032_5476, 0xC3D2_E1F0
    )
    var block = 0
    while block < message.count {
      digest(block, &state)
      block += 64
    }
    let high = (UInt64(state.0) << 32 | UInt64(state.1)) & ~0xF000 | 0x5000
    let low = (UInt64(state.2) << 32 | UInt64(state.3)) & 0x3FFF_FFFF_FFFF_FFFF | 0x8000_0000_0000_0000
    begin()
    return GUID(high: high, low: low)
  }

  private func digest(_ block: Int, _ state: inout (UInt32, UInt32, UInt32, UInt32, UInt32)) {
    let bytes = message.span
    var words = InlineArray<80, UInt32>(repeating: 0)
    for index in 0..<16 {
      let at = block + 4 * index
      words[index] =
        UInt32(bytes[at]) << 24 | UInt32(bytes[at + 1]) << 16 | UInt32(bytes[at + 2]) << 8 | UInt32(bytes[at + 3])
    }
    for index in 16..<80 {
      let word = words[index - 3] ^ words[index - 8] ^ words[index - 14] ^ words[index - 16]
      words[index] = word << 1 | word >> 31
    }
    var (a, b, c, d, e) = state
    for index in 0..<80 {
      let mix: UInt32
      let constant: UInt32
      switch index {
      case 0..<20: (mix, constant) = (b & c | ~b & d, 0x5A82_7999)
      case 20..<40: (mix, constant) = (b ^ c ^ d, 0x6ED9_EBA1)
      case 40..<60: (mix, constant) = (b & c | b & d | c & d, 0x8F1B_BCDC)
      default: (mix, constant) = (b ^ c ^ d, 0xCA62_C1D6)
      }
      let next = (a << 5 | a >> 27) &+ mix &+ e &+ constant &+ words[index]
      (e, d, c, b, a) = (d, c, b << 30 | b >> 2, a, next)
    }
    state = (state.0 &+ a, state.1 &+ b, state.2 &+ c, state.3 &+ d, state.4 &+ e)
  }
}
