import Archives
import Conversion
import Findings

/// Why a task, its plan or a merge cannot go on.
struct ShardError: ExplainedError {
  let code: FindingCode
  let text: String
  let exitCode: Int32

  package var failure: Failure { Failure(message: "\(code): \(text)", exitCode: exitCode) }

  /// `plan.json` or a receipt is damaged, no such thing, or has something out of range.
  static func plan(_ text: String) -> ShardError { ShardError(code: .planNotUnderstood, text: text, exitCode: 65) }

  /// An input is not the one that was planned, or that was read before.
  static func input(_ path: String) -> ShardError {
    ShardError(
      code: .inputNotAsPlanned,
      text: "\(path): is not the file that was planned; put that back, or plan again", exitCode: 65)
  }

  /// A receipt or plan is of another plan or version.
  static func other(_ text: String) -> ShardError { ShardError(code: .ofAnotherPlan, text: text, exitCode: 65) }

  /// A file of an earlier task is damaged or missing.
  static func damaged(_ path: String, of task: String) -> ShardError {
    ShardError(
      code: .intermediateFileDamaged, text: "work/\(task)/\(path): is missing or damaged; run the task \(task) again",
      exitCode: 65)
  }

  /// A task is not done yet.
  static func waiting(for task: String, _ count: Int) -> ShardError {
    let others = count > 1 ? " and \(count - 1) more" : ""
    return ShardError(
      code: .turnHasNotCome, text: "the task \(task)\(others) is not done yet; see `p2c shard status`", exitCode: 75)
  }

  /// Two attempts gave different files.
  static func disagreeing(_ task: String) -> ShardError {
    ShardError(
      code: .attemptsDisagree,
      text: "two attempts at \(task) gave different files; check the memory and disks of the machines", exitCode: 70)
  }

  /// Counts do not add up.
  static func counts(_ text: String) -> ShardError {
    ShardError(code: .partsDoNotAddUp, text: "\(text); nothing was published", exitCode: 70)
  }
}
