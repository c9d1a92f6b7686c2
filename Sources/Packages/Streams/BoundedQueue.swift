import Dispatch
import Synchronization

/// A queue between two stages that run side by side. It holds a few elements only, so that the faster stage waits for
/// the slower one and memory does not grow with the file.
final class BoundedQueue<Element: Sendable>: Sendable {
  private struct State {
    var elements: [(element: Element, isAwaited: Bool)] = []
    /// Whether somebody waits until the element that was taken last is done with.
    var isLastAwaited = false
    var isClosed = false
  }

  private let state = Mutex(State())
  private let free: DispatchSemaphore
  private let filled = DispatchSemaphore(value: 0)
  private let done = DispatchSemaphore(value: 0)

  /// A queue of at most `capacity` elements.
  init(capacity: Int) { free = DispatchSemaphore(value: capacity) }

  deinit {
    // A semaphore must not go with fewer permits than it began with.
    for _ in 0..<64 { free.signal() }
  }

  /// Adds an element, waiting for room, and with `untilDone` also until the one behind it is asked for: for elements so large
  /// that only one of them should be held. False if nobody takes elements any more.
  func push(_ element: consuming Element, untilDone: Bool = false) -> Bool {
    // The queue holds it alone, so that whoever takes it can write into it without a copy.
    var element: Element? = element
    free.wait()
    let accepted = state.withLock { state in
      if state.isClosed { return false }
      if let element = element.take() { state.elements.append((element, untilDone)) }
      return true
    }
    if accepted { filled.signal() } else { free.signal() }
    if accepted, untilDone { done.wait() }
    return accepted
  }

  /// Takes the oldest element, waiting for one. Whoever asks is done with the one before.
  func pop() -> Element {
    let isAwaited = state.withLock { state in
      defer { state.isLastAwaited = false }
      return state.isLastAwaited
    }
    if isAwaited { done.signal() }
    filled.wait()
    let element = state.withLock { state in
      let (element, isAwaited) = state.elements.removeFirst()
      state.isLastAwaited = isAwaited
      return element
    }
    free.signal()
    return element
  }

  /// Asks the producing stage to stop.
  func close() {
    state.withLock { $0.isClosed = true }
    free.signal()
    done.signal()
  }
}
