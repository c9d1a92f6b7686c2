// Hot path (`add`): no allocation per record but for the first one of a currency.

package import Findings
import Mapping
import Packages
package import Records

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

  /// What was added up, by field, company and currency.
  var amounts: [UnmappedAmount] {
    fields.indices.flatMap { place in
      rows.filter { $0.counts[place] > 0 }.map { row in
        UnmappedAmount(
          entity: entity, field: fields[place].name, place: place,
          currency: String(decoding: row.currency.copy(), as: UTF8.self), company: row.company,
          records: row.counts[place], sum: row.sums[place])
      }
    }.inOrder
  }

  /// Reports each field and currency with what its records come to.
  func report(to sink: FindingSink) throws { for amount in amounts { try sink.add(amount.finding) } }
}

/// What records of one currency and company come to in a column that no field takes over.
package struct UnmappedAmount: Sendable {
  package var entity: String
  package var field: String
  /// The place of the field among those of its task.
  package var place: Int
  package var currency: String
  package var company: String
  package var records: Int
  package var sum: ExactSum

  package init(
    entity: String, field: String, place: Int, currency: String, company: String, records: Int, sum: ExactSum
  ) {
    (self.entity, self.field, self.place, self.currency) = (entity, field, place, currency)
    (self.company, self.records, self.sum) = (company, records, sum)
  }

  /// What is reported of it.
  package var finding: Finding {
    var there = FindingPlace(entity: EntityName(entity))
    (there.key, there.company) = (currency, company)
    var finding = Finding(.amountsNotConverted, .info, at: there, field: field, detail: .records(records))
    finding.value = sum.description
    return finding
  }
}

extension [UnmappedAmount] {
  /// Field by field, by company and currency.
  package var inOrder: [UnmappedAmount] {
    sorted { ($0.place, $0.company, $0.currency) < ($1.place, $1.company, $1.currency) }
  }
}
