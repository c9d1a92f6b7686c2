// Hot path (`add`): no allocation per record but for the first one of a currency.

import Findings
import Mapping
import Packages
import Records

/// Adds up the amounts of written records that no field of the template takes over, by currency and company.
struct UnmappedAmounts {
  /// The sums of one currency and company.
  private struct Row {
    let currency: OutputBuffer
    let company: String
    var sums: [ExactSum]
    /// How many records have an amount that is not zero.
    var counts: [Int]
  }

  private let entity: String
  private let fields: [(role: AmountFields.Role, name: String)]
  private var rows: [Row] = []
  private var last = 0

  /// Sums of those amounts of a task's records that its fields do not take over; `amounts` are those of the source.
  init(_ task: TaskTemplate, _ amounts: AmountFields?) {
    entity = task.source
    let mapped = Set(task.fields.filter { $0.constant == nil }.flatMap(\.sources).map { $0.column.lowercased() })
    fields = (amounts?.unmapped ?? []).compactMap { role in
      amounts?.names[role].flatMap { mapped.contains($0.lowercased()) ? nil : (role, $0) }
    }
  }

  var isEmpty: Bool { fields.isEmpty }

  /// Adds a record that is written, whose currency is known, or takes one back that was added.
  mutating func add(
    _ record: inout RecordView, _ lookups: borrowing LookupContext, takingBack: Bool = false
  ) {
    for place in fields.indices {
      guard let amount = record.amount(fields[place].role, lookups), !amount.isZero else { continue }
      let row = row(record.currency, record.company)
      rows[row].sums[place].add(takingBack ? amount.negated : amount)
      rows[row].counts[place] += takingBack ? -1 : 1
    }
  }

  private mutating func row(_ currency: borrowing OutputBuffer, _ company: String) -> Int {
    if last < rows.count, rows[last].company == company, rows[last].currency.equals(currency) { return last }
    for number in rows.indices where rows[number].company == company && rows[number].currency.equals(currency) {
      last = number
      return number
    }
    var code = OutputBuffer(capacity: 8)
    code.append(currency.span)
    rows.append(
      Row(currency: code, company: company, sums: fields.map { _ in .zero }, counts: fields.map { _ in 0 }))
    last = rows.count - 1
    return last
  }

  /// Reports each field and currency with what its records come to.
  func report(to sink: FindingSink) throws {
    let sorted = rows.map { (currency: String(decoding: $0.currency.copy(), as: UTF8.self), row: $0) }
      .sorted { ($0.row.company, $0.currency) < ($1.row.company, $1.currency) }
    for place in fields.indices {
      for (currency, row) in sorted where row.counts[place] > 0 {
        var there = FindingPlace(entity: EntityName(entity))
        (there.key, there.company) = (currency, row.company)
        var finding = Finding(
          .amountsNotConverted, .info, at: there, field: fields[place].name, detail: .records(row.counts[place]))
        finding.value = row.sums[place].description
        try sink.add(finding)
      }
    }
  }
}
