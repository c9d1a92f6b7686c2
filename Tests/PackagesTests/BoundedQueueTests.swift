import Dispatch
import Foundation
import Synchronization
import TestSupport
import Testing

@testable import Packages

@Suite("Queues between stages")
struct BoundedQueueTests {
  /// Something of which the test knows when it is gone.
  private final class Tracked: Sendable {
    private let alive: Alive

    init(_ alive: Alive) {
      self.alive = alive
      alive.count.add(1, ordering: .sequentiallyConsistent)
    }

    deinit { alive.count.subtract(1, ordering: .sequentiallyConsistent) }
  }

  private final class Alive: Sendable {
    let count = Atomic(0)
    var isNone: Bool { count.load(ordering: .sequentiallyConsistent) == 0 }
  }

  /// A number that several threads write.
  private final class Counter: Sendable {
    private let count = Atomic(0)
    func add() { count.add(1, ordering: .sequentiallyConsistent) }
    var value: Int { count.load(ordering: .sequentiallyConsistent) }
  }

  /// Work on a thread of its own, and what it has come to.
  private final class Work<Result: Sendable>: Sendable {
    private let result = Mutex<Result?>(nil)
    private let done = DispatchSemaphore(value: 0)

    init(_ body: @Sendable @escaping () -> Result) {
      Thread.detachNewThread { [self] in
        let result = body()
        self.result.withLock { $0 = result }
        done.signal()
      }
    }

    /// The result, once there is one.
    func wait() -> Result? {
      done.wait()
      return result.withLock { $0 }
    }

    /// Whether the work is done before so much time has gone by.
    func isDone(within milliseconds: Int) -> Bool {
      guard done.wait(timeout: .now() + .milliseconds(milliseconds)) == .success else { return false }
      done.signal()
      return true
    }
  }

  @Test("Elements come in their order, however fast either side is", arguments: 1...4)
  func order(capacity: Int) {
    let queue = BoundedQueue<Int>(capacity: capacity)
    let pushed = Counter()
    let producer = Work {
      var random = RandomSource(seed: UInt64(capacity))
      for number in 0..<2_000 {
        if random.once(in: 50) { usleep(200) }
        if !queue.push(number) { return false }
        pushed.add()
      }
      return true
    }
    var random = RandomSource(seed: UInt64(capacity + 100))
    var most = 0
    for number in 0..<2_000 {
      if random.once(in: 50) { usleep(200) }
      most = max(most, pushed.value - number)
      #expect(queue.pop() == number)
    }
    #expect(producer.wait() == true)
    // What was pushed and not taken has never been more than the room.
    #expect(most <= capacity)
  }

  @Test("Whoever pushes waits for room, and no longer")
  func room() {
    let queue = BoundedQueue<Int>(capacity: 2)
    #expect(queue.push(1))
    #expect(queue.push(2))
    let third = Work { queue.push(3) }
    #expect(!third.isDone(within: 50))
    #expect(queue.pop() == 1)
    #expect(third.wait() == true)
    #expect(queue.pop() == 2)
    #expect(queue.pop() == 3)
  }

  @Test("Whoever takes waits for an element")
  func empty() {
    let queue = BoundedQueue<Int>(capacity: 1)
    let taken = Work { queue.pop() }
    #expect(!taken.isDone(within: 50))
    #expect(queue.push(7))
    #expect(taken.wait() == 7)
  }

  @Test("Of several that push, each keeps its order, and nothing is lost")
  func producers() {
    let queue = BoundedQueue<(producer: Int, number: Int)>(capacity: 3)
    let producers = (0..<4).map { producer in
      Work { (0..<500).allSatisfy { queue.push((producer, $0)) } }
    }
    var next = [0, 0, 0, 0]
    for _ in 0..<2_000 {
      let (producer, number) = queue.pop()
      #expect(number == next[producer])
      next[producer] += 1
    }
    #expect(next == [500, 500, 500, 500])
    for producer in producers { #expect(producer.wait() == true) }
  }

  @Test("A large element is waited for until the one behind it is asked for")
  func untilDone() {
    let queue = BoundedQueue<Int>(capacity: 4)
    #expect(queue.push(1))
    let large = Work { queue.push(2, untilDone: true) }
    #expect(queue.pop() == 1)
    #expect(queue.pop() == 2)
    #expect(!large.isDone(within: 50))
    let next = Work { queue.pop() }
    #expect(large.wait() == true)
    #expect(queue.push(3))
    #expect(next.wait() == 3)
  }

  @Test("Nothing is accepted once the queue is closed, and nobody waits for it", arguments: [false, true])
  func closed(untilDone: Bool) {
    let alive = Alive()
    let queue = BoundedQueue<Tracked>(capacity: 1)
    #expect(queue.push(Tracked(alive)))
    let waiting = Work { queue.push(Tracked(alive), untilDone: untilDone) }
    #expect(!waiting.isDone(within: 50))
    queue.close()
    #expect(waiting.wait() == false)
    for _ in 0..<10 { #expect(!queue.push(Tracked(alive), untilDone: untilDone)) }
    // Only the first one is in the queue.
    #expect(alive.count.load(ordering: .sequentiallyConsistent) == 1)
  }

  @Test("Whoever waits for a large element to be done with is let go when the queue is closed")
  func closedWhileLarge() {
    let queue = BoundedQueue<Int>(capacity: 2)
    let large = Work { queue.push(1, untilDone: true) }
    #expect(queue.pop() == 1)
    #expect(!large.isDone(within: 50))
    queue.close()
    #expect(large.wait() == true)
  }

  @Test("A queue can be left with what is in it", arguments: 0...3)
  func left(count: Int) {
    let alive = Alive()
    do {
      let queue = BoundedQueue<Tracked>(capacity: 3)
      for _ in 0..<count { #expect(queue.push(Tracked(alive))) }
    }
    #expect(alive.isNone)
  }
}
