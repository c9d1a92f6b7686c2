// Hot path (`add`): no allocation per record but for a group's first one.

import Conversion
import Mapping
package import Records

/// Counts and sums of amounts of both sides by currency, status and month, in the destination's terms.
package struct ComparedTotals {
  /// One group of one amount.
  package struct Entry {
    package var field: String
    package var currency: String
    package var status: String
    package var month: String
    package var company: String
    package var source: (count: Int, sum: ExactSum)
    package var held: (count: Int, sum: ExactSum)
  }

  /// Of which side a record is.
  enum Part {
    case source, held
  }

  private var groups = KeyIndex()
  private var counts: [(source: Int, held: Int)] = []
  private var sums: [(source: ExactSum, held: ExactSum)] = []
  private var buffer = OutputBuffer(capacity: 64)
  private var codes: [GUID: [UInt8]] = [:]
  /// The fields that say the currency, the status and the month, by their places among the compared ones; -1 for none.
  private var currency = -1
  private var status = -1
  private var month = -1
  private var amounts: [(field: Int, name: String)] = []

  /// Finds out by what a task's records are grouped and what is summed. `codes` are the currencies of Sales by id.
  mutating func settle(_ task: ComparedTask, _ state: TaskState, codes: [GUID: [UInt8]]) {
    self.codes = codes
    func source(_ field: ComparedField) -> String {
      field.place < 0 ? "" : state.task.fields[field.place].sources.first?.text.lowercased() ?? ""
    }
    func find(_ isWanted: (ComparedField) -> Bool) -> Int { task.fields.firstIndex(where: isWanted) ?? -1 }
    currency = find { $0.name == "transactioncurrencyid" || source($0).hasSuffix(".isocurrencycode") }
    let own = [state.destination.statusField, state.source?.statusField].compactMap { $0?.lowercased() }
    for name in own + [StateColumns.state, StateColumns.status] where status < 0 {
      status = find { $0.name.lowercased() == name || source($0) == name }
    }
    month = find { state.destination.attribute(named: $0.name)?.type.isTemporal ?? false }
    let money = ControlTotals.fields(state.task, source: state.source, destination: state.destination)
    amounts = money.compactMap { place, name in
      task.fields.firstIndex { $0.place == place }.map { ($0, name) }
    }
  }

  /// The same for price list items, which have an amount in the currency of their product.
  mutating func settleItems(_ task: ComparedTask) {
    amounts = task.fields.indices.filter { task.fields[$0].name == "amount" }.map { ($0, "amount") }
  }

  /// Counts a record, whose field at a place among the compared ones `range` finds in the buffer. `fallback` is the currency
  /// of a record that has none of its own.
  mutating func add(
    _ part: Part, _ bytes: Span<UInt8>, fallback: Span<UInt8>, company: CompanyID, range: (Int) -> FieldRange
  ) {
    buffer.truncate(to: 0)
    if currency >= 0 { append(bytes.extracting(range(currency).bounds)) }
    if buffer.count == 0 { append(fallback) }
    buffer.append(0)
    if status >= 0 { KeyText.append(bytes.extracting(range(status).bounds), to: &buffer) }
    buffer.append(0)
    if month >= 0 {
      let text = bytes.extracting(range(month).bounds)
      if text.count >= 7, DateTime(text) != nil { buffer.append(text.extracting(0..<7)) }
    }
    buffer.append(0)
    company.appendName(to: &buffer)
    let entry = entry(of: buffer)
    if part == .source { counts[entry].source += 1 } else { counts[entry].held += 1 }
    for (index, amount) in amounts.enumerated() {
      guard let number = ExactDecimal(bytes.extracting(range(amount.field).bounds)) else { continue }
      let place = entry * amounts.count + index
      if part == .source { sums[place].source.add(number) } else { sums[place].held.add(number) }
    }
  }

  /// The totals of no records, by the same groups.
  var emptied: ComparedTotals {
    var other = self
    (other.groups, other.counts, other.sums) = (KeyIndex(), [], [])
    other.buffer = OutputBuffer(capacity: 64)
    return other
  }

  /// Adds the groups of other records of the same task.
  mutating func add(_ other: ComparedTotals) {
    var key = OutputBuffer(capacity: 64)
    for group in 0..<other.groups.count {
      key.truncate(to: 0)
      other.groups.appendKey(group, to: &key)
      let entry = self.entry(of: key)
      counts[entry].source += other.counts[group].source
      counts[entry].held += other.counts[group].held
      for index in amounts.indices {
        sums[entry * amounts.count + index].source.add(other.sums[group * amounts.count + index].source)
        sums[entry * amounts.count + index].held.add(other.sums[group * amounts.count + index].held)
      }
    }
  }

  /// The group of a key, which is made if there is none.
  private mutating func entry(of key: borrowing OutputBuffer) -> Int {
    let (entry, isNew) = groups.insert(key, value: 0)
    if isNew {
      counts.append((0, 0))
      sums += Array(repeating: (.zero, .zero), count: amounts.count)
    }
    return entry
  }

  /// Appends a currency's code in upper case: of a lookup that is expected its last part, of an id what is known of it.
  private mutating func append(_ text: Span<UInt8>) {
    if text.count >= 36, let id = GUID(text.extracting(0..<36)), let code = codes[id] {
      buffer.append(code)
      return
    }
    for index in 0..<text.count {
      let byte = text[index]
      buffer.append(byte >= 0x61 && byte <= 0x7A ? byte & 0xDF : byte)
    }
  }

  /// All groups in their order; of a task without amounts one entry for each, with an empty field.
  package var entries: [Entry] {
    var entries: [Entry] = []
    for group in 0..<groups.count {
      var text = OutputBuffer(capacity: 64)
      groups.appendKey(group, to: &text)
      let parts = KeyText.string(text.span).split(separator: "\0", omittingEmptySubsequences: false).map(String.init)
      for index in 0..<max(amounts.count, 1) {
        let sum: (source: ExactSum, held: ExactSum) =
          amounts.isEmpty ? (source: .zero, held: .zero) : sums[group * amounts.count + index]
        entries.append(
          Entry(
            field: amounts.isEmpty ? "" : amounts[index].name, currency: parts[0], status: parts[1], month: parts[2],
            company: parts[3], source: (counts[group].source, sum.source), held: (counts[group].held, sum.held)))
      }
    }
    return entries.sorted {
      ($0.currency, $0.status, $0.month, $0.field, $0.company)
        < ($1.currency, $1.status, $1.month, $1.field, $1.company)
    }
  }
}
