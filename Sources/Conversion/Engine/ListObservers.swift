import Archives
import Findings
import Mapping
import Packages
import Records

/// What the lists of a run are called in its output.
package enum ListNames {
  package static let crosswalk = Crosswalk.fileName
  package static let filtered = FilteredList.fileName

  /// The list of the rejected records of a task.
  package static func rejects(of template: String, _ task: String) -> String { "rejects/\(template).\(task).csv" }
}

/// The list of what became which, as an observer.
extension Crosswalk: RunObserver {
  var interest: WrittenInterest { .record }

  func begin(
    _ template: Template, _ states: [TaskState], _ lookups: borrowing LookupContext, _ companies: ReferenceCompanies
  ) { begin(template) }

  func written(_ record: inout RecordView, _ lookups: borrowing LookupContext) throws { try add(&record) }
}

/// The list of what was not meant to be written, as an observer.
extension FilteredList: RunObserver {
  var interest: WrittenInterest { .nothing }

  func begin(
    _ template: Template, _ states: [TaskState], _ lookups: borrowing LookupContext, _ companies: ReferenceCompanies
  ) throws { try begin(template) }

  func filtered(_ record: inout RecordView, _ lookups: borrowing LookupContext) throws {
    record.needKey(lookups)
    try add(&record)
  }

  func merged(_ record: inout RecordView, _ lookups: borrowing LookupContext) throws {
    try filtered(&record, lookups)
  }
}

/// The lists of what was rejected, one for each task.
final class RejectLists: RunObserver {
  private let findings: FindingSink
  private let makeFile: (_ name: String) throws -> OutputFile
  private var tasks: [TaskFindings] = []
  private var lists: [Rejects] = []

  var interest: WrittenInterest { .nothing }

  /// Lists in files that the function makes; the sink has the words for what is wrong.
  init(_ findings: FindingSink, makeFile: @escaping (_ name: String) throws -> OutputFile) {
    (self.findings, self.makeFile) = (findings, makeFile)
  }

  func begin(
    _ template: Template, _ states: [TaskState], _ lookups: borrowing LookupContext, _ companies: ReferenceCompanies
  ) {
    tasks = states.map(\.findings)
    // The closures know names alone: a task's state leads to the run, and the run to its observers.
    lists = states.map { state in
      let name = ListNames.rejects(of: template.name, state.task.name)
      return Rejects(inputs: state.inputs) { [makeFile] in try makeFile(name) }
    }
  }

  func rejected(_ record: inout RecordView, _ lookups: borrowing LookupContext) throws {
    var codes: [String] = []
    var messages: [String] = []
    for place in record.issues.all.indices {
      let issue = record.issues.all[place]
      if issue.code.severity != .error { continue }
      let code = issue.code.rawValue
      if !codes.contains(code) { codes.append(code) }
      messages.append(findings.message(tasks[record.task].finding(issue, of: record)))
    }
    try lists[record.task].add(record, codes: codes, message: messages.joined(separator: "; "))
  }

  func end(task index: Int, _ states: [TaskState]) throws { try lists[index].finish() }
}
