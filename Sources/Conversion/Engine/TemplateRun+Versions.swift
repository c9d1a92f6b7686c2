// Hot path: no allocation per record.

import Findings
import Mapping
import Packages
import Records

/// Logs of changes, whose rows are versions of records.
extension TemplateRun {
  /// Filters the rows of a task's logs out that are no records: they are superseded by a later version, or the last one deletes
  /// the record. Nothing else is asked of them.
  mutating func filterVersions(_ index: Int, _ lookups: borrowing LookupContext) throws {
    let logs = states[index].inputs.filter { $0.package.entities[$0.entity].isLog }
    guard var known = logs.first else { return }
    var companies = statedCompanies(index, known)
    var record = states[index].pass.view(of: known, company: companyAtHand.number)
    for input in logs {
      var total = 0
      if let batches = try context.replaced.batches(of: input) {
        // Of many files of one entity most have the same columns.
        if input.origin != known.origin || input.columns != known.columns {
          companies = statedCompanies(index, input)
          record = states[index].pass.view(of: input, company: companyAtHand.number)
        }
        known = input
        while let batch = try batches.next() {
          record.begin(batch, of: input, 0..<batch.count, first: total)
          total += batch.count
          while record.next() {
            record.company = companies.company(batch, record.index).description
            states[index].select(company: record.company)
            states[index].counts.read += 1
            try filter(&record, batch.deletions[record.index] ? .deleted : .superseded, lookups)
          }
        }
      }
      context.conservation.noteReplaced(total, in: input.entity, of: input.package)
    }
  }

  private func statedCompanies(_ index: Int, _ input: TaskInput) -> StatedCompanies {
    StatedCompanies(
      input.columns, of: states[index].source, package: input.package, usual: context.companies.order.standard)
  }
}
