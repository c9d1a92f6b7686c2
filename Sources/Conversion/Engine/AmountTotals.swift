// Hot path (`count`): no allocation per record.

package import Findings
package import Mapping
import Packages
import Records

/// Adds up the amounts of the records that are written, and counts what these point to, for the report and for reading back.
package final class AmountTotals: RunObserver {
  /// The sums of a task.
  private struct Task {
    /// The sums of the records of the company at hand, and those of the others.
    var totals: ControlTotals
    var company: String?
    var others: [String: ControlTotals] = [:]
    /// The amounts that no field takes over.
    var unmapped: UnmappedAmounts

    mutating func select(_ company: String) {
      if let last = self.company { others[last] = totals }
      self.company = company
      totals = others.removeValue(forKey: company) ?? totals.emptied
    }

    func totals(of company: String) -> ControlTotals {
      company == self.company ? totals : others[company] ?? totals.emptied
    }
  }

  private let schemas: SchemaCatalogue
  private let findings: FindingSink
  private let reportsUnmapped: Bool
  private var tasks: [Task] = []
  private var required = RequiredRecords()
  private var countsRequired = false

  /// Sums that are reported to a sink, as far as fields take amounts over or, where that is wanted, none does.
  package init(_ schemas: SchemaCatalogue, _ findings: FindingSink, reportsUnmapped: Bool) {
    (self.schemas, self.findings, self.reportsUnmapped) = (schemas, findings, reportsUnmapped)
  }

  package var interest: WrittenInterest { .record }

  package func begin(
    _ template: Template, _ states: [TaskState], _ lookups: borrowing LookupContext, _ companies: ReferenceCompanies
  ) throws {
    tasks = states.map { state in
      let totals = ControlTotals(fields: state.amounts)
      return Task(totals: totals, unmapped: UnmappedAmounts(state.task, state.source?.amounts))
    }
    countsRequired = template.destination == .sales
    required = countsRequired ? try RequiredRecords(states, schemas) : RequiredRecords()
  }

  package func begin(_ part: TaskPart) { tasks[part.task].select(part.company.name) }

  package func written(_ record: inout RecordView, _ lookups: borrowing LookupContext) {
    if !record.wasExpected { count(&record, lookups, takingBack: false) }
  }

  package func expected(_ record: inout RecordView, _ lookups: borrowing LookupContext) {
    count(&record, lookups, takingBack: false)
  }

  package func withdrawn(_ record: inout RecordView, _ lookups: borrowing LookupContext) {
    count(&record, lookups, takingBack: true)
  }

  private func count(_ record: inout RecordView, _ lookups: borrowing LookupContext, takingBack: Bool) {
    let index = record.task
    if !tasks[index].unmapped.isEmpty { tasks[index].unmapped.add(&record, lookups, takingBack: takingBack) }
    if !tasks[index].totals.isEmpty {
      tasks[index].totals.add(
        record.mapper, record.batch, currency: record.currency, takingBack: takingBack)
    }
    if countsRequired { required.count(record.mapper, task: index, takingBack: takingBack) }
  }

  package func end(task index: Int, _ states: [TaskState]) throws {
    if reportsUnmapped { try tasks[index].unmapped.report(to: findings) }
  }

  package func add(to report: inout TemplateReport, _ lookups: borrowing LookupContext) {
    for index in report.tasks.indices {
      report.tasks[index].unmapped = tasks[index].unmapped.amounts
      for company in report.tasks[index].companies.map(\.name) {
        report.tasks[index].totals += tasks[index].totals(of: company).entries.map { entry in
          var entry = entry
          entry.company = company
          return entry
        }
      }
    }
    report.required = required.entries(lookups)
  }
}
