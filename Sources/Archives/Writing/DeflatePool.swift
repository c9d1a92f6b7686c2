internal import Dispatch
internal import Synchronization

/// Threads that deflate, shared by the writers and spools of a run: however many of these are open, no more threads work
/// and only a bounded number of pieces is in memory.
public final class DeflatePool: Sendable {
  /// Threads that deflate at the same time.
  public let jobs: Int
  private let queue: DeflateQueue

  /// Starts the threads; they end with the pool. Without a thread from the system, pieces are deflated by their writer.
  public init(jobs: Int) {
    self.jobs = max(1, jobs)
    let queue = DeflateQueue()
    self.queue = queue
    // A semaphore that is made with 0 may be freed at any count.
    for _ in 0..<self.jobs + 2 { queue.slots.signal() }
    var started = 0
    for _ in 0..<self.jobs {
      if (try? WorkerThread.start(name: "deflate") { queue.work() }) != nil { started += 1 }
    }
    queue.state.withLock { $0.hasThreads = started > 0 }
  }

  deinit {
    queue.state.withLock { $0.isClosed = true }
    for _ in 0..<jobs { queue.waiting.signal() }
  }

  /// An empty piece, whose buffers may have been used before.
  func piece() -> DeflatePiece {
    queue.state.withLock { $0.free.popLast() } ?? DeflatePiece()
  }

  /// Gives a piece to the threads; waits while too many are under way.
  func submit(_ piece: consuming DeflatePiece, of segment: DeflateSegment) {
    queue.slots.wait()
    if queue.state.withLock({ $0.hasThreads }) {
      let job = DeflateQueue.Job(piece: piece, segment: segment)
      queue.state.withLock { $0.jobs.append(job) }
      queue.waiting.signal()
    } else {
      var piece = piece
      var deflaters: [Int: any PieceDeflater] = [:]
      let failure = DeflateQueue.deflate(&piece, &deflaters)
      segment.complete(piece, failure, in: queue)
    }
  }
}

/// What the threads of a pool share.
final class DeflateQueue: Sendable {
  struct Job: Sendable {
    var piece: DeflatePiece
    let segment: DeflateSegment
  }

  struct State {
    var jobs: [Job] = []
    var free: [DeflatePiece] = []
    var isClosed = false
    var hasThreads = false
  }

  let state = Mutex(State())
  /// Counts jobs that nobody has taken.
  let waiting = DispatchSemaphore(value: 0)
  /// Counts pieces that may still be submitted.
  let slots = DispatchSemaphore(value: 0)

  /// The life of a thread.
  func work() {
    var deflaters: [Int: any PieceDeflater] = [:]
    while let job = next() {
      let segment = job.segment
      var piece = (consume job).piece
      let failure = DeflateQueue.deflate(&piece, &deflaters)
      segment.complete(piece, failure, in: self)
    }
  }

  /// Deflates a piece with the deflater of its level, which is made if need be; the error if it cannot be.
  static func deflate(_ piece: inout DeflatePiece, _ deflaters: inout [Int: any PieceDeflater]) -> SystemError? {
    do throws(SystemError) {
      let deflater = if let known = deflaters[piece.level] { known } else { try makeDeflater(level: piece.level) }
      deflaters[piece.level] = deflater
      deflater.deflate(&piece)
      return nil
    } catch {
      return error
    }
  }

  private func next() -> Job? {
    while true {
      waiting.wait()
      let (job, isClosed) = state.withLock { ($0.jobs.isEmpty ? nil : $0.jobs.removeFirst(), $0.isClosed) }
      if let job { return job }
      if isClosed { return nil }
    }
  }

  /// A piece has been written: its buffers and its slot are free again.
  func recycle(_ piece: consuming DeflatePiece) {
    piece.clear()
    let free = piece
    state.withLock { $0.free.append(free) }
    slots.signal()
  }
}
