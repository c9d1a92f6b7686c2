// Hot path: no allocation per record.

public import Records

extension RecordMapper {
  /// Appends the bytes of a value that stands in the batch, the scratch buffer or the plan.
  @inline(__always)
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
    // What goes over as it stands in its column is not resolved.
    guard number >= 0 else { return .none }
    let source = resolved[Int(number)]
    return source.generation == generation ? source.slot : outputs[field]
  }

  /// Hands the bytes of a field's value to the body; nothing at all for an empty value or one that stands in another table.
  @inline(__always)
  public func forText(
    of field: Int, _ batch: borrowing RecordBatch, _ body: (Span<UInt8>) throws -> Void
  ) rethrows {
    let slot = outputs[field]
    switch slot.origin {
    case .batch: try body(batch.bytes.span.extracting(Int(slot.start)..<Int(slot.end)))
    case .scratch: try body(scratch.span.extracting(Int(slot.start)..<Int(slot.end)))
    case .constant:
      let constant = plan.constants[Int(slot.start)]
      try body(constant.span)
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
    if plan.fields[field].prefix >= 0, !source.isEmpty {
      output.append(plan.constants[Int(plan.fields[field].prefix)])
    }
    switch source.origin {
    case .batch: RecordMapper.appendTrimmed(batch.bytes.span, source, to: &output)
    case .scratch: RecordMapper.appendTrimmed(scratch.span, source, to: &output)
    default:
      let table = knowledge.destinations[Int(slot.start)]
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
    case .constant:
      let constant = plan.constants[Int(slot.start)]
      return ExactDecimal(constant.span)
    case .none, .destination: return nil
    }
  }

  /// Appends the values of fields as a line of CSV. Of a record of many megabytes only parts are in the buffer at a time,
  /// which `flush` empties.
  public func appendLine(
    _ fields: [Int], _ batch: borrowing RecordBatch, _ encoder: CSVEncoder, to output: inout OutputBuffer,
    flush: (inout OutputBuffer) throws -> Void
  ) throws {
    var bytes = 0
    for field in fields { bytes += size(of: outputs[field]) }
    if bytes > RecordMapper.largeRecord {
      return try appendLargeLine(fields, batch, encoder, to: &output, flush: flush)
    }
    var cursor = output.cursor(room: encoder.room(bytes: bytes, fields: fields.count))
    let read = batch.bytes.span
    let made = scratch.span
    for place in fields.indices {
      if place > 0 { encoder.delimiter(in: &cursor) }
      let slot = outputs[fields[place]]
      switch slot.origin {
      case .batch: encoder.field(read, from: Int(slot.start), to: Int(slot.end), in: &cursor)
      case .scratch: encoder.field(made, from: Int(slot.start), to: Int(slot.end), in: &cursor)
      case .constant:
        let constant = plan.constants[Int(slot.start)]
        encoder.field(constant.span, from: 0, to: constant.count, in: &cursor)
      case .none, .destination: break
      }
    }
    encoder.lineEnd(in: &cursor)
    output.advance(to: cursor.count)
  }

  /// The bytes of values from which a record is written value by value: room for the most that all of them may take would be
  /// several times too much.
  private static let largeRecord = 1 << 20

  @inline(never)
  private func appendLargeLine(
    _ fields: [Int], _ batch: borrowing RecordBatch, _ encoder: CSVEncoder, to output: inout OutputBuffer,
    flush: (inout OutputBuffer) throws -> Void
  ) throws {
    for place in fields.indices {
      if place > 0 { encoder.delimiter(to: &output) }
      try forText(of: fields[place], batch) { try encoder.largeField($0, to: &output, flush: flush) }
    }
    encoder.lineEnd(to: &output)
  }

  /// A value that `appendElements` writes.
  public struct Element: Sendable {
    /// The place of its field in the template; none if it is negative.
    public var field: Int
    /// Where the markup in front of the value stands, up to the quote.
    public var open: Range<Int>
    /// Whether it is encoded as `XMLEncoder.htmlAttribute` does.
    public var isText: Bool

    /// An element for a field's values.
    public init(field: Int, open: Range<Int>, isText: Bool) {
      self.field = field
      self.open = open
      self.isText = isText
    }
  }

  /// Appends fields' values as `XMLEncoder.element` does, lookups with the table and the name of the record that was found;
  /// nothing for empty values. `markup` holds what stands in front of them; `escaping` may hold anything.
  public func appendElements(
    _ elements: [Element], _ markup: Span<UInt8>, _ batch: borrowing RecordBatch, _ knowledge: borrowing Knowledge,
    escaping: inout OutputBuffer, to output: inout OutputBuffer
  ) {
    let slots = outputs.span
    var room = markup.count
    for place in elements.indices where elements[place].field >= 0 {
      let slot = slots[elements[place].field]
      room +=
        slot.origin == .destination
        ? knowledge.destinations[Int(slot.start)].lookupRoom(Int(slot.end)) : XMLEncoder.room(bytes: size(of: slot))
    }
    if room > 10 * RecordMapper.largeRecord {
      return appendLargeElements(elements, markup, batch, knowledge, to: &output)
    }
    var cursor = output.cursor(room: room)
    let read = batch.bytes.span
    let made = scratch.span
    for place in elements.indices where elements[place].field >= 0 {
      let slot = slots[elements[place].field]
      let (start, end) = (Int(slot.start), Int(slot.end))
      if slot.origin == .none { continue }
      let open = markup.extracting(elements[place].open)
      let isText = elements[place].isText
      switch slot.origin {
      case .none: break
      case .batch:
        XMLEncoder.element(open, read, from: start, to: end, isText: isText, scratch: &escaping, in: &cursor)
      case .scratch:
        XMLEncoder.element(open, made, from: start, to: end, isText: isText, scratch: &escaping, in: &cursor)
      case .constant:
        let constant = plan.constants[start]
        XMLEncoder.element(
          open, constant.span, from: 0, to: constant.count, isText: isText, scratch: &escaping, in: &cursor)
      case .destination:
        cursor.append(open)
        knowledge.destinations[start].appendLookup(end, escaping: &escaping, in: &cursor)
        XMLEncoder.elementEnd(in: &cursor)
      }
    }
    output.advance(to: cursor.count)
  }

  @inline(never)
  private func appendLargeElements(
    _ elements: [Element], _ markup: Span<UInt8>, _ batch: borrowing RecordBatch, _ knowledge: borrowing Knowledge,
    to output: inout OutputBuffer
  ) {
    for element in elements where element.field >= 0 {
      let slot = outputs[element.field]
      if slot.origin == .none { continue }
      output.append(markup.extracting(element.open))
      if slot.origin == .destination {
        knowledge.destinations[Int(slot.start)].appendLookup(Int(slot.end), to: &output)
      } else {
        forText(of: element.field, batch) { text in
          if element.isText {
            XMLEncoder.htmlAttribute(text, to: &output)
          } else {
            XMLEncoder.attribute(text, to: &output)
          }
        }
      }
      XMLEncoder.elementEnd(to: &output)
    }
  }

  /// The number of bytes of a value.
  @inline(__always)
  func size(of slot: ValueSlot) -> Int {
    switch slot.origin {
    case .batch, .scratch: Int(slot.end - slot.start)
    case .constant: plan.constants[Int(slot.start)].count
    case .none, .destination: 0
    }
  }
}
