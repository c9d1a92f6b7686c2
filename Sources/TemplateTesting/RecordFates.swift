import Conversion
import Findings
import Mapping
import Packages
import Records

/// Notes what becomes of each record of a run, in the order in which the run decides it.
final class RecordFates: RunObserver {
  /// What became of one record of a task.
  struct Fate {
    var verdict: RecordVerdict
    /// The record's number in its file; 0 for one that was generated.
    var record: Int
    /// The codes that a finding about the whole file reports already.
    var codes: Set<FindingCode> = []
  }

  /// What became of the records of each task, by the name of the task.
  private(set) var fates: [String: [Fate]] = [:]
  private var tasks: [String] = []

  func begin(
    _ template: Template, _ states: [TaskState], _ lookups: borrowing LookupContext, _ companies: ReferenceCompanies
  ) throws {
    tasks = states.map(\.task.name)
  }

  func written(_ record: inout RecordView, _ lookups: borrowing LookupContext) throws {
    note(record.task, .written, record.ownNumber, record.issues.all)
  }

  func rejected(_ record: inout RecordView, _ lookups: borrowing LookupContext) throws {
    note(record.task, .rejected, record.ownNumber, record.issues.all)
  }

  func filtered(_ record: inout RecordView, _ lookups: borrowing LookupContext) throws {
    note(record.task, record.reason == .unchanged ? .unchanged : .filtered, record.ownNumber, [])
  }

  func generated(_ line: borrowing GeneratedLine, _ lookups: borrowing LookupContext) throws {
    fates[tasks[line.task], default: []].append(Fate(verdict: .generated, record: 0))
  }

  private func note(_ index: Int, _ verdict: RecordVerdict, _ record: RecordNumber, _ issues: [Issue]) {
    let codes = issues.filter { $0.isReported && $0.code.severity != .info }.map(\.code)
    fates[tasks[index], default: []].append(Fate(verdict: verdict, record: record.value, codes: Set(codes)))
  }
}
