/// A zip whose bytes are bent after it was written, as no writer of ours would write it.
struct BentZip {
  private var bytes: [UInt8]

  init(_ bytes: [UInt8]) { self.bytes = bytes }

  /// The zip's bytes.
  var all: [UInt8] { bytes }

  /// Writes other bytes of the same number wherever the given ones stand.
  mutating func replace(_ old: String, with new: String) {
    let (old, new) = (Array(old.utf8), Array(new.utf8))
    precondition(old.count == new.count, "the zip's places would move")
    var place = 0
    while place + old.count <= bytes.count {
      if bytes[place] == old[0], Array(bytes[place..<place + old.count]) == old {
        bytes.replaceSubrange(place..<place + old.count, with: new)
        place += old.count
      } else {
        place += 1
      }
    }
  }

  /// Changes a byte of the first entry in the list at the end of the archive.
  mutating func change(listed offset: Int, to byte: UInt8) {
    guard let entry = place(of: [0x50, 0x4B, 1, 2]) else { return }
    bytes[entry + offset] = byte
  }

  /// The same, and of its own header.
  mutating func flip(listed offset: Int) {
    guard let entry = place(of: [0x50, 0x4B, 1, 2]) else { return }
    bytes[entry + offset] ^= 0xFF
  }

  /// Cuts bytes off the end.
  mutating func cut(_ count: Int) { bytes.removeLast(count) }

  private func place(of mark: [UInt8]) -> Int? {
    (0..<bytes.count - mark.count).first { Array(bytes[$0..<$0 + mark.count]) == mark }
  }
}
