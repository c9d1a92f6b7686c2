/// Numbers and texts as bytes, one after the other, for files of the tool's own.
public struct PackedWriter {
  /// What was written so far.
  public private(set) var bytes: [UInt8] = []

  /// Nothing yet.
  public init() {}

  /// Adds a number in as many bytes as it needs.
  public mutating func add(_ number: Int) {
    var rest = UInt64(bitPattern: Int64(number << 1 ^ number >> 63))
    while rest >= 0x80 {
      bytes.append(UInt8(truncatingIfNeeded: rest) | 0x80)
      rest >>= 7
    }
    bytes.append(UInt8(rest))
  }

  /// Adds a word in eight bytes.
  public mutating func add(word: UInt64) {
    for shift in stride(from: 0, to: 64, by: 8) { bytes.append(UInt8(truncatingIfNeeded: word >> UInt64(shift))) }
  }

  /// Adds whether something is so.
  public mutating func add(_ isSo: Bool) { add(isSo ? 1 : 0) }

  /// Adds bytes with their number.
  public mutating func add(_ text: Span<UInt8>) {
    add(text.count)
    for index in text.indices { bytes.append(text[index]) }
  }

  /// Adds a text.
  public mutating func add(_ text: String) {
    add(text.utf8.count)
    bytes.append(contentsOf: text.utf8)
  }

  /// Adds a list, each of whose items is added by the body.
  public mutating func add<Item>(_ items: [Item], _ body: (inout PackedWriter, Item) throws -> Void) rethrows {
    add(items.count)
    for item in items { try body(&self, item) }
  }

  /// Takes the bytes out.
  public mutating func take() -> [UInt8] {
    var taken: [UInt8] = []
    swap(&taken, &bytes)
    return taken
  }
}

/// Bytes that are not what a `PackedWriter` makes.
public struct PackedError: Error, Sendable {
  /// Damaged bytes.
  public init() {}
}

/// Reads what a `PackedWriter` has written. Bytes of strangers never make it read behind the end, nor take memory that they
/// do not fill.
public struct PackedReader {
  private let bytes: [UInt8]
  private var place = 0

  /// A reader of the bytes.
  public init(_ bytes: [UInt8]) { self.bytes = bytes }

  /// Whether all was read.
  public var isAtEnd: Bool { place == bytes.count }

  /// The next number.
  public mutating func int() throws(PackedError) -> Int {
    var value: UInt64 = 0
    var shift: UInt64 = 0
    while true {
      guard place < bytes.count, shift < 64 else { throw PackedError() }
      let byte = bytes[place]
      place += 1
      value |= UInt64(byte & 0x7F) << shift
      if byte < 0x80 { break }
      shift += 7
    }
    return Int(Int64(bitPattern: value >> 1)) ^ -Int(value & 1)
  }

  /// The next number, which must be in the range.
  public mutating func int(in range: ClosedRange<Int>) throws(PackedError) -> Int {
    let number = try int()
    guard range.contains(number) else { throw PackedError() }
    return number
  }

  /// The next word.
  public mutating func word() throws(PackedError) -> UInt64 {
    guard bytes.count - place >= 8 else { throw PackedError() }
    defer { place += 8 }
    return (0..<8).reduce(0) { $0 | UInt64(bytes[place + $1]) << UInt64(8 * $1) }
  }

  /// Whether the next is so.
  public mutating func bool() throws(PackedError) -> Bool { try int(in: 0...1) == 1 }

  /// The next bytes.
  public mutating func data() throws(PackedError) -> [UInt8] {
    let count = try int()
    guard count >= 0, count <= bytes.count - place else { throw PackedError() }
    defer { place += count }
    return Array(bytes[place..<place + count])
  }

  /// The next text.
  public mutating func string() throws(PackedError) -> String {
    guard let text = String(validating: try data(), as: UTF8.self) else { throw PackedError() }
    return text
  }

  /// The next list, each of whose items takes at least a byte.
  public mutating func list<Item>(_ body: (inout PackedReader) throws -> Item) throws -> [Item] {
    let count = try int()
    guard count >= 0, count <= bytes.count - place else { throw PackedError() }
    var items: [Item] = []
    for _ in 0..<count { items.append(try body(&self)) }
    return items
  }
}
