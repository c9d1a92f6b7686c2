package import Mapping
package import Packages
import Records

/// One pass of a task over its records, file after file, each mapped by the plan of its file and company.
package struct TaskPass {
  /// The place of the task in its template.
  private let task: Int
  private let inputs: [TaskInput]
  /// One for each company of the run.
  private let compilers: [PlanCompiler]
  private let spool: TaskSpool
  private let context: RunContext
  private let partition: CompanyPartition.Entity?
  private let company: RunCompany
  private let standard: CompanyID
  private let ordinals = PartOrdinals()
  private let advance: (Int) -> Void
  /// Whether other threads work records out before it is decided what becomes of them.
  private let isPrepared: Bool

  /// A pass over the files of a task; `advance` is reported after each batch how many records have gone through.
  init(
    task: Int, to destination: Side, inputs: [TaskInput], compilers: [PlanCompiler], spool: TaskSpool,
    context: RunContext, partition: CompanyPartition.Entity?, advance: @escaping (Int) -> Void
  ) {
    self.task = task
    self.spool = spool
    self.context = context
    self.inputs = inputs
    self.compilers = compilers
    self.partition = partition
    company = context.companies.running[0]
    standard = context.companies.order.standard
    self.advance = advance
    isPrepared = context.workers.serve(destination)
  }

  /// The plan for a file, as it is for a company of the run.
  package func plan(_ input: TaskInput, company: Int = 0) -> TaskPlan {
    compilers[company].plan(for: SourceColumns(input.columns))
  }

  /// A view for the records of a file, mapped by the plan of a company.
  func view(of input: TaskInput, company: Int) -> RecordView {
    RecordView(
      task: task, of: input, company: context.companies.running[company].name, plan(input, company: company))
  }

  private func mapping(
    of input: TaskInput, _ company: Int, _ work: Preparation, _ form: RecordForm, _ lookups: LentLookups
  ) -> PreparedMapping {
    PreparedMapping({ view(of: input, company: company) }, by: context.workers, isPrepared ? work : [], form, lookups)
  }

  /// What is done with a stretch of a batch, from whose records to the next the view goes.
  package typealias Body = (_ record: inout RecordView) throws -> Void

  /// Hands out every batch of a part, a stretch after the other. Numbers are the same in every pass. With `keeping` parsed
  /// XML is put aside for the next pass. `preparing` says what other threads work out of the records before they are handed
  /// out, and `form` how they are written. Throws `InferenceError.columnsKnown` if a file has columns that were not known
  /// when plans were made, and what `CompanyColumns.require` throws.
  package func forEachStretch(
    of part: RecordPart, keeping: Bool = false, preparing work: Preparation = [], in form: RecordForm = RecordForm(),
    _ lookups: borrowing LookupContext,
    counting count: (TaskInput, PackageScan, Int) throws -> Void = { _, _, _ in }, _ body: Body
  ) throws {
    // Every way out of what gets the pointer waits for the threads that use it.
    try unsafe withUnsafePointer(to: lookups) { pointer in
      let lookups = unsafe LentLookups(pointer)
      if let code = part.code { return try forEachParted(part, code, work, form, lookups, body) }
      try forEachRead(keeping, work, form, lookups, counting: count, body)
    }
  }

  /// Hands out what was put aside of records, a stretch after the other, with a view that takes up their values; the body
  /// says how many records there were. `form` says in which form they are written.
  func forEachStretch(
    of stretches: Stage<MappedRecords.Stretch>, company: Int, in form: RecordForm, _ lookups: borrowing LookupContext,
    _ body: (_ record: inout RecordView, MappedRecords.Stretch) throws -> Int
  ) throws {
    var done = 0
    if !isPrepared {
      guard var known = inputs.first else { return }
      var record = view(of: known, company: company)
      while let stretch = try stretches.next() {
        let input = inputs[stretch.input]
        if input.columns != known.columns { record = view(of: input, company: company) }
        known = input
        record.begin(stretch.values, of: input, 0..<0, first: 0)
        done += try body(&record, stretch)
        record.end()
        advance(done)
      }
      return
    }
    // Every way out of what gets the pointer waits for the threads that use it.
    try unsafe withUnsafePointer(to: lookups) { pointer in
      var takingUp = PreparedTakingUp(
        { view(of: $0, company: company) }, by: context.workers, form, unsafe LentLookups(pointer))
      defer { takingUp.abandon() }
      let decide = { (record: inout RecordView, stretch: MappedRecords.Stretch) in
        done += try body(&record, stretch)
        advance(done)
      }
      while let stretch = try stretches.next() { try takingUp.add(stretch, of: inputs[stretch.input], decide) }
      try takingUp.finish(decide)
    }
  }

  private func forEachRead(
    _ keeping: Bool, _ work: Preparation, _ form: RecordForm, _ lookups: LentLookups,
    counting count: (TaskInput, PackageScan, Int) throws -> Void, _ body: Body
  ) throws {
    var first = 0
    guard var known = inputs.first else { return }
    var mapping = self.mapping(of: known, 0, work, form, lookups)
    defer { mapping.abandon() }
    var upcoming: PackageScan?
    for (place, input) in inputs.enumerated() {
      let own = upcoming
      upcoming = try scan(ahead: place + 1)
      // Of many files of one entity most have the same columns: they are mapped alike.
      if input.columns != known.columns { mapping = self.mapping(of: input, 0, work, form, lookups) }
      known = input
      if spool.holds(input.number) {
        try readBack(input, &mapping, &first, body)
        continue
      }
      try read(own, of: input, keeping: keeping && TaskSpool.serves(input), &mapping, &first, counting: count, body)
    }
  }

  /// A pass over a file that is begun while the one before is read, where a table consists of many.
  private func scan(ahead place: Int) throws -> PackageScan? {
    guard inputs.indices.contains(place), case let input = inputs[place], input.package.kind.isCommonDataModel,
      !spool.holds(input.number)
    else { return nil }
    var scan = try context.replaced.scan(input, indexed: context.indexed(input.package))
    try scan.start()
    return scan
  }

  private func read(
    _ own: PackageScan?, of input: TaskInput, keeping: Bool, _ mapping: inout PreparedMapping, _ first: inout Int,
    counting count: (TaskInput, PackageScan, Int) throws -> Void, _ body: Body
  ) throws {
    let companies = CompanyColumns(SourceColumns(input.columns), input.package.entities[input.entity].schema)
    let fallback = input.package.company ?? standard
    // What a reader finds in a batch is reported behind what became of the batch before.
    let isTapped = context.readers.contains { $0.wants(input) }
    try TaskPass.scan(input, context, begun: own, counting: count) { batch in
      if let batch {
        guard batch.width == mapping.width else {
          throw InferenceError.columnsKnown(package: input.package.path)
        }
        try companies.require(company.id, fallback: fallback, batch)
        if keeping { try spool.add(batch, of: input.number) }
        try mapping.add(batch, of: input, first: first, body)
        first += batch.count
        advance(first)
      }
      if isTapped || batch == nil { try mapping.finish(body) }
    }
    if keeping { spool.close(input.number) }
  }

  /// Hands out the batches of a file, which other readers are shown first, and nil behind the last one. The columns that no
  /// template reads are counted by the way.
  static func scan(
    _ input: TaskInput, _ context: RunContext, begun own: PackageScan? = nil,
    counting count: (TaskInput, PackageScan, Int) throws -> Void,
    _ body: (RecordBatch?) throws -> Void
  ) throws {
    let readers = context.readers.filter { $0.wants(input) }
    var records = LookaheadScan(
      try own ?? context.replaced.scan(input, indexed: context.indexed(input.package)), of: input, readers: readers)
    defer { records.abandon() }
    var filled = context.unmapped.counter(of: input)
    var total = 0
    while let batch = try records.next() {
      filled?.count(batch)
      try body(batch)
      total += batch.count
    }
    context.replaced.close(input)
    try body(nil)
    if let filled { context.unmapped.add(filled, of: input) }
    for reader in readers { try reader.end(input, records.scan) }
    try count(input, records.scan, total)
  }

  private func readBack(
    _ input: TaskInput, _ mapping: inout PreparedMapping, _ first: inout Int, _ body: Body
  ) throws {
    guard let stage = spool.batches(of: input.number) else { return }
    while let batch = try stage.next() {
      try mapping.add(batch, of: input, first: first, body)
      first += batch.count
      advance(first)
    }
    try mapping.finish(body)
  }

  private func forEachParted(
    _ part: RecordPart, _ code: Int, _ work: Preparation, _ form: RecordForm, _ lookups: LentLookups, _ body: Body
  ) throws {
    guard let partition else { return }
    var first = ordinals.begin(code)
    let stage = partition.batches(of: code)
    var next = try stage.next()
    while let file = next?.input {
      var mapping = self.mapping(of: inputs[file], part.company, work, form, lookups)
      defer { mapping.abandon() }
      while let (input, batch) = next, input == file {
        try mapping.add(batch, of: inputs[file], first: first, body)
        first += batch.count
        advance(first)
        next = try stage.next()
      }
      try mapping.finish(body)
    }
    ordinals.end(code, at: first)
  }
}

/// The numbers within a task of the first record of each owner, in the order in which they are passed first.
private final class PartOrdinals {
  private var starts: [Int: Int] = [:]
  private var next = 0

  /// The number of an owner's first record.
  func begin(_ code: Int) -> Int { starts[code] ?? next }

  /// Notes that all of an owner's records have passed.
  func end(_ code: Int, at end: Int) {
    guard starts[code] == nil else { return }
    starts[code] = next
    next = end
  }
}
