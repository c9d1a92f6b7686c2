/// What became of a task's records. Every record read is written, rejected or filtered.
public struct TaskCounts: Sendable, Equatable {
  /// Records in the inputs.
  public var read = 0
  /// Records that were refused.
  public var rejected = 0
  /// Records that the task made besides.
  public var generated = 0
  /// Records in the packages.
  public var written = 0
  /// Records that are not meant to be written, by reason.
  public var filteredBy: [FilterReason: Int] = [:]

  /// No records.
  package init() {}

  /// Records that are not meant to be written.
  public var filtered: Int { filteredBy.values.reduce(0, +) }

  /// Adds what became of other records.
  package mutating func add(_ other: TaskCounts) {
    read += other.read
    rejected += other.rejected
    generated += other.generated
    written += other.written
    filteredBy.merge(other.filteredBy) { $0 + $1 }
  }

  /// Whether no record was lost and none came from nowhere.
  package var isConserved: Bool { read + generated == filtered + rejected + written }
}
