// Hot path (`append`): no allocation per record.

import Mapping
import Records

/// Makes rows of a partition: text in quotes, everything else without, nothing for an empty value, LF at the end.
struct PartitionEncoder: RecordEncoder {
  /// How a field's values are written.
  private enum Form {
    case text
    case bare
    /// A date and time of F&O, which gets the form of ISO 8601 in UTC.
    case finopsTime
    /// The id of a record, and behind it its table; the table where nothing else says it.
    case lookup([UInt8])
  }

  private struct Element {
    var field: Int
    var form: Form
  }

  /// The columns in their order, with that of the record's id.
  private(set) var columns: [WrittenColumn] = []
  private var elements: [Element] = []
  private let hasID: Bool
  private let encoder = CSVEncoder()

  private static let delimiter = UInt8(ascii: ",")
  private static let largeRecord = 1 << 20

  /// An encoder of a table. `fields` are the columns and the places of their fields in the template; records of Sales have their id
  /// in front of them.
  init(_ schema: EntitySchema, _ fields: [(name: String, field: Int)]) {
    let side = schema.side
    hasID = side == .sales
    let id = schema.primaryID ?? schema.name + "id"
    if hasID {
      var column = WrittenColumn(id, schema.attribute(named: id), of: side)
      (column.format, column.maximumLength, column.isKey) = (.guid, nil, true)
      columns.append(column)
    }
    let keys = Set(schema.keys.map { $0.lowercased() })
    for (name, field) in fields where !hasID || name != id {
      let attribute = schema.attribute(named: name)
      var column = WrittenColumn(name, attribute, of: side)
      column.isKey = side == .finops && keys.contains(name.lowercased())
      columns.append(column)
      if attribute?.type == .lookup, side == .sales {
        columns.append(WrittenColumn(tableOf: column.name))
        elements.append(Element(field: field, form: .lookup(Array((attribute?.targets.first ?? "").utf8))))
      } else if column.format == .dateTime, side == .finops {
        elements.append(Element(field: field, form: .finopsTime))
      } else {
        elements.append(Element(field: field, form: column.format == .string ? .text : .bare))
      }
    }
  }

  func append(
    _ mapper: borrowing RecordMapper, _ batch: borrowing RecordBatch, _ record: Int, id: GUID?,
    _ lookups: borrowing LookupContext, to output: inout OutputBuffer
  ) -> Bool {
    var bytes = 0
    for element in elements where element.field >= 0 { bytes += mapper.size(of: mapper.output(element.field)) }
    if bytes > PartitionEncoder.largeRecord { return false }
    appendValues(mapper, batch, lookups, to: &output)
    return true
  }

  /// Appends a record that a mapper has mapped, with its id if it has one.
  func append(
    _ mapper: borrowing RecordMapper, _ batch: borrowing RecordBatch, id: GUID?, _ lookups: borrowing LookupContext,
    to output: inout OutputBuffer
  ) {
    id?.append(to: &output)
    if !mapper.appendPrepared(to: &output) { appendValues(mapper, batch, lookups, to: &output) }
  }

  /// Appends a record of F&O, which has no lookups.
  func append(_ mapper: borrowing RecordMapper, _ batch: borrowing RecordBatch, to output: inout OutputBuffer) {
    if mapper.appendPrepared(to: &output) { return }
    for place in elements.indices {
      if place > 0 { output.append(PartitionEncoder.delimiter) }
      appendPlain(elements[place], mapper, batch, to: &output)
    }
    output.append(0x0A)
  }

  /// Appends a value that is no lookup.
  @inline(__always)
  private func appendPlain(
    _ element: Element, _ mapper: borrowing RecordMapper, _ batch: borrowing RecordBatch, to output: inout OutputBuffer
  ) {
    guard element.field >= 0 else { return }
    switch element.form {
    case .text: mapper.forText(of: element.field, batch) { append(text: $0, to: &output) }
    case .bare, .lookup: mapper.forText(of: element.field, batch) { output.append($0) }
    case .finopsTime: mapper.forText(of: element.field, batch) { PartitionEncoder.append(time: $0, to: &output) }
    }
  }

  /// Appends what a record has behind its id, and the end of its row.
  private func appendValues(
    _ mapper: borrowing RecordMapper, _ batch: borrowing RecordBatch, _ lookups: borrowing LookupContext,
    to output: inout OutputBuffer
  ) {
    for place in elements.indices {
      if hasID || place > 0 { output.append(PartitionEncoder.delimiter) }
      let element = elements[place]
      guard element.field >= 0 else {
        if case .lookup = element.form { output.append(PartitionEncoder.delimiter) }
        continue
      }
      switch element.form {
      case .text, .bare, .finopsTime: appendPlain(element, mapper, batch, to: &output)
      case .lookup(let table):
        let slot = mapper.output(element.field)
        if slot.origin == .destination {
          append(lookup: Int(slot.start), Int(slot.end), lookups, to: &output)
        } else if slot.isEmpty {
          output.append(PartitionEncoder.delimiter)
        } else {
          mapper.forText(of: element.field, batch) { output.append($0) }
          append(table: table, to: &output)
        }
      }
    }
    output.append(0x0A)
  }

  /// Appends a generated record, with a value for each column.
  func append(
    generated record: borrowing GeneratedRecord, id: GUID, _ lookups: borrowing LookupContext,
    to output: inout OutputBuffer
  ) {
    id.append(to: &output)
    for place in elements.indices {
      output.append(PartitionEncoder.delimiter)
      let form = elements[place].form
      switch record.cells[place] {
      case .nothing: if case .lookup = form { output.append(PartitionEncoder.delimiter) }
      case .text(let start, let end):
        switch form {
        case .text: append(text: record.text(start, end), to: &output)
        case .bare, .finopsTime: output.append(record.text(start, end))
        case .lookup(let table):
          output.append(record.text(start, end))
          append(table: table, to: &output)
        }
      case .lookup(let table, let entry): append(lookup: table, entry, lookups, to: &output)
      case .record(let id, _, _):
        id.append(to: &output)
        if case .lookup(let table) = form { append(table: table, to: &output) }
      }
    }
    output.append(0x0A)
  }

  private func append(text: Span<UInt8>, to output: inout OutputBuffer) {
    if text.count > 0 { encoder.quoted(text, to: &output) }
  }

  private func append(
    lookup table: Int, _ entry: Int, _ lookups: borrowing LookupContext, to output: inout OutputBuffer
  ) {
    lookups.destinations[table].id(entry).append(to: &output)
    output.append(PartitionEncoder.delimiter)
    output.append(UInt8(ascii: "\""))
    for byte in lookups.destinations[table].table.utf8 { output.append(byte) }
    output.append(UInt8(ascii: "\""))
  }

  private func append(table: [UInt8], to output: inout OutputBuffer) {
    output.append(PartitionEncoder.delimiter)
    if !table.isEmpty { encoder.quoted(table.span, to: &output) }
  }

  /// Appends `yyyy-MM-dd HH:mm:ss` with a `T` and a `Z`.
  private static func append(time: Span<UInt8>, to output: inout OutputBuffer) {
    guard time.count == 19, time[10] == 0x20 else { return output.append(time) }
    output.append(time.extracting(0..<10))
    output.append(UInt8(ascii: "T"))
    output.append(time.extracting(11..<19))
    output.append(UInt8(ascii: "Z"))
  }
}
