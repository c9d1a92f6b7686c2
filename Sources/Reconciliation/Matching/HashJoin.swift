// Hot path (`hold`, `meet`): no allocation per record while the index has room.

import Archives
import Records

/// What is reported of records as they find each other. Buffers are only lent.
protocol JoinListener: AnyObject {
  /// A record met the held one that has its key. What is marked there stays with the held record.
  func matched(_ other: borrowing OutputBuffer, held: borrowing OutputBuffer, marks: inout UInt8) throws
  /// Nobody among the held ones has the record's key.
  func unmatched(_ other: borrowing OutputBuffer) throws
  /// A further record to hold has the key of one that is held; it is not held itself.
  func builtAgain(_ again: borrowing OutputBuffer, held: borrowing OutputBuffer) throws
  /// All records have met; this one was held, with these marks.
  func end(held: borrowing OutputBuffer, marks: UInt8) throws
}

/// Finds for each record of one side the record of the other one that has its key: one side is held, the other one passes.
///
/// Keys end with their company (`CompanyID.append`). A record that passes without one finds the record of the first
/// company that has its key, and a held one without a company is found by records of all companies.
///
/// When what is held outgrows its memory, both sides are put aside in files, in parts by a number made of the key, and
/// each part is matched by itself, in turn parted if it must be. Nothing that is reported depends on that but the order.
final class HashJoin<Listener: JoinListener> {
  private static var partBits: UInt64 { 5 }
  /// How often parts are parted; what shares a key cannot be parted at all.
  private static var deepest: Int { 5 }

  private unowned let listener: Listener
  private let memory: Int
  private let depth: Int
  private let makeFile: () throws -> ScratchFile
  private var keys = KeyIndex()
  private var rows = RowStore()
  private var marks: [UInt8] = []
  private var spools: (held: RowSpool, passing: RowSpool)?
  private var keyBytes = 0
  private var buffer = OutputBuffer(capacity: 1024)
  /// The companies of what is held, in the order in which they are asked.
  private var companies: [CompanyID] = []
  private var other = OutputBuffer(capacity: 256)

  /// Nothing is held yet. `memory` is how many bytes may be; files are made by the function.
  convenience init(for listener: Listener, memory: Int, makeFile: @escaping () throws -> ScratchFile) {
    self.init(for: listener, memory: memory, depth: 0, makeFile: makeFile)
  }

  private init(for listener: Listener, memory: Int, depth: Int, makeFile: @escaping () throws -> ScratchFile) {
    self.listener = listener
    self.memory = memory
    self.depth = depth
    self.makeFile = makeFile
  }

  /// Whether records had to be put aside.
  var isSpilled: Bool { spools != nil }

  /// Holds a record, before any of the other side passes.
  func build(_ key: borrowing OutputBuffer, _ row: borrowing OutputBuffer) throws {
    if let spools { return try spools.held.add(key, row, to: part(of: key)) }
    let (entry, isNew) = keys.insert(key, value: 0)
    guard isNew else {
      rows.load(entry, to: &buffer)
      return try listener.builtAgain(row, held: buffer)
    }
    rows.append(row)
    marks.append(0)
    note(CompanyID(key.span, at: key.count - CompanyID.size))
    keyBytes += key.count + HashJoin.bytesPerKey
    if rows.size + keyBytes > memory, depth < HashJoin.deepest { try putAside() }
  }

  /// What a key costs beyond its own bytes: index, hash, place and slot.
  private static var bytesPerKey: Int { 26 }

  private func putAside() throws {
    let parts = 1 << Int(HashJoin.partBits)
    let spools = (held: RowSpool(parts: parts, makeFile: makeFile), passing: RowSpool(parts: parts, makeFile: makeFile))
    var key = OutputBuffer(capacity: 256)
    for entry in 0..<rows.count {
      key.truncate(to: 0)
      keys.appendKey(entry, to: &key)
      rows.load(entry, to: &buffer)
      try spools.held.add(key, buffer, to: part(of: key))
    }
    (keys, rows, marks) = (KeyIndex(), RowStore(), [])
    self.spools = spools
  }

  /// Lets a record of the other side pass, after all of this one are held.
  func probe(_ key: borrowing OutputBuffer, _ row: borrowing OutputBuffer) throws {
    if let spools { return try spools.passing.add(key, row, to: part(of: key)) }
    guard let entry = find(key) else { return try listener.unmatched(row) }
    rows.load(entry, to: &buffer)
    try listener.matched(row, held: buffer, marks: &marks[entry])
  }

  private func note(_ company: CompanyID) {
    guard companies.last != company, !companies.contains(company) else { return }
    companies.append(company)
    companies.sort()
  }

  /// The held record that a key finds.
  private func find(_ key: borrowing OutputBuffer) -> Int? {
    let company = CompanyID(key.span, at: key.count - CompanyID.size)
    if company != .none {
      if let entry = keys.find(key) { return entry }
      return companies.first == CompanyID.none ? find(key, of: .none) : nil
    }
    for company in companies {
      if let entry = find(key, of: company) { return entry }
    }
    return nil
  }

  private func find(_ key: borrowing OutputBuffer, of company: CompanyID) -> Int? {
    other.truncate(to: 0)
    other.append(key, 0..<key.count - CompanyID.size)
    company.append(to: &other)
    return keys.find(other)
  }

  /// Reports what became of all that are held, and forgets them.
  func finish() throws {
    if let spools {
      for part in 0..<1 << Int(HashJoin.partBits) {
        let matching = HashJoin(for: listener, memory: memory, depth: depth + 1, makeFile: makeFile)
        try spools.held.forEach(in: part) { try matching.build($0, $1) }
        try spools.passing.forEach(in: part) { try matching.probe($0, $1) }
        try matching.finish()
      }
      self.spools = nil
      return
    }
    for entry in 0..<rows.count {
      rows.load(entry, to: &buffer)
      try listener.end(held: buffer, marks: marks[entry])
    }
    (keys, rows, marks) = (KeyIndex(), RowStore(), [])
  }

  /// The part of a key: some bits of a number that is the same in every process (FNV-1a), others at every depth.
  private func part(of key: borrowing OutputBuffer) -> Int {
    var number: UInt64 = 0xCBF2_9CE4_8422_2325
    let bytes = key.span
    // Records of several companies may find each other, so that the company is no matter.
    for index in 0..<bytes.count - CompanyID.size { number = (number ^ UInt64(bytes[index])) &* 0x100_0000_01B3 }
    number ^= number >> 32
    return Int(number >> (HashJoin.partBits * UInt64(depth)) & (1 << HashJoin.partBits - 1))
  }
}
