/// Random numbers that are the same in every run.
package struct RandomSource: RandomNumberGenerator {
  private var state: UInt64

  package init(seed: UInt64) { state = seed &* 0x9E37_79B9_7F4A_7C15 | 1 }

  package mutating func next() -> UInt64 {
    // SplitMix64.
    state &+= 0x9E37_79B9_7F4A_7C15
    var word = state
    word = (word ^ word >> 30) &* 0xBF58_476D_1CE4_E5B9
    word = (word ^ word >> 27) &* 0x94D0_49BB_1331_11EB
    return word ^ word >> 31
  }

  /// So many bytes, each out of the alphabet.
  package mutating func bytes(_ count: Int, of alphabet: [UInt8]) -> [UInt8] {
    (0..<count).map { _ in alphabet[Int.random(in: 0..<alphabet.count, using: &self)] }
  }

  /// The bytes in pieces of random sizes from 1 to `most`.
  package mutating func cut(_ bytes: [UInt8], most: Int) -> [[UInt8]] {
    var pieces: [[UInt8]] = []
    var start = 0
    while start < bytes.count {
      let size = min(Int.random(in: 1...most, using: &self), bytes.count - start)
      pieces.append(Array(bytes[start..<start + size]))
      start += size
    }
    return pieces
  }

  /// True once in so many times.
  package mutating func once(in times: Int) -> Bool { Int.random(in: 0..<times, using: &self) == 0 }

  /// Text of so many characters of one to four bytes.
  package mutating func text(_ count: Int) -> String {
    let alphabet: [Character] = [
      "a", "Z", " ", "&", "<", ">", "\"", "'", ",", ";", "#", "\n", "\t", "ä", "Þ", "ÿ", "Ł", "Ω", "€", "株", "𝄞", "😀",
      "\u{A0}", "\u{FEFF}", "\u{FFFD}", "\u{2028}",
    ]
    return String((0..<count).map { _ in alphabet[Int.random(in: 0..<alphabet.count, using: &self)] })
  }
}
