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
    for input in states[index].inputs where input.package.entities[input.entity].isLog {
      let companies = StatedCompanies(
        input.columns, of: states[index].source, package: input.package, usual: context.companies.order.standard)
      var record = states[index].pass.view(of: input, company: companyAtHand.number)
      var total = 0
      var scan = try PackageScan(input.package, entities: [input.entity], asWritten: .replaced)
      while let (_, batch) = try scan.next() {
        record.begin(batch, of: input, 0..<batch.count, first: total)
        total += batch.count
        while record.next() {
          record.company = companies.company(batch, record.index).description
          states[index].select(company: record.company)
          states[index].counts.read += 1
          try filter(&record, batch.deletions[record.index] ? .deleted : .superseded, lookups)
        }
      }
      context.conservation.noteReplaced(total, in: input.entity, of: input.package)
    }
  }
}
