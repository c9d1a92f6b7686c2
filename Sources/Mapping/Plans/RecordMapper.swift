// Hot path: no allocation per record. Buffers are kept between records and only cut back.

public import Records

/// Maps records of a file, one after another, by a compiled plan: source values in, destination values and faults out.
///
/// A record's values stay valid until the next one begins.
public struct RecordMapper: ~Copyable, Sendable {
  /// How a record's key came out.
  public enum KeyState: Sendable {
    /// All parts have a value.
    case whole
    /// A part is empty.
    case empty
    /// A part stands in a record that cannot be found.
    case lost
  }

  /// The plan that is followed.
  public let plan: TaskPlan
  /// The destination values by the field's place in the template.
  public internal(set) var outputs: [ValueSlot]
  /// What is wrong with the record, or noteworthy.
  public var faults: [FieldFault] = []
  /// The bytes of values that do not stand in the batch.
  public internal(set) var scratch = OutputBuffer(capacity: 4096)

  var values: [ValueSlot]
  private var codes: [UInt16]
  /// In which record a value was resolved last.
  private var resolvedIn: [UInt32]
  private var generation: UInt32 = 0
  /// The fields whose value is the same in every record, once that is known, and the others.
  private var varying: [Int] = []
  private var areConstantsKnown = false
  var left = OutputBuffer(capacity: 256)
  var right = OutputBuffer(capacity: 256)

  /// A mapper for files of the plan's columns.
  public init(_ plan: consuming TaskPlan) {
    outputs = Array(repeating: .none, count: plan.fields.count)
    values = Array(repeating: .none, count: plan.values.count)
    codes = Array(repeating: 0, count: plan.values.count)
    resolvedIn = Array(repeating: 0, count: plan.values.count)
    self.plan = plan
  }

  /// Begins a record.
  public mutating func begin() {
    faults.removeAll(keepingCapacity: true)
    scratch.truncate(to: 0)
    generation &+= 1
  }

  // MARK: Source values

  mutating func resolve(
    _ number: Int, _ batch: borrowing RecordBatch, _ record: Int, _ knowledge: borrowing Knowledge
  ) {
    if resolvedIn[number] == generation { return }
    resolvedIn[number] = generation
    codes[number] = 0
    let value = plan.values[number]
    switch value.source {
    case .nothing: values[number] = .none
    case .column: values[number] = RecordMapper.slot(batch.range(record, Int(value.a)))
    case .firstOf:
      values[number] = .none
      for place in Int(value.a)..<Int(value.b) {
        let part = Int(plan.alternatives[place])
        resolve(part, batch, record, knowledge)
        if !values[part].isEmpty || codes[part] != 0 {
          (values[number], codes[number]) = (values[part], codes[part])
          return
        }
      }
    case .lookup: lookUp(number, Int(value.a), batch, record, knowledge)
    case .derived: values[number] = derive(Int(value.a), batch, record, knowledge)
    }
  }

  private static func slot(_ range: FieldRange) -> ValueSlot {
    range.isEmpty ? .none : ValueSlot(origin: .batch, start: range.start, end: range.end)
  }

  private mutating func lookUp(
    _ number: Int, _ index: Int, _ batch: borrowing RecordBatch, _ record: Int, _ knowledge: borrowing Knowledge
  ) {
    let dotted = plan.lookups[index].dotted
    if dotted >= 0 {
      values[number] = RecordMapper.slot(batch.range(record, dotted))
      if !values[number].isEmpty { return }
    }
    values[number] = .none
    guard plan.lookups[index].id >= 0, !batch.range(record, plan.lookups[index].id).isEmpty else { return }
    guard let found = target(of: index, batch, record, knowledge) else {
      codes[number] = 2301
      return
    }
    let column = plan.lookups[index].targets[found.target].column
    guard column >= 0 else { return }
    let start = scratch.count
    knowledge.tables[found.table].append(found.row, column, to: &scratch)
    if scratch.count == start, !knowledge.numbers.isEmpty {
      knowledge.appendNumber(found.table, found.row, column, to: &scratch)
    }
    values[number] = scratchSlot(from: start)
  }

  func scratchSlot(from start: Int) -> ValueSlot {
    scratch.count == start ? .none : ValueSlot(origin: .scratch, start: UInt32(start), end: UInt32(scratch.count))
  }

  /// The record that a lookup points to: by id in each table that it may point to, then by primary name.
  private mutating func target(
    of index: Int, _ batch: borrowing RecordBatch, _ record: Int, _ knowledge: borrowing Knowledge
  ) -> (target: Int, table: Int, row: Int)? {
    let lookup = plan.lookups[index]
    let idRange = batch.range(record, lookup.id)
    let id = batch.bytes.span.extracting(Int(idRange.start)..<Int(idRange.end))
    let tableRange = lookup.table >= 0 ? batch.range(record, lookup.table) : .empty
    if let guid = GUID(id) {
      for (place, target) in lookup.targets.enumerated() {
        guard tableRange.isEmpty || RecordMapper.isTable(batch, tableRange, target.name) else { continue }
        if let row = knowledge.tables[target.table].row(of: guid) { return (place, target.table, row) }
      }
    }
    let nameRange = lookup.name >= 0 && !tableRange.isEmpty ? batch.range(record, lookup.name) : idRange
    left.truncate(to: 0)
    KeyText.append(batch.bytes.span.extracting(Int(nameRange.start)..<Int(nameRange.end)), to: &left)
    for (place, target) in lookup.targets.enumerated() {
      guard tableRange.isEmpty || RecordMapper.isTable(batch, tableRange, target.name) else { continue }
      if let row = knowledge.tables[target.table].row(named: left.span) { return (place, target.table, row) }
    }
    return nil
  }

  /// The record that the lookup of a field's first source points to; nil if it points nowhere or to nobody known.
  public mutating func target(
    ofField field: Int, _ batch: borrowing RecordBatch, _ record: Int, _ knowledge: borrowing Knowledge
  ) -> (table: Int, row: Int)? {
    let value = plan.values[Int(plan.fields[field].value)]
    guard value.source == .lookup, plan.lookups[Int(value.a)].id >= 0,
      !batch.range(record, plan.lookups[Int(value.a)].id).isEmpty
    else { return nil }
    return target(of: Int(value.a), batch, record, knowledge).map { ($0.table, $0.row) }
  }

  private static func isTable(_ batch: borrowing RecordBatch, _ range: FieldRange, _ name: [UInt8]) -> Bool {
    guard range.count == name.count else { return false }
    for index in name.indices where KeyText.lower(batch.bytes[Int(range.start) + index]) != name[index] { return false }
    return true
  }

  private mutating func derive(
    _ index: Int, _ batch: borrowing RecordBatch, _ record: Int, _ knowledge: borrowing Knowledge
  ) -> ValueSlot {
    let start = scratch.count
    switch plan.derivations[index] {
    case .lookupTable(let lookup, let table):
      append(points(lookup, to: table, batch, record, knowledge))
    case .referred(let table, let id):
      append(flag(knowledge.referred[table], table, id, batch, record, knowledge))
    case .everyLine(let table, let id):
      append(flag(knowledge.everyLine[table], table, id, batch, record, knowledge))
    case .header(let lookup, let flags):
      guard plan.lookups[lookup].id >= 0, let found = target(of: lookup, batch, record, knowledge) else { return .none }
      if let flags, let known = knowledge.everyLine[flags], found.row < known.count {
        append(known[found.row])
      } else {
        let column = plan.lookups[lookup].targets[found.target].column
        if column >= 0 { knowledge.tables[found.table].append(found.row, column, to: &scratch) }
      }
    case .number(let column, let id, let numbers):
      if column >= 0 {
        let range = batch.range(record, column)
        let own = KeyText.trimmed(batch.bytes.span.extracting(Int(range.start)..<Int(range.end)))
        if !own.isEmpty { return RecordMapper.slot(range) }
      }
      guard id >= 0, case let range = batch.range(record, id),
        let guid = GUID(batch.bytes.span.extracting(Int(range.start)..<Int(range.end)))
      else { return .none }
      knowledge.numbers[numbers].append(of: guid, to: &scratch)
    }
    return scratchSlot(from: start)
  }

  private mutating func append(_ flag: Bool) { scratch.append((flag ? "True" : "False") as StaticString) }

  /// Whether a lookup points to a table: by what the file says of it, else by where its record is found.
  private mutating func points(
    _ index: Int, to table: [UInt8], _ batch: borrowing RecordBatch, _ record: Int, _ knowledge: borrowing Knowledge
  ) -> Bool {
    let lookup = plan.lookups[index]
    if lookup.table >= 0, !batch.range(record, lookup.table).isEmpty {
      return RecordMapper.isTable(batch, batch.range(record, lookup.table), table)
    }
    guard lookup.id >= 0, !batch.range(record, lookup.id).isEmpty,
      let found = target(of: index, batch, record, knowledge)
    else { return false }
    return lookup.targets[found.target].name == table
  }

  private func flag(
    _ flags: [Bool]?, _ table: Int, _ id: Int, _ batch: borrowing RecordBatch, _ record: Int,
    _ knowledge: borrowing Knowledge
  ) -> Bool {
    guard let flags, id >= 0 else { return false }
    let range = batch.range(record, id)
    guard let guid = GUID(batch.bytes.span.extracting(Int(range.start)..<Int(range.end))),
      let row = knowledge.tables[table].row(of: guid)
    else { return false }
    return row < flags.count && flags[row]
  }

  // MARK: Filter and key

  /// Whether the task's filter lets the record through.
  public mutating func passesFilter(
    _ batch: borrowing RecordBatch, _ record: Int, _ knowledge: borrowing Knowledge
  ) -> Bool {
    if plan.filter.isEverything { return true }
    for number in plan.filter.valueNumbers { resolve(number, batch, record, knowledge) }
    return plan.filter.passes(batch, scratch, values, &left, &right)
  }

  /// Appends the record's key, its parts trimmed and joined with `|`, as findings show it (`shown`) and as keys are
  /// compared (`comparable`, parts divided by a zero byte).
  public mutating func key(
    _ batch: borrowing RecordBatch, _ record: Int, _ knowledge: borrowing Knowledge, shown: inout OutputBuffer,
    comparable: inout OutputBuffer
  ) -> KeyState {
    var state = KeyState.whole
    for (place, number) in plan.keyValues.enumerated() {
      resolve(Int(number), batch, record, knowledge)
      if place > 0 {
        shown.append(UInt8(ascii: "|"))
        comparable.append(0)
      }
      let before = shown.count
      switch values[Int(number)].origin {
      case .batch: RecordMapper.appendKey(batch.bytes.span, values[Int(number)], &shown, &comparable)
      case .scratch: RecordMapper.appendKey(scratch.span, values[Int(number)], &shown, &comparable)
      default: break
      }
      if codes[Int(number)] != 0 {
        state = .lost
      } else if shown.count == before, state == .whole, place > 0 || plan.task.header == nil {
        // The empty number of a line's document is told for its header.
        state = .empty
      }
    }
    return state
  }

  private static func appendKey(
    _ bytes: Span<UInt8>, _ slot: ValueSlot, _ shown: inout OutputBuffer, _ comparable: inout OutputBuffer
  ) {
    let text = bytes.extracting(Int(slot.start)..<Int(slot.end))
    shown.append(text.extracting(KeyText.trimmed(text)))
    KeyText.append(text, to: &comparable)
  }

  /// Appends the comparable form of the number of a line's header; false if it is a lookup that cannot be resolved.
  public mutating func headerNumber(
    _ batch: borrowing RecordBatch, _ record: Int, _ knowledge: borrowing Knowledge, to output: inout OutputBuffer
  ) -> Bool {
    let number = Int(plan.headerValue)
    resolve(number, batch, record, knowledge)
    switch values[number].origin {
    case .batch: RecordMapper.appendComparable(batch.bytes.span, values[number], &output)
    case .scratch: RecordMapper.appendComparable(scratch.span, values[number], &output)
    default: break
    }
    return codes[number] == 0
  }

  /// Whether a line names its header by a number in its own record rather than by a lookup.
  public func namesHeaderByNumber(_ batch: borrowing RecordBatch, _ record: Int) -> Bool {
    guard let lookup = plan.headerLookup else { return true }
    let dotted = plan.lookups[lookup].dotted
    return dotted >= 0 && !batch.range(record, dotted).isEmpty
  }

  /// The header that a line's lookup points to: its row in the index of the headers' table, and its id.
  public mutating func headerRow(
    _ batch: borrowing RecordBatch, _ record: Int, _ knowledge: borrowing Knowledge
  ) -> (row: Int, id: GUID)? {
    guard let lookup = plan.headerLookup, plan.lookups[lookup].id >= 0,
      !batch.range(record, plan.lookups[lookup].id).isEmpty
    else { return nil }
    return target(of: lookup, batch, record, knowledge).map { ($0.row, knowledge.tables[$0.table].id(of: $0.row)) }
  }

  private static func appendComparable(_ bytes: Span<UInt8>, _ slot: ValueSlot, _ output: inout OutputBuffer) {
    KeyText.append(bytes.extracting(Int(slot.start)..<Int(slot.end)), to: &output)
  }

  /// Appends the record's currency code, as it stands in the record or in the one that it points to.
  public mutating func currency(
    _ batch: borrowing RecordBatch, _ record: Int, _ knowledge: borrowing Knowledge, to output: inout OutputBuffer
  ) {
    let number = Int(plan.currencyValue)
    resolve(number, batch, record, knowledge)
    append(values[number], batch, to: &output)
  }

  /// Appends the record's own id in Sales: as a GUID in its usual form, or as it stands there.
  public func appendRecordID(_ batch: borrowing RecordBatch, _ record: Int, to output: inout OutputBuffer) {
    guard let range = recordID(batch, record) else { return }
    if let guid = GUID(batch.bytes.span.extracting(range)) {
      guid.append(to: &output)
    } else {
      KeyText.append(batch.bytes.span.extracting(range), to: &output)
    }
  }

  /// The record's own id in Sales; nil if it has none.
  public func recordGUID(_ batch: borrowing RecordBatch, _ record: Int) -> GUID? {
    recordID(batch, record).flatMap { GUID(batch.bytes.span.extracting($0)) }
  }

  private func recordID(_ batch: borrowing RecordBatch, _ record: Int) -> Range<Int>? {
    plan.idColumn < 0 ? nil : batch.range(record, plan.idColumn).bounds
  }

  /// Appends the bytes of a value that stands in the batch, the scratch buffer or the plan.
  public func append(_ slot: ValueSlot, _ batch: borrowing RecordBatch, to output: inout OutputBuffer) {
    switch slot.origin {
    case .batch: output.append(batch.bytes.span.extracting(Int(slot.start)..<Int(slot.end)))
    case .scratch: output.append(scratch.span.extracting(Int(slot.start)..<Int(slot.end)))
    case .constant: output.append(plan.constants[Int(slot.start)])
    case .none, .destination: break
    }
  }

  /// The source value of a field before it was mapped.
  public func sourceValue(of field: Int) -> ValueSlot {
    let number = plan.fields[field].value
    return number >= 0 && resolvedIn[Int(number)] == generation ? values[Int(number)] : .none
  }

  /// Hands the bytes of a field's value to the body; nothing at all for an empty value or one that stands in another table.
  @inline(__always)
  public func forText(of field: Int, _ batch: borrowing RecordBatch, _ body: (Span<UInt8>) -> Void) {
    let slot = outputs[field]
    switch slot.origin {
    case .batch: body(batch.bytes.span.extracting(Int(slot.start)..<Int(slot.end)))
    case .scratch: body(scratch.span.extracting(Int(slot.start)..<Int(slot.end)))
    case .constant:
      let constant = plan.constants[Int(slot.start)]
      body(constant.span)
    case .none, .destination: break
    }
  }

  /// Appends the natural key by which a field's lookup has found its record: as it was read, but trimmed; in its
  /// comparable form if something else was looked up than what was read.
  public func appendLookupKey(
    of field: Int, _ batch: borrowing RecordBatch, _ knowledge: borrowing Knowledge, to output: inout OutputBuffer
  ) {
    let slot = outputs[field]
    guard slot.origin == .destination else { return }
    let source = plan.fields[field].map < 0 ? sourceValue(of: field) : .none
    switch source.origin {
    case .batch: RecordMapper.appendTrimmed(batch.bytes.span, source, to: &output)
    case .scratch: RecordMapper.appendTrimmed(scratch.span, source, to: &output)
    default: knowledge.destinations[Int(slot.start)].appendKey(Int(slot.end), to: &output)
    }
  }

  private static func appendTrimmed(_ bytes: Span<UInt8>, _ slot: ValueSlot, to output: inout OutputBuffer) {
    let text = bytes.extracting(Int(slot.start)..<Int(slot.end))
    output.append(text.extracting(KeyText.trimmed(text)))
  }

  /// A value as an exact number; nil if it is empty or none.
  public func decimal(_ slot: ValueSlot, _ batch: borrowing RecordBatch) -> ExactDecimal? {
    switch slot.origin {
    case .batch: return ExactDecimal(batch.bytes.span.extracting(Int(slot.start)..<Int(slot.end)))
    case .scratch: return ExactDecimal(scratch.span.extracting(Int(slot.start)..<Int(slot.end)))
    case .constant:
      let constant = plan.constants[Int(slot.start)]
      return ExactDecimal(constant.span)
    case .none, .destination: return nil
    }
  }

  // MARK: Mapping

  /// Maps all fields of the record. `parents` says whether lookups to the record's own document are resolved too,
  /// which is so only when the document is being written.
  public mutating func map(
    _ batch: borrowing RecordBatch, _ record: Int, _ knowledge: borrowing Knowledge, parents: Bool
  ) {
    if !areConstantsKnown { settleConstants(batch, record, knowledge) }
    for place in 0..<varying.count {
      let index = varying[place]
      let field = plan.fields[index]
      outputs[index] = .none
      if field.flags.contains(.isParent), !parents { continue }
      var slot: ValueSlot
      var isMapped = field.map >= 0
      if field.constant >= 0 {
        slot = field.fallback >= 0 ? constantSlot(field.fallback) : constantSlot(field.constant)
      } else {
        let number = Int(field.value)
        resolve(number, batch, record, knowledge)
        if codes[number] != 0 {
          faults.append(FieldFault(code: codes[number], field: index))
          continue
        }
        slot = values[number]
        if field.flags.contains(.isDiscountPerUnit) || field.flags.contains(.isDiscountRemainder) {
          slot = discount(field, batch, record, knowledge, slot)
        }
        if slot.isEmpty, field.fallback >= 0 {
          slot = constantSlot(field.fallback)
          isMapped = false
        } else if slot.isEmpty, field.blank >= 0, field.map < 0 || plan.maps[Int(field.map)].blank < 0 {
          slot = constantSlot(field.blank)
          isMapped = false
        }
      }
      if isMapped, !applyMap(Int(field.map), &slot, batch) {
        faults.append(FieldFault(code: 2201, field: index))
        continue
      }
      finish(index, field, slot, batch, knowledge)
    }
  }

  /// Maps the constants once: a constant that no check refuses or changes stays the same in every record.
  private mutating func settleConstants(
    _ batch: borrowing RecordBatch, _ record: Int, _ knowledge: borrowing Knowledge
  ) {
    areConstantsKnown = true
    for index in 0..<plan.fields.count {
      let field = plan.fields[index]
      guard field.constant >= 0, field.map < 0, field.lookup < 0, field.existence < 0,
        !field.flags.contains(.isPriceList)
      else {
        varying.append(index)
        continue
      }
      let before = faults.count
      outputs[index] = .none
      finish(index, field, constantSlot(field.fallback >= 0 ? field.fallback : field.constant), batch, knowledge)
      if faults.count > before || outputs[index].origin != .constant {
        faults.removeLast(faults.count - before)
        varying.append(index)
      }
    }
  }

  private func constantSlot(_ number: Int32) -> ValueSlot {
    plan.constants[Int(number)].isEmpty ? .none : ValueSlot(origin: .constant, start: UInt32(number), end: 0)
  }

  /// False if the map has no entry for the value and refuses it.
  private mutating func applyMap(_ number: Int, _ slot: inout ValueSlot, _ batch: borrowing RecordBatch) -> Bool {
    if slot.isEmpty {
      let blank = plan.maps[number].blank
      if blank >= 0 { slot = constantSlot(blank) }
      return true
    }
    left.truncate(to: 0)
    switch slot.origin {
    case .batch: KeyText.appendLowercased(batch.bytes.span.extracting(Int(slot.start)..<Int(slot.end)), to: &left)
    case .scratch: KeyText.appendLowercased(scratch, Int(slot.start)..<Int(slot.end), to: &left)
    default:
      let constant = plan.constants[Int(slot.start)]
      KeyText.appendLowercased(constant.span, to: &left)
    }
    if let entry = plan.maps[number].entries.find(left.span) {
      slot = constantSlot(Int32(plan.maps[number].entries[entry]))
      return true
    }
    if plan.maps[number].keeps { return true }
    guard plan.maps[number].otherwise >= 0 else { return false }
    slot = constantSlot(plan.maps[number].otherwise)
    return true
  }
}
