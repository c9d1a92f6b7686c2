public import Archives

/// Where a job says how far it is. Its words are made elsewhere.
public struct Progress: Sendable {
  /// A step that a job has come to.
  public enum Step: Sendable, Equatable {
    /// Keys and references are gathered from the packages.
    case looking
    /// The package begins to be checked.
    case package(String)
    /// The template begins.
    case template(String)
    /// So many records of the task have gone through a pass over it.
    case records(task: String, Int)
    /// What was written is read back.
    case checking
    /// The packages are done; the reports are being written.
    case writing
  }

  /// Counts how far the inputs have been read; nil if nobody asks.
  public let meter: ReadMeter?

  /// Called with each step, for records once for each batch.
  public let report: @Sendable (Step) -> Void

  /// Reports the steps to a function.
  public init(meter: ReadMeter? = nil, report: @Sendable @escaping (Step) -> Void) {
    self.meter = meter
    self.report = report
  }

  /// Says nothing.
  public static let silent = Progress { _ in }
}
