import Archives
import Packages
import Records

/// The rows of logs of changes that are no records. They are put aside while the first task reads a file, so that no task reads it
/// once more for them.
final class ReplacedRows {
  private let spool: TaskSpool
  private var numbers: [InputFile: Int] = [:]

  /// No rows yet; the function makes a file when it is needed.
  init(makeFile: @escaping () throws -> ScratchFile) { spool = TaskSpool(makeFile: makeFile) }

  private func number(of input: TaskInput) -> Int {
    let file = InputFile(input)
    if let number = numbers[file] { return number }
    numbers[file] = numbers.count
    return numbers.count - 1
  }

  /// A pass over the records of a file, which puts the other rows aside if that has not been done.
  func scan(_ input: TaskInput, indexed: Set<Int>) throws -> PackageScan {
    guard input.package.entities[input.entity].isLog, case let number = number(of: input), !spool.holds(number) else {
      return try PackageScan(input.package, entities: [input.entity], indexed: indexed)
    }
    spool.begin(number)
    return try PackageScan(input.package, entities: [input.entity], indexed: indexed) { [spool] batch in
      try spool.add(batch, of: number)
    }
  }

  /// Notes that a file has been read to its end.
  func close(_ input: TaskInput) {
    if input.package.entities[input.entity].isLog { spool.close(number(of: input)) }
  }

  /// The rows of a log's file; nil if it has none.
  func batches(of input: TaskInput) throws -> Stage<RecordBatch>? {
    let number = number(of: input)
    if !spool.holds(number) {
      spool.begin(number)
      var scan = try PackageScan(input.package, entities: [input.entity], asWritten: .replaced)
      while let (_, batch) = try scan.next() { try spool.add(batch, of: number) }
      spool.close(number)
    }
    return spool.batches(of: number)
  }
}
