// Hot path: no allocation per record while the index has room.

import Records

/// What the keys of earlier records say of a record's.
enum KeyJudgement: Equatable {
  /// Nobody had the key before.
  case first
  /// An earlier record of the same input has it (`P2C2104`); its number within the task.
  case doubled(earlier: Int)
  /// A record of another input has it with the same content (`P2C2404`).
  case merged(earlier: Int)
  /// A record of another input has it with other content (`P2C2106`).
  case contradicts(earlier: Int)
}

/// Judges the keys of a task's records, one after another.
struct KeyJudge {
  private var keys = KeyIndex()
  /// For each key the inputs that have it, and the content of its first record. Kept only if there are several inputs.
  private var sources: [(inputs: Set<Int>, content: UInt64)] = []
  private let hasSeveralInputs: Bool

  init(hasSeveralInputs: Bool) { self.hasSeveralInputs = hasSeveralInputs }

  /// Judges the key of a record, by its number within the task.
  mutating func judge(_ key: borrowing OutputBuffer, record: Int, input: Int, content: UInt64) -> KeyJudgement {
    let (entry, isNew) = keys.insert(key, value: UInt32(truncatingIfNeeded: record))
    if isNew {
      if hasSeveralInputs { sources.append(([input], content)) }
      return .first
    }
    let earlier = Int(keys[entry])
    guard hasSeveralInputs, !sources[entry].inputs.contains(input) else { return .doubled(earlier: earlier) }
    sources[entry].inputs.insert(input)
    return sources[entry].content == content ? .merged(earlier: earlier) : .contradicts(earlier: earlier)
  }
}
