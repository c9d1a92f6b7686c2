import Findings
package import Mapping
import Packages
import Records

/// A task while it runs: where its records come from, where they go, and what became of them so far.
package struct TaskState {
  package let task: TaskTemplate
  package let source: EntitySchema?
  package let destination: EntitySchema
  package let inputs: [TaskInput]
  package let pass: TaskPass
  /// The destination fields that are written: column and place in the template.
  package var written: [(name: String, field: Int)]
  /// What became of the records of the company at hand.
  var counts = TaskCounts()
  /// What became of the records of the other companies, in the order in which they came.
  private(set) var companies: [(company: String, counts: TaskCounts)] = []
  /// What is wrong with the keys of records, by their number within the task, where a first pass has found it out.
  var keyFaults: [Int: KeyOutcome] = [:]
  /// Earlier keys that look like those of records, by the number of the later record within the task.
  var alikes: [Int: (key: String, record: Int)] = [:]
  var duplicates: DuplicateKeyDetector
  /// Rows that were rejected for their keys and are fed in again.
  let returned: ReturnedRows
  /// Makes the findings about its records.
  let findings: TaskFindings
  /// Where the batches begin.
  private var batches: [(first: Int, input: Int, number: Int, numbers: [UInt32])] = []

  init(
    task: TaskTemplate, source: EntitySchema?, destination: EntitySchema, inputs: [TaskInput], pass: TaskPass,
    written: [(name: String, field: Int)], returned: ReturnedRows, findings: TaskFindings
  ) {
    (self.returned, self.findings) = (returned, findings)
    self.task = task
    self.source = source
    self.destination = destination
    self.inputs = inputs
    self.pass = pass
    self.written = written
    duplicates = DuplicateKeyDetector(
      hasSeveralInputs: Set(inputs.map(\.origin)).count > 1, seeksAlike: task.header == nil)
  }

  /// The fields of money whose amounts are added up: place in the template, and column.
  var amounts: [(place: Int, name: String)] { ControlTotals.fields(task, source: source, destination: destination) }

  /// Whether records of several inputs could contradict each other.
  package var hasSeveralInputs: Bool { duplicates.hasSeveralInputs }

  /// Puts what became of the records so far aside and goes on with another company, or ends.
  package mutating func select(company: String?) {
    if let current { companies.append((current, counts)) }
    current = company
    if let place = companies.firstIndex(where: { $0.company == company }) {
      counts = companies.remove(at: place).counts
    } else {
      counts = TaskCounts()
    }
  }

  private var current: String?

  /// For each file what distinguishes records of one key apart; none where one input cannot contradict another.
  var contentHashes: [ContentHash] {
    guard hasSeveralInputs else { return [] }
    return inputs.map { ContentHash($0.package.entities[$0.entity].columns, schema: source) }
  }

  /// Notes where a batch begins.
  mutating func note(_ batch: borrowing RecordBatch, _ first: Int, _ input: TaskInput) {
    if let last = batches.last, last.first >= first { return }
    batches.append((first, input.number, batch.firstNumber, batch.numbers))
  }

  /// The file of a record and its number there, by its number within the task.
  func place(of record: Int) -> (input: TaskInput, number: RecordNumber) {
    var (low, high) = (0, batches.count)
    while high - low > 1 {
      let middle = (low + high) / 2
      if batches[middle].first <= record { low = middle } else { high = middle }
    }
    let batch = batches[low]
    let offset = record - batch.first
    return (
      inputs[batch.input], RecordNumber(batch.numbers.isEmpty ? batch.number + offset : Int(batch.numbers[offset]))
    )
  }

  /// Notes what a record's key says; a contradiction is the earlier record's fault too.
  mutating func note(_ outcome: KeyOutcome, of record: Int) {
    switch outcome {
    case .first: return
    case .contradicts(let earlier):
      keyFaults[record] = outcome
      if keyFaults[earlier] == nil { keyFaults[earlier] = .contradicts(earlier: record) }
    default: keyFaults[record] = outcome
    }
  }
}
