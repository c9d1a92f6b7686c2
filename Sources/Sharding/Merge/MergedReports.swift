import Conversion
import Records

// What became of a template in its parts, added up.

extension TemplateReport {
  /// Adds what became of a part.
  mutating func add(_ part: PartSummary) {
    for (place, task) in part.tasks.enumerated() {
      if place == tasks.count {
        tasks.append(TaskReport(name: task.name, source: task.source, destination: task.destination))
      }
      tasks[place].add(task)
    }
    for field in part.values { add(field) }
    for entry in part.required {
      if let known = required.firstIndex(where: { $0.table == entry.table && $0.name == entry.name }) {
        required[known].records += entry.records
      } else {
        required.append(entry)
      }
    }
  }

  /// Adds the values of a field that no value map has an entry for. All of them are known while no part has more different ones
  /// than it keeps; beyond, there are at least so many.
  private mutating func add(_ field: UnmappedField) {
    guard let known = unmapped.firstIndex(where: { $0.task == field.task && $0.field == field.field }) else {
      return unmapped.append(field)
    }
    unmapped[known].records += field.records
    for value in field.values {
      if let same = unmapped[known].values.firstIndex(where: { $0.text == value.text && $0.isCut == value.isCut }) {
        unmapped[known].values[same].records += value.records
      } else {
        unmapped[known].values.append(value)
      }
    }
    unmapped[known].distinct = max(unmapped[known].distinct, field.distinct, unmapped[known].values.count)
  }

  /// Puts sums and what is required in order, now that all parts were added.
  mutating func settle() {
    for place in tasks.indices { tasks[place].settle() }
    for place in unmapped.indices {
      unmapped[place].values.sort { ($1.records, $0.text) < ($0.records, $1.text) }
      unmapped[place].values = Array(unmapped[place].values.prefix(UnmappedField.mostValues))
    }
    let fields = tasks.map(\.name)
    unmapped.sort { fields.firstIndex(of: $0.task) ?? 0 < fields.firstIndex(of: $1.task) ?? 0 }
    required.sort { ($0.order, $0.table, $0.name) < ($1.order, $1.table, $1.name) }
  }
}

extension TaskReport {
  fileprivate mutating func add(_ part: TaskReport) {
    for company in part.companies {
      counts.add(company.counts)
      if let known = companies.firstIndex(where: { $0.name == company.name }) {
        companies[known].counts.add(company.counts)
      } else {
        companies.append(company)
      }
    }
    for total in part.totals { add(total) }
    for amount in part.unmapped { add(amount) }
  }

  private mutating func add(_ total: ControlTotals.Entry) {
    let known = totals.firstIndex {
      $0.field == total.field && $0.currency == total.currency && $0.company == total.company
    }
    if let known {
      totals[known].source.add(total.source)
      totals[known].destination.add(total.destination)
    } else {
      totals.append(total)
    }
  }

  private mutating func add(_ amount: UnmappedAmount) {
    let known = unmapped.firstIndex {
      $0.place == amount.place && $0.currency == amount.currency && $0.company == amount.company
    }
    if let known {
      unmapped[known].records += amount.records
      unmapped[known].sum.add(amount.sum)
    } else {
      unmapped.append(amount)
    }
  }

  /// Sums are by company, by field as the template has them, and by currency.
  fileprivate mutating func settle() {
    let companies = companies.map(\.name)
    let fields = totals.map(\.field)
    let rank = { (total: ControlTotals.Entry) in
      (
        companies.firstIndex(of: total.company) ?? companies.count, fields.firstIndex(of: total.field) ?? 0,
        total.currency
      )
    }
    totals.sort { rank($0) < rank($1) }
    unmapped = unmapped.inOrder
  }
}

extension [ForeignRecords] {
  /// Adds the records of business units that a part has counted.
  mutating func add(_ others: [ForeignRecords]) {
    for other in others {
      if let known = firstIndex(where: { $0.entity == other.entity && $0.unit == other.unit }) {
        self[known].records += other.records
      } else {
        append(other)
      }
    }
  }
}
