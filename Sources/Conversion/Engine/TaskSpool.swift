import Archives
import Packages
import Records

/// Parsed records of files, put aside in the first pass, so that a second one need not read them from their package. Files go by
/// numbers.
final class TaskSpool {
  /// Where a batch is in the file.
  private struct Block {
    var position: UInt64
    var size: Int
  }

  /// The bytes that are read back without a thread.
  private static let littleSize = 64 << 10

  private let makeFile: () throws -> ScratchFile
  private var file: ScratchFile?
  private var blocks: [Int: [Block]] = [:]
  private var done: Set<Int> = []
  private var buffer = OutputBuffer(capacity: (1 << 20) + (64 << 10))

  /// A spool whose file is made by the function.
  init(makeFile: @escaping () throws -> ScratchFile) { self.makeFile = makeFile }

  /// Whether the input is one that parsing takes longer for than reading it back.
  static func serves(_ input: TaskInput) -> Bool {
    input.package.entities[input.entity].format.isSlowToParse
  }

  /// Whether the input has been put aside whole.
  func holds(_ input: Int) -> Bool { done.contains(input) }

  /// Forgets what has been put aside of an input, which is read anew.
  func begin(_ input: Int) { blocks[input] = nil }

  /// Puts a batch of the input aside.
  func add(_ batch: RecordBatch, of input: Int) throws {
    let file = try file ?? makeFile()
    self.file = file
    BatchSpool.encode(batch, to: &buffer)
    let bytes = buffer.take()
    blocks[input, default: []].append(Block(position: try file.append(bytes[...]), size: bytes.count))
  }

  /// Notes that the input is whole.
  func close(_ input: Int) { done.insert(input) }

  /// The batches of an input, read on a thread of its own unless there are few; nil if it has none.
  func batches(of input: Int) -> Stage<RecordBatch>? {
    guard let file, let blocks = blocks[input] else { return nil }
    let read: @Sendable (_ give: (consuming RecordBatch) -> Bool) throws -> Void = { give in
      for block in blocks where !give(BatchSpool.decode(try file.bytes(block.size, at: block.position))) { return }
    }
    return blocks.reduce(0) { $0 + $1.size } <= TaskSpool.littleSize
      ? Stage(little: read) : Stage(name: "spool", capacity: 3, isLarge: \.isLarge, read)
  }
}
