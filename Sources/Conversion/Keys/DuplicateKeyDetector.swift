// Hot path: no allocation per record while the index has room.

import Records

/// What the keys of earlier records say of a record's.
enum KeyOutcome: Equatable {
  /// Nobody had the key before.
  case first
  /// An earlier record of the same input has it (`P2C2104`); its number within the task.
  case doubled(earlier: Int)
  /// A record of another input has it with the same content (`P2C2404`).
  case merged(earlier: Int)
  /// A record of another input has it with other content (`P2C2106`).
  case contradicts(earlier: Int)
}

/// Checks the keys of a task's records, one after another.
struct DuplicateKeyDetector {
  private var keys = KeyIndex()
  /// For each key the inputs that have it, and the content of its first record. Kept only if there are several inputs.
  private var sources: [(inputs: Set<Int>, content: UInt64)] = []
  let hasSeveralInputs: Bool
  /// Few enough that what was prepared for is still at hand when the keys come.
  private static let expectedKeys = 256
  private var key = OutputBuffer(capacity: 64)
  private var hashes: [UInt32] = []
  private var expected: UInt64 = 0

  /// Keys that look alike, where they are sought.
  private var alikeKeys: AlikeKeys?
  /// The earlier key that looks like the one which was checked last, and the number of its record within the task.
  private(set) var alike: (key: String, record: Int)?

  /// A detector of no keys yet; `seeksAlike` says whether keys are sought that look alike.
  init(hasSeveralInputs: Bool, seeksAlike: Bool) {
    self.hasSeveralInputs = hasSeveralInputs
    if seeksAlike { alikeKeys = AlikeKeys() }
  }

  /// Prepares, with the first of every so many records, for the keys of these, whose parts stand in the columns as they
  /// are; for none if there are no columns.
  mutating func expect(_ batch: borrowing RecordBatch, _ record: Int, columns: [Int]) {
    guard record % DuplicateKeyDetector.expectedKeys == 0, !columns.isEmpty else { return }
    hashes.removeAll(keepingCapacity: true)
    for record in record..<min(record + DuplicateKeyDetector.expectedKeys, batch.count) {
      key.truncate(to: 0)
      for place in columns.indices {
        if place > 0 { key.append(0) }
        KeyText.append(batch.bytes.span.extracting(batch.range(record, columns[place]).bounds), to: &key)
      }
      hashes.append(keys.hash(of: key.span))
    }
    expected = keys.expect(hashes)
  }

  /// Gives the memory of the keys back: no more records come.
  mutating func forget() {
    keys = KeyIndex()
    sources = []
    if alikeKeys != nil { alikeKeys = AlikeKeys() }
  }

  /// Checks the key of a record, by its number within the task.
  mutating func check(_ key: borrowing OutputBuffer, record: Int, input: Int, content: UInt64) -> KeyOutcome {
    let (entry, isNew) = keys.insert(key, value: UInt32(truncatingIfNeeded: record))
    alike = nil
    if isNew {
      if let earlier = alikeKeys?.find(key, entry: entry, among: keys) { alike = (text(earlier), Int(keys[earlier])) }
      if hasSeveralInputs { sources.append(([input], content)) }
      return .first
    }
    let earlier = Int(keys[entry])
    guard hasSeveralInputs, !sources[entry].inputs.contains(input) else { return .doubled(earlier: earlier) }
    sources[entry].inputs.insert(input)
    return sources[entry].content == content ? .merged(earlier: earlier) : .contradicts(earlier: earlier)
  }

  /// A key in its comparable form, its parts joined with `|`.
  private func text(_ entry: Int) -> String {
    var key = OutputBuffer(capacity: 64)
    keys.appendKey(entry, to: &key)
    return String(decoding: key.take().map { $0 == 0 ? UInt8(ascii: "|") : $0 }, as: UTF8.self)
  }
}
