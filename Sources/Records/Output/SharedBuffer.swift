internal import Synchronization

/// A buffer that one thread fills and others read then, for as long as they hold on to it.
///
/// Whoever fills buffers takes another one while somebody holds on to the last. Their room goes round.
public final class SharedBuffer: @unchecked Sendable {
  // Not checked at every access: only the thread that fills it changes it, and asks nothing of it meanwhile.
  @usableFromInline @exclusivity(unchecked) var storage: OutputBuffer
  private let spares: SpareBuffers?

  /// An empty buffer without room.
  public convenience init() { self.init(.none, nil) }

  fileprivate init(_ content: consuming OutputBuffer, _ spares: SpareBuffers?) {
    unsafe storage = content
    self.spares = spares
  }

  /// What is in it. Only the thread that fills it changes it, and only while nobody else holds on to it.
  public var content: OutputBuffer {
    @inlinable @inline(__always) _read { yield unsafe storage }
    @inlinable @inline(__always) _modify { yield unsafe &storage }
  }

  deinit { spares?.give(content.giveRoom()) }

  /// Bytes of it, which are not copied.
  public func bytes(_ range: Range<Int>) -> ArraySlice<UInt8> { content.slice(range) }
}

/// The room of shared buffers that nobody holds on to. There is as much of it as was in use at one time.
public final class SpareBuffers: Sendable {
  private struct State {
    var rooms: [[UInt8]] = []
    /// The most room that a buffer had: another one gets as much at once instead of growing to it.
    var usual = 0
  }

  private let state = Mutex(State())
  /// The room of a buffer that held a few records of megabytes is given back.
  private static let largest = 4 << 20

  /// No room yet.
  public init() {}

  private func buffer() -> SharedBuffer {
    let (room, usual) = state.withLock { ($0.rooms.popLast(), $0.usual) }
    if let room { return SharedBuffer(OutputBuffer(room: room), self) }
    return SharedBuffer(usual == 0 ? .none : OutputBuffer(capacity: usual), self)
  }

  /// Empties a buffer or, while others hold on to it, puts an empty one into its place.
  public func renew(_ buffer: inout SharedBuffer) {
    if !isKnownUniquelyReferenced(&buffer) {
      let room = buffer.content.room
      state.withLock { $0.usual = max($0.usual, min(room, SpareBuffers.largest)) }
      buffer = self.buffer()
    }
    buffer.content.truncate(to: 0)
  }

  fileprivate func give(_ room: consuming [UInt8]) {
    let room = room
    if !room.isEmpty, room.count <= SpareBuffers.largest { state.withLock { $0.rooms.append(room) } }
  }
}
