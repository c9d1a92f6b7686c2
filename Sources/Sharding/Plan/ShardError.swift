import Archives
import Conversion
import Findings

/// Why a task, its plan or a merge cannot go on.
struct ShardError: ExplainedError {
  let code: FindingCode
  let reason: Message
  let exitCode: Int32

  package var failure: Failure { Failure(message: "\(code): \(reason)", exitCode: exitCode) }

  /// `plan.json` or a receipt is damaged, no such thing, or has something out of range.
  static func plan(reason: Message) -> ShardError {
    ShardError(code: .planNotUnderstood, reason: reason, exitCode: 65)
  }

  /// An input is not the one that was planned, or that was read before.
  static func input(_ path: String) -> ShardError {
    ShardError(
      code: .inputNotAsPlanned,
      reason: "\(path): is not the file that was planned; put that back, or plan again", exitCode: 65)
  }

  /// A receipt or plan is of another plan or version.
  static func other(reason: Message) -> ShardError {
    ShardError(code: .ofAnotherPlan, reason: reason, exitCode: 65)
  }

  /// A file of an earlier task is damaged or missing.
  static func damaged(_ path: String, of task: String) -> ShardError {
    ShardError(
      code: .intermediateFileDamaged,
      reason: "work/\(task)/\(path): is missing or damaged; run the task \(task) again", exitCode: 65)
  }

  /// A task is not done yet.
  static func waiting(for task: String, _ count: Int) -> ShardError {
    let reason: Message =
      count > 1
      ? "the tasks \(task) and \(count - 1) more are not done yet; see `p2c shard status`"
      : "the task \(task) is not done yet; see `p2c shard status`"
    return ShardError(code: .turnHasNotCome, reason: reason, exitCode: 75)
  }

  /// Two attempts gave different files.
  static func disagreeing(_ task: String) -> ShardError {
    ShardError(
      code: .attemptsDisagree,
      reason: "two attempts at \(task) gave different files; check the memory and disks of the machines", exitCode: 70)
  }

  /// Counts do not add up.
  static func counts(reason: Message) -> ShardError {
    ShardError(code: .partsDoNotAddUp, reason: "\(reason); nothing was published", exitCode: 70)
  }
}
