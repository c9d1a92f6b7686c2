// Hot path (`add`): no allocation for a value that was seen before.

import Archives
import Records

/// Counts values exactly, however many different ones there are: those that do not fit in memory are put aside on disk, in
/// parts that each fit. Only the most frequent values are kept as texts.
struct ValueCounts {
  /// A value and how often it came.
  struct Entry {
    var bytes: [UInt8]
    var count: Int
  }

  /// What was counted.
  struct Result {
    /// How many different values came.
    var distinct = 0
    /// The most frequent ones, then by their bytes.
    var frequent: [Entry] = []
  }

  private static let partCount = 64
  private static let headSize = 12

  private let mostKept: Int
  private let mostBytes: Int
  private let mostFrequent: Int
  private let makeFile: () throws -> ScratchFile
  private var texts = KeyIndex()
  private var counts: [Int] = []
  private var bytes = 0
  private var file: ScratchFile?
  private var pieces: [[(position: UInt64, count: Int)]] = []
  /// How many values came in all.
  private(set) var total = 0

  /// No values yet. Of at most `mostKept` different ones, with at most about `mostBytes` of texts, counts are in memory; the
  /// function makes the file for more.
  init(
    mostFrequent: Int, mostKept: Int = 1 << 14, mostBytes: Int = 2 << 20, makeFile: @escaping () throws -> ScratchFile
  ) {
    (self.mostFrequent, self.mostKept, self.mostBytes) = (mostFrequent, mostKept, mostBytes)
    self.makeFile = makeFile
  }

  /// Counts a value.
  mutating func add(_ text: Span<UInt8>) throws {
    total += 1
    if let entry = texts.find(text) {
      counts[entry] += 1
      return
    }
    if counts.count >= mostKept || bytes + text.count > mostBytes, !counts.isEmpty { try putAside() }
    _ = texts.insert(text, value: 0)
    counts.append(1)
    bytes += text.count
  }

  /// What was counted. Nothing can be counted any more.
  mutating func finish() throws -> Result {
    var result = Result()
    var ranking = Ranking(most: mostFrequent)
    if file == nil {
      result.distinct = counts.count
      forEachKept { ranking.offer($0, count: $1) }
    } else {
      try putAside()
      for part in pieces.indices {
        let (texts, counts) = try read(part)
        result.distinct += counts.count
        for entry in counts.indices {
          var text = OutputBuffer(capacity: 64)
          texts.appendKey(entry, to: &text)
          ranking.offer(text.take(), count: counts[entry])
        }
      }
    }
    result.frequent = ranking.entries
    return result
  }

  private func forEachKept(_ body: (_ bytes: [UInt8], _ count: Int) -> Void) {
    for entry in counts.indices {
      var text = OutputBuffer(capacity: 64)
      texts.appendKey(entry, to: &text)
      body(text.take(), counts[entry])
    }
  }

  // MARK: On disk

  /// Puts the values in memory aside, each into the part that its bytes decide.
  private mutating func putAside() throws {
    let file = try self.file ?? makeFile()
    self.file = file
    if pieces.isEmpty { pieces = Array(repeating: [], count: ValueCounts.partCount) }
    var parts = Array(repeating: [UInt8](), count: ValueCounts.partCount)
    forEachKept { bytes, count in
      let part = ValueCounts.part(bytes)
      ValueCounts.append(count, size: 8, to: &parts[part])
      ValueCounts.append(bytes.count, size: 4, to: &parts[part])
      parts[part] += bytes
    }
    for (part, bytes) in parts.enumerated() where !bytes.isEmpty {
      pieces[part].append((try file.append(bytes[...]), bytes.count))
    }
    texts = KeyIndex()
    counts.removeAll(keepingCapacity: true)
    bytes = 0
  }

  /// The part of a value (FNV-1a).
  private static func part(_ bytes: [UInt8]) -> Int {
    var hash: UInt64 = 0xCBF2_9CE4_8422_2325
    for byte in bytes { hash = (hash ^ UInt64(byte)) &* 0x100_0000_01B3 }
    return Int(hash >> 40) % partCount
  }

  /// The values of a part with their counts.
  private func read(_ part: Int) throws -> (texts: KeyIndex, counts: [Int]) {
    var texts = KeyIndex()
    var counts: [Int] = []
    guard let file else { return (texts, counts) }
    for (position, size) in pieces[part] {
      let bytes = try file.bytes(size, at: position)
      var place = 0
      while place < bytes.count {
        let count = ValueCounts.number(bytes, at: place, size: 8)
        let length = ValueCounts.number(bytes, at: place + 8, size: 4)
        let start = place + ValueCounts.headSize
        let (entry, isNew) = texts.insert(bytes.span.extracting(start..<start + length), value: 0)
        if isNew { counts.append(0) }
        counts[entry] += count
        place = start + length
      }
    }
    return (texts, counts)
  }

  private static func append(_ number: Int, size: Int, to bytes: inout [UInt8]) {
    for index in 0..<size { bytes.append(UInt8(truncatingIfNeeded: number >> (8 * index))) }
  }

  private static func number(_ bytes: [UInt8], at place: Int, size: Int) -> Int {
    (0..<size).reduce(0) { $0 | Int(bytes[place + $1]) << (8 * $1) }
  }
}

extension ValueCounts {
  /// The most frequent of values that are each offered once.
  private struct Ranking {
    let most: Int
    private var best: [Entry] = []
    private var least = 0

    init(most: Int) { self.most = most }

    mutating func offer(_ bytes: [UInt8], count: Int) {
      guard count >= least else { return }
      best.append(Entry(bytes: bytes, count: count))
      guard best.count >= 2 * most + 2 else { return }
      best = entries
      least = best.last?.count ?? 0
    }

    /// The most frequent ones, then by their bytes.
    var entries: [Entry] {
      let sorted = best.sorted { one, other in
        one.count == other.count ? one.bytes.lexicographicallyPrecedes(other.bytes) : one.count > other.count
      }
      return Array(sorted.prefix(most))
    }
  }
}
