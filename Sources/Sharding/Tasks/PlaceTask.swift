import Archives
import Conversion
import Findings
import Mapping
import Packages
import Records

/// Puts the records of an input that templates read into a file for each part, by the texts by which they meet.
struct PlaceTask {
  let job: ShardJob

  func run(_ task: ShardPlan.Task, _ output: OutputDirectory, _ receipt: inout Receipt) throws {
    guard let number = Int(task.id.dropFirst("place-".count)) else { return }
    let parts = job.plan.parts
    let (inputs, inferred, outlines) = try job.opened(into: &receipt.read)
    let chosen = try job.chosen(inputs)
    let settled = try job.settled(into: &receipt.read)
    let split = "split-\(number)"
    let files = [
      try job.folders.blocks(WorkFiles.lookups, of: split, into: &receipt.read),
      try job.folders.blocks(WorkFiles.records, of: split, into: &receipt.read),
    ]
    let read = Set(chosen.flatMap(\.tasks).map { $0.source.lowercased() })
    // The packages of this input among all, as they are laid over by later ones.
    let before = job.plan.inputs[..<number].indices.filter { !job.plan.inputs[$0].isReference }
      .reduce(0) { $0 + outlines[$1].packages.count }
    var writer = try PartWriter(output, parts: parts)
    func place(_ texts: [String: MeetingTexts], _ lookups: borrowing LookupContext) throws {
      for (place, opened) in outlines[number].packages.enumerated() {
        let package = inputs.all[before + place]
        guard package.kind.side != inputs.destination else { continue }
        let store = BlockStore(package: place, files)
        for entity in package.entities.indices {
          let name = package.entities[entity].name.lowercased()
          guard read.contains(name), !package.updates.contains(entity) else { continue }
          var raw = try store.records(of: [entity], in: opened.package)
          var laid = package
          laid.store = store
          var scan = try PackageScan(laid, entities: [entity])
          while let (_, batch) = try raw.next() {
            // The same records with what later packages bring for them.
            let whole = try scan.next()?.batch
            try writer.add(batch, package: place, entity: entity) { record, issue in
              if parts == 1 { return 0 }
              var id: GUID?
              let text = whole.flatMap { texts[name]?.text($0, record, issue, package, entity, id: &id, lookups) }
              let met = text.map { settled.ties[$0] ?? $0 } ?? Array("#\(number).\(batch.number(of: record))".utf8)
              return MeetingHash.part(of: met.span, parts: parts)
            }
          }
          try writer.flush()
        }
      }
    }
    if parts == 1 {
      try place([:], LookupContext())
    } else {
      let share = PrologueShare(settled.companies) { context, templates, lookups in
        try place(try MeetingTexts.all(templates, context, lookups), lookups)
      }
      let sink = FindingSink(catalogue: job.findings, mostPerCode: 0)
      var own = inputs
      // Only lookups of the source side read anything.
      own.destinations = []
      own.shares = inputs.sources.map { package in
        var package = package
        package.store = BlockStore(package: 0, [])
        return package
      }
      let conversion = job.conversion { ($0.isDelta, $0.readsBack, $0.isDryRun) = (false, false, true) }
      _ = try conversion.run(share, chosen, own, inferred, sink, to: nil)
    }
    try writer.finish()
  }
}

/// Collects records by part. Blocks wait in one file until all have come, so that no number of parts takes more of the machine.
struct PartWriter {
  private struct Block {
    var position: UInt64
    var size: Int
    var records: Int
  }

  private static let blockSize = 1 << 20
  private static let mostWaiting = 64 << 20

  private let output: OutputDirectory
  private let spool: ScratchFile
  private var blocks: [[Block]]
  private var pending: [Int: RecordBatch] = [:]
  private var waiting = 0
  private var place = (package: 0, entity: 0)
  private var buffer = OutputBuffer(capacity: 1 << 20)

  init(_ output: OutputDirectory, parts: Int) throws {
    self.output = output
    spool = try output.temporaryFile()
    blocks = Array(repeating: [], count: parts)
  }

  /// Adds the records of a batch of an entity, each to the part that the body says.
  mutating func add(
    _ batch: RecordBatch, package: Int, entity: Int, _ part: (_ record: Int, Issue?) -> Int
  ) throws {
    place = (package, entity)
    var next = 0
    for record in 0..<batch.count {
      let issue = batch.issue(of: record, &next)
      let part = part(record, issue)
      var own = pending.removeValue(forKey: part) ?? RecordBatch(width: batch.width, firstNumber: 1)
      let before = own.bytes.count
      own.append(record, of: batch)
      if let issue { own.issues.append(RecordIssue(index: own.count - 1, issue)) }
      waiting += own.bytes.count - before
      let isFull = own.bytes.count >= PartWriter.blockSize || own.isFull
      pending[part] = own
      if isFull { try flush(part) }
    }
    if waiting >= PartWriter.mostWaiting { try flush() }
  }

  /// Ends the blocks of the entity at hand.
  mutating func flush() throws {
    for part in pending.keys.sorted() { try flush(part) }
  }

  private mutating func flush(_ part: Int) throws {
    guard let batch = pending.removeValue(forKey: part) else { return }
    waiting -= batch.bytes.count
    BlockWriter.encode(batch, package: place.package, entity: place.entity, to: &buffer)
    let bytes = buffer.take()
    let position = try spool.append(bytes[...])
    blocks[part].append(Block(position: position, size: bytes.count, records: batch.count))
  }

  /// Writes the files of the parts.
  mutating func finish() throws {
    try flush()
    for part in blocks.indices {
      let writer = try BlockWriter(output.file("part-\(part)"))
      for block in blocks[part] {
        try writer.add(encoded: try spool.bytes(block.size, at: block.position), records: block.records)
      }
      try writer.finish()
    }
  }
}
