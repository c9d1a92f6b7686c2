import Synchronization

/// What a task has read of the files of others, with their digests, for its receipt.
final class ReadFiles: Sendable {
  private let files = Mutex<[String: String]>([:])

  init() {}

  /// By path.
  var all: [String: String] { files.withLock { $0 } }

  /// Notes that an output of a task was read.
  func note(_ name: String, of task: String, _ digest: String) {
    files.withLock { $0["work/\(task)/\(name)"] = digest }
  }
}
