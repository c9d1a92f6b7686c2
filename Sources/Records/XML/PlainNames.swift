// Hot path: no allocation per name.

/// The names that a document's elements and attributes have, found by their bytes.
///
/// Records of an export have the same fields in the same order, so that the name which came behind the last one the time before
/// is most often the next one again.
struct PlainNames {
  private struct Name {
    /// Its first bytes, as many as can be compared at once.
    var mask: ShortText.Mask
    /// All of them.
    var bytes: [UInt8]
    var number: UInt16
    /// Which name came behind it last.
    var following = 0

    init(_ name: Span<UInt8>, number: UInt16) {
      bytes = name.indices.map { name[$0] }
      mask = ShortText(bytes.prefix(ShortText.mostBytes)).mask
      self.number = number
    }

    func equals(_ name: Span<UInt8>) -> Bool { bytes.count == name.count && name.holds(bytes, at: 0) }

    func matches(_ text: Span<UInt8>, at place: Int) -> Bool {
      text.begins(with: mask, at: place) && (bytes.count <= ShortText.mostBytes || text.holds(bytes, at: place))
    }
  }

  private var names: [Name] = []
  /// The places of names plus 1, in the first free slot from the one of their hash on: at most a quarter of them is used.
  private var slots: [UInt32] = Array(repeating: 0, count: 256)
  private var last = 0
  /// Made anew for each table, so that no document can have names whose slots are the same.
  private let seed = UInt64.random(in: 0 ... .max) | 1

  /// The number of the name at a place, and the place behind it; nil if it is no plain name or goes beyond a limit. The text
  /// goes on behind its end with as many zeros as are compared at once.
  @inline(__always)
  mutating func name(
    _ text: Span<UInt8>, at place: Int, _ builder: inout EventBuilder, _ dictionary: NameDictionary
  ) -> (number: UInt16, end: Int)? {
    if last < names.count {
      let guess = names[last].following
      let end = place + names[guess].bytes.count
      if names[guess].matches(text, at: place), !PlainNames.isPart(text[end]) {
        last = guess
        return (names[guess].number, end)
      }
    }
    return search(text, at: place, &builder, dictionary)
  }

  @inline(never)
  private mutating func search(
    _ text: Span<UInt8>, at place: Int, _ builder: inout EventBuilder, _ dictionary: NameDictionary
  ) -> (number: UInt16, end: Int)? {
    var end = place
    while PlainNames.isPart(text[end]) { end += 1 }
    guard end > place, PlainNames.isFirst(text[place]) else { return nil }
    let name = text.extracting(place..<end)
    var slot = self.slot(of: name)
    if slots[slot] == 0 {
      guard let number = dictionary.number(of: name, &builder) else { return nil }
      if names.count >= slots.count / 4 {
        grow()
        slot = self.slot(of: name)
      }
      names.append(Name(name, number: number))
      slots[slot] = UInt32(names.count)
    }
    let found = Int(slots[slot]) - 1
    if last < names.count { names[last].following = found }
    last = found
    return (names[found].number, end)
  }

  /// The slot that has the name, or the one that it would get.
  private func slot(of name: Span<UInt8>) -> Int {
    var hash = seed
    for index in name.indices {
      let product = (hash ^ UInt64(name[index])).multipliedFullWidth(by: seed)
      hash = product.high ^ product.low
    }
    var slot = Int(truncatingIfNeeded: hash) & (slots.count - 1)
    while slots[slot] != 0, !names[Int(slots[slot]) - 1].equals(name) { slot = (slot + 1) & (slots.count - 1) }
    return slot
  }

  private mutating func grow() {
    slots = Array(repeating: 0, count: slots.count * 4)
    for index in names.indices {
      let name = names[index].bytes
      slots[slot(of: name.span)] = UInt32(index + 1)
    }
  }

  /// Whether a plain name may begin with the byte.
  @inline(__always)
  private static func isFirst(_ byte: UInt8) -> Bool { byte == UInt8(ascii: "_") || (byte | 0x20) &- 0x61 < 26 }

  /// Whether the byte, within a name or behind it, is one of its: no blank, no sign, and nothing that needs a parser of all names.
  @inline(__always)
  private static func isPart(_ byte: UInt8) -> Bool {
    (byte | 0x20) &- 0x61 < 26 || byte &- 0x30 < 10 || byte == UInt8(ascii: "_") || byte == UInt8(ascii: "-")
      || byte == UInt8(ascii: ".")
  }
}
