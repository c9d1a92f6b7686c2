// Hot path: no allocation per record once there is room for as many as are prepared at a time.

import Findings
public import Records

/// What is worked out of records before anybody asks for them.
public struct Preparation: OptionSet, Sendable {
  /// A bit for each.
  public let rawValue: UInt8
  /// Whether the filter lets them through.
  public static let filter = Preparation(rawValue: 1)
  /// Their keys.
  public static let key = Preparation(rawValue: 2)
  /// Their values, but for lookups to their own documents.
  public static let values = Preparation(rawValue: 4)
  /// Lookups to their own documents too.
  public static let parents = Preparation(rawValue: 8)
  /// Their currencies, for encoders that want them.
  public static let currency = Preparation(rawValue: 16)

  /// What the bits say.
  public init(rawValue: UInt8) { self.rawValue = rawValue }
}

/// Puts the mapped values of records into the bytes of a format. A value with buffers of its own: each thread has one.
public protocol RecordEncoder: Sendable {
  /// Appends what the format has of the record of the batch, under its id if that is known by now; false, and nothing appended,
  /// if that is so much that it should not be in memory as a whole.
  mutating func append(
    _ mapper: borrowing RecordMapper, _ batch: borrowing RecordBatch, _ record: Int, id: GUID?,
    _ lookups: borrowing LookupContext, to output: inout OutputBuffer
  ) -> Bool
}

/// Makes the records that others bring with them. A value with buffers of its own: each thread has one.
public protocol CompanionEncoder: Sendable {
  /// Appends what the format has of the record that the mapped one brings with it, which has the id and the key, as it is
  /// shown; the id of what was appended, nil if it brings none.
  mutating func append(
    _ mapper: borrowing RecordMapper, _ batch: borrowing RecordBatch, id: GUID, key: Span<UInt8>,
    _ lookups: borrowing LookupContext, to output: inout OutputBuffer
  ) -> GUID?
}

/// Makes the ids of new records. A value with buffers of its own: each thread has one.
public protocol RecordNamer: Sendable {
  /// The id of a record by its key, as it is shown.
  mutating func id(of key: Span<UInt8>) -> GUID
}

/// In which form records are written, as far as that is known before somebody decides whether they are.
public struct RecordForm: Sendable {
  /// What puts them into the bytes of a format; nil if these depend on other records.
  public var encoder: (any RecordEncoder)?
  /// What makes their ids; nil if they have none, or others have made them.
  public var namer: (any RecordNamer)?
  /// What makes the records that they bring with them; nil if they bring none.
  public var companions: (any CompanionEncoder)?
  /// The buffers of all that make such records.
  fileprivate let buffers = (encoded: SpareBuffers(), companions: SpareBuffers())

  /// A form of the format, under the ids.
  public init(
    encoder: (any RecordEncoder)? = nil, namer: (any RecordNamer)? = nil, companions: (any CompanionEncoder)? = nil
  ) {
    self.encoder = encoder
    self.namer = namer
    self.companions = companions
  }
}

/// What was worked out of the records of a stretch of a batch.
struct PreparedRecords: ~Copyable {
  struct Flags: OptionSet {
    let rawValue: UInt8
    static let isAsked = Flags(rawValue: 1)
    static let passes = Flags(rawValue: 2)
    static let hasKey = Flags(rawValue: 4)
    static let isMapped = Flags(rawValue: 8)
    static let isEncoded = Flags(rawValue: 16)
    static let hasCompanion = Flags(rawValue: 32)
  }

  struct Record {
    var flags: Flags = []
    var keyState = RecordMapper.KeyState.whole
    /// Under which the source values were noted.
    var generation: UInt32
    /// Where the key begins in `keys`, as it is shown and as it is compared, and where it ends.
    var shown: UInt32 = 0
    var comparable: UInt32 = 0
    var end: UInt32 = 0
    /// Where its issues stand.
    var firstIssue: UInt32 = 0
    var lastIssue: UInt32 = 0
    /// Where the bytes of a format begin and end in `encoded`.
    var start: UInt32 = 0
    var close: UInt32 = 0
    var id: GUID?
    /// Where the bytes of what it brings with it begin and end in `companions`, and the id of that; none if it brings nothing.
    var companionStart: UInt32 = 0
    var companionClose: UInt32 = 0
    var companion: GUID?
  }

  /// The place of the first record in the batch.
  var first = 0
  var records: [Record] = []
  var keys = OutputBuffer.none
  /// The key of one record, in its comparable form.
  var comparable = OutputBuffer.none
  var issues: [Issue] = []
  /// The bytes of a format, of the records and of what they bring with them. They are read for as long as somebody likes.
  var encoded = SharedBuffer()
  var companions = SharedBuffer()
  /// How many bytes of the mapper's scratch buffer their values have.
  var scratch = 0
  /// Whether lookups to their own documents are resolved.
  var parents = false
  /// How many records, from the first on, have the values that are the same in all.
  var settledRows = 0

  mutating func begin(_ first: Int, parents: Bool, _ form: RecordForm) {
    self.first = first
    self.parents = parents
    records.removeAll(keepingCapacity: true)
    issues.removeAll(keepingCapacity: true)
    keys.truncate(to: 0)
    if form.encoder != nil { form.buffers.encoded.renew(&encoded) }
    if form.companions != nil { form.buffers.companions.renew(&companions) }
  }
}

extension RecordMapper {
  /// The memory that the values of prepared records take: as much as caches hold.
  private static let preparedBytes = 512 << 10
  /// The bytes made of records behind which no more are prepared: few bytes of a file may stand for many.
  private static let mostBytes = 4 << 20

  /// How many records should be prepared at a time.
  public var preparedCount: Int {
    let bytes = plan.fields.count * MemoryLayout<ValueSlot>.stride + plan.values.count * MemoryLayout<Resolved>.stride
    return max(64, RecordMapper.preparedBytes / max(1, bytes))
  }

  /// Works out what can be said of some records of a batch by themselves, so that the functions which say it only have to
  /// look it up. Another thread may ask them afterwards, once for each record and in their order, with `begin(_:)`.
  ///
  /// What records need of `lookups.growingTable` and `growingRules` is left to that time. Mapped records without a fault
  /// are brought into the form in which they are written.
  public mutating func prepare(
    _ batch: borrowing RecordBatch, _ records: Range<Int>, _ work: Preparation, _ lookups: borrowing LookupContext,
    form: inout RecordForm
  ) {
    isPreparing = true
    atHand = -1
    (firstSlot, firstValue) = (0, 0)
    prepared.begin(records.lowerBound, parents: work.contains(.parents), form)
    scratch.truncate(to: 0)
    makeRoom(records.count)
    if !areConstantsKnown { settleConstants(batch, records.lowerBound, lookups) }
    settleRows(records.count)
    var nextIssue = batch.firstIssue(from: records.lowerBound)
    for record in records {
      generation &+= 1
      parent = .none
      issues.removeAll(keepingCapacity: true)
      var known = PreparedRecords.Record(generation: generation)
      let issue = batch.issue(of: record, &nextIssue)
      let hasRoom = scratch.count + prepared.keys.count < RecordMapper.mostBytes
      if hasRoom, !(issue?.isUnreadable ?? false) { prepare(batch, record, issue != nil, work, lookups, &known) }
      if known.flags.contains(.isMapped), !issues.contains(where: { $0.code.severity == .error }) {
        bring(record, into: &form, batch, lookups, &known)
      }
      prepared.records.append(known)
      firstSlot += plan.fields.count
      firstValue += plan.values.count
    }
    prepared.scratch = scratch.count
    isPreparing = false
  }

  /// Gives as many records the values that are the same in all.
  mutating func settleRows(_ count: Int) {
    while prepared.settledRows < count {
      for (field, slot) in settled { slots[prepared.settledRows * plan.fields.count + field] = slot }
      prepared.settledRows += 1
    }
  }

  /// Makes room for the values of as many records.
  mutating func makeRoom(_ count: Int) {
    let (fields, values) = (plan.fields.count, plan.values.count)
    if slots.count < count * fields { slots += Array(repeating: .none, count: count * fields - slots.count) }
    if resolved.count < count * values {
      resolved += Array(repeating: Resolved(), count: count * values - resolved.count)
    }
  }

  private mutating func prepare(
    _ batch: borrowing RecordBatch, _ record: Int, _ hasIssue: Bool, _ work: Preparation,
    _ lookups: borrowing LookupContext, _ known: inout PreparedRecords.Record
  ) {
    if work.contains(.filter), !hasIssue {
      let passes = passesFilter(batch, record, lookups)
      known.flags.formUnion(passes ? [.isAsked, .passes] : .isAsked)
      if !passes { return }
    }
    if work.contains(.key) {
      known.flags.insert(.hasKey)
      known.shown = UInt32(prepared.keys.count)
      known.keyState = prepareKey(batch, record, lookups, comparable: &known.comparable)
      known.end = UInt32(prepared.keys.count)
    }
    if work.contains(.currency) { resolve(Int(plan.currencyValue), batch, record, lookups) }
    guard work.contains(.values) else { return }
    isUnsettled = false
    map(batch, record, lookups, parents: prepared.parents)
    if isUnsettled { return }
    known.flags.insert(.isMapped)
    known.firstIssue = UInt32(prepared.issues.count)
    for issue in issues { prepared.issues.append(issue) }
    known.lastIssue = UInt32(prepared.issues.count)
  }

  mutating func bring(
    _ record: Int, into form: inout RecordForm, _ batch: borrowing RecordBatch, _ lookups: borrowing LookupContext,
    _ known: inout PreparedRecords.Record
  ) {
    if known.flags.contains(.hasKey) {
      keyUnderWay = Int(known.shown)..<Int(known.comparable)
      known.id = form.namer?.id(of: prepared.keys.span.extracting(keyUnderWay))
    }
    // Taken out meanwhile: the encoder reads the mapper.
    var encoded = OutputBuffer.none
    swap(&encoded, &prepared.encoded.content)
    known.start = UInt32(encoded.count)
    if encoded.count < RecordMapper.mostBytes,
      form.encoder?.append(self, batch, record, id: known.id, lookups, to: &encoded) ?? false
    {
      known.flags.insert(.isEncoded)
    }
    known.close = UInt32(encoded.count)
    swap(&encoded, &prepared.encoded.content)
    bringCompanion(into: &form, batch, lookups, &known)
  }

  private mutating func bringCompanion(
    into form: inout RecordForm, _ batch: borrowing RecordBatch, _ lookups: borrowing LookupContext,
    _ known: inout PreparedRecords.Record
  ) {
    // What is taken up has no key at hand.
    guard form.companions != nil, known.flags.contains(.hasKey), let id = known.id else { return }
    var output = OutputBuffer.none
    swap(&output, &prepared.companions.content)
    known.companionStart = UInt32(output.count)
    if output.count < RecordMapper.mostBytes {
      let key = prepared.keys.span.extracting(keyUnderWay)
      known.companion = form.companions?.append(self, batch, id: id, key: key, lookups, to: &output)
      known.flags.insert(.hasCompanion)
    }
    known.companionClose = UInt32(output.count)
    swap(&output, &prepared.companions.content)
  }

  /// Puts the record's key among the prepared ones, first as it is shown, then as it is compared.
  private mutating func prepareKey(
    _ batch: borrowing RecordBatch, _ record: Int, _ lookups: borrowing LookupContext, comparable: inout UInt32
  ) -> KeyState {
    // Taken out meanwhile: looking up a part of the key uses the mapper's own buffers.
    var (keys, other) = (OutputBuffer.none, OutputBuffer.none)
    swap(&keys, &prepared.keys)
    swap(&other, &prepared.comparable)
    other.truncate(to: 0)
    let state = key(batch, record, lookups, shown: &keys, comparable: &other)
    comparable = UInt32(keys.count)
    keys.append(other.span)
    swap(&keys, &prepared.keys)
    swap(&other, &prepared.comparable)
    return state
  }

  /// Begins a record of a batch, prepared or not.
  public mutating func begin(_ record: Int) {
    if prepared.records.isEmpty { return begin() }
    atHand = record - prepared.first
    firstSlot = atHand * plan.fields.count
    firstValue = atHand * plan.values.count
    generation = prepared.records[atHand].generation
    // What was worked out on the spot for the record before is not needed any more.
    scratch.truncate(to: prepared.scratch)
    parent = .none
    issues.removeAll(keepingCapacity: true)
  }

  /// Whether the filter lets the record at hand through; nil if that was not prepared.
  var preparedPass: Bool? {
    @inline(__always) get {
      guard atHand >= 0, case let flags = prepared.records[atHand].flags, flags.contains(.isAsked) else { return nil }
      return flags.contains(.passes)
    }
  }

  /// Appends the key of the record at hand; nil if it was not prepared.
  @inline(__always)
  func preparedKey(shown: inout OutputBuffer, comparable: inout OutputBuffer) -> KeyState? {
    guard atHand >= 0, prepared.records[atHand].flags.contains(.hasKey) else { return nil }
    let known = prepared.records[atHand]
    shown.append(prepared.keys, Int(known.shown)..<Int(known.comparable))
    comparable.append(prepared.keys, Int(known.comparable)..<Int(known.end))
    return known.keyState
  }

  /// Where the bytes of the record at hand stand in `preparedBuffer`, as the encoder has made them; nil if it has not.
  public var preparedRange: Range<Int>? {
    @inline(__always) get {
      guard atHand >= 0, prepared.records[atHand].flags.contains(.isEncoded) else { return nil }
      return Int(prepared.records[atHand].start)..<Int(prepared.records[atHand].close)
    }
  }

  /// What encoders have made of the prepared records. It stays as it is for as long as somebody holds on to it.
  public var preparedBuffer: SharedBuffer { prepared.encoded }

  /// What the record at hand brings with it.
  public enum PreparedCompanion {
    /// Nobody has found out yet.
    case unknown
    /// It brings nothing with it.
    case none
    /// A record of the id, which stands in `companionBuffer`.
    case record(GUID, Range<Int>)
  }

  /// What was prepared of what the record at hand brings with it, under the id that was prepared.
  public var preparedCompanion: PreparedCompanion {
    @inline(__always) get {
      guard atHand >= 0, prepared.records[atHand].flags.contains(.hasCompanion) else { return .unknown }
      let known = prepared.records[atHand]
      guard let id = known.companion else { return .none }
      return .record(id, Int(known.companionStart)..<Int(known.companionClose))
    }
  }

  /// What was made of what prepared records bring with them, as `preparedBuffer`.
  public var companionBuffer: SharedBuffer { prepared.companions }

  /// Appends the bytes of the record at hand as the encoder has made them, without so many at both ends; false if it has not.
  @inline(__always)
  public func appendPrepared(without head: Int = 0, _ tail: Int = 0, to output: inout OutputBuffer) -> Bool {
    guard let range = preparedRange else { return false }
    output.append(prepared.encoded.content, range.lowerBound + head..<range.upperBound - tail)
    return true
  }

  /// Appends the key of the record that is being prepared, as it is shown.
  public func appendKeyUnderWay(to output: inout OutputBuffer) {
    output.append(prepared.keys.span.extracting(keyUnderWay))
  }

  /// Appends the currency of the record that is being prepared.
  public func appendCurrencyUnderWay(_ batch: borrowing RecordBatch, to output: inout OutputBuffer) {
    append(resolved[firstValue + Int(plan.currencyValue)].slot, batch, to: &output)
  }

  /// The id that the namer has made of the record at hand.
  public var preparedID: GUID? {
    @inline(__always) get { atHand < 0 ? nil : prepared.records[atHand].id }
  }

  /// Takes over what mapping the record at hand has come to; false if that was not prepared.
  @inline(__always)
  mutating func takePrepared(parents: Bool) -> Bool {
    guard atHand >= 0, prepared.parents == parents, prepared.records[atHand].flags.contains(.isMapped) else {
      return false
    }
    let known = prepared.records[atHand]
    for place in Int(known.firstIssue)..<Int(known.lastIssue) { issues.append(prepared.issues[place]) }
    return true
  }
}
