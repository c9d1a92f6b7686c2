/// Bytes on their way out. It grows as needed; `take` hands the bytes on and begins anew.
///
/// Appending a field copies its bytes once and allocates nothing while there is room.
public struct OutputBuffer: Sendable {
  @usableFromInline var storage: [UInt8]
  /// What buffers grow to that hold batches of short records.
  private static let usualSize = 4 << 20
  /// The number of bytes in it.
  public private(set) var count = 0

  /// A buffer with room for so many bytes.
  public init(capacity: Int = 1 << 20) {
    storage = Array(repeating: 0, count: max(capacity, 64))
  }

  private init(storage: [UInt8]) { self.storage = storage }

  /// A buffer without room, which costs nothing to make; to stand in while another one is in use.
  public static var none: OutputBuffer { OutputBuffer(storage: []) }

  /// Makes room for so many more bytes.
  @inline(__always)
  mutating func reserve(_ more: Int) {
    if count + more > storage.count { grow(more) }
  }

  @inline(never)
  private mutating func grow(_ more: Int) {
    // Twice the room for what is small; not for a text of many megabytes, which may be the only one.
    let room = max(min(storage.count, OutputBuffer.usualSize), storage.count / 8, more, 64)
    storage.append(addingCapacity: room) { $0.append(repeating: 0, count: room) }
  }

  /// Appends one byte.
  @inline(__always)
  public mutating func append(_ byte: UInt8) {
    reserve(1)
    storage[count] = byte
    count += 1
  }

  /// Appends the bytes of a span.
  public mutating func append(_ source: Span<UInt8>) {
    let size = source.count
    reserve(size)
    let at = count
    var target = storage.mutableSpan
    target.copy(source, at: at)
    count += size
  }

  /// Counts what a cursor has appended, by the count that it ended with.
  public mutating func advance(to count: Int) {
    precondition(count >= self.count && count <= storage.count, "a cursor only appends")
    self.count = count
  }

  /// Appends so many zero bytes.
  public mutating func appendZeroes(_ size: Int) {
    reserve(size)
    for index in count..<count + size { storage[index] = 0 }
    count += size
  }

  /// Puts the eight bytes of a number over those at an offset, the lowest first.
  public mutating func set(_ word: UInt64, at offset: Int) {
    precondition(offset + 8 <= count, "no bytes to put the number over")
    var target = storage.mutableSpan
    target.store(word, at: offset)
  }

  /// Appends ready bytes, such as a piece of markup.
  public mutating func append(_ source: [UInt8]) { append(source.span) }

  /// Appends the text in lower case; false, and nothing appended, if it is not ASCII.
  mutating func appendLowercased(_ text: Span<UInt8>) -> Bool {
    let size = text.count
    var cursor = cursor(room: size)
    guard cursor.appendLowercased(text) else { return false }
    count += size
    return true
  }

  /// Appends UTF-16 code units as bytes while they are ASCII, 16 at a time; how many bytes of the source that were. The low
  /// byte of a unit stands at the offset `low`.
  mutating func appendNarrowed(_ source: Span<UInt8>, low: Int) -> Int {
    reserve(source.count / 2)
    let at = count
    var target = storage.mutableSpan
    var index = 0
    while index + 32 <= source.count {
      let block = source.extracting(index..<index + 32)
      var lows: UInt8 = 0
      var highs: UInt8 = 0
      for unit in 0..<16 {
        let byte = block[2 * unit + low]
        lows |= byte
        highs |= block[2 * unit + 1 - low]
        // Behind the count there is room; what turns out not to be ASCII is written over.
        target[at + index / 2 + unit] = byte
      }
      if lows >= 0x80 || highs != 0 { break }
      index += 32
    }
    count += index / 2
    return index
  }

  /// Exchanges the two bytes of each pair from a place on.
  mutating func swapPairs(from start: Int) {
    for index in stride(from: start, to: count - 1, by: 2) { storage.swapAt(index, index + 1) }
  }

  /// Cuts the buffer back to an earlier count.
  public mutating func truncate(to count: Int) { self.count = min(count, self.count) }

  /// The bytes as a span.
  public var span: Span<UInt8> {
    @_lifetime(borrow self)
    @inlinable
    borrowing get { storage.span.extracting(0..<count) }
  }

  /// Whether both hold the same bytes.
  @inlinable @inline(__always)
  public func equals(_ other: borrowing OutputBuffer) -> Bool { span.equals(other.span) }

  /// The bytes so far, which stay in the buffer.
  public func copy() -> [UInt8] { Array(storage[..<count]) }

  /// Lends the bytes so far, without copying them; the buffer is empty afterwards, or as before if that failed.
  public mutating func drain<Failure: Error>(_ body: (ArraySlice<UInt8>) throws(Failure) -> Void) throws(Failure) {
    try body(storage[..<count])
    empty()
  }

  /// An empty buffer that has the room of bytes.
  init(room: consuming [UInt8]) { self.init(storage: room) }

  /// The bytes that fit in before it grows.
  var room: Int { storage.count }

  /// Gives its room away, whatever is in it.
  mutating func giveRoom() -> [UInt8] {
    var room: [UInt8] = []
    swap(&room, &storage)
    count = 0
    return room
  }

  /// Some of the bytes, which are not copied while the buffer is not changed.
  func slice(_ range: Range<Int>) -> ArraySlice<UInt8> {
    precondition(range.upperBound <= count, "the bytes are not there")
    return storage[range]
  }

  /// Hands the bytes over without a copy; the buffer has no room afterwards.
  mutating func handOver() -> [UInt8] {
    var bytes: [UInt8] = []
    swap(&bytes, &storage)
    bytes.removeLast(bytes.count - count)
    count = 0
    return bytes
  }

  /// The bytes so far; the buffer is empty afterwards and keeps its room.
  public mutating func take() -> [UInt8] {
    if storage.count > 2 * OutputBuffer.usualSize { return handOver() }
    let taken = Array(storage[..<count])
    count = 0
    return taken
  }

  /// Begins anew. Room for a text of many megabytes is given back.
  private mutating func empty() {
    count = 0
    if storage.count > 2 * OutputBuffer.usualSize { storage = Array(repeating: 0, count: OutputBuffer.usualSize) }
  }
}
