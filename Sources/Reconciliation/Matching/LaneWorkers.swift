import Archives
import Dispatch
import Synchronization

/// Threads that work on the lanes of a run: pieces of one lane one after another, those of different lanes at the same time.
///
/// Threads are started by `start`. With one job, or if the system refuses all of them, there are none, and whoever has
/// pieces works on them. Only one thread may give pieces and wait for them.
final class LaneWorkers: Sendable {
  /// Pieces of work that must be done in their order.
  protocol Lane: Sendable {
    /// Works on the oldest piece that was queued; false if there is none, and the lane is idle again.
    func workOnNext() -> Bool
  }

  /// How many lanes there are at most.
  static let laneCount = 16

  /// How many threads work at the same time; more than there are lanes would have nothing to do.
  let jobs: Int
  private let queue: Queue
  private let slotCount: Int

  /// What the threads share.
  private final class Queue: Sendable {
    struct State {
      var ready: [any Lane] = []
      var threads = 0
      var isStarted = false
      var isClosed = false
    }

    let state = Mutex(State())
    /// Counts lanes that are ready and that nobody has taken.
    let waiting = DispatchSemaphore(value: 0)
    /// Counts pieces that may still be given.
    let slots = DispatchSemaphore(value: 0)

    /// The life of a thread.
    func work() {
      while true {
        waiting.wait()
        let (lane, isClosed) = state.withLock { ($0.ready.isEmpty ? nil : $0.ready.removeFirst(), $0.isClosed) }
        if let lane {
          while lane.workOnNext() { slots.signal() }
        } else if isClosed {
          return
        }
      }
    }
  }

  /// At most so many threads, none of which is started yet.
  init(jobs: Int) {
    self.jobs = min(max(1, jobs), LaneWorkers.laneCount)
    slotCount = 2 * self.jobs + 8
    queue = Queue()
    // A semaphore that is made with 0 may be freed at any count.
    for _ in 0..<slotCount { queue.slots.signal() }
  }

  deinit {
    let threads = queue.state.withLock { state in
      state.isClosed = true
      return state.threads
    }
    for _ in 0..<threads { queue.waiting.signal() }
  }

  /// Starts the threads if that has not been tried yet; false if there is none.
  func start() -> Bool {
    if jobs == 1 { return false }
    let isFirst = queue.state.withLock { state in
      defer { state.isStarted = true }
      return !state.isStarted
    }
    if isFirst {
      for _ in 0..<jobs {
        guard (try? WorkerThread.start(name: "join", { [queue] in queue.work() })) != nil else { break }
        queue.state.withLock { $0.threads += 1 }
      }
    }
    return queue.state.withLock { $0.threads > 0 }
  }

  /// Whether there are threads already.
  var hasThreads: Bool { queue.state.withLock { $0.threads > 0 } }

  /// Waits until a further piece may be given to a lane.
  func waitForRoom() { queue.slots.wait() }

  /// Lets a thread work on a lane that was idle and has got a piece.
  func schedule(_ lane: any Lane) {
    queue.state.withLock { $0.ready.append(lane) }
    queue.waiting.signal()
  }

  /// Waits until all pieces are done that were given.
  func waitForAll() {
    for _ in 0..<slotCount { queue.slots.wait() }
    for _ in 0..<slotCount { queue.slots.signal() }
  }
}
