import Archives
import Findings
import Records

/// Collects records by part, in a file for each. Of many parts the blocks wait in one file until all have come, so that no
/// number of parts takes more files or memory of the machine.
struct PartWriter {
  private struct Block {
    var position: UInt64
    var size: Int
    var records: Int
  }

  private static let blockSize = 1 << 20
  private static let mostWaiting = 64 << 20
  /// How many files are open at a time.
  private static let mostFiles = 64

  private let output: OutputDirectory
  /// Empty if there are more parts than files may be open.
  private var writers: [BlockWriter] = []
  private var spool: ScratchFile?
  private var blocks: [[Block]]
  /// The records of each part that are not in a block yet.
  private var pending: [RecordBatch]
  private var waiting = 0
  private var place = (package: 0, entity: 0)
  /// The records of the batch at hand in the order of their parts, and where those of each part end.
  private var order: [Int] = []
  private var ends: [Int]
  private var buffer = OutputBuffer(capacity: 1 << 20)

  init(_ output: OutputDirectory, parts: Int) throws {
    self.output = output
    blocks = Array(repeating: [], count: parts)
    ends = Array(repeating: 0, count: parts)
    pending = Array(repeating: RecordBatch(width: 0, firstNumber: 1), count: parts)
    if parts <= PartWriter.mostFiles {
      for part in 0..<parts { writers.append(try BlockWriter(WorkFiles.part(part), in: output)) }
    } else {
      spool = try output.temporaryFile()
    }
  }

  /// Adds the records of a batch of an entity, each to a part.
  mutating func add(_ batch: RecordBatch, package: Int, entity: Int, to parts: [Int]) throws {
    if place != (package, entity) { try flush() }
    place = (package, entity)
    sort(parts)
    var first = 0
    for part in pending.indices where ends[part] > first {
      // Taken out of the list meanwhile, so that it is changed in its place.
      var own = RecordBatch(width: batch.width, firstNumber: 1)
      if pending[part].count > 0 { swap(&own, &pending[part]) }
      waiting -= own.bytes.count
      for record in order[first..<ends[part]] {
        own.append(record, of: batch)
        if !batch.issues.isEmpty { PartWriter.addIssue(of: record, batch, to: &own) }
        if own.bytes.count >= PartWriter.blockSize || own.isFull {
          try write(own, to: part)
          own = RecordBatch(width: batch.width, firstNumber: 1)
        }
      }
      waiting += own.bytes.count
      swap(&own, &pending[part])
      first = ends[part]
    }
    if waiting >= PartWriter.mostWaiting { try flush() }
  }

  /// Puts the records of a batch in the order of their parts.
  private mutating func sort(_ parts: [Int]) {
    for part in ends.indices { ends[part] = 0 }
    for part in parts where part + 1 < ends.count { ends[part + 1] += 1 }
    for part in ends.indices.dropFirst() { ends[part] += ends[part - 1] }
    order.removeAll(keepingCapacity: true)
    order.append(contentsOf: repeatElement(0, count: parts.count))
    for (record, part) in parts.enumerated() {
      order[ends[part]] = record
      ends[part] += 1
    }
  }

  private static func addIssue(of record: Int, _ batch: borrowing RecordBatch, to own: inout RecordBatch) {
    var next = batch.firstIssue(from: record)
    if let issue = batch.issue(of: record, &next) { own.issues.append(RecordIssue(index: own.count - 1, issue)) }
  }

  /// Ends the blocks of the entity at hand.
  private mutating func flush() throws {
    for part in pending.indices where pending[part].count > 0 { try flush(part) }
  }

  private mutating func flush(_ part: Int) throws {
    var own = RecordBatch(width: 0, firstNumber: 1)
    swap(&own, &pending[part])
    waiting -= own.bytes.count
    try write(own, to: part)
  }

  private mutating func write(_ batch: RecordBatch, to part: Int) throws {
    BlockWriter.encode(batch, package: place.package, entity: place.entity, to: &buffer)
    let bytes = buffer.take()
    if let spool {
      let position = try spool.append(bytes[...])
      blocks[part].append(Block(position: position, size: bytes.count, records: batch.count))
    } else {
      try writers[part].add(encoded: bytes, records: batch.count)
    }
  }

  /// Writes the files of the parts, and says what they are.
  mutating func finish() throws -> [Receipt.Output] {
    try flush()
    guard let spool else { return try writers.map { try $0.finish() } }
    return try blocks.enumerated().map { part, blocks in
      let writer = try BlockWriter(WorkFiles.part(part), in: output)
      for block in blocks {
        try writer.add(encoded: try spool.bytes(block.size, at: block.position), records: block.records)
      }
      return try writer.finish()
    }
  }
}
