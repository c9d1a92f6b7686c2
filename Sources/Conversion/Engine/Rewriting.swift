// Hot path: no allocation per record.

import Mapping
import Packages
import Records

extension TemplateRun {
  /// Writes again what a task has written of the company at hand, without judging or reporting anything. `unit` says to what a
  /// record belongs; nil if nobody knows.
  mutating func rewrite(
    _ index: Int, _ lookups: borrowing LookupContext, unit: (_ record: inout RecordView) -> Int?
  ) throws {
    let pass = states[index].pass
    try pass.forEachStretch(of: part, lookups) { record in
      while record.next() {
        guard kept[index].contains(record.number), let unit = unit(&record), sink.takes(unit) else { continue }
        record.unit = unit
        record.readKey(lookups)
        record.map(lookups, parents: true)
        if context.companies.isPartitioned, case .shared(let holder) = identities[index].holder(of: &record, lookups) {
          record.id = holder.id
          try sink.writeItem(&record, lookups)
          continue
        }
        identify(&record, lookups)
        try sink.write(&record, lookups)
      }
    }
  }
}
