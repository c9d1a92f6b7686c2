import Archives
import Packages
import Records

/// Parsed records of a task's inputs, put aside in the first pass, so that a second one need not parse XML again.
final class TaskSpool {
  private let makeFile: () throws -> ScratchFile
  private var files: [Int: ScratchFile] = [:]
  private var done: Set<Int> = []
  private var buffer = OutputBuffer(capacity: (1 << 20) + (64 << 10))

  /// A spool whose files are made by the function.
  init(makeFile: @escaping () throws -> ScratchFile) { self.makeFile = makeFile }

  /// Whether the input is one that parsing takes longer for than reading it back.
  static func serves(_ input: TaskInput) -> Bool {
    input.package.entities[input.entity].format.isSlowToParse
  }

  /// Whether the input has been put aside whole.
  func holds(_ input: Int) -> Bool { done.contains(input) }

  /// Puts a batch of the input aside.
  func add(_ batch: RecordBatch, of input: Int) throws {
    let file = try files[input] ?? makeFile()
    files[input] = file
    BatchSpool.encode(batch, to: &buffer)
    try file.write(buffer.take())
  }

  /// Notes that the input is whole.
  func close(_ input: Int) { done.insert(input) }

  /// The batches of an input, read on a thread of its own.
  func batches(of input: Int) -> Stage<RecordBatch>? {
    guard let file = files[input] else { return nil }
    return Stage(name: "spool", capacity: 3, isLarge: \.isLarge) { give in
      var position: UInt64 = 0
      while position < file.size {
        let header = try file.bytes(BatchSpool.headerSize, at: position)
        let bytes = try file.bytes(BatchSpool.headerSize + BatchSpool.size(header.span), at: position)
        position += UInt64(bytes.count)
        if !give(BatchSpool.decode(bytes)) { return }
      }
    }
  }
}
