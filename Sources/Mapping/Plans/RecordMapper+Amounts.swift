// Hot path: no allocation per record.

public import Records

extension TaskPlan {
  /// Whether the file has the amount.
  public func hasAmount(_ role: AmountFields.Role) -> Bool {
    let number = amountValues[role.rawValue]
    return number >= 0 && values[Int(number)].source != .nothing
  }
}

extension RecordMapper {
  /// An amount of the record as it was read; nil if it is empty or no number.
  public mutating func amount(
    _ role: AmountFields.Role, _ batch: borrowing RecordBatch, _ record: Int, _ lookups: borrowing LookupContext
  ) -> ExactDecimal? {
    let number = Int(plan.amountValues[role.rawValue])
    guard number >= 0 else { return nil }
    resolve(number, batch, record, lookups)
    return decimal(resolved[firstValue + number].slot, batch)
  }

  /// The source value of a field as it was read, before any map or default; of a lookup whose record is not known its id.
  public func readValue(of field: Int, _ batch: borrowing RecordBatch, _ record: Int) -> ValueSlot {
    let slot = sourceValue(of: field)
    let number = Int(plan.fields[field].value)
    guard slot.isEmpty, number >= 0, resolved[firstValue + number].generation == generation else { return slot }
    return unresolved(number, batch, record)
  }

  /// The record's key as it was read, once it has been; nothing if it has several parts.
  public var readKey: ValueSlot {
    guard plan.keyValues.count == 1, let number = plan.keyValues.first.map(Int.init),
      resolved[firstValue + number].generation == generation
    else { return .none }
    return resolved[firstValue + number].slot
  }

  private func unresolved(_ number: Int, _ batch: borrowing RecordBatch, _ record: Int) -> ValueSlot {
    let value = plan.values[number]
    switch value.source {
    case .lookup:
      let id = plan.lookups[Int(value.a)].id
      guard id >= 0, resolved[firstValue + number].code != nil else { return .none }
      let range = batch.range(record, id)
      return range.isEmpty ? .none : ValueSlot(origin: .batch, start: range.start, end: range.end)
    case .firstOf:
      for place in Int(value.a)..<Int(value.b) {
        let slot = unresolved(Int(plan.alternatives[place]), batch, record)
        if !slot.isEmpty { return slot }
      }
      return .none
    case .nothing, .column, .derived: return .none
    }
  }
}
