// Hot path: no allocation per record.

public import Records

extension RecordMapper {
  /// Whether the task's filter lets the record through.
  public mutating func passesFilter(
    _ batch: borrowing RecordBatch, _ record: Int, _ lookups: borrowing LookupContext
  ) -> Bool {
    if plan.filter.isEverything { return true }
    if plan.missingFilterField != nil { return false }
    if let passes = preparedPass { return passes }
    // Not `for number in`: that would hold on to the numbers, which other threads read too.
    for place in plan.filter.valueNumbers.indices { resolve(plan.filter.valueNumbers[place], batch, record, lookups) }
    return plan.filter.passes(batch, scratch, resolved, firstValue, &left, &right)
  }

  /// The number, in `TaskTemplate.clauses`, of what refuses a record that the filter does not let through; nil if it
  /// does.
  public mutating func refusingClause(
    _ batch: borrowing RecordBatch, _ record: Int, _ lookups: borrowing LookupContext
  ) -> Int? {
    if let clause = plan.missingFilterClause { return clause }
    for number in plan.filter.valueNumbers { resolve(number, batch, record, lookups) }
    return plan.filter.refusing(batch, scratch, resolved, firstValue, &left, &right)
  }

  /// Appends the record's key, its parts trimmed and joined with `|`, as findings show it (`shown`) and as keys are
  /// compared (`comparable`, parts divided by a zero byte).
  public mutating func key(
    _ batch: borrowing RecordBatch, _ record: Int, _ lookups: borrowing LookupContext, shown: inout OutputBuffer,
    comparable: inout OutputBuffer
  ) -> KeyState {
    if let known = preparedKey(shown: &shown, comparable: &comparable) { return known }
    var state = KeyState.whole
    for place in plan.keyValues.indices {
      let number = plan.keyValues[place]
      resolve(Int(number), batch, record, lookups)
      if place > 0 {
        shown.append(UInt8(ascii: "|"))
        comparable.append(0)
      }
      let before = shown.count
      switch resolved[firstValue + Int(number)].slot.origin {
      case .batch:
        RecordMapper.appendKey(batch.bytes.span, resolved[firstValue + Int(number)].slot, &shown, &comparable, &state)
      case .scratch:
        RecordMapper.appendKey(scratch.span, resolved[firstValue + Int(number)].slot, &shown, &comparable, &state)
      default: break
      }
      if resolved[firstValue + Int(number)].code != nil {
        state = .lost
      } else if shown.count == before, state != .lost, place > 0 || plan.task.header == nil {
        // The empty number of a line's document is reported for its header.
        state = .empty
      }
    }
    return state
  }

  private static func appendKey(
    _ bytes: Span<UInt8>, _ slot: ValueSlot, _ shown: inout OutputBuffer, _ comparable: inout OutputBuffer,
    _ state: inout KeyState
  ) {
    let text = bytes.extracting(Int(slot.start)..<Int(slot.end))
    if text.count > KeyText.longestPart, KeyText.isTooLong(text) { state = .tooLong }
    shown.append(text.extracting(KeyText.kept(text)))
    KeyText.append(text, to: &comparable)
  }

  /// Whether a range of the batch is a part of the record's key that is too long.
  public func isLongKeyPart(_ range: FieldRange) -> Bool {
    range.count > KeyText.longestPart
      && plan.keyValues.contains { number in
        resolved[firstValue + Int(number)].slot == ValueSlot(origin: .batch, start: range.start, end: range.end)
      }
  }

  /// Appends the comparable form of the number of a line's header; false if it is a lookup that cannot be resolved.
  public mutating func headerNumber(
    _ batch: borrowing RecordBatch, _ record: Int, _ lookups: borrowing LookupContext, to output: inout OutputBuffer
  ) -> Bool {
    let number = Int(plan.headerValue)
    resolve(number, batch, record, lookups)
    switch resolved[firstValue + number].slot.origin {
    case .batch: RecordMapper.appendComparable(batch.bytes.span, resolved[firstValue + number].slot, &output)
    case .scratch: RecordMapper.appendComparable(scratch.span, resolved[firstValue + number].slot, &output)
    default: break
    }
    return resolved[firstValue + number].code == nil
  }

  /// Whether a line names its header by a number in its own record rather than by a lookup.
  @inline(__always)
  public func namesHeaderByNumber(_ batch: borrowing RecordBatch, _ record: Int) -> Bool {
    guard let lookup = plan.headerLookup else { return true }
    let dotted = plan.lookups[lookup].dotted
    return dotted >= 0 && !batch.range(record, dotted).isEmpty
  }

  /// The header that a line's lookup points to: its row in the index of the headers' table, and its id.
  public mutating func headerRow(
    _ batch: borrowing RecordBatch, _ record: Int, _ lookups: borrowing LookupContext
  ) -> (row: Int, id: GUID)? {
    guard let lookup = plan.headerLookup, plan.lookups[lookup].id >= 0,
      !batch.range(record, plan.lookups[lookup].id).isEmpty
    else { return nil }
    return target(of: lookup, batch, record, lookups).map { ($0.row, lookups.tables[$0.table].id(of: $0.row)) }
  }

  private static func appendComparable(_ bytes: Span<UInt8>, _ slot: ValueSlot, _ output: inout OutputBuffer) {
    KeyText.append(bytes.extracting(Int(slot.start)..<Int(slot.end)), to: &output)
  }

  /// Appends the record's currency code, as it stands in the record or in the one that it points to.
  public mutating func currency(
    _ batch: borrowing RecordBatch, _ record: Int, _ lookups: borrowing LookupContext, to output: inout OutputBuffer
  ) {
    let number = Int(plan.currencyValue)
    resolve(number, batch, record, lookups)
    append(resolved[firstValue + number].slot, batch, to: &output)
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
  @inline(__always)
  public func recordGUID(_ batch: borrowing RecordBatch, _ record: Int) -> GUID? {
    recordID(batch, record).flatMap { GUID(batch.bytes.span.extracting($0)) }
  }

  @inline(__always)
  private func recordID(_ batch: borrowing RecordBatch, _ record: Int) -> Range<Int>? {
    plan.idColumn < 0 ? nil : batch.range(record, plan.idColumn).bounds
  }
}
