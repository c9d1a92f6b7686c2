import Mapping
import Packages
import Records

/// An entity of an input that a task reads.
struct TaskInput {
  var package: Package
  var entity: Int
  /// The place of the input among all that the task reads.
  var number: Int

  /// The file of the records.
  var file: String { package.entities[entity].file }
}

/// One pass of a task over its records, input after input, each mapped by the plan of its file.
struct TaskPass {
  private let inputs: [TaskInput]
  private let compiler: PlanCompiler
  private let indexed: (Package) -> Set<Int>
  private let spool: TaskSpool
  private let tap: (any RecordTap)?
  private let unmapped: UnmappedColumns?
  private let advance: (Int) -> Void

  /// A pass over the inputs; `tap` is shown what it wants to see, `unmapped` counts what no template reads, and `advance`
  /// is told after each batch how many records have gone through.
  init(
    inputs: [TaskInput], compiler: PlanCompiler, spool: TaskSpool, indexed: @escaping (Package) -> Set<Int>,
    tap: (any RecordTap)?, unmapped: UnmappedColumns?, advance: @escaping (Int) -> Void
  ) {
    self.unmapped = unmapped
    self.tap = tap
    self.spool = spool
    self.inputs = inputs
    self.compiler = compiler
    self.indexed = indexed
    self.advance = advance
  }

  /// The plan for an input's file.
  func plan(_ input: TaskInput) -> TaskPlan {
    compiler.plan(for: SourceColumns(input.package.entities[input.entity].columns))
  }

  /// Hands out every batch with the mapper of its file. `first` is the number of the batch's first record within the
  /// task, from 0. With `keeping` parsed XML is put aside for the next pass. Throws `WrongAssumption.columnsKnown` if a
  /// file has columns that were not known when plans were made.
  func forEachBatch(
    keeping: Bool = false, counting count: (TaskInput, PackageScan, Int) throws -> Void = { _, _, _ in },
    _ body: (inout RecordMapper, RecordBatch, TaskInput, _ first: Int) throws -> Void
  ) throws {
    var first = 0
    for input in inputs {
      if spool.holds(input.number) {
        try readBack(input, &first, body)
        continue
      }
      let begin = first
      let isKept = keeping && TaskSpool.serves(input)
      let tap = tap?.wants(input) ?? false ? tap : nil
      var records = TappedScan(
        try PackageScan(input.package, entities: [input.entity], indexed: indexed(input.package)), of: input, tap: tap)
      defer { records.abandon() }
      var mapper = RecordMapper(plan(input))
      var filled = unmapped?.counter(of: input)
      while let batch = try records.next() {
        guard batch.width == mapper.plan.width else {
          throw WrongAssumption.columnsKnown(package: input.package.path)
        }
        if isKept { try spool.add(batch, of: input.number) }
        filled?.count(batch)
        try body(&mapper, batch, input, first)
        first += batch.count
        advance(first)
      }
      if isKept { spool.close(input.number) }
      if let filled { unmapped?.add(filled, of: input) }
      try tap?.end(input, records.scan)
      try count(input, records.scan, first - begin)
    }
  }

  private func readBack(
    _ input: TaskInput, _ first: inout Int,
    _ body: (inout RecordMapper, RecordBatch, TaskInput, _ first: Int) throws -> Void
  ) throws {
    guard let stage = spool.batches(of: input.number) else { return }
    var mapper = RecordMapper(plan(input))
    while let batch = try stage.next() {
      try body(&mapper, batch, input, first)
      first += batch.count
      advance(first)
    }
  }
}
