import Archives
import Conversion
import Findings

/// What tasks have made, in the folder `work` of a plan.
struct TaskFolders {
  enum State: Equatable {
    case missing
    /// It is of another plan, damaged, or lacks a file.
    case damaged
    case done
  }

  let plan: ShardPlan
  let root: String

  init(_ plan: ShardPlan, in folder: String) { (self.plan, root) = (plan, folder) }

  var work: String { "\(root)/work" }
  func folder(_ task: String) -> String { "\(work)/\(task)" }

  /// Throws unless `work` is a folder or is not there.
  func check() throws {
    if ![.nothing, .folder].contains(try WholeFile.kind(work)) { throw ShardError.plan(reason: "work: is no folder") }
  }

  /// What is at the path of a task's receipt; nil if there is no folder of the task. Throws `ShardError` if that is none.
  private func receiptKind(_ task: String) throws -> WholeFile.Kind? {
    switch try WholeFile.kind(folder(task)) {
    case .nothing: nil
    case .folder: try WholeFile.kind("\(folder(task))/\(WorkFiles.receipt)")
    case .file, .other: throw ShardError.damaged("", of: task)
    }
  }

  /// Whether a task is done; with `verify` digests are compared, not only sizes.
  func state(_ task: String, verify: Bool = false) throws -> State {
    switch try WholeFile.kind(folder(task)) {
    case .nothing: return .missing
    case .folder: break
    case .file, .other: return .damaged
    }
    if try WholeFile.kind("\(folder(task))/\(WorkFiles.receipt)") == .nothing { return .missing }
    guard let receipt = try Receipt.read(in: folder(task)), isOfPlan(receipt, task) else { return .damaged }
    for output in receipt.outputs {
      guard let path = try path(of: output, of: task) else { return .damaged }
      if verify, try ifReadable({ try digest(path) }) != output.sha256 { return .damaged }
    }
    return .done
  }

  private func isOfPlan(_ receipt: Receipt, _ task: String) -> Bool {
    receipt.plan == plan.sha256 && receipt.task == task && receipt.version == ToolVersion.text
  }

  /// The path of an output of a task; nil if there is no plain file of its size, or if a folder on the way to it is a link.
  private func path(of output: Receipt.Output, of task: String) throws -> String? {
    var place = folder(task)
    for part in output.path.split(separator: "/").dropLast() {
      place += "/\(part)"
      guard try WholeFile.kind(place) == .folder else { return nil }
    }
    let path = "\(folder(task))/\(output.path)"
    return try WholeFile.kind(path) == .file(size: UInt64(output.bytes)) ? path : nil
  }

  private func digest(_ path: String) throws(ArchiveError) -> String {
    try FileDigest({ (body) throws(ArchiveError) in try OutputFile.stream(path, followLinks: false, body) }).sha256
  }

  /// The receipt of a task that must be done. Throws `ShardError`.
  func receipt(_ task: String) throws -> Receipt {
    try check()
    guard let kind = try receiptKind(task), kind != .nothing else { throw ShardError.waiting(for: task, 1) }
    guard let receipt = try Receipt.read(in: folder(task)) else {
      throw ShardError.plan(reason: "work/\(task)/receipt.json: is damaged; run the task \(task) again")
    }
    guard isOfPlan(receipt, task) else {
      throw ShardError.other(
        reason: "work/\(task)/receipt.json: is of another plan or version; run the task \(task) again")
    }
    return receipt
  }

  /// All bytes of an output of a task, which must be as its receipt says; noted in `read`.
  func read(_ name: String, of task: String, _ read: ReadFiles) throws -> [UInt8] {
    let output = try self.output(name, of: task)
    guard let path = try path(of: output, of: task),
      let bytes = try ifReadable({ try WholeFile.read(path, limit: output.bytes) }),
      Digests.sha256(bytes) == output.sha256
    else { throw ShardError.damaged(name, of: task) }
    read.note(name, of: task, output.sha256)
    return bytes
  }

  /// The blocks of an output of a task, checked.
  func blocks(_ name: String, of task: String, _ read: ReadFiles) throws -> BlockReader {
    let output = try self.output(name, of: task)
    var digest = ""
    guard let path = try path(of: output, of: task), let reader = try BlockReader(path, digest: &digest),
      digest == output.sha256
    else { throw ShardError.damaged(name, of: task) }
    read.note(name, of: task, digest)
    return reader
  }

  /// An output of a task, to be read piece by piece. Throws `ShardError` if it is not there or has another size.
  func open(_ output: Receipt.Output, of task: String) throws -> PlainFile {
    guard let path = try path(of: output, of: task), let file = try ifReadable({ try PlainFile(path) }) else {
      throw ShardError.damaged(output.path, of: task)
    }
    return file
  }

  private func output(_ name: String, of task: String) throws -> Receipt.Output {
    guard let output = try receipt(task).outputs.first(where: { $0.path == name }) else {
      throw ShardError.damaged(name, of: task)
    }
    return output
  }

  /// Throws unless all tasks are done for which a stage waits.
  func requireTurn(of stage: ShardPlan.Stage) throws {
    try check()
    var waiting: [String] = []
    for other in plan.stages where stage.after.contains(other.name) {
      for task in other.tasks {
        if let kind = try receiptKind(task.id), kind != .nothing {
          _ = try receipt(task.id)
        } else {
          waiting.append(task.id)
        }
      }
    }
    if let first = waiting.first { throw ShardError.waiting(for: first, waiting.count) }
  }
}
