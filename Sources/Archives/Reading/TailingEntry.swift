internal import Dispatch
internal import Synchronization

/// An entry that is read while it is being written: how much of it the file has, and how it ends.
///
/// The packed bytes of an entry lie one behind the other, so a reader only needs to know how far they go by now. What it
/// has not read yet waits on the disk, and the writer waits for nobody.
public final class TailingEntry: GrowthListener {
  /// The entry's name.
  public let name: String
  /// The archive's path, as errors name it.
  public let path: String
  /// Where the archive stands until its folder gets its name.
  public let place: String
  /// The header as it is at first, and where it is in the file.
  let header: LocalHeader
  let position: UInt64
  private let state = Mutex(State())
  private let changed = DispatchSemaphore(value: 0)

  /// How far an entry is.
  enum Progress {
    /// More bytes may come.
    case underWay
    /// All bytes are in the file, and the header says what they are.
    case whole
    /// It was not written to its end: what was read of it says nothing.
    case lost
  }

  /// What is in the file.
  struct Extent: Equatable {
    /// The place of the first packed byte.
    var start: UInt64
    /// How many packed bytes there are.
    var packed: UInt64 = 0
    var progress = Progress.underWay
  }

  private struct State {
    var extent = Extent(start: 0)
    var isMoving = false
    var waiting = 0
    var found: LocalHeader?
  }

  init(_ header: LocalHeader, at position: UInt64, path: String, place: String) {
    name = String(decoding: header.name, as: UTF8.self)
    self.path = path
    self.place = place
    self.header = header
    self.position = position
    state.withLock { $0.extent.start = position + UInt64(header.plainSize) }
  }

  /// Whether what was read of it says nothing, since it was not written to its end.
  public var isLost: Bool { state.withLock { $0.extent.progress == .lost } }

  /// What a reader has found to stand in its header, if it has come to the end and everything agreed.
  var found: LocalHeader? { state.withLock { $0.found } }

  // MARK: The writer's side

  /// The file has all bytes up to a place.
  func grow(to end: UInt64) { change { $0.extent.packed = max(end, $0.extent.start) - $0.extent.start } }

  /// What is in the file is about to be moved: it can be read neither here nor there.
  func beginMove() { change { $0.isMoving = true } }

  /// What is in the file stands farther behind by so many bytes.
  func endMove(by bytes: Int) {
    change {
      $0.isMoving = false
      $0.extent.start += UInt64(bytes)
    }
  }

  /// All bytes are in the file, and the header over what was first written there.
  func end() { change { $0.extent.progress = .whole } }

  /// It is not written any further.
  func lose() { change { $0.extent.progress = .lost } }

  private func change(_ body: (inout State) -> Void) {
    let waiting = state.withLock { state in
      // An end is for ever.
      guard state.extent.progress == .underWay else { return 0 }
      body(&state)
      defer { state.waiting = 0 }
      return state.waiting
    }
    for _ in 0..<waiting { changed.signal() }
  }

  // MARK: The reader's side

  /// Waits until the file has more than so many packed bytes, or the entry has ended.
  func wait(for packed: UInt64) -> Extent {
    while true {
      let extent = state.withLock { state -> Extent? in
        if state.extent.progress != .underWay || !state.isMoving && state.extent.packed > packed {
          return state.extent
        }
        state.waiting += 1
        return nil
      }
      if let extent { return extent }
      changed.wait()
    }
  }

  /// Whether the packed bytes still begin at the place.
  func stands(at start: UInt64) -> Bool { state.withLock { !$0.isMoving && $0.extent.start == start } }

  /// Notes the header that a reader has found in the file and compared.
  func note(_ found: LocalHeader) { state.withLock { $0.found = found } }
}

extension Container {
  /// Whether the archive has the entry at its place, with the sizes and the checksum that a reader has found while it was
  /// being written. False if nobody has read it to its end.
  public func holds(_ entry: TailingEntry) -> Bool {
    entry.found.map { holds($0, at: entry.position) } ?? false
  }
}
