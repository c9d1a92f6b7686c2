import Archives
import Synchronization

/// A stage that runs on a thread of its own and hands its elements, one after another, to the stage that asks for them.
public final class Stage<Element: Sendable>: Sendable {
  private enum Step: Sendable {
    case element(Element)
    case end
    case failure(any Error)
  }

  /// What the thread hands over; nil if there is none.
  private let queue: BoundedQueue<Step>?
  /// What was made without a thread, the last first.
  private let made = Mutex<[Step]>([])
  private let isOver = Mutex(false)

  /// Begins `body` on a new thread. `body` gives its elements to the function that it gets, which is false as soon as
  /// nobody wants more. What it throws comes out of `next`, and so does `MachineLimit.threads` if there is no thread to be
  /// had. Behind an element that `isLarge`, the next one is not begun before it is asked for.
  public init(
    name: String, capacity: Int, isLarge: @Sendable @escaping (Element) -> Bool = { _ in false },
    _ body: @Sendable @escaping (_ give: (consuming Element) -> Bool) throws -> Void
  ) {
    let queue = BoundedQueue<Step>(capacity: capacity)
    self.queue = queue
    do throws(MachineLimit) {
      try WorkerThread.start(name: name) {
        do {
          try body { (element: consuming Element) in
            let isLarge = isLarge(element)
            return queue.push(.element(consume element), untilDone: isLarge)
          }
          _ = queue.push(.end)
        } catch {
          _ = queue.push(.failure(error))
        }
      }
    } catch {
      _ = queue.push(.failure(error))
    }
  }

  /// Does the work of `body` at once and without a thread: for so little of it that a thread would cost more.
  public init(little body: (_ give: (consuming Element) -> Bool) throws -> Void) {
    queue = nil
    var steps: [Step] = []
    do {
      try body { element in
        steps.append(.element(element))
        return true
      }
      steps.append(.end)
    } catch {
      steps.append(.failure(error))
    }
    steps.reverse()
    made.withLock { $0 = steps }
  }

  deinit { queue?.close() }

  /// The next element, waiting for it; nil at the end, and ever after. After an error the stage is at its end.
  public func next() throws -> Element? {
    if isOver.withLock({ $0 }) { return nil }
    switch queue?.pop() ?? made.withLock({ $0.popLast() ?? .end }) {
    case .element(let element): return element
    case .end:
      isOver.withLock { $0 = true }
      return nil
    case .failure(let error):
      isOver.withLock { $0 = true }
      throw error
    }
  }
}
