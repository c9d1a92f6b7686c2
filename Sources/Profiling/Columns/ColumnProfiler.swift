// Hot path: no allocation for a value that was seen before.

import Findings
import Mapping
import Records

/// What is counted of the values of one column, which come in the order of the records.
///
/// What a value looks like is found out when it comes for the first time and noted with it (`ValueTable`), so that a value which
/// comes again costs a look-up. Values beyond the bound are looked at each time.
struct ColumnProfiler {
  /// How many different values are counted exactly, and how many of the most frequent ones are reported.
  struct Bounds: Sendable {
    var exact = 100_000
    var top = 10

    /// The counters of values that are not counted exactly.
    var counters: Int { max(1000, 10 * top) }
  }

  /// What a value looks like, in the bits that the table keeps with it.
  private struct Traits {
    var kind: ValueKind
    var culture: ValueCulture?
    var isMisfit: Bool
    var pattern: Int

    init(kind: ValueKind, culture: ValueCulture?, isMisfit: Bool, pattern: Int) {
      (self.kind, self.culture, self.isMisfit, self.pattern) = (kind, culture, isMisfit, pattern)
    }

    init(bits: UInt32) {
      kind = ValueKind(rawValue: UInt8(bits & 7)) ?? .text
      culture = ValueCulture(rawValue: UInt8(bits >> 3 & 7))
      isMisfit = bits >> 6 & 1 != 0
      pattern = Int(bits >> 7 & 0x3FF)
    }

    var bits: UInt32 {
      UInt32(kind.rawValue) | UInt32(culture?.rawValue ?? 7) << 3 | (isMisfit ? 1 << 6 : 0) | UInt32(pattern) << 7
    }
  }

  /// How often each trait was met.
  private struct Tally {
    var kinds = Array(repeating: 0, count: ValueKind.allCases.count)
    var cultures = Array(repeating: 0, count: ValueCulture.allCases.count)
    var misfits = 0
    var patterns: [Int] = []

    mutating func add(_ traits: Traits, _ count: Int) {
      kinds[Int(traits.kind.rawValue)] += count
      if let culture = traits.culture { cultures[Int(culture.rawValue)] += count }
      if traits.isMisfit { misfits += count }
      guard traits.pattern != ValuePatterns.none else { return }
      while patterns.count <= traits.pattern { patterns.append(0) }
      patterns[traits.pattern] += count
    }
  }

  let name: String
  let attribute: Attribute?
  private let bounds: Bounds
  private let type: ColumnType
  private(set) var filled = 0
  private var table: ValueTable
  private var frequent: FrequentValues
  private var sketch: FrequencySketch?
  private var estimate: DistinctEstimate?
  private var keys: DistinctCount
  private var patterns = ValuePatterns()
  /// What values looked like that are not in the table.
  private var others = Tally()
  private var (shortest, longest) = (Int.max, 0)
  private var numbers = ValueBounds()
  private var dates = ValueBounds()
  private var misfit: (text: KeptText, record: Int)?
  private var buffer = OutputBuffer(capacity: 256)

  init(_ name: String, _ attribute: Attribute?, _ bounds: Bounds) {
    self.name = name
    self.attribute = attribute
    self.bounds = bounds
    type = ColumnType(attribute)
    table = ValueTable(most: bounds.exact)
    frequent = FrequentValues(most: bounds.top)
    keys = DistinctCount(most: bounds.exact)
  }

  /// Counts the values of a batch's column. `unreadable` are places of records that are passed over; `before` is the number of
  /// records of earlier files.
  mutating func add(_ batch: borrowing RecordBatch, column: Int, unreadable: [Int], before: Int) {
    let bytes = batch.bytes.span
    var next = 0
    for record in 0..<batch.count {
      if next < unreadable.count, unreadable[next] == record {
        next += 1
        continue
      }
      let range = batch.range(record, column)
      if range.isEmpty { continue }
      add(bytes.extracting(range.bounds), batch, record, before)
    }
  }

  @inline(__always)
  private mutating func add(
    _ text: Span<UInt8>, _ batch: borrowing RecordBatch, _ record: Int, _ before: Int
  ) {
    filled += 1
    let digest = ValueDigest.of(text)
    if let slot = table.find(digest) {
      let count = table.countAgain(at: slot)
      if estimate != nil {
        sketch?.add(digest, text)
      } else if !table.isKept(at: slot) {
        frequent.note(digest, text, count: Int(count), in: &table)
      }
      return
    }
    addNew(text, digest) { before + batch.number(of: record).value }
  }

  /// Counts a value that is not in the table.
  @inline(never)
  private mutating func addNew(_ text: Span<UInt8>, _ digest: UInt64, number: () -> Int) {
    let traits = look(at: text, number: number)
    keys.add(keyDigest(text, digest))
    if estimate == nil, table.hasRoom {
      table.insert(digest, traits: traits.bits)
      frequent.note(digest, text, count: 1, in: &table)
      return
    }
    if estimate == nil { beginEstimate() }
    estimate?.add(digest)
    sketch?.add(digest, text)
    others.add(traits, 1)
  }

  private mutating func beginEstimate() {
    var first = DistinctEstimate()
    table.forEach { digest, _, _ in first.add(digest) }
    estimate = first
    if bounds.top > 0 {
      sketch = FrequencySketch(table, frequent.values(table), counters: bounds.counters)
    }
    frequent = FrequentValues(most: 0)
  }

  /// The digest of a value as keys are compared.
  private mutating func keyDigest(_ text: Span<UInt8>, _ digest: UInt64) -> UInt64 {
    buffer.truncate(to: 0)
    let range = KeyText.trimmed(text)
    if range.count <= KeyText.longestPart {
      KeyText.append(text, to: &buffer)
    } else {
      KeyText.appendFolded(text.extracting(range), to: &buffer)
    }
    return ValueDigest.of(buffer.span)
  }

  /// What a value looks like. The bounds take it in.
  private mutating func look(at text: Span<UInt8>, number: () -> Int) -> Traits {
    let length = UTF8Text.utf16Length(text)
    shortest = min(shortest, length)
    longest = max(longest, length)
    let kind = ValueKind.of(text)
    switch kind {
    case .integer, .decimal: numbers.add(number: text)
    case .date, .datetime: dates.add(date: text)
    default: break
    }
    let isMisfit = !type.takes(text, kind, &buffer)
    if isMisfit, misfit == nil { misfit = (KeptText(text), number()) }
    return Traits(
      kind: kind, culture: ValueCulture.of(text, numbers: type.mayBeNumber, dates: type.mayBeDate),
      isMisfit: isMisfit, pattern: patterns.number(of: text, length: length))
  }

  // MARK: What came of it

  /// What is to be reported of the column, of an entity with so many records.
  func result(records: Int) -> ColumnProfile {
    var tally = others
    table.forEach { _, bits, count in tally.add(Traits(bits: bits), count) }
    let kinds = ValueKind.allCases.map { ($0, tally.kinds[Int($0.rawValue)]) }.filter { $0.1 > 0 }
    let ofNumbers = tally.kinds[Int(ValueKind.integer.rawValue)] + tally.kinds[Int(ValueKind.decimal.rawValue)]
    let ofDates = tally.kinds[Int(ValueKind.date.rawValue)] + tally.kinds[Int(ValueKind.datetime.rawValue)]
    let range = ofNumbers >= ofDates ? numbers : dates
    let distinct = estimate.map { min(filled, max($0.count, table.count + 1)) } ?? table.count
    let distinctKeys = keys.isExact ? keys.count : min(filled, keys.count)
    let top = sketch?.values(bounds.top) ?? frequent.values(table)
    return ColumnProfile(
      name: name, isKnown: attribute != nil, schemaType: attribute?.type.rawValue,
      kinds: kinds.map { .init(kind: $0.0, count: $0.1) }, records: records, filled: filled, distinct: distinct,
      isDistinctExact: estimate == nil, distinctKeys: distinctKeys, shortest: filled == 0 ? nil : shortest,
      longest: filled == 0 ? nil : longest, least: ColumnProfiler.bound(range.least),
      greatest: ColumnProfiler.bound(range.greatest),
      top: top.map { .init(text: $0.text.string, count: $0.count, length: $0.text.isCut ? $0.text.length : nil) },
      patterns: patterns.isOver ? [] : rankedPatterns(tally), misfits: tally.misfits,
      misfit: misfit.map {
        .init(text: $0.text.string, length: $0.text.isCut ? $0.text.length : nil, record: $0.record)
      },
      cultures: tally.cultures, key: key(records, distinctKeys))
  }

  private static func bound(_ bytes: [UInt8]) -> String? {
    bytes.isEmpty ? nil : String(decoding: bytes, as: UTF8.self)
  }

  private func key(_ records: Int, _ distinctKeys: Int) -> ColumnProfile.KeyCandidate {
    guard records > 0, filled == records else { return .no }
    if keys.isExact { return distinctKeys == records ? .yes : .no }
    return abs(distinctKeys - records) * 50 <= records ? .likely : .no
  }

  private func rankedPatterns(_ tally: Tally) -> [ColumnProfile.Pattern] {
    let all = tally.patterns.enumerated().map { (text: patterns.text($0.offset), count: $0.element) }
    let ranked = all.sorted { left, right in
      left.count == right.count ? left.text.lexicographicallyPrecedes(right.text) : left.count > right.count
    }
    return ranked.prefix(ColumnProfile.mostPatterns).map {
      ColumnProfile.Pattern(text: String(decoding: $0.text, as: UTF8.self), count: $0.count)
    }
  }
}
