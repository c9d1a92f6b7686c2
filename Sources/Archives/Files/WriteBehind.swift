internal import Dispatch
internal import Synchronization

/// Writes the buffers of a file in their order on a thread of its own, so that whoever fills them waits for the system only while
/// several are under way. Without a thread from the system they are written at once.
final class WriteBehind: Sendable {
  private struct State {
    var full: [[UInt8]] = []
    var empty: [[UInt8]] = []
    /// The first error; nothing is written after it.
    var failure: SystemError?
    var hasThread = false
    var isEnding = false
  }

  /// The buffers that may be under way.
  private static let most = 3

  private let file: Descriptor
  private let state = Mutex(State())
  /// Counts buffers that nobody has taken.
  private let given = DispatchSemaphore(value: 0)
  /// Counts buffers that may still be given.
  private let slots = DispatchSemaphore(value: 0)

  /// Nothing is under way yet.
  init(_ file: Descriptor) {
    self.file = file
    // A semaphore that is made with 0 may be freed at any count.
    for _ in 0..<WriteBehind.most { slots.signal() }
  }

  /// Takes a buffer over and leaves an empty one in its place. Errors: those of buffers that were given before, and of this one if
  /// it is written at once.
  func give(_ buffer: inout [UInt8]) throws(SystemError) {
    if !state.withLock({ $0.hasThread }) { start() }
    slots.wait()
    var bytes: [UInt8] = []
    swap(&bytes, &buffer)
    let (failure, hasThread) = state.withLock { state in
      buffer = state.empty.popLast() ?? []
      if state.hasThread { state.full.append(bytes) }
      return (state.failure, state.hasThread)
    }
    if hasThread { given.signal() } else { write(bytes) }
    if let failure = failure ?? state.withLock({ $0.failure }) { throw failure }
  }

  /// Waits until all is written. Errors: those of the buffers.
  func finish() throws(SystemError) {
    for _ in 0..<WriteBehind.most { slots.wait() }
    for _ in 0..<WriteBehind.most { slots.signal() }
    if let failure = state.withLock({ $0.failure }) { throw failure }
  }

  /// Lets the thread end. What nobody has waited for is not written any more.
  func end() {
    let hadThread = state.withLock { state in
      state.isEnding = true
      state.full = []
      return state.hasThread
    }
    if hadThread { given.signal() }
  }

  private func start() {
    let isThere = (try? WorkerThread.start(name: "list") { self.work() }) != nil
    state.withLock { $0.hasThread = isThere }
  }

  private func work() {
    while true {
      given.wait()
      let (bytes, isEnding) = state.withLock { ($0.full.isEmpty ? nil : $0.full.removeFirst(), $0.isEnding) }
      if let bytes { write(bytes) } else if isEnding { return }
    }
  }

  private func write(_ bytes: consuming [UInt8]) {
    var bytes = bytes
    do throws(SystemError) {
      if state.withLock({ $0.failure == nil }) { try FileSystem.write(file.number, bytes[...]) }
    } catch {
      state.withLock { $0.failure = error }
    }
    bytes.removeAll(keepingCapacity: true)
    let empty = bytes
    state.withLock { $0.empty.append(empty) }
    slots.signal()
  }
}
