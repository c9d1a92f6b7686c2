// Hot path: no allocation per record.

public import Records

/// Packs values, as a form in which workers prepare records.
public struct ValuePacker: RecordEncoder {
  /// A packer.
  public init() {}

  /// Appends the packed values; false, and nothing appended, if they are many bytes.
  public func append(
    _ mapper: borrowing RecordMapper, _ batch: borrowing RecordBatch, _ record: Int, id: GUID?,
    _ lookups: borrowing LookupContext, to output: inout OutputBuffer
  ) -> Bool {
    mapper.pack(batch, to: &output)
  }
}

/// Mapped values as bytes, to be put aside and taken up again by a mapper of the same plan, which then need not map the record.
///
/// Values that are the same in every record are left out, and all others follow each other in the order of the mapping's
/// steps: a byte that says where the value stands and how long it is, and its bytes, its constant, or its record.
extension RecordMapper {
  /// The most bytes of values that are packed: a record should not be in memory once more as a whole.
  private static let mostPacked = 1 << 20

  /// What the first byte says of a value: its lowest bits where it stands, the others its length, number or table.
  private enum Mark {
    static let (none, text, constant, destination): (UInt64, UInt64, UInt64, UInt64) = (0, 1, 2, 3)
    /// The number from which on it follows in four bytes.
    static let long: UInt64 = 0x3F
    /// The most bytes of marks and numbers for a value.
    static let room = 10
  }

  /// Appends the values of the record at hand, which was mapped; false, and nothing appended, if they are many bytes.
  public func pack(_ batch: borrowing RecordBatch, to output: inout OutputBuffer) -> Bool {
    var size = 0
    for place in steps.indices { size += self.size(of: self.output(steps[place].field)) }
    if size > RecordMapper.mostPacked { return false }
    var cursor = output.cursor(room: size + Mark.room * steps.count)
    let read = batch.bytes.span
    let made = scratch.span
    for place in steps.indices {
      let slot = self.output(steps[place].field)
      let (start, end) = (UInt64(slot.start), UInt64(slot.end))
      switch slot.origin {
      case .none: cursor.append(Mark.none, size: 1)
      case .batch:
        RecordMapper.append(Mark.text, end - start, in: &cursor)
        cursor.append(read, from: Int(start), to: Int(end))
      case .scratch:
        RecordMapper.append(Mark.text, end - start, in: &cursor)
        cursor.append(made, from: Int(start), to: Int(end))
      case .constant: RecordMapper.append(Mark.constant, start, in: &cursor)
      case .destination:
        RecordMapper.append(Mark.destination, start, in: &cursor)
        cursor.append(end, size: 4)
      }
    }
    output.advance(to: cursor.count)
    return true
  }

  @inline(__always)
  @_lifetime(cursor: copy cursor)
  private static func append(_ mark: UInt64, _ number: UInt64, in cursor: inout OutputCursor) {
    if number < Mark.long { return cursor.append(mark | number << 2, size: 1) }
    cursor.append(mark | Mark.long << 2 | number << 8, size: 5)
  }

  /// Takes up the packed values of the record at hand, which stand in a batch's bytes from an offset on: now, or as they were
  /// taken up by `prepareUnpacked`.
  public mutating func takeUp(_ batch: borrowing RecordBatch, from offset: Int, _ lookups: borrowing LookupContext) {
    if atHand >= 0 { return }
    if !areConstantsKnown { settleConstants(batch, 0, lookups) }
    takeUp(batch, from: offset)
  }

  /// Where the packed values of a record begin, and the id with which it is written, if it has one.
  public typealias PackedPlace = (offset: Int, id: GUID?)

  /// Takes up the packed values of records, which stand at places of a batch's bytes, and brings them into the form in which
  /// they are written, so that another thread only has to look them up.
  public mutating func prepareUnpacked(
    _ batch: borrowing RecordBatch, from places: [PackedPlace], _ lookups: borrowing LookupContext,
    form: inout RecordForm
  ) {
    atHand = -1
    (firstSlot, firstValue) = (0, 0)
    prepared.begin(0, parents: true, form)
    scratch.truncate(to: 0)
    makeRoom(places.count)
    if !areConstantsKnown { settleConstants(batch, 0, lookups) }
    settleRows(places.count)
    for place in places.indices {
      generation &+= 1
      var known = PreparedRecords.Record(generation: generation)
      known.flags.insert(.isMapped)
      known.id = places[place].id
      takeUp(batch, from: places[place].offset)
      bring(place, into: &form, batch, lookups, &known)
      prepared.records.append(known)
      firstSlot += plan.fields.count
      firstValue += plan.values.count
    }
    prepared.scratch = scratch.count
  }

  private mutating func takeUp(_ batch: borrowing RecordBatch, from offset: Int) {
    let bytes = batch.bytes.span
    var offset = offset
    for place in steps.indices {
      let mark = UInt64(bytes[offset])
      offset += 1
      var number = Int(mark >> 2)
      if number == Mark.long { number = RecordMapper.number(bytes, &offset) }
      var slot = ValueSlot.none
      switch mark & 3 {
      case Mark.text:
        slot = ValueSlot(origin: .batch, start: UInt32(offset), end: UInt32(offset + number))
        offset += number
      case Mark.constant: slot = ValueSlot(origin: .constant, start: UInt32(number), end: 0)
      case Mark.destination:
        slot = ValueSlot(
          origin: .destination, start: UInt32(number), end: UInt32(RecordMapper.number(bytes, &offset)))
      default: break
      }
      slots[firstSlot + steps[place].field] = slot
    }
  }

  @inline(__always)
  private static func number(_ bytes: Span<UInt8>, _ offset: inout Int) -> Int {
    var number = 0
    for place in 0..<4 { number |= Int(bytes[offset + place]) << (8 * place) }
    offset += 4
    return number
  }
}
