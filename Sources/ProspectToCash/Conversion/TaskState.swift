import Mapping
import Packages
import Records

/// A task while it runs: where its records come from, where they go, and what became of them so far.
struct TaskState {
  let task: TaskTemplate
  let source: EntitySchema?
  let destination: EntitySchema
  let inputs: [TaskInput]
  let pass: TaskPass
  let rejects: Rejects
  /// The destination fields that are written: column and place in the template.
  var written: [(name: String, field: Int)]
  var counts = TaskCounts()
  var totals: ControlTotals
  /// What is wrong with the keys of records, by their number within the task, where a first pass has found it out.
  var keyFaults: [Int: KeyJudgement] = [:]
  /// Earlier keys that look like those of records, by the number of the later record within the task.
  var alikes: [Int: (key: String, record: Int)] = [:]
  var judge: KeyJudge
  /// Rows that were rejected for their keys and are fed in again.
  let returned: ReturnedRows
  /// The number of the first record of each input within the task.
  var firsts: [Int] = []

  var hasSeveralInputs: Bool { inputs.count > 1 }

  /// The input of a record and its number in its entity, by its number within the task.
  func place(of record: Int) -> (input: TaskInput, number: Int) {
    let index = firsts.lastIndex { $0 <= record } ?? 0
    return (inputs[index], record - (firsts.isEmpty ? 0 : firsts[index]) + 1)
  }

  /// Notes what a record's key says; a contradiction is the earlier record's fault too.
  mutating func note(_ judgement: KeyJudgement, of record: Int) {
    switch judgement {
    case .first: return
    case .contradicts(let earlier):
      keyFaults[record] = judgement
      if keyFaults[earlier] == nil { keyFaults[earlier] = .contradicts(earlier: record) }
    default: keyFaults[record] = judgement
    }
  }
}

/// The record at hand: its number within the task, its key, what is wrong with it.
struct RecordVerdict {
  /// What of a record's faults is told by itself.
  struct Fault {
    var code: UInt16
    var field: Int
    var detail: Finding.Detail
    /// Whether a finding for the whole file says it already.
    var isSilent = false
  }

  var shown = OutputBuffer(capacity: 256)
  var comparable = OutputBuffer(capacity: 256)
  var keyState = RecordMapper.KeyState.whole
  var faults: [Fault] = []

  /// Whether anything forbids that the record goes over.
  var isRejected: Bool { faults.contains { !FieldFault.isWarning($0.code) } }

  mutating func begin() {
    shown.truncate(to: 0)
    comparable.truncate(to: 0)
    keyState = .whole
    faults.removeAll(keepingCapacity: true)
  }

  /// Reads the record's key.
  mutating func readKey(
    _ mapper: inout RecordMapper, _ batch: RecordBatch, _ record: Int, _ knowledge: borrowing Knowledge
  ) {
    keyState = mapper.key(batch, record, knowledge, shown: &shown, comparable: &comparable)
  }

  mutating func add(_ code: UInt16, field: Int = -1, detail: Finding.Detail = .none, isSilent: Bool = false) {
    faults.append(Fault(code: code, field: field, detail: detail, isSilent: isSilent))
  }

  var key: String { String(decoding: shown.copy(), as: UTF8.self) }
}
