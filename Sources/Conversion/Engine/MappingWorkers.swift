import Archives
import Dispatch
import Mapping
import Records
import Synchronization

/// A stretch of a batch that is worked out ahead of whoever decides what becomes of its records.
///
/// It belongs to one thread at a time: to whoever begins it until it is given to the workers, to one of these until it is
/// done, then to whoever has waited for it.
@safe final class MappingJob: @unchecked Sendable {
  var mapper: RecordMapper
  private let work: Preparation
  private var form: RecordForm
  private var batch: RecordBatch?
  private var records = 0..<0
  /// What is looked up; it is there until the job was waited for.
  private var lookups: UnsafePointer<LookupContext>?
  private var isGiven = false
  private let done = DispatchSemaphore(value: 0)
  /// Whether a thread does the work.
  fileprivate var isQueued = false

  init(_ plan: consuming TaskPlan, _ work: Preparation, _ form: RecordForm) {
    mapper = RecordMapper(plan)
    self.work = work
    self.form = form
  }

  /// Makes some records of a batch the job's.
  func begin(_ batch: RecordBatch, _ records: Range<Int>, _ lookups: UnsafePointer<LookupContext>) {
    self.batch = batch
    self.records = records
    unsafe self.lookups = unsafe lookups
    isGiven = true
  }

  /// Works the records out.
  private func run() {
    guard let batch, let lookups = unsafe lookups else { return }
    // Whoever gave the job lends the lookups until it has waited.
    unsafe mapper.prepare(batch, records, work, lookups.pointee, form: &form)
  }

  /// Works the records out on a thread of the workers.
  fileprivate func runAsWorker() {
    run()
    done.signal()
  }

  /// Waits until the records are worked out, or does it if no thread was there to be given the job. The batch is let go.
  func wait() {
    guard isGiven else { return }
    if isQueued { done.wait() } else { run() }
    isGiven = false
    batch = nil
    unsafe lookups = nil
  }
}

/// The threads that work records out, as many as a run may have. They are started when there is something to do, and are
/// fewer, or none, where the machine has none to give: whoever waits for a job does it then.
final class MappingWorkers: Sendable {
  private struct Queue {
    var jobs: [MappingJob] = []
    /// How many threads there are, and how many more there may be.
    var threads = 0
    var more: Int
  }

  /// What the threads share; they outlive nobody who gives jobs.
  private final class Shared: Sendable {
    let queue: Mutex<Queue>
    let given = DispatchSemaphore(value: 0)

    init(_ count: Int) { queue = Mutex(Queue(more: count)) }

    func work() {
      while true {
        given.wait()
        let next = queue.withLock { $0.jobs.isEmpty ? nil : $0.jobs.removeFirst() }
        guard let next else { return }
        next.runAsWorker()
      }
    }
  }

  /// How many threads there may be besides the one that decides; 0 if that does all.
  let count: Int
  /// The records of a stretch, where that is given.
  let stretch: Int?
  private let shared: Shared

  /// Workers for a run of so many jobs; none for one.
  init(_ jobs: Int, stretch: Int?) {
    self.stretch = stretch
    count = jobs > 1 ? jobs : 0
    shared = Shared(count)
  }

  /// Each thread ends with a signal that no job belongs to.
  deinit { for _ in 0..<count { shared.given.signal() } }

  /// Gives a job to the threads.
  func give(_ job: MappingJob) {
    if shared.queue.withLock({ $0.more > 0 }) { start() }
    job.isQueued = shared.queue.withLock { $0.threads > 0 }
    guard job.isQueued else { return }
    shared.queue.withLock { $0.jobs.append(job) }
    shared.given.signal()
  }

  private func start() {
    do throws(MachineLimit) {
      try WorkerThread.start(name: "mapping") { [shared] in shared.work() }
      shared.queue.withLock { ($0.threads, $0.more) = ($0.threads + 1, $0.more - 1) }
    } catch {
      // There are no more to be had.
      shared.queue.withLock { $0.more = 0 }
    }
  }
}

/// Maps the batches of a file: on the spot, or in stretches that workers prepare.
struct PreparedMapping: ~Copyable {
  /// Of fewer records no stretch is made: to hand them over would take longer.
  private static let fewest = 256

  /// The columns of the file.
  let width: Int
  private let plan: () -> TaskPlan
  private let workers: MappingWorkers
  private let work: Preparation
  private let form: RecordForm
  /// Maps what is not worth a stretch.
  private var mapper: RecordMapper
  private var jobs: [MappingJob] = []

  /// A mapping by what the function makes: a plan for each mapper. `work` is what the workers do, and `form` how records are
  /// written.
  init(
    _ plan: @escaping () -> TaskPlan, by workers: MappingWorkers, _ work: Preparation, _ form: RecordForm
  ) {
    self.form = form
    self.plan = plan
    self.workers = workers
    self.work = work
    mapper = RecordMapper(plan())
    width = mapper.plan.width
  }

  /// Gives the body the records of a batch, a stretch after the other, with a mapper for each.
  mutating func map(
    _ batch: RecordBatch, _ lookups: borrowing LookupContext,
    _ body: (inout RecordMapper, _ records: Range<Int>) throws -> Void
  ) throws {
    let size = workers.stretch ?? mapper.preparedCount
    let isLittle = workers.stretch == nil && batch.count < PreparedMapping.fewest
    if work.isEmpty || workers.count == 0 || isLittle || batch.isLarge {
      return try body(&mapper, 0..<batch.count)
    }
    let stretches = (batch.count + size - 1) / size
    let most = min(stretches, 2 * workers.count + 1)
    while jobs.count < most { jobs.append(MappingJob(plan(), work, form)) }
    let jobs = jobs
    // The lookups are lent to the workers until all jobs were waited for.
    try unsafe withUnsafePointer(to: lookups) { lookups in
      defer { for job in jobs { job.wait() } }
      for stretch in 0..<stretches + most {
        let job = jobs[stretch % most]
        if stretch >= most {
          job.wait()
          try body(&job.mapper, PreparedMapping.records(of: stretch - most, size, batch))
        }
        guard stretch < stretches else { continue }
        unsafe job.begin(batch, PreparedMapping.records(of: stretch, size, batch), lookups)
        workers.give(job)
      }
    }
  }

  private static func records(of stretch: Int, _ size: Int, _ batch: RecordBatch) -> Range<Int> {
    stretch * size..<min(batch.count, (stretch + 1) * size)
  }
}
