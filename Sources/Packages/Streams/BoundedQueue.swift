import Dispatch
import Synchronization

/// A queue between two stages that run side by side. It holds a few elements only, so that the faster stage waits for
/// the slower one and memory does not grow with the file.
final class BoundedQueue<Element: Sendable>: Sendable {
  private struct State {
    var elements: [Element] = []
    var isClosed = false
  }

  private let state = Mutex(State())
  private let free: DispatchSemaphore
  private let filled = DispatchSemaphore(value: 0)

  /// A queue of at most `capacity` elements.
  init(capacity: Int) { free = DispatchSemaphore(value: capacity) }

  deinit {
    // A semaphore must not go with fewer permits than it began with.
    for _ in 0..<64 { free.signal() }
  }

  /// Adds an element, waiting for room; false if nobody takes elements any more.
  func push(_ element: Element) -> Bool {
    free.wait()
    let accepted = state.withLock { state in
      if state.isClosed { return false }
      state.elements.append(element)
      return true
    }
    if accepted { filled.signal() } else { free.signal() }
    return accepted
  }

  /// Takes the oldest element, waiting for one.
  func pop() -> Element {
    filled.wait()
    let element = state.withLock { $0.elements.removeFirst() }
    free.signal()
    return element
  }

  /// Tells the producing stage to stop.
  func close() {
    state.withLock { $0.isClosed = true }
    free.signal()
  }
}
