// Hot path (`add`): no allocation per record but for a currency's first one.

package import Mapping
package import Records

/// Sums of amounts by currency, of what was read and of what is written, exact to the last digit.
package struct ControlTotals {
  /// One sum of one field in one currency.
  package struct Entry: Sendable, Equatable {
    package var field: String
    package var currency: String
    package var company = ""
    package var source: ExactSum
    package var destination: ExactSum

    package init(field: String, currency: String, company: String = "", source: ExactSum, destination: ExactSum) {
      (self.field, self.currency, self.company) = (field, currency, company)
      (self.source, self.destination) = (source, destination)
    }
  }

  private let fields: [(place: Int, name: String)]
  private var currencies: [[UInt8]] = []
  private var sums: [(source: ExactSum, destination: ExactSum)] = []
  /// How many records there are of each currency.
  private var records: [Int] = []
  private var last = 0

  /// Totals of the fields at the places in the task's template.
  init(fields: [(place: Int, name: String)]) { self.fields = fields }

  /// The fields of a task that are money in Sales.
  package static func fields(_ task: TaskTemplate, source: EntitySchema?, destination: EntitySchema) -> [(
    place: Int, name: String
  )] {
    task.fields.enumerated().compactMap { place, field in
      let attribute =
        destination.side == .sales
        ? destination.attribute(named: field.column)
        : field.sources.count == 1 ? field.sources.first.flatMap { source?.attribute(named: $0.text) } : nil
      return attribute?.type == .money ? (place, field.column) : nil
    }
  }

  package var isEmpty: Bool { fields.isEmpty }

  /// Totals of the same fields without any sum.
  var emptied: ControlTotals { ControlTotals(fields: fields) }

  /// Counts a record that is written, whose currency is known, or takes one back that was counted.
  package mutating func add(
    _ mapper: borrowing RecordMapper, _ batch: borrowing RecordBatch, currency: borrowing OutputBuffer,
    takingBack: Bool = false
  ) {
    let number = number(of: currency.span)
    records[number] += takingBack ? -1 : 1
    let row = number * fields.count
    for index in fields.indices {
      let place = fields[index].place
      let source = mapper.sourceValue(of: place)
      let output = mapper.output(place)
      let read = source.isEmpty ? ExactDecimal.zero : mapper.decimal(source, batch) ?? .zero
      let gone = source == output ? read : output.isEmpty ? ExactDecimal.zero : mapper.decimal(output, batch) ?? .zero
      sums[row + index].source.add(takingBack ? read.negated : read)
      sums[row + index].destination.add(takingBack ? gone.negated : gone)
    }
  }

  private mutating func number(of currency: Span<UInt8>) -> Int {
    if last < currencies.count, ControlTotals.equals(currencies[last], currency) { return last }
    for number in currencies.indices where ControlTotals.equals(currencies[number], currency) {
      last = number
      return number
    }
    var bytes: [UInt8] = []
    for index in currency.indices { bytes.append(currency[index]) }
    currencies.append(bytes)
    sums += Array(repeating: (.zero, .zero), count: fields.count)
    records.append(0)
    last = currencies.count - 1
    return last
  }

  private static func equals(_ left: [UInt8], _ right: Span<UInt8>) -> Bool {
    guard left.count == right.count else { return false }
    for index in left.indices where left[index] != right[index] { return false }
    return true
  }

  /// All sums by field and currency.
  var entries: [Entry] {
    let codes = currencies.enumerated().map { (text: String(decoding: $0.element, as: UTF8.self), row: $0.offset) }
    return fields.enumerated().flatMap { index, field in
      codes.filter { records[$0.row] > 0 }.sorted { $0.text < $1.text }.map { code in
        let sum = sums[code.row * fields.count + index]
        return Entry(field: field.name, currency: code.text, source: sum.source, destination: sum.destination)
      }
    }
  }
}
