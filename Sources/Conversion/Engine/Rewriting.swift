// Hot path: no allocation per record.

import Mapping
import Packages
import Records

extension TemplateRun {
  /// Puts the record, whose verdict holds its key, into its package. Its id, if it goes to Sales.
  mutating func put(
    _ index: Int, _ mapper: borrowing RecordMapper, _ batch: borrowing RecordBatch, unit: Int,
    _ lookups: borrowing LookupContext
  ) throws -> GUID? {
    if template.destination == .finops {
      try sink.write(mapper, batch, unit: unit)
      return nil
    }
    let id = identities[index].id(issues, mapper, batch, lookups, &ids)
    try sink.write(mapper, batch, id: id, issues, lookups, &ids, unit: unit)
    return id
  }

  /// Writes again what all tasks have written of some companies, into packages that are cut otherwise.
  mutating func rewrite(_ group: [RunCompany], _ lookups: inout LookupContext) throws {
    units = 0
    for index in states.indices {
      sink.begin(firstEntity(index, level: index + 1))
      var unit = units
      for company in group {
        select(company, task: index, &lookups)
        try rewrite(index, lookups) { _, _, _, _ in
          unit += 1
          return unit - 1
        }
      }
      units = unit
      _ = try sink.end()
    }
  }

  /// Writes again what a task has written of the company at hand, without judging or reporting anything. `unit` says, of a
  /// record and its number within the task, to what it belongs.
  mutating func rewrite(
    _ index: Int, _ lookups: borrowing LookupContext,
    unit: (inout RecordMapper, RecordBatch, _ record: Int, _ number: Int) -> Int?
  ) throws {
    let pass = states[index].pass
    try pass.forEachBatch(of: part, lookups) { mapper, batch, _, records, first in
      for record in records where kept[index].contains(first + record) {
        issues.begin()
        mapper.begin(record)
        guard let unit = unit(&mapper, batch, record, first + record), sink.takes(unit) else { continue }
        issues.readKey(&mapper, batch, record, lookups)
        mapper.map(batch, record, lookups, parents: true)
        if context.companies.isPartitioned,
          case .shared(let holder) = identities[index].holder(issues, mapper, batch, lookups)
        {
          try sink.writeItem(mapper, batch, product: holder.id, issues, lookups, &ids, unit: unit)
          continue
        }
        _ = try put(index, mapper, batch, unit: unit, lookups)
      }
    }
  }
}
