// Hot path (`append`): no allocation per record.

import Mapping
import Records

/// By what a record that goes to Sales is known there: the first of the table's alternate keys that the template writes in
/// full, else the fields that the template marks as key. Lines have a rule of their own.
struct NaturalKey {
  /// The destination columns.
  let columns: [String]
  /// The places of their fields in the template.
  let fields: [Int]
  /// Whether the key is that of the source record, so that it need not be made anew.
  let isRecordKey: Bool
  /// Which columns hold ids of records or the like.
  private let areIDs: [Bool]

  /// The key of the records of a task; nil for lines.
  init?(_ task: TaskTemplate, _ schema: EntitySchema) {
    guard task.header == nil, schema.side == .sales else { return nil }
    let written = schema.alternateKeys.lazy.compactMap { key in NaturalKey.fields(key, task) }.first
    let marked = task.fields.indices.filter { task.fields[$0].isKey }
    fields = written ?? marked
    columns = fields.map { task.fields[$0].column.lowercased() }
    areIDs = columns.map { column in
      let type = schema.attribute(named: column)?.type
      return type == .lookup || type == .guid
    }
    isRecordKey = fields == marked && fields.allSatisfy { NaturalKey.isPlain(task.fields[$0], schema) }
  }

  /// The places of a key's fields; nil if the task does not write all of them.
  private static func fields(_ key: [String], _ task: TaskTemplate) -> [Int]? {
    let places = key.compactMap { name in
      let path = name.lowercased()
      return task.fields.firstIndex { field in
        !field.isCountedOnly && (field.destination.lowercased() == path || field.column.lowercased() == path)
      }
    }
    return places.isEmpty || places.count < key.count ? nil : places
  }

  /// Whether a field's value is the text of its source.
  private static func isPlain(_ field: FieldMapping, _ schema: EntitySchema) -> Bool {
    field.sources.count == 1 && field.constant == nil && field.fallback == nil && field.blank == nil
      && field.valueMap == nil && field.rule == nil && !field.truncates
      && schema.attribute(named: field.column)?.type ?? .string == .string
  }

  /// The key column under which `LookupContext` has the destination table of the task's records.
  func name(of table: String) -> String {
    // Units and price lists are looked up by their own rules.
    let isOfCatalogue = table == ProductCatalogue.units || table == ProductCatalogue.priceLists
    let isPlain = columns.count == 1 && !areIDs[0] && !isOfCatalogue
    return isPlain ? columns[0] : "+" + columns.joined(separator: "+")
  }

  /// The columns that such a name stands for; nil for the name of a single column.
  static func columns(of name: String) -> [String]? {
    name.hasPrefix("+") ? name.dropFirst().split(separator: "+").map(String.init) : nil
  }

  /// Replaces the buffer's text by the comparable form of the key that the mapped record has; by nothing if a part is empty.
  func append(
    _ mapper: borrowing RecordMapper, _ batch: borrowing RecordBatch, _ lookups: borrowing LookupContext,
    to buffer: inout OutputBuffer
  ) {
    buffer.truncate(to: 0)
    for place in fields.indices {
      if place > 0 { buffer.append(0) }
      let slot = mapper.output(fields[place])
      let start = buffer.count
      if slot.origin == .destination {
        lookups.destinations[Int(slot.start)].id(Int(slot.end)).append(to: &buffer)
      } else {
        let isID = areIDs[place]
        mapper.forText(of: fields[place], batch) { NaturalKey.append($0, isID: isID, to: &buffer) }
      }
      guard buffer.count > start else { return buffer.truncate(to: 0) }
    }
  }

  /// Appends a part of a key, as a reference or a mapped record has it.
  static func append(_ text: Span<UInt8>, isID: Bool, to buffer: inout OutputBuffer) {
    if isID, let id = GUID(text) { id.append(to: &buffer) } else { KeyText.append(text, to: &buffer) }
  }
}
