/// Name-based UUIDs, version 5 (RFC 9562 section 5.5): SHA-1 over a namespace and a name.
///
/// The digest is computed here and not by a library because ids are made for every record, and the library's
/// digests allocate a context for each. SHA-1 serves as a naming function; nothing rests on its strength.
public struct NameBasedID: Sendable {
  private let namespace: [UInt8]
  private var message = OutputBuffer(capacity: 512)

  /// The words of SHA-1 between blocks.
  private typealias State = (UInt32, UInt32, UInt32, UInt32, UInt32)
  private static let start: State = (0x6745_2301, 0xEFCD_AB89, 0x98BA_DCFE, 0x1032_5476, 0xC3D2_E1F0)
  private static let blockSize = 64
  /// The first block of a name of several, and the state behind it.
  private struct Beginning {
    var words = InlineArray<8, UInt64>(repeating: 0)
    var state: State?
  }
  /// Beginnings of names, by their last words. Such names often begin alike: those of price list items with their price list.
  private var beginnings: [Beginning] = []

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
    pad()
    var state = NameBasedID.start
    var block = 0
    if message.count > NameBasedID.blockSize {
      state = digestFirst()
      block = NameBasedID.blockSize
    }
    while block < message.count {
      digest(block, &state)
      block += NameBasedID.blockSize
    }
    let high = (UInt64(state.0) << 32 | UInt64(state.1)) & ~0xF000 | 0x5000
    let low = (UInt64(state.2) << 32 | UInt64(state.3)) & 0x3FFF_FFFF_FFFF_FFFF | 0x8000_0000_0000_0000
    begin()
    return GUID(high: high, low: low)
  }

  /// Fills the last block: a one, zeros, and the number of bits in the last eight bytes.
  private mutating func pad() {
    let size = message.count
    let padded = (size + 9 + 63) / NameBasedID.blockSize * NameBasedID.blockSize
    var cursor = message.cursor(room: padded - size)
    cursor.append(0x80)
    while cursor.count < padded - 8 { cursor.append(0, size: min(8, padded - 8 - cursor.count)) }
    cursor.append(UInt64(8 * size).byteSwapped, size: 8)
    message.advance(to: cursor.count)
  }

  /// The state behind the first of several blocks.
  private mutating func digestFirst() -> State {
    if beginnings.isEmpty { beginnings = Array(repeating: Beginning(), count: 16) }
    let last = message.span.word(at: 48) ^ message.span.word(at: 56)
    let place = Int((last &* 0x9E37_79B9_7F4A_7C15) >> 60)
    var isKnown = true
    for index in 0..<8 {
      let word = message.span.word(at: 8 * index)
      if beginnings[place].words[index] != word { (beginnings[place].words[index], isKnown) = (word, false) }
    }
    if isKnown, let state = beginnings[place].state { return state }
    var state = NameBasedID.start
    digest(0, &state)
    beginnings[place].state = state
    return state
  }

  private func digest(_ block: Int, _ state: inout State) {
    let bytes = message.span
    // The last 16 words of the schedule; each new one takes the place of the oldest.
    var words = InlineArray<16, UInt32>(repeating: 0)
    for index in 0..<8 {
      let pair = bytes.word(at: block + 8 * index).byteSwapped
      words[2 * index] = UInt32(pair >> 32)
      words[2 * index + 1] = UInt32(truncatingIfNeeded: pair)
    }
    var round = Round(state)
    for index in 0..<16 { round.step(round.choice, 0x5A82_7999, words[index]) }
    for index in 16..<20 { round.step(round.choice, 0x5A82_7999, NameBasedID.next(&words, index)) }
    for index in 20..<40 { round.step(round.parity, 0x6ED9_EBA1, NameBasedID.next(&words, index)) }
    for index in 40..<60 { round.step(round.majority, 0x8F1B_BCDC, NameBasedID.next(&words, index)) }
    for index in 60..<80 { round.step(round.parity, 0xCA62_C1D6, NameBasedID.next(&words, index)) }
    state = (
      state.0 &+ round.a, state.1 &+ round.b, state.2 &+ round.c, state.3 &+ round.d, state.4 &+ round.e
    )
  }

  /// The schedule's word of an index.
  @inline(__always)
  private static func next(_ words: inout InlineArray<16, UInt32>, _ index: Int) -> UInt32 {
    let word =
      words[(index &- 3) & 15] ^ words[(index &- 8) & 15] ^ words[(index &- 14) & 15] ^ words[index & 15]
    let next = word << 1 | word >> 31
    words[index & 15] = next
    return next
  }

  /// The five words of SHA-1 within a block, and its three functions.
  private struct Round {
    var a, b, c, d, e: UInt32

    @inline(__always)
    init(_ state: (UInt32, UInt32, UInt32, UInt32, UInt32)) { (a, b, c, d, e) = state }

    var choice: UInt32 { d ^ (b & (c ^ d)) }
    var parity: UInt32 { b ^ c ^ d }
    var majority: UInt32 { (b & c) | (d & (b | c)) }

    @inline(__always)
    mutating func step(_ mix: UInt32, _ constant: UInt32, _ word: UInt32) {
      let next = (a << 5 | a >> 27) &+ mix &+ e &+ constant &+ word
      (e, d, c, b, a) = (d, c, b << 30 | b >> 2, a, next)
    }
  }
}
