import Archives
import Packages
import Records

/// Records of a task that are wanted as they were read when only their mapped values were put aside, in their order.
struct LateRecords {
  private let spool: TaskSpool
  private var batch: RecordBatch?
  /// The numbers of the records within the task, those that follow each other together.
  private var numbers: [Range<Int>] = []
  private var stage: Stage<RecordBatch>?
  /// The number that comes next, by its place among `numbers`, and the place of its record in the batch.
  private var (run, offset, place) = (0, 0, 0)

  /// The bytes of records that are put aside together.
  private static let size = 1 << 20

  /// No records yet; the function makes a file when it is needed.
  init(makeFile: @escaping () throws -> ScratchFile) { spool = TaskSpool(makeFile: makeFile) }

  /// Adds a record, by its number within the task.
  mutating func add(_ record: Int, of other: borrowing RecordBatch, number: Int) throws {
    if let batch, batch.width != other.width || batch.isFull || batch.bytes.count > LateRecords.size { try put() }
    if batch == nil { batch = RecordBatch(width: other.width, firstNumber: 1) }
    batch?.append(record, of: other)
    if let last = numbers.last, last.upperBound == number {
      numbers[numbers.count - 1] = last.lowerBound..<number + 1
    } else {
      numbers.append(number..<number + 1)
    }
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
    while run < numbers.count {
      if place >= batch?.count ?? 0 { (batch, place) = (try stage?.next(), 0) }
      let (found, at) = (numbers[run].lowerBound + offset, place)
      (offset, place) = (offset + 1, place + 1)
      if offset == numbers[run].count { (run, offset) = (run + 1, 0) }
      if found == number, let batch { return (batch, at) }
    }
    preconditionFailure("a record whose values were put aside was not read again")
  }
}
