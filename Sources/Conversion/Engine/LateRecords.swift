import Archives
import Packages
import Records

/// Records of a task that are wanted as they were read when only their mapped values were put aside, in their order.
struct LateRecords {
  private let spool: TaskSpool
  private var batch: RecordBatch?
  /// The numbers of the records within the task, and how many of them were put aside.
  private var numbers: [UInt32] = []
  private var kept = 0
  private var stage: Stage<RecordBatch>?
  private var first = 0

  /// The bytes of records that are put aside together.
  private static let size = 1 << 20

  /// No records yet; the function makes a file when it is needed.
  init(makeFile: @escaping () throws -> ScratchFile) { spool = TaskSpool(makeFile: makeFile) }

  /// Adds a record, by its number within the task.
  mutating func add(_ record: Int, of other: borrowing RecordBatch, number: Int) throws {
    if let batch, batch.width != other.width || batch.isFull || batch.bytes.count > LateRecords.size { try put() }
    if batch == nil { batch = RecordBatch(width: other.width, firstNumber: 1) }
    batch?.append(record, of: other)
    numbers.append(UInt32(truncatingIfNeeded: number))
  }

  private mutating func put() throws {
    guard let batch = batch.take() else { return }
    try spool.add(batch, of: 0)
  }

  /// Ends adding.
  mutating func finish() throws {
    try put()
    stage = spool.batches(of: 0)
  }

  /// The record of a number, in a batch; numbers are asked for in their order.
  mutating func record(_ number: Int) throws -> (RecordBatch, Int) {
    while kept < numbers.count {
      if batch == nil || kept - first >= batch?.count ?? 0 {
        first = kept
        batch = try stage?.next()
      }
      kept += 1
      if Int(numbers[kept - 1]) == number, let batch { return (batch, kept - 1 - first) }
    }
    preconditionFailure("a record whose values were put aside was not read again")
  }
}
