// Hot path: no allocation per record.

package import Findings
package import Mapping
package import Records

/// A record of a task, and all that is known of it: where it is, its values, its key, what is wrong with it, and how it is
/// written. Whoever decides or observes what becomes of a record gets this one value.
///
/// A view belongs to a mapper and goes with it from record to record of a stretch: what it says is true until the next record
/// begins. It is passed `inout`, which passes its address; it has several hundred bytes, none of which is copied.
package struct RecordView: ~Copyable {
  /// The place of the task in its template.
  package let task: Int
  /// The file of the record.
  package private(set) var input: TaskInput
  /// Whether numbers of the file are read by a culture.
  private(set) var readsNumbers = false
  /// The batch that has the record's fields, and its place there.
  package private(set) var batch: RecordBatch
  package private(set) var index = -1
  /// The number of the record within the task, from 0.
  package private(set) var number = -1
  /// Maps the record; has its values, once it is mapped.
  package var mapper: RecordMapper
  /// The key, and what is wrong with the record.
  package var issues = RecordIssues()
  /// The currency of its amounts, once they are added up.
  package var currency = OutputBuffer(capacity: 16)
  /// The id with which it is written to Sales; nil on the way to F&O.
  package var id: GUID?
  /// What it goes into a package with: records of one unit are in one package.
  package var unit = 0
  /// Whether it was announced with its values (`expected`) before it was certain that it is written; they are not at hand any more.
  package var wasExpected = false
  /// Why it is filtered out, and the number of the clause that has decided it (`FilterClauses`).
  package var reason = FilterReason.filter
  package var clause = 0
  /// The name of its company; empty for a record that belongs to none.
  package var company: String
  /// Its number in its file, where that was put aside with its values; else nil.
  private var notedNumber: RecordNumber?
  /// Its own id in Sales, where that was put aside with its values; else empty.
  var ownIDText = OutputBuffer(capacity: 40)

  /// The stretch: some records of the batch.
  package private(set) var records = 0..<0
  /// The number of the batch's first record within the task.
  package private(set) var first = 0
  /// The place, among the batch's issues, of the next one, and of the record's own; negative if it has none.
  private var nextIssue = 0
  private var ownIssue = -1

  /// A view for records of a task's files whose columns are those of the plan.
  package init(task: Int, of input: TaskInput, company: String, _ plan: consuming TaskPlan) {
    self.task = task
    self.company = company
    self.input = input
    batch = RecordBatch(width: 0, firstNumber: 1)
    mapper = RecordMapper(plan)
  }

  // MARK: From record to record

  /// Begins a stretch of a batch, whose first record has the number `first` within the task.
  package mutating func begin(_ batch: RecordBatch, of input: TaskInput, _ records: Range<Int>, first: Int) {
    self.input = input
    readsNumbers = input.readsNumbers
    (self.records, self.first) = (records, first)
    index = records.lowerBound - 1
    nextIssue = batch.firstIssue(from: records.lowerBound)
    notedNumber = nil
    self.batch = batch
  }

  /// Goes on with the next record of the stretch; false at its end.
  @inline(__always)
  package mutating func next() -> Bool {
    if index + 1 >= records.upperBound { return false }
    begin(index + 1, number: first + index + 1)
    return true
  }

  /// Goes on with a record behind those before, of the number within the task.
  @inline(__always)
  package mutating func begin(_ index: Int, number: Int) {
    (self.index, self.number) = (index, number)
    issues.begin()
    mapper.begin(index)
    currency.truncate(to: 0)
    ownIDText.truncate(to: 0)
    id = nil
    wasExpected = false
    ownIssue = -1
    if nextIssue < batch.issues.count, batch.issues[nextIssue].index == index {
      ownIssue = nextIssue
      nextIssue += 1
    }
  }

  /// Goes on with a record whose values were put aside, of the number in its file.
  @inline(__always)
  mutating func begin(_ index: Int, number: Int, ownNumber: RecordNumber) {
    begin(index, number: number)
    notedNumber = ownNumber
  }

  /// Has a look at the values of a record of the batch, before it begins.
  mutating func lookAt(_ index: Int) {
    self.index = index
    issues.begin()
    mapper.begin(index)
    currency.truncate(to: 0)
  }

  /// Begins again with a stretch that has come to its end or was only looked at.
  mutating func rewind() { begin(batch, of: input, records, first: first) }

  /// Lets the batch go.
  package mutating func end() { batch = RecordBatch(width: 0, firstNumber: 1) }

  // MARK: What is known of it

  /// What the reader has found wrong with it.
  package var fault: Issue? { ownIssue < 0 ? nil : batch.issues[ownIssue].issue }

  /// Whether the reader has found anything wrong with it.
  package var isFaulty: Bool { ownIssue >= 0 }

  /// Whether it cannot be read at all.
  package var isUnreadable: Bool { ownIssue >= 0 && batch.issues[ownIssue].issue.isUnreadable }

  /// Its number in its file, from 1.
  package var ownNumber: RecordNumber { notedNumber ?? batch.number(of: index) }

  /// The line of its file on which it begins; 0 where files have none.
  package var line: UInt32 { batch.lines[index] }

  /// The id that the record has itself.
  package var ownID: GUID? { mapper.recordGUID(batch, index) }

  /// Appends the id in Sales that lists show of it: the one that it goes to Sales with, or its own as it was read.
  func appendSalesID(to output: inout OutputBuffer) {
    if let id {
      id.append(to: &output)
    } else if ownIDText.count > 0 {
      output.append(ownIDText.span)
    } else if batch.width > 0 {
      mapper.appendRecordID(batch, index, to: &output)
    }
  }

  /// Notes as an issue what the reader has found wrong.
  mutating func addFault() { if let fault { issues.add(fault) } }

  // MARK: What is worked out

  /// Whether the filter of its task lets it through. What the reader has found wrong with it does not take it away.
  @inline(__always)
  mutating func passesFilter(_ lookups: borrowing LookupContext) -> Bool {
    isFaulty || mapper.passesFilter(batch, index, lookups)
  }

  /// Works out its key.
  @inline(__always)
  package mutating func readKey(_ lookups: borrowing LookupContext) {
    issues.readKey(&mapper, batch, index, lookups)
  }

  /// Works out its key, if that was not done.
  package mutating func needKey(_ lookups: borrowing LookupContext) { if !issues.hasKey { readKey(lookups) } }

  /// Works out its values; with those that lead to its own document, if `parents` says so.
  @inline(__always)
  package mutating func map(_ lookups: borrowing LookupContext, parents: Bool) {
    mapper.map(batch, index, lookups, parents: parents)
  }

  /// An amount of the record, as it was read.
  @inline(__always)
  mutating func amount(_ role: AmountFields.Role, _ lookups: borrowing LookupContext) -> ExactDecimal? {
    mapper.amount(role, batch, index, lookups)
  }

  /// Makes `currency` what the record or what it points to has; else that of its document, if there is one.
  mutating func readCurrency(_ lookups: borrowing LookupContext, ofDocument: [UInt8] = []) {
    currency.truncate(to: 0)
    mapper.currency(batch, index, lookups, to: &currency)
    if currency.count == 0 { currency.append(ofDocument) }
  }
}
