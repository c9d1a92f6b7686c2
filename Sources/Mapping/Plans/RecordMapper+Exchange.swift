// Hot path: no allocation.

extension RecordMapper {
  /// Exchanges the destination values for others, as many, that stand where these do. Done once more after the record was
  /// written, it puts back what later records rely on, since a constant is mapped only once.
  public mutating func exchangeOutputs(_ values: inout [ValueSlot]) {
    precondition(values.count == plan.fields.count, "every field has a value, be it none")
    for field in values.indices { swap(&slots[firstSlot + field], &values[field]) }
  }
}
