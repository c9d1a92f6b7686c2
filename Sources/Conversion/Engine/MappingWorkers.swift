import Archives
import Dispatch
import Mapping
import Records
import Synchronization

/// What is looked up, lent to threads for the length of a pass. It does not change meanwhile, but for what only the thread that
/// decides looks into: see `LookupContext.growingTable`.
@safe struct LentLookups: @unchecked Sendable {
  fileprivate let pointer: UnsafePointer<LookupContext>

  /// Whoever lends must wait for all threads before the pointer becomes invalid.
  init(_ pointer: UnsafePointer<LookupContext>) { unsafe self.pointer = unsafe pointer }
}

/// Some records that are worked out ahead of whoever decides what becomes of them.
///
/// A job belongs to one thread at a time: to whoever begins it until it is given to the workers, to one of these until it is
/// done, then to whoever has waited for it.
class PreparingJob: @unchecked Sendable {
  /// The view of the records, which has the mapper that works them out.
  var record: RecordView
  fileprivate var form: RecordForm
  fileprivate let lookups: LentLookups
  private let done = DispatchSemaphore(value: 0)
  /// Whether a thread does the work.
  fileprivate var isQueued = false

  fileprivate init(_ record: consuming RecordView, _ form: RecordForm, _ lookups: LentLookups) {
    self.record = record
    self.form = form
    self.lookups = lookups
  }

  /// Works the records out. The pass that lends the lookups waits for all jobs before it ends.
  fileprivate func run() { preconditionFailure("each kind of job has its own") }

  /// Works the records out on a thread of the workers.
  fileprivate func runAsWorker() {
    run()
    done.signal()
  }

  /// Waits until the records are worked out, or does it if no thread was there to be given the job.
  func wait() { if isQueued { done.wait() } else { run() } }
}

/// A stretch of a batch, to be mapped.
final class MappingJob: PreparingJob, @unchecked Sendable {
  private let work: Preparation

  init(_ record: consuming RecordView, _ work: Preparation, _ form: RecordForm, _ lookups: LentLookups) {
    self.work = work
    super.init(record, form, lookups)
  }

  fileprivate override func run() {
    unsafe record.mapper.prepare(record.batch, record.records, work, lookups.pointer.pointee, form: &form)
  }
}

/// Records whose mapped values were put aside, to be brought into the form in which they are written.
final class TakingUpJob: PreparingJob, @unchecked Sendable {
  var stretch: MappedRecords.Stretch

  init(
    _ stretch: MappedRecords.Stretch, _ record: consuming RecordView, _ form: RecordForm, _ lookups: LentLookups
  ) {
    self.stretch = stretch
    super.init(record, form, lookups)
  }

  fileprivate override func run() {
    unsafe record.mapper.prepareUnpacked(
      record.batch, from: stretch.places, lookups.pointer.pointee, form: &form)
  }
}

/// The threads that work records out, as many as a run may have. They are started when there is something to do, and are
/// fewer, or none, where the machine has none to give: whoever waits for a job does it then.
final class MappingWorkers: Sendable {
  private struct Queue {
    var jobs: [PreparingJob] = []
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

  /// How many threads there may be besides the one that decides.
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

  /// Whether it pays to hand records to the threads that go to this side; else the thread that decides does all. Records for
  /// Sales are so much work that one core does not keep up with the other, which inflates, splits and deflates; with those for F&O
  /// two cores are busy, and handing them over costs a tenth more.
  func serve(_ destination: Side) -> Bool { count > (destination == .sales ? 0 : 2) }

  /// Each thread ends with a signal that no job belongs to.
  deinit { for _ in 0..<count { shared.given.signal() } }

  /// Gives a job to the threads.
  func give(_ job: PreparingJob) {
    if shared.queue.withLock({ $0.more > 0 }) { start() }
    job.isQueued = shared.queue.withLock { queue in
      if queue.threads > 0 { queue.jobs.append(job) }
      return queue.threads > 0
    }
    if job.isQueued { shared.given.signal() }
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

/// Maps the batches of a file: on the spot, or in stretches that workers prepare while earlier ones are decided.
struct PreparedMapping: ~Copyable {
  /// Decides what becomes of the records of a stretch.
  typealias Decision = (_ record: inout RecordView) throws -> Void

  /// Of fewer records no stretch is made: to hand them over would take longer.
  private static let fewest = 256

  /// The columns of the file.
  let width: Int
  private let makeView: () -> RecordView
  private let workers: MappingWorkers
  private let work: Preparation
  private let form: RecordForm
  private let lookups: LentLookups
  /// Maps what is not worth a stretch.
  private var record: RecordView
  /// The jobs under way, the oldest first, and those that wait for a stretch.
  private var underWay: [MappingJob] = []
  private var idle: [MappingJob] = []

  /// A mapping by views that the function makes. `work` is what the workers do, and `form` how records are written.
  init(
    _ makeView: @escaping () -> RecordView, by workers: MappingWorkers, _ work: Preparation, _ form: RecordForm,
    _ lookups: LentLookups
  ) {
    self.makeView = makeView
    self.workers = workers
    self.work = work
    self.form = form
    self.lookups = lookups
    record = makeView()
    width = record.mapper.plan.width
  }

  /// Adds a batch of a file, and lets stretches be decided whose turn has come. `first` is the number of its first record
  /// within the task.
  mutating func add(_ batch: RecordBatch, of input: TaskInput, first: Int, _ decide: Decision) throws {
    let isLittle = workers.stretch == nil && batch.count < PreparedMapping.fewest
    if work.isEmpty || isLittle || batch.isLarge {
      try finish(decide)
      record.begin(batch, of: input, 0..<batch.count, first: first)
      try decide(&record)
      record.end()
      return
    }
    let size = workers.stretch ?? record.mapper.preparedCount
    for start in stride(from: 0, to: batch.count, by: size) {
      // Enough for the workers to do while a stretch is decided and the next batch is waited for.
      if underWay.count > 2 * workers.count + 1 { try decideOldest(decide) }
      let job = idle.popLast() ?? MappingJob(makeView(), work, form, lookups)
      job.record.begin(batch, of: input, start..<min(batch.count, start + size), first: first)
      underWay.append(job)
      workers.give(job)
    }
  }

  /// Lets all stretches be decided that were added.
  mutating func finish(_ decide: Decision) throws { while !underWay.isEmpty { try decideOldest(decide) } }

  private mutating func decideOldest(_ decide: Decision) throws {
    let job = underWay.removeFirst()
    job.wait()
    try decide(&job.record)
    job.record.end()
    idle.append(job)
  }

  /// Waits until nobody is at work, whether all was decided or not.
  mutating func abandon() {
    for job in underWay { job.wait() }
    underWay = []
  }
}

/// Takes up records whose mapped values were put aside: on the spot, or in stretches that workers prepare while earlier ones
/// are decided.
struct PreparedTakingUp: ~Copyable {
  /// Decides what becomes of the records of a stretch, whose values the view takes up.
  typealias Decision = (_ record: inout RecordView, MappedRecords.Stretch) throws -> Void

  private let makeView: (_ input: TaskInput) -> RecordView
  private let workers: MappingWorkers
  private let form: RecordForm
  private let lookups: LentLookups
  /// The jobs under way, the oldest first, and those that wait for a stretch.
  private var underWay: [TakingUpJob] = []
  private var idle: [TakingUpJob] = []

  /// A taking up by views for the files of a task.
  init(
    _ makeView: @escaping (_ input: TaskInput) -> RecordView, by workers: MappingWorkers, _ form: RecordForm,
    _ lookups: LentLookups
  ) {
    self.makeView = makeView
    self.workers = workers
    self.form = form
    self.lookups = lookups
  }

  /// Adds a stretch of a file, and lets one be decided whose turn has come.
  mutating func add(_ stretch: MappedRecords.Stretch, of input: TaskInput, _ decide: Decision) throws {
    if underWay.count > 2 * workers.count + 1 { try decideOldest(decide) }
    if idle.last?.stretch.input != stretch.input { idle = [] }
    let job = idle.popLast() ?? TakingUpJob(stretch, makeView(input), form, lookups)
    job.stretch = stretch
    job.record.begin(stretch.values, of: input, 0..<0, first: 0)
    underWay.append(job)
    workers.give(job)
  }

  /// Lets all stretches be decided that were added.
  mutating func finish(_ decide: Decision) throws { while !underWay.isEmpty { try decideOldest(decide) } }

  private mutating func decideOldest(_ decide: Decision) throws {
    let job = underWay.removeFirst()
    job.wait()
    try decide(&job.record, job.stretch)
    idle.append(job)
  }

  /// Waits until nobody is at work, whether all was decided or not.
  mutating func abandon() {
    for job in underWay { job.wait() }
    underWay = []
  }
}
