import Findings
import Mapping
import Packages

/// Reports references to records that come later, or to the record itself, which F&O can refuse.
final class LaterReferences: RunObserver {
  private let findings: FindingSink
  /// For each task what its records refer to among themselves, where that is asked.
  private var tasks: [SelfReferences?] = []

  init(_ findings: FindingSink) { self.findings = findings }

  var interest: WrittenInterest { tasks.contains { $0 != nil } ? .values : .nothing }

  func begin(
    _ template: Template, _ states: [TaskState], _ lookups: borrowing LookupContext, _ companies: ReferenceCompanies
  ) {
    tasks = states.map(SelfReferences.init)
  }

  func written(_ record: inout RecordView, _ lookups: borrowing LookupContext) { tasks[record.task]?.add(&record) }

  func end(task index: Int, _ states: [TaskState]) throws {
    try tasks[index]?.forEachLater { reference in
      let (input, number) = states[index].place(of: reference.number)
      var there = FindingPlace(
        package: input.package.path, file: input.file, entity: EntityName(states[index].task.source))
      (there.record, there.line) = (number, reference.line)
      (there.key, there.company) = (reference.chain[0], reference.company)
      var finding = Finding(
        .refersToLaterRecord, .warning, at: there, field: reference.field, detail: .chain(reference.chain))
      finding.value = reference.value
      try findings.add(finding)
    }
  }
}
