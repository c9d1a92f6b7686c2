// Hot path: no allocation per record.

public import Records

extension RecordMapper {
  /// Appends the bytes of a value that stands in the batch, the scratch buffer or the plan.
  @inline(__always)
  public func append(_ slot: ValueSlot, _ batch: borrowing RecordBatch, to output: inout OutputBuffer) {
    switch slot.origin {
    case .batch: output.append(batch.bytes.span.extracting(Int(slot.start)..<Int(slot.end)))
    case .scratch: output.append(scratch.span.extracting(Int(slot.start)..<Int(slot.end)))
    case .constant: output.append(plan.constants.text(Int(slot.start)))
    case .none, .destination: break
    }
  }

  /// The source value of a field before it was mapped.
  @inline(__always)
  public func sourceValue(of field: Int) -> ValueSlot {
    let number = plan.fields[field].value
    // A value that is written unchanged is not resolved.
    guard number >= 0 else { return .none }
    let source = resolved[firstValue + Int(number)]
    return source.generation == generation ? source.slot : output(field)
  }

  /// Hands the bytes of a field's value to the body; nothing at all for an empty value or one that stands in another table.
  @inline(__always)
  public func forText(
    of field: Int, _ batch: borrowing RecordBatch, _ body: (Span<UInt8>) throws -> Void
  ) rethrows {
    let slot = self.output(field)
    switch slot.origin {
    case .batch: try body(batch.bytes.span.extracting(Int(slot.start)..<Int(slot.end)))
    case .scratch: try body(scratch.span.extracting(Int(slot.start)..<Int(slot.end)))
    case .constant: try body(plan.constants.text(Int(slot.start)))
    case .none, .destination: break
    }
  }

  /// Appends the natural key by which a field's lookup has found its record: as it was read, but trimmed; in its
  /// comparable form if something else was looked up than what was read.
  public func appendLookupKey(
    of field: Int, _ batch: borrowing RecordBatch, _ lookups: borrowing LookupContext, to output: inout OutputBuffer
  ) {
    let slot = self.output(field)
    guard slot.origin == .destination else { return }
    let source = plan.fields[field].map < 0 ? sourceValue(of: field) : .none
    if plan.fields[field].prefix >= 0, !source.isEmpty {
      plan.constants.append(Int(plan.fields[field].prefix), to: &output)
    }
    switch source.origin {
    case .batch: RecordMapper.appendTrimmed(batch.bytes.span, source, to: &output)
    case .scratch: RecordMapper.appendTrimmed(scratch.span, source, to: &output)
    default:
      let table = lookups.destinations[Int(slot.start)]
      if table.isNamed {
        table.appendName(Int(slot.end), to: &output)
      } else {
        table.appendKey(Int(slot.end), to: &output)
      }
    }
  }

  private static func appendTrimmed(_ bytes: Span<UInt8>, _ slot: ValueSlot, to output: inout OutputBuffer) {
    let text = bytes.extracting(Int(slot.start)..<Int(slot.end))
    output.append(text.extracting(KeyText.trimmed(text)))
  }

  /// A value as an exact number; nil if it is empty or none.
  @inline(__always)
  public func decimal(_ slot: ValueSlot, _ batch: borrowing RecordBatch) -> ExactDecimal? {
    switch slot.origin {
    case .batch: return ExactDecimal(batch.bytes.span.extracting(Int(slot.start)..<Int(slot.end)))
    case .scratch: return ExactDecimal(scratch.span.extracting(Int(slot.start)..<Int(slot.end)))
    case .constant: return ExactDecimal(plan.constants.text(Int(slot.start)))
    case .none, .destination: return nil
    }
  }

  /// The number of bytes of a value.
  @inlinable @inline(__always)
  public func size(of slot: ValueSlot) -> Int {
    switch slot.origin {
    case .batch, .scratch: Int(slot.end - slot.start)
    case .constant: plan.constants.range(Int(slot.start)).count
    case .none, .destination: 0
    }
  }
}
