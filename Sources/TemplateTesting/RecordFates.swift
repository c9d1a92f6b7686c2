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

  func prepare(_ lookups: borrowing LookupContext, _ schemas: SchemaCatalogue) throws {}

  func begin(
    _ template: Template, _ states: [TaskState], _ lookups: borrowing LookupContext, _ companies: ReferenceCompanies
  ) throws {
    tasks = states.map(\.task.name)
  }

  func select(_ company: RunCompany, in companies: RunCompanies, _ state: TaskState, task index: Int) {}

  func form(of index: Int) -> RecordForm { RecordForm() }

  func written(_ record: inout RecordView, _ lookups: borrowing LookupContext) throws {
    note(record.task, .written, record.ownNumber, record.issues.all)
  }

  func rejected(_ record: inout RecordView, _ lookups: borrowing LookupContext) throws {
    note(record.task, .rejected, record.ownNumber, record.issues.all)
  }

  func filtered(_ record: inout RecordView, _ reason: FilterReason, _ lookups: borrowing LookupContext) throws {
    note(record.task, reason == .unchanged ? .unchanged : .filtered, record.ownNumber, [])
  }

  func merged(_ record: inout RecordView) {
    // Nothing is merged where all records of an entity come from one file.
  }

  func generated(
    _ index: Int, _ record: borrowing GeneratedRecord, _ freight: DocumentIndex.Freight,
    _ lookups: borrowing LookupContext
  ) throws {
    fates[tasks[index], default: []].append(Fate(verdict: .generated, record: 0))
  }

  func end(_ template: Template, later: [Template]) throws {}

  func packages(
    of template: Template, _ context: RunContext, _ lookups: inout LookupContext
  ) throws -> [PackageReport] { [] }

  private func note(_ index: Int, _ verdict: RecordVerdict, _ record: RecordNumber, _ issues: [Issue]) {
    let codes = issues.filter { $0.isReported && $0.code.severity != .info }.map(\.code)
    fates[tasks[index], default: []].append(Fate(verdict: verdict, record: record.value, codes: Set(codes)))
  }
}
