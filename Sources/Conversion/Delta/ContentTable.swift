// Hot path: no allocation per record while the tables have room.

import Mapping
import Packages
import Records

/// What the destination holds of one entity, as far as a task writes it: not the values, only a number for each.
///
/// F&O writes all columns of a file, so one number stands for all of a record's values there. Sales writes no empty
/// fields, so each field has its own number.
struct ContentTable {
  /// A field that is compared: its name, what it means, and its place in the task's template (-1: generated records only).
  struct Field {
    var name: String
    var type: AttributeType
    var place: Int
  }

  let fields: [Field]
  private let side: Side
  private let schema: EntitySchema
  /// The places in `fields` of the columns by which a record of F&O is found.
  private let keyFields: [Int]
  private let width: Int
  private var keys = KeyIndex()
  private var ids = GUIDIndex()
  private var numbers: [UInt64] = []
  private var buffer = OutputBuffer(capacity: 256)
  private var scratch = OutputBuffer(capacity: 256)
  private var row: [UInt64]

  /// Nothing is known yet of what a task writes.
  init(_ entity: WrittenEntity) {
    side = entity.schema.side
    schema = entity.schema
    let schema = entity.schema
    fields = entity.fields.filter { $0.name.lowercased() != schema.primaryID }.map { name, place in
      Field(name: name.lowercased(), type: schema.attribute(named: name)?.type ?? .string, place: place)
    }
    let names = fields.map(\.name)
    var keyFields = schema.keys.map { names.firstIndex(of: $0.lowercased()) ?? -1 }
    if side == .finops, keyFields.isEmpty || keyFields.contains(-1) {
      // The entity numbers its records itself: they are found by what the template knows them by.
      keyFields = entity.task.fields.filter(\.isKey).compactMap { names.firstIndex(of: $0.column.lowercased()) }
    }
    self.keyFields = keyFields
    width = side == .finops ? 1 : fields.count
    row = Array(repeating: 0, count: fields.count)
  }

  // MARK: What the destination holds

  /// Adds the records of a batch of a package of the destination; of those that are there already the first one counts.
  mutating func add(_ batch: borrowing RecordBatch, _ columns: SourceColumns, _ rows: ReferenceCompanies.Rows) {
    let places = fields.map { columns.values[$0.name] ?? -1 }
    let id = columns.values[schema.primaryID ?? schema.name + "id"] ?? -1
    for record in 0..<batch.count {
      if side == .finops {
        guard let company = rows.company(batch, record) else { continue }
        beginKey(company)
        for (number, field) in keyFields.enumerated() {
          if number > 0 { buffer.append(0) }
          if places[field] >= 0 {
            KeyText.append(batch.bytes.span.extracting(batch.range(record, places[field]).bounds), to: &buffer)
          }
        }
        guard buffer.count > 2, keys.insert(buffer, value: 0).isNew else { continue }
      } else {
        guard id >= 0, let guid = GUID(batch.bytes.span.extracting(batch.range(record, id).bounds)),
          ids.insert(guid, value: UInt32(truncatingIfNeeded: numbers.count / max(width, 1))).isNew
        else { continue }
      }
      for field in fields.indices {
        row[field] =
          places[field] < 0
          ? 0 : number(batch.bytes.span.extracting(batch.range(record, places[field]).bounds), of: field)
      }
      append()
    }
  }

  /// Keys of a company begin with its number; everybody's with 0.
  private mutating func beginKey(_ company: Int) {
    buffer.truncate(to: 0)
    buffer.append(UInt8(truncatingIfNeeded: company))
    buffer.append(UInt8(truncatingIfNeeded: company >> 8))
  }

  private mutating func append() {
    if side == .finops {
      numbers.append(row.reduce(0, &+))
    } else {
      numbers.append(contentsOf: row)
    }
  }

  /// The number of a value: 0 if it is empty.
  private func number(_ text: Span<UInt8>, of field: Int) -> UInt64 {
    if text.isEmpty { return 0 }
    let type = fields[field].type
    if side == .finops, type.isTemporal, let date = DateTime(text), date.isNoDate { return 0 }
    var hasher = Hasher()
    hasher.combine(field)
    ContentHash.combine(text, type, into: &hasher)
    return max(UInt64(bitPattern: Int64(hasher.finalize())), 1)
  }

  private func number(_ id: GUID, of field: Int) -> UInt64 {
    var hasher = Hasher()
    hasher.combine(field)
    hasher.combine(id)
    return max(UInt64(bitPattern: Int64(hasher.finalize())), 1)
  }

  // MARK: Comparing

  /// Whether F&O holds the record at hand, of the company with the number, as it would be written.
  mutating func holds(_ mapper: borrowing RecordMapper, _ batch: borrowing RecordBatch, company: Int) -> Bool {
    beginKey(company)
    for (number, field) in keyFields.enumerated() {
      if number > 0 { buffer.append(0) }
      scratch.truncate(to: 0)
      mapper.append(mapper.output(fields[field].place), batch, to: &scratch)
      KeyText.append(scratch, to: &buffer)
    }
    guard buffer.count > 2, let entry = keys.find(buffer.span) else { return false }
    var sum: UInt64 = 0
    for field in fields.indices {
      scratch.truncate(to: 0)
      mapper.append(mapper.output(fields[field].place), batch, to: &scratch)
      sum &+= number(scratch, of: field)
    }
    return numbers[entry] == sum
  }

  /// Whether Sales holds the record at hand under the id, in every field that would be written.
  mutating func holds(
    _ id: GUID, _ mapper: borrowing RecordMapper, _ batch: borrowing RecordBatch, _ lookups: borrowing LookupContext
  ) -> Bool {
    guard let entry = ids.value(of: id) else { return false }
    for field in fields.indices where fields[field].place >= 0 {
      let slot = mapper.output(fields[field].place)
      if slot.isEmpty { continue }
      let value: UInt64
      if slot.origin == .destination {
        value = number(lookups.destinations[Int(slot.start)].id(Int(slot.end)), of: field)
      } else {
        scratch.truncate(to: 0)
        mapper.append(slot, batch, to: &scratch)
        value = number(scratch, of: field)
      }
      if numbers[Int(entry) * width + field] != value { return false }
    }
    return true
  }

  /// Whether Sales holds a generated record, whose values are those of `fields`, under the id.
  func holds(_ id: GUID, _ record: borrowing GeneratedRecord, _ lookups: borrowing LookupContext) -> Bool {
    guard let entry = ids.value(of: id) else { return false }
    for field in fields.indices {
      let value: UInt64
      switch record.cells[field] {
      case .nothing: continue
      case .text(let start, let end): value = number(record.text(start, end), of: field)
      case .lookup(let table, let place): value = number(lookups.destinations[table].id(place), of: field)
      case .record(let id, _, _): value = number(id, of: field)
      }
      if numbers[Int(entry) * width + field] != value { return false }
    }
    return true
  }

  private func number(_ text: borrowing OutputBuffer, of field: Int) -> UInt64 { number(text.span, of: field) }
}
