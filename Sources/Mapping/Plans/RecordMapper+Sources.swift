// Hot path: no allocation per record.

import Findings
public import Records

extension RecordMapper {
  // MARK: Source values

  /// Finds a source value, unless that was done for this record.
  @inline(__always)
  mutating func resolve(
    _ number: Int, _ batch: borrowing RecordBatch, _ record: Int, _ lookups: borrowing LookupContext
  ) {
    if resolved[firstValue + number].generation == generation { return }
    let value = plan.values[number]
    if value.source == .column {
      let slot = RecordMapper.slot(batch.range(record, Int(value.a)))
      resolved[firstValue + number] = Resolved(slot: slot, generation: generation)
    } else {
      resolve(number, value, batch, record, lookups)
    }
  }

  @inline(never)
  private mutating func resolve(
    _ number: Int, _ value: TaskPlan.Value, _ batch: borrowing RecordBatch, _ record: Int,
    _ lookups: borrowing LookupContext
  ) {
    var source = Resolved(generation: generation)
    switch value.source {
    case .nothing, .column: break
    case .firstOf:
      for place in Int(value.a)..<Int(value.b) where source.slot.isEmpty && source.code == nil {
        let part = Int(plan.alternatives[place])
        resolve(part, batch, record, lookups)
        (source.slot, source.code) = (resolved[firstValue + part].slot, resolved[firstValue + part].code)
      }
    case .lookup: lookUp(&source, Int(value.a), batch, record, lookups)
    case .derived: source.slot = derive(Int(value.a), batch, record, lookups)
    }
    resolved[firstValue + number] = source
  }

  private static func slot(_ range: FieldRange) -> ValueSlot {
    range.isEmpty ? .none : ValueSlot(origin: .batch, start: range.start, end: range.end)
  }

  private mutating func lookUp(
    _ source: inout Resolved, _ index: Int, _ batch: borrowing RecordBatch, _ record: Int,
    _ lookups: borrowing LookupContext
  ) {
    let dotted = plan.lookups[index].dotted
    if dotted >= 0 {
      source.slot = RecordMapper.slot(batch.range(record, dotted))
      if !source.slot.isEmpty { return }
    }
    guard plan.lookups[index].id >= 0, !batch.range(record, plan.lookups[index].id).isEmpty else { return }
    guard let found = target(of: index, batch, record, lookups) else {
      source.slot = plan.lookups[index].isCurrency ? currencyCode(index, batch, record) : .none
      if source.slot.isEmpty { source.code = .lookupNotResolved }
      return
    }
    if plan.lookups[index].isCustomer, lookups.tables[found.table].isForeign(found.row) {
      source.code = .customerUnknown
      return
    }
    let column = plan.lookups[index].targets[found.target].column
    guard column >= 0 else { return }
    let start = scratch.count
    if !lookups.numbers.isEmpty, lookups.appendUpdate(found.table, found.row, column, to: &scratch) {
      source.slot = scratchSlot(from: start)
      return
    }
    lookups.tables[found.table].append(found.row, column, to: &scratch)
    if scratch.count == start, !lookups.numbers.isEmpty {
      lookups.appendNumber(found.table, found.row, column, to: &scratch)
    }
    source.slot = scratchSlot(from: start)
    if source.slot.isEmpty, plan.lookups[index].isCurrency {
      source.slot = currencyCode(index, batch, record)
      if source.slot.isEmpty { source.code = .lookupNotResolved }
    }
  }

  func scratchSlot(from start: Int) -> ValueSlot {
    scratch.count == start ? .none : ValueSlot(origin: .scratch, start: UInt32(start), end: UInt32(scratch.count))
  }

  /// The record that a lookup points to: by id in each table that it may point to, then by primary name.
  mutating func target(
    of index: Int, _ batch: borrowing RecordBatch, _ record: Int, _ lookups: borrowing LookupContext
  ) -> (target: Int, table: Int, row: Int)? {
    let lookup = plan.lookups[index]
    let targets = lookup.targets
    let idRange = batch.range(record, lookup.id)
    let id = batch.bytes.span.extracting(Int(idRange.start)..<Int(idRange.end))
    let tableRange = lookup.table >= 0 ? batch.range(record, lookup.table) : .empty
    if let guid = GUID(id) {
      for place in targets.indices where tableRange.isEmpty || isTable(batch, tableRange, targets[place].name) {
        let table = targets[place].table
        if let row = lookups.tables[table].row(of: guid) { return (place, table, row) }
      }
    }
    let ownName = lookup.name >= 0 ? batch.range(record, lookup.name) : .empty
    let nameRange = lookup.name >= 0 && !(tableRange.isEmpty && ownName.isEmpty) ? ownName : idRange
    left.truncate(to: 0)
    KeyText.append(batch.bytes.span.extracting(Int(nameRange.start)..<Int(nameRange.end)), to: &left)
    for place in targets.indices where tableRange.isEmpty || isTable(batch, tableRange, targets[place].name) {
      let table = targets[place].table
      if let row = lookups.tables[table].row(named: left.span) { return (place, table, row) }
    }
    return nil
  }

  /// The record that the lookup of a field's first source points to; nil if it points nowhere or to nobody known.
  public mutating func target(
    ofField field: Int, _ batch: borrowing RecordBatch, _ record: Int, _ lookups: borrowing LookupContext
  ) -> (table: Int, row: Int)? {
    let value = plan.values[Int(plan.fields[field].value)]
    guard value.source == .lookup, plan.lookups[Int(value.a)].id >= 0,
      !batch.range(record, plan.lookups[Int(value.a)].id).isEmpty
    else { return nil }
    return target(of: Int(value.a), batch, record, lookups).map { ($0.table, $0.row) }
  }

  private func isTable(_ batch: borrowing RecordBatch, _ range: FieldRange, _ name: [UInt8]) -> Bool {
    guard range.count == name.count else { return false }
    for index in name.indices where KeyText.lower(batch.bytes[Int(range.start) + index]) != name[index] { return false }
    return true
  }

  private mutating func derive(
    _ index: Int, _ batch: borrowing RecordBatch, _ record: Int, _ lookups: borrowing LookupContext
  ) -> ValueSlot {
    let start = scratch.count
    switch plan.derivations[index] {
    case .lookupTable(let lookup, let table):
      append(points(lookup, to: table, batch, record, lookups))
    case .referred(let table, let id):
      append(flag(lookups.referred[table], table, id, batch, record, lookups))
    case .everyLine(let table, let id):
      append(flag(lookups.everyLine[table], table, id, batch, record, lookups))
    case .header(let lookup, let flags):
      guard plan.lookups[lookup].id >= 0, let found = target(of: lookup, batch, record, lookups) else { return .none }
      if let flags, let known = lookups.everyLine[flags], found.row < known.count {
        append(known[found.row])
      } else {
        let column = plan.lookups[lookup].targets[found.target].column
        if column >= 0 { lookups.tables[found.table].append(found.row, column, to: &scratch) }
      }
    case .number(let column, let id, let numbers):
      let own = id < 0 ? FieldRange.empty : batch.range(record, id)
      let guid = GUID(batch.bytes.span.extracting(Int(own.start)..<Int(own.end)))
      if let guid, lookups.numbers[numbers].hasUpdates,
        lookups.numbers[numbers].appendUpdate(of: guid, to: &scratch)
      {
        break
      }
      if column >= 0 {
        let range = batch.range(record, column)
        let own = KeyText.trimmed(batch.bytes.span.extracting(Int(range.start)..<Int(range.end)))
        if !own.isEmpty { return RecordMapper.slot(range) }
      }
      guard let guid else { return .none }
      lookups.numbers[numbers].append(of: guid, to: &scratch)
    }
    return scratchSlot(from: start)
  }

  private mutating func append(_ flag: Bool) { scratch.append((flag ? "True" : "False") as StaticString) }

  /// Whether a lookup points to a table: by what the file says of it, else by where its record is found.
  private mutating func points(
    _ index: Int, to table: [UInt8], _ batch: borrowing RecordBatch, _ record: Int, _ lookups: borrowing LookupContext
  ) -> Bool {
    let lookup = plan.lookups[index]
    if lookup.table >= 0, !batch.range(record, lookup.table).isEmpty {
      return isTable(batch, batch.range(record, lookup.table), table)
    }
    guard lookup.id >= 0, !batch.range(record, lookup.id).isEmpty,
      let found = target(of: index, batch, record, lookups)
    else { return false }
    return lookup.targets[found.target].name == table
  }

  private func flag(
    _ flags: [Bool]?, _ table: Int, _ id: Int, _ batch: borrowing RecordBatch, _ record: Int,
    _ lookups: borrowing LookupContext
  ) -> Bool {
    guard let flags, id >= 0 else { return false }
    let range = batch.range(record, id)
    guard let guid = GUID(batch.bytes.span.extracting(Int(range.start)..<Int(range.end))),
      let row = lookups.tables[table].row(of: guid)
    else { return false }
    return row < flags.count && flags[row]
  }
}
