import Archives
import Conversion
import Synchronization

/// One run of a task: what it makes appears by one rename, with its receipt, or not at all.
struct Attempt {
  let folders: TaskFolders
  let task: ShardPlan.Task

  /// Does the task unless it is done. `body` writes the outputs and fills the receipt.
  func run(again: Bool, _ body: (OutputDirectory, inout Receipt) throws -> Void) throws {
    let place = folders.folder(task.id)
    if !again, try folders.state(task.id, verify: true) == .done { return }
    try WholeFile.makeFolder(folders.work)
    let (folders, id) = (folders, task.id)
    // What is there may be done again, but only what is not whole is replaced.
    let hasBegun = Flag()
    let mayReplace = { @Sendable () -> Bool in
      guard hasBegun.isSet.withLock({ $0 }) else { return true }
      guard let state = try? folders.state(id, verify: true) else { return false }
      return state != .done
    }
    let output = try OutputDirectory.create(at: place, replacing: true) { _ in mayReplace() }
    hasBegun.isSet.withLock { $0 = true }
    var receipt = Receipt(task: task.id, plan: folders.plan.sha256)
    do {
      try body(output, &receipt)
      try output.removeEmptyFolders()
      // Whoever has written a file may know what it is.
      let known = Set(receipt.outputs.map(\.path))
      for name in try output.files() where !known.contains(name) {
        let digest = try FileDigest(path: output.temporaryPath(of: name))
        receipt.outputs.append(.init(path: name, bytes: Int(digest.bytes), sha256: digest.sha256))
      }
      receipt.outputs.sort { $0.path.utf8.lexicographicallyPrecedes($1.path.utf8) }
      try output.write(WorkFiles.receipt, receipt.document)
    } catch {
      output.discard()
      throw error
    }
    if try isDone(receipt) { return output.discard() }
    do {
      try output.commit()
    } catch {
      switch error {
      case .outputExists, .notOurs:
        // Another attempt was first.
        output.discard()
        guard try isDone(receipt) else { throw error }
      default: throw error
      }
    }
  }

  /// Whether the task is done with the same result. Throws `ShardError` if it is done with another one.
  private func isDone(_ receipt: Receipt) throws -> Bool {
    guard try folders.state(task.id, verify: true) == .done,
      let bytes = try Receipt.bytes(in: folders.folder(task.id)), let other = Receipt(bytes)
    else { return false }
    if bytes == receipt.document { return true }
    for (mine, theirs) in zip(receipt.inputs, other.inputs) where mine.sha256 != theirs.sha256 {
      throw ShardError.input(folders.plan.inputs[mine.input].path)
    }
    throw ShardError.disagreeing(task.id)
  }
}

/// Something that is so from some time on.
private final class Flag: Sendable {
  let isSet = Mutex(false)
}
