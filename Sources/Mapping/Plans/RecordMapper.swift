// Hot path: no allocation per record. Buffers are kept between records and only cut back.

public import Findings
public import Records

/// Maps records of a file, one after another, by a compiled plan: source values in, destination values and faults out.
///
/// A record's values stay valid until the next one begins. Records may also be prepared some time before somebody asks for
/// them, by another thread: see `prepare`.
///
/// What only reads is inlined where it is asked for each value: a call would be given a copy of the whole mapper.
public struct RecordMapper: ~Copyable, Sendable {
  /// How a record's key came out.
  public enum KeyState: Sendable {
    /// All parts have a value.
    case whole
    /// A part is empty.
    case empty
    /// A part stands in a record that cannot be found.
    case lost
    /// A part is longer than a key may be; its beginning stands for it.
    case tooLong
  }

  /// A source value: where it stands, or why it cannot be had, and in which record that was found out.
  struct Resolved {
    var slot = ValueSlot.none
    var code: FindingCode?
    var generation: UInt32 = 0
  }

  /// The record of the destination that a lookup has found, and the key that led to it.
  struct RecentLookup {
    var key = OutputBuffer(capacity: 64)
    var slot = ValueSlot.none

    mutating func note(_ key: borrowing OutputBuffer, _ slot: ValueSlot) {
      self.key.truncate(to: 0)
      self.key.append(key.span)
      self.slot = slot
    }
  }

  /// The plan that is followed.
  public let plan: TaskPlan
  /// The destination values of the record at hand, by the field's place in the template, from `firstSlot` on; before and
  /// behind them those of other prepared records.
  public internal(set) var slots: [ValueSlot]
  /// Where the values of the record at hand begin.
  public internal(set) var firstSlot = 0
  /// What is wrong with the record, or noteworthy.
  public var issues: [Issue] = []
  /// The bytes of values that do not stand in the batch.
  public internal(set) var scratch = OutputBuffer(capacity: 4096)

  /// The record of the destination that is the document of the record under way: as it was set between `begin` and `map`,
  /// or as `map` has found it.
  public var parent = ValueSlot.none

  /// What came of each source value of the record at hand, from `firstValue` on.
  var resolved: [Resolved]
  var firstValue = 0
  var generation: UInt32 = 0
  /// What is left to do for each field that is not the same in every record, once that is known.
  private(set) var steps: [Step] = []
  private(set) var areConstantsKnown = false
  /// The values that are the same in every record, by field.
  private(set) var settled: [(field: Int, slot: ValueSlot)] = []
  /// Whether all constants have only characters that XML can carry.
  private let constantsFitXML: Bool
  /// What each destination lookup has found last: neighbours mostly point to the same record.
  var recentLookups: [RecentLookup]
  /// What each value map, and the states at last, make of the spellings met so far.
  var spellings: [KnownSpellings]
  var left = OutputBuffer(capacity: 256)
  var right = OutputBuffer(capacity: 256)
  /// What was worked out before records were asked for.
  var prepared = PreparedRecords()
  /// The place of the record at hand among the prepared ones; negative if it was not prepared.
  var atHand = -1
  /// Whether records are being prepared.
  var isPreparing = false
  /// Where the shown key of the record that is being prepared stands.
  var keyUnderWay = 0..<0
  /// Whether the values of the record under way depend on what is written meanwhile.
  var isUnsettled = false

  /// A mapper for files of the plan's columns.
  public init(_ plan: consuming TaskPlan) {
    slots = Array(repeating: .none, count: plan.fields.count)
    resolved = Array(repeating: Resolved(), count: plan.values.count)
    recentLookups = (0..<plan.destinationLookups.count).map { _ in RecentLookup() }
    spellings = Array(repeating: KnownSpellings(), count: plan.maps.count + 1)
    constantsFitXML = UTF8Text.fitsXML(plan.constants.bytes.span)
    self.plan = plan
  }

  /// Begins a record.
  public mutating func begin() {
    atHand = -1
    issues.removeAll(keepingCapacity: true)
    scratch.truncate(to: 0)
    parent = .none
    generation &+= 1
  }

  /// The number of destination fields.
  public var fieldCount: Int { plan.fields.count }

  /// The destination value of a field.
  @inlinable @inline(__always)
  public func output(_ field: Int) -> ValueSlot { slots[firstSlot + field] }

  // MARK: Mapping

  /// Maps all fields of the record. `parents` says whether lookups to the record's own document are resolved too,
  /// which is so only when the document is being written.
  public mutating func map(
    _ batch: borrowing RecordBatch, _ record: Int, _ lookups: borrowing LookupContext, parents: Bool
  ) {
    if takePrepared(parents: parents) { return }
    if !areConstantsKnown { settleConstants(batch, record, lookups) }
    // Taken out meanwhile: a local value needs no check at every access.
    var all: [ValueSlot] = []
    swap(&all, &self.slots)
    var steps: [Step] = []
    swap(&steps, &self.steps)
    let ranges = batch.fields.span
    let firstRange = record * batch.width
    let fitsXML = batch.fitsXML
    let firstSlot = firstSlot
    var slots = all.mutableSpan
    for place in steps.indices {
      let step = steps[place]
      if step.column >= 0 {
        let range = ranges[firstRange + step.column]
        if range.isEmpty {
          slots[firstSlot + step.field] = finishEmpty(step.field, plan.fields[step.field])
          continue
        }
        if range.count <= step.limit, fitsXML || UTF8Text.fitsXML(batch.bytes.span.extracting(range.bounds)) {
          slots[firstSlot + step.field] = ValueSlot(origin: .batch, start: range.start, end: range.end)
          continue
        }
      }
      slots[firstSlot + step.field] = value(of: step.field, batch, record, lookups, parents: parents)
    }
    swap(&all, &self.slots)
    swap(&steps, &self.steps)
    for place in plan.stateFields.indices { checkState(plan.stateFields[place], batch) }
  }

  /// Appends the key, in its comparable form, by which a field's lookup sought the record that it did not find.
  public mutating func appendSoughtKey(
    of field: Int, _ batch: borrowing RecordBatch, _ record: Int, _ lookups: borrowing LookupContext,
    to output: inout OutputBuffer
  ) {
    // Seeking it again leaves the key in the left buffer.
    let known = issues.count
    _ = value(of: field, batch, record, lookups, parents: true)
    issues.removeLast(issues.count - known)
    output.append(left.span)
  }

  /// Makes the destination value of a field empty.
  public mutating func clear(_ field: Int) { slots[firstSlot + field] = .none }

  /// The destination value of a field.
  private mutating func value(
    of index: Int, _ batch: borrowing RecordBatch, _ record: Int, _ lookups: borrowing LookupContext, parents: Bool
  ) -> ValueSlot {
    let field = plan.fields[index]
    let isParent = field.flags.contains(.isParent)
    if isParent, !parents { return .none }
    if isParent, parent.origin == .destination {
      // Whoever asks what was looked up gets what was read.
      resolve(Int(field.value), batch, record, lookups)
      return parent
    }
    if let owner = field.owner { return owner }
    var slot: ValueSlot
    var isMapped = field.map >= 0
    if field.constant >= 0 {
      slot = field.fallback >= 0 ? constantSlot(field.fallback) : constantSlot(field.constant)
    } else {
      let number = Int(field.value)
      resolve(number, batch, record, lookups)
      let source = resolved[firstValue + number]
      if let code = source.code {
        issues.append(Issue(code, .field(index)))
        return .none
      }
      slot = source.slot
      if isMapped, plan.maps[Int(field.map)].mapsCountries, isBlank(slot, batch) { slot = .none }
      // A value with such a character is wrong whatever would be made of it.
      guard fitsXML(slot, batch) else {
        issues.append(Issue(.characterNotCarried, .field(index)))
        return .none
      }
      if field.flags.contains(.isDiscountPerUnit) || field.flags.contains(.isDiscountRemainder) {
        slot = discount(field, batch, record, lookups, slot)
      }
      if slot.isEmpty, field.fallback >= 0 {
        slot = constantSlot(field.fallback)
        isMapped = false
      } else if slot.isEmpty, field.blank >= 0, field.map < 0 || plan.maps[Int(field.map)].blank < 0 {
        slot = constantSlot(field.blank)
        isMapped = false
      }
    }
    if field.prefix >= 0, !slot.isEmpty { slot = prefixed(slot, Int(field.prefix), batch) }
    if isMapped, !applyMap(Int(field.map), &slot, batch) {
      issues.append(Issue(.notInValueMap, .field(index)))
      return .none
    }
    guard slot.origin != .constant || constantsFitXML || fitsXML(slot, batch) else {
      issues.append(Issue(.characterNotCarried, .field(index)))
      return .none
    }
    slot = finish(index, field, slot, batch, lookups)
    if isParent { parent = slot }
    return slot
  }

  /// Whether a value has only characters that XML can carry: those that it cannot, no format of either side does.
  @inline(__always)
  private func fitsXML(_ slot: ValueSlot, _ batch: borrowing RecordBatch) -> Bool {
    switch slot.origin {
    case .batch:
      return batch.fitsXML || UTF8Text.fitsXML(batch.bytes.span.extracting(Int(slot.start)..<Int(slot.end)))
    case .scratch: return UTF8Text.fitsXML(scratch.span.extracting(Int(slot.start)..<Int(slot.end)))
    case .constant: return UTF8Text.fitsXML(plan.constants.text(Int(slot.start)))
    case .none, .destination: return true
    }
  }

  /// Maps the constants once: a constant that no check refuses or changes stays the same in every record.
  mutating func settleConstants(
    _ batch: borrowing RecordBatch, _ record: Int, _ lookups: borrowing LookupContext
  ) {
    areConstantsKnown = true
    for index in 0..<plan.fields.count {
      let field = plan.fields[index]
      guard field.constant >= 0, field.map < 0, field.lookup < 0, field.existence < 0, field.prefix < 0,
        constantsFitXML, !field.flags.contains(.isPriceList)
      else {
        steps.append(Step(index, plan))
        continue
      }
      let before = issues.count
      let constant = constantSlot(field.fallback >= 0 ? field.fallback : field.constant)
      let slot = finish(index, field, constant, batch, lookups)
      if issues.count > before || slot.origin != .constant {
        issues.removeLast(issues.count - before)
        steps.append(Step(index, plan))
      } else {
        slots[firstSlot + index] = slot
        settled.append((index, slot))
      }
    }
  }

  func constantSlot(_ number: Int32) -> ValueSlot {
    plan.constants.range(Int(number)).isEmpty ? .none : ValueSlot(origin: .constant, start: UInt32(number), end: 0)
  }

  /// The value, trimmed, behind a constant.
  private mutating func prefixed(_ slot: ValueSlot, _ prefix: Int, _ batch: borrowing RecordBatch) -> ValueSlot {
    loadRight(slot, batch)
    let start = scratch.count
    let range = KeyText.trimmed(right.span)
    plan.constants.append(prefix, to: &scratch)
    scratch.append(right, range)
    return scratchSlot(from: start)
  }

  /// False if the map has no entry for the value and refuses it.
  private mutating func applyMap(_ number: Int, _ slot: inout ValueSlot, _ batch: borrowing RecordBatch) -> Bool {
    if slot.isEmpty {
      let blank = plan.maps[number].blank
      if blank >= 0 { slot = constantSlot(blank) }
      return true
    }
    if plan.maps[number].mapsCountries { return mapCountry(number, &slot, batch) }
    left.truncate(to: 0)
    switch slot.origin {
    case .batch: KeyText.appendLowercased(batch.bytes.span.extracting(Int(slot.start)..<Int(slot.end)), to: &left)
    case .scratch: KeyText.appendLowercased(scratch, Int(slot.start)..<Int(slot.end), to: &left)
    default: plan.constants.appendLowercased(Int(slot.start), to: &left)
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

  /// What is left to do for a field.
  struct Step {
    let field: Int
    /// The column whose bytes are the value, unless they are too many; -1 if more is to be done.
    let column: Int
    /// The most bytes that no check of the length minds.
    let limit: Int

    init(_ index: Int, _ plan: borrowing TaskPlan) {
      let field = plan.fields[index]
      let value = field.value >= 0 ? plan.values[Int(field.value)] : TaskPlan.Value(source: .nothing)
      let isPlain =
        value.source == .column && field.type == .string && field.constant < 0 && field.map < 0 && field.fallback < 0
        && field.blank < 0 && field.lookup < 0 && field.existence < 0 && field.prefix < 0
        && field.flags.isDisjoint(with: [.isParent, .isPriceList, .isDiscountPerUnit, .isDiscountRemainder])
      self.field = index
      column = isPlain ? Int(value.a) : -1
      limit = field.maxLength > 0 ? Int(field.maxLength) : Int.max
    }
  }
}
