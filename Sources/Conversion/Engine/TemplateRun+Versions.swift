// Hot path: no allocation per record.

import Findings
import Mapping
import Packages
import Records

/// Logs of changes, whose rows are versions of records.
extension TemplateRun {
  /// Counts and lists the rows of a task's logs that are no records: they are superseded by a later version, or the last one
  /// deletes the record. Nothing else is asked of them.
  mutating func filterVersions(_ index: Int, _ lookups: borrowing LookupContext) throws {
    for input in states[index].inputs where input.package.entities[input.entity].isLog {
      var mapper = RecordMapper(states[index].pass.plan(input))
      let companies = StatedCompanies(
        input.columns, of: states[index].source, package: input.package, usual: context.companies.order.standard)
      var counts: [CompanyID: (superseded: Int, deleted: Int)] = [:]
      var total = 0
      var scan = try PackageScan(input.package, entities: [input.entity], asWritten: .replaced)
      while let (_, batch) = try scan.next() {
        total += batch.count
        for record in 0..<batch.count {
          let owner = companies.company(batch, record)
          let isDeleted = batch.deletions[record]
          counts[owner, default: (0, 0)].deleted += isDeleted ? 1 : 0
          counts[owner, default: (0, 0)].superseded += isDeleted ? 0 : 1
          guard context.filtered.isKept else { continue }
          issues.begin()
          mapper.begin()
          issues.readKey(&mapper, batch, record, lookups)
          try context.filtered.add(
            task: index, input, key: issues.shown, record: batch.number(of: record).value,
            line: Int(batch.lines[record]), reason: isDeleted ? .deleted : .superseded, clause: 0,
            company: owner.description)
        }
      }
      for (owner, count) in counts.sorted(by: { $0.key.description < $1.key.description }) {
        states[index].select(company: owner.description)
        states[index].counts.read += count.superseded + count.deleted
        if count.superseded > 0 { states[index].counts.filteredBy[.superseded, default: 0] += count.superseded }
        if count.deleted > 0 { states[index].counts.filteredBy[.deleted, default: 0] += count.deleted }
      }
      context.conservation.noteReplaced(total, in: input.entity, of: input.package)
    }
  }
}
