// Hot path (`add`): no allocation per row while there is room.

import Archives
import Mapping
import Records

/// Gathers differences in any order and writes them by template, task and key.
final class DifferenceFile {
  /// Its name in the output.
  static let fileName = "differences.csv"

  static let columns = [
    "template", "task", "outcome", "key", "field", "finops_value", "sales_value", "kind", "company",
  ]

  private let rows: SortedRows
  private let encoder = CSVEncoder()
  private var key = OutputBuffer(capacity: 256)
  private var text = OutputBuffer(capacity: 1024)
  private var shownCompany = OutputBuffer(capacity: 8)
  /// How many rows there are of each outcome.
  private(set) var counts: [Outcome: Int] = [:]

  /// No differences yet; those that do not fit in memory go to files that the function makes.
  init(memory: Int = 32 << 20, makeFile: @escaping @Sendable () throws -> ScratchFile) {
    rows = SortedRows(memory: memory, makeFile: makeFile)
  }

  /// Takes over what a partition has gathered. It gathers nothing any more.
  func add(_ other: DifferenceFile) throws {
    counts.merge(other.counts) { $0 + $1 }
    try rows.add(other.rows)
  }

  /// Adds a row. `field` is the field's name with its place; the values are those of the side that the task reads and of
  /// the one that it writes.
  func add(
    _ task: ComparedTask, _ outcome: Outcome, key shown: Span<UInt8>, field: (name: String, place: Int) = ("", 0),
    source: Span<UInt8>, destination: Span<UInt8>, kind: DifferenceKind?, company: CompanyID
  ) throws {
    counts[outcome, default: 0] += 1
    key.truncate(to: 0)
    key.append(UInt8(task.order.template))
    key.append(UInt8(task.order.task))
    key.append(shown)
    key.append(0)
    company.appendName(to: &key)
    key.append(0)
    key.append(outcome.order)
    key.append(UInt8(truncatingIfNeeded: field.place >> 8))
    key.append(UInt8(truncatingIfNeeded: field.place))
    text.truncate(to: 0)
    var fingerprint = Fingerprint()
    for part in [task.template.name, task.task.name, outcome.rawValue] { fingerprint.append(part) }
    fingerprint.append(shown)
    fingerprint.append(field.name)
    shownCompany.truncate(to: 0)
    company.appendName(to: &shownCompany)
    fingerprint.append(shownCompany.span)
    fingerprint.append(to: &text)
    text.append(task.cells)
    append(outcome.rawValue)
    append(shown)
    append(field.name)
    if task.template.destination == .finops {
      append(destination)
      append(source)
    } else {
      append(source)
      append(destination)
    }
    append(kind?.rawValue ?? "")
    text.append(shownCompany, 0..<shownCompany.count)
    try rows.add(key, text)
  }

  private func append(_ value: String) {
    DifferenceFile.encode(value, encoder, to: &text)
    encoder.delimiter(to: &text)
  }

  private func append(_ value: Span<UInt8>) {
    encoder.field(value, to: &text)
    encoder.delimiter(to: &text)
  }

  private static func encode(_ value: String, _ encoder: CSVEncoder, to output: inout OutputBuffer) {
    for byte in value.utf8 { output.append(byte) }
  }

  /// Writes all rows in their order, with what an earlier run says of each if there is one.
  func write(to file: OutputFile, marking baseline: Baseline?) throws {
    file.writeBehind()
    var output = OutputBuffer(capacity: (1 << 18) + 4096)
    encoder.headings(DifferenceFile.columns + (baseline == nil ? [] : [Baseline.column]), to: &output)
    try rows.forEach { row in
      output.append(row.extracting(Fingerprint.size..<row.count))
      if let baseline {
        encoder.delimiter(to: &output)
        DifferenceFile.encode(baseline.mark(difference: Fingerprint(row)), encoder, to: &output)
      }
      encoder.lineEnd(to: &output)
      if output.count > 1 << 18 { try file.write(output.take()) }
    }
    try file.write(output.take())
    try file.close(sync: false)
  }
}

/// Gathers which records of both sides are partners and writes them by template and task, in the order of the source.
final class PartnerFile {
  /// Its name in the output.
  static let fileName = "crosswalk.csv"

  static let columns = ["template", "task", "finops_key", "sales_id", "number", "company"]

  private let rows: SortedRows
  private let encoder = CSVEncoder()
  private var key = OutputBuffer(capacity: 16)
  private var text = OutputBuffer(capacity: 256)

  /// No partners yet; those that do not fit in memory go to files that the function makes.
  init(memory: Int = 32 << 20, makeFile: @escaping @Sendable () throws -> ScratchFile) {
    rows = SortedRows(memory: memory, makeFile: makeFile)
  }

  /// How many pairs there are.
  var count: Int { rows.count }

  /// Takes over what a partition has gathered. It gathers nothing any more.
  func add(_ other: PartnerFile) throws { try rows.add(other.rows) }

  /// Adds a pair by its key in F&O, its id in Sales and its number there. `record` is the source's number within the task.
  func add(
    _ task: ComparedTask, record: Int, finops: Span<UInt8>, id: Span<UInt8>, number: Span<UInt8>, company: CompanyID
  ) throws {
    key.truncate(to: 0)
    key.append(UInt8(task.order.template))
    key.append(UInt8(task.order.task))
    for shift in stride(from: 24, through: 0, by: -8) { key.append(UInt8(truncatingIfNeeded: record >> shift)) }
    // The buffer is taken out while it is filled: a local value needs no check at every access.
    var text = OutputBuffer.none
    swap(&text, &self.text)
    text.truncate(to: 0)
    text.append(task.cells)
    encoder.field(finops, to: &text)
    encoder.delimiter(to: &text)
    encoder.field(id, to: &text)
    encoder.delimiter(to: &text)
    encoder.field(number, to: &text)
    encoder.delimiter(to: &text)
    company.appendName(to: &text)
    encoder.lineEnd(to: &text)
    swap(&text, &self.text)
    try rows.add(key, self.text)
  }

  /// Writes all pairs in their order.
  func write(to file: OutputFile) throws {
    file.writeBehind()
    var output = OutputBuffer(capacity: (1 << 18) + 4096)
    encoder.headings(PartnerFile.columns, to: &output)
    try rows.forEach { row in
      output.append(row)
      if output.count > 1 << 18 { try file.write(output.take()) }
    }
    try file.write(output.take())
    try file.close(sync: false)
  }
}
