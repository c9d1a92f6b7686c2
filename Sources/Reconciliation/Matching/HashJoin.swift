// Hot path (`build`, `probe`): no allocation per record while the table has room.

import Archives
import Records

/// What is reported about records as they are matched. Spans are only lent.
protocol JoinListener: AnyObject {
  /// A record of the probe side has the key of this one of the build side, which keeps its marks.
  func matched(_ other: Span<UInt8>, held: Span<UInt8>, marks: inout UInt8) throws
  /// No record of the build side has the key of this one of the probe side.
  func unmatched(_ other: Span<UInt8>) throws
  /// A record of the build side has the key of an earlier one, and finds no partner itself.
  func builtAgain(_ again: Span<UInt8>, held: Span<UInt8>) throws
  /// All records are matched; this one of the build side has these marks.
  func end(held: Span<UInt8>, marks: UInt8) throws
  /// What became of all records has been reported.
  func finished() throws
}

/// Finds for each record of the probe side the record of the build side that has its key.
///
/// Keys end with their company (`CompanyID.append`). A record of the probe side without one finds the record of the first
/// company that has its key, and one of the build side without a company is found by records of all companies.
///
/// When the build side outgrows its memory, both sides are spilled to files, in parts by a hash of the key, and each part
/// is matched separately, in turn split if it must be. Nothing that is reported depends on that but the order.
final class HashJoin<Listener: JoinListener> {
  /// How often parts are split again; records with one key cannot be split at all.
  private static var deepest: Int { 5 }
  /// How many bits of the hash choose the part, at any depth but the first one.
  private static var partBits: UInt64 { 5 }

  private let listener: Listener
  private let memory: Int
  private let memoryOfParts: Int
  private let depth: Int
  private let firstBits: UInt64
  private let makeFile: @Sendable () throws -> ScratchFile
  private var table = RowTable()
  private var marks: [UInt8] = []
  private var spools: (held: RowSpool, passing: RowSpool)?
  /// The companies of the build side, in the order in which they are searched.
  private var companies: [CompanyID] = []
  private var other = OutputBuffer(capacity: 256)

  /// An empty join. `memory` is how many bytes the build side may take, and `memoryOfParts` how many a part that is read
  /// back; `makeFile` makes the files. `bits` is how many bits of the hash choose the part.
  init(
    for listener: Listener, memory: Int, memoryOfParts: Int, bits: Int,
    makeFile: @escaping @Sendable () throws -> ScratchFile
  ) {
    self.listener = listener
    (self.memory, self.memoryOfParts) = (min(memory, RowTable.mostBytes), min(memoryOfParts, RowTable.mostBytes))
    (depth, firstBits) = (0, UInt64(bits))
    self.makeFile = makeFile
  }

  /// The join of a part of another one.
  private init(partOf whole: HashJoin) {
    (listener, memory, memoryOfParts) = (whole.listener, whole.memoryOfParts, whole.memoryOfParts)
    (depth, firstBits) = (whole.depth + 1, whole.firstBits)
    makeFile = whole.makeFile
  }

  /// How many bits of the hash choose the part of a key, and how many chose those above.
  private var bits: (own: UInt64, above: UInt64) {
    depth == 0 ? (firstBits, 0) : (HashJoin.partBits, firstBits + HashJoin.partBits * UInt64(depth - 1))
  }

  private var parts: Int { 1 << Int(bits.own) }

  /// Whether the records are in files.
  var isSpilled: Bool { spools != nil }

  /// Adds a record of the build side.
  func build(_ key: Span<UInt8>, _ row: Span<UInt8>) throws {
    if let spools { return try spools.held.add(key, row, to: part(of: key)) }
    if let place = table.insert(key, row) {
      let block = table.block(place.block)
      return try listener.builtAgain(row, held: block.span.extracting(place.row))
    }
    marks.append(0)
    note(CompanyID(key, at: key.count - CompanyID.size))
    if table.size > memory, depth < HashJoin.deepest { try spill() }
  }

  private func spill() throws {
    let spools = (held: RowSpool(parts: parts, makeFile: makeFile), passing: RowSpool(parts: parts, makeFile: makeFile))
    var cursor = RowTable.Cursor()
    while let place = table.next(&cursor) {
      let block = table.block(place.block)
      let key = block.span.extracting(place.key)
      try spools.held.add(key, block.span.extracting(place.row), to: part(of: key))
    }
    empty()
    self.spools = spools
  }

  private func empty() {
    table = RowTable()
    marks = []
  }

  /// Adds a record of the probe side, after all of the build side.
  func probe(_ key: Span<UInt8>, _ row: Span<UInt8>) throws {
    if let spools { return try spools.passing.add(key, row, to: part(of: key)) }
    guard let place = find(key) else { return try listener.unmatched(row) }
    let block = table.block(place.block)
    try listener.matched(row, held: block.span.extracting(place.row), marks: &marks[place.entry])
  }

  private func note(_ company: CompanyID) {
    guard companies.last != company, !companies.contains(company) else { return }
    companies.append(company)
    companies.sort()
  }

  /// The record of the build side that a key finds.
  private func find(_ key: Span<UInt8>) -> RowTable.Place? {
    let company = CompanyID(key, at: key.count - CompanyID.size)
    if company != .none {
      if let place = table.find(key) { return place }
      return companies.first == CompanyID.none ? find(key, of: .none) : nil
    }
    for company in companies {
      if let place = find(key, of: company) { return place }
    }
    return nil
  }

  private func find(_ key: Span<UInt8>, of company: CompanyID) -> RowTable.Place? {
    // The buffer is taken out while it is used: a local value needs no check at every access.
    var other = OutputBuffer.none
    swap(&other, &self.other)
    other.truncate(to: 0)
    other.append(key.extracting(0..<key.count - CompanyID.size))
    company.append(to: &other)
    let place = table.find(other.span)
    swap(&other, &self.other)
    return place
  }

  /// Reports what became of all records of the build side, and forgets them.
  func finish() throws {
    if let spools {
      for part in 0..<parts {
        let matching = HashJoin(partOf: self)
        try spools.held.forEach(in: part) { try matching.build($0, $1) }
        try spools.passing.forEach(in: part) { try matching.probe($0, $1) }
        try matching.finish()
      }
      self.spools = nil
      return
    }
    var cursor = RowTable.Cursor()
    while let place = table.next(&cursor) {
      let block = table.block(place.block)
      try listener.end(held: block.span.extracting(place.row), marks: marks[place.entry])
    }
    empty()
  }

  /// The part of a key: some bits of a hash that is the same in every process (FNV-1a), others at every depth.
  private func part(of key: Span<UInt8>) -> Int {
    var number: UInt64 = 0xCBF2_9CE4_8422_2325
    // Records of different companies may match, so the company does not count.
    for index in 0..<key.count - CompanyID.size { number = (number ^ UInt64(key[index])) &* 0x100_0000_01B3 }
    number ^= number >> 32
    return Int(number >> bits.above & (1 << bits.own - 1))
  }
}
