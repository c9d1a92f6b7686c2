package import Findings
package import Mapping
package import Records

/// The key of a record, and what is wrong with it.
package struct RecordIssues {
  package var shown = OutputBuffer(capacity: 256)
  package var comparable = OutputBuffer(capacity: 256)
  package var keyState = RecordMapper.KeyState.whole
  /// Whether the key has been read.
  package private(set) var hasKey = false
  /// What is wrong with the record, or noteworthy.
  package private(set) var all: [Issue] = []

  /// Whether anything forbids that the record is written.
  package var isRejected: Bool { all.contains { $0.code.severity == .error } }

  package mutating func begin() {
    shown.truncate(to: 0)
    comparable.truncate(to: 0)
    keyState = .whole
    hasKey = false
    all.removeAll(keepingCapacity: true)
  }

  /// Reads the record's key.
  package mutating func readKey(
    _ mapper: inout RecordMapper, _ batch: borrowing RecordBatch, _ record: Int, _ lookups: borrowing LookupContext
  ) {
    hasKey = true
    keyState = mapper.key(batch, record, lookups, shown: &shown, comparable: &comparable)
  }

  /// Adds an issue of the record.
  mutating func add(_ issue: Issue) { all.append(issue) }

  /// Adds an issue of the record as such, or of its key.
  mutating func add(_ code: FindingCode, detail: Issue.Detail = .none) { all.append(Issue(code, detail: detail)) }

  /// Forgets what has been found, but not the key.
  mutating func removeIssues() { all.removeAll(keepingCapacity: true) }

  /// Adds what is wrong with the key itself, as far as that is no reference that cannot be resolved. `isReported` is
  /// whether it has been reported for the whole file that the key is missing.
  mutating func addKeyIssue(missing: Issue.Detail = .none, isReported: Bool = false) {
    if keyState == .empty { add(Issue(.keyIsEmpty, detail: missing, isReported: isReported)) }
    if keyState == .tooLong { add(.tooLong, detail: .keyLimit(KeyText.longestPart)) }
  }

  package var key: String { KeyText.string(shown.span) }
}
