import Records

/// Where a row of a list is in the order of a whole run: in which stretch of a template's run, in which of the files that the
/// task reads, and with which record. The lists of parts are merged by it.
struct RowPlace: Equatable, Comparable {
  /// The bytes of a place.
  static let size = 12
  /// Behind all records of a file.
  static let last = UInt32.max

  var stretch: UInt32
  var input: UInt32
  var record: UInt32

  static func < (left: RowPlace, right: RowPlace) -> Bool {
    (left.stretch, left.input, left.record) < (right.stretch, right.input, right.record)
  }

  func append(to output: inout OutputBuffer) {
    for number in [stretch, input, record] { output.append(number: number) }
  }

  init(stretch: UInt32, input: UInt32, record: UInt32) {
    (self.stretch, self.input, self.record) = (stretch, input, record)
  }

  /// The place that the bytes at an offset say.
  init(_ bytes: Span<UInt8>, at offset: Int) {
    let (first, last) = (bytes.word(at: offset), bytes.word(at: offset + 4))
    self.init(
      stretch: UInt32(truncatingIfNeeded: first), input: UInt32(truncatingIfNeeded: last),
      record: UInt32(truncatingIfNeeded: last >> 32))
  }
}

/// The stretches of a template's run in their order, the same in every part: what is said of its files, the survey of its
/// records, the records company by company, those of companies that do not run.
struct Stretches {
  /// What is said before any record.
  static let before: UInt32 = 0

  private let tasks: Int
  private let companies: Int
  private let others: Int
  private let isByCompany: Bool

  /// The stretches of a template with so many tasks, companies that run and others. `isByCompany` says that all tasks of a company
  /// come before those of the next one.
  init(tasks: Int, companies: Int, others: Int, isByCompany: Bool) {
    (self.tasks, self.companies, self.others, self.isByCompany) = (tasks, companies, others, isByCompany)
  }

  /// What is said of files while all records of documents are looked at.
  func survey(task: Int, company: Int) -> UInt32 { UInt32(1 + company * tasks + task) }

  /// What is said of files while the keys of a task's records are looked at, before these are decided.
  func keys(task: Int, company: Int) -> UInt32 { records(task: task, company: company) - 1 }

  /// The records of a company in a task.
  func records(task: Int, company: Int) -> UInt32 {
    let place = isByCompany ? company * tasks + task : task * companies + company
    return UInt32(2 + tasks * companies + 2 * place)
  }

  /// What is said when all records of companies that run are decided.
  var end: UInt32 { UInt32(1 + 3 * tasks * companies) + 1 }

  /// The records of a company that does not run.
  func other(_ number: Int, task: Int) -> UInt32 { end + UInt32(1 + task * (others + 1) + number) }
}
