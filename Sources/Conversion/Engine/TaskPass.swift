package import Mapping
package import Packages
package import Records

/// One pass of a task over its records, file after file, each mapped by the plan of its file and company.
package struct TaskPass {
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

  /// A pass over the files of a task; `advance` is reported after each batch how many records have gone through.
  init(
    inputs: [TaskInput], compilers: [PlanCompiler], spool: TaskSpool, context: RunContext,
    partition: CompanyPartition.Entity?, advance: @escaping (Int) -> Void
  ) {
    self.spool = spool
    self.context = context
    self.inputs = inputs
    self.compilers = compilers
    self.partition = partition
    company = context.companies.running[0]
    standard = context.companies.order.standard
    self.advance = advance
  }

  /// The plan for a file, as it is for a company of the run.
  package func plan(_ input: TaskInput, company: Int = 0) -> TaskPlan {
    compilers[company].plan(for: SourceColumns(input.columns))
  }

  /// Hands out every batch of a part with the mapper of its file. `first` is the number of the batch's first record within
  /// the task, from 0; it is the same in every pass. With `keeping` parsed XML is put aside for the next pass. Throws
  /// `InferenceError.columnsKnown` if a file has columns that were not known when plans were made, and what
  /// `CompanyColumns.require` throws.
  package func forEachBatch(
    of part: RecordPart, keeping: Bool = false,
    counting count: (TaskInput, PackageScan, Int) throws -> Void = { _, _, _ in },
    _ body: (inout RecordMapper, RecordBatch, TaskInput, _ first: Int) throws -> Void
  ) throws {
    if let code = part.code { return try forEachParted(part, code, body) }
    var first = 0
    guard var known = inputs.first else { return }
    var mapper = RecordMapper(plan(known))
    for input in inputs {
      // Of many files of one entity most have the same columns: they are mapped alike.
      if input.columns != known.columns { mapper = RecordMapper(plan(input)) }
      known = input
      if spool.holds(input.number) {
        try readBack(input, &mapper, &first, body)
        continue
      }
      let isKept = keeping && TaskSpool.serves(input)
      let companies = CompanyColumns(
        SourceColumns(input.columns), input.package.entities[input.entity].schema)
      let fallback = input.package.company ?? standard
      try TaskPass.scan(input, context, counting: count) { batch in
        guard batch.width == mapper.plan.width else {
          throw InferenceError.columnsKnown(package: input.package.path)
        }
        try companies.require(company.id, fallback: fallback, batch)
        if isKept { try spool.add(batch, of: input.number) }
        try body(&mapper, batch, input, first)
        first += batch.count
        advance(first)
      }
      if isKept { spool.close(input.number) }
    }
  }

  /// Hands out the batches of a file, which a tap is shown first. The columns that no template reads are counted by the way.
  static func scan(
    _ input: TaskInput, _ context: RunContext, counting count: (TaskInput, PackageScan, Int) throws -> Void,
    _ body: (RecordBatch) throws -> Void
  ) throws {
    let tap = context.tap?.wants(input) ?? false ? context.tap : nil
    var records = LookaheadScan(
      try PackageScan(input.package, entities: [input.entity], indexed: context.indexed(input.package)), of: input,
      tap: tap)
    defer { records.abandon() }
    var filled = context.unmapped?.counter(of: input)
    var total = 0
    while let batch = try records.next() {
      filled?.count(batch)
      try body(batch)
      total += batch.count
    }
    if let filled { context.unmapped?.add(filled, of: input) }
    try tap?.end(input, records.scan)
    try count(input, records.scan, total)
  }

  private func readBack(
    _ input: TaskInput, _ mapper: inout RecordMapper, _ first: inout Int,
    _ body: (inout RecordMapper, RecordBatch, TaskInput, _ first: Int) throws -> Void
  ) throws {
    guard let stage = spool.batches(of: input.number) else { return }
    while let batch = try stage.next() {
      try body(&mapper, batch, input, first)
      first += batch.count
      advance(first)
    }
  }

  private func forEachParted(
    _ part: RecordPart, _ code: Int,
    _ body: (inout RecordMapper, RecordBatch, TaskInput, _ first: Int) throws -> Void
  ) throws {
    guard let partition else { return }
    var first = ordinals.begin(code)
    let stage = partition.batches(of: code)
    var next = try stage.next()
    while let file = next?.input {
      var mapper = RecordMapper(plan(inputs[file], company: part.company))
      while let (input, batch) = next, input == file {
        try body(&mapper, batch, inputs[file], first)
        first += batch.count
        advance(first)
        next = try stage.next()
      }
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
