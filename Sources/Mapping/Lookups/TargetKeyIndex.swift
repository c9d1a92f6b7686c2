public import Records

/// What Sales has, or gets in this run, of one table, by natural key: the id and the primary name of each record.
///
/// An object, so that nothing is copied when one of many is asked for a record.
public final class TargetKeyIndex {
  /// The table's logical name.
  public let table: String
  /// The column that holds the natural key.
  public let keyColumn: String

  /// Whether records of this run point to it. What a run writes need not be known otherwise.
  public var isLookedUp = false

  /// A record. What is asked of it stands side by side, since tables are larger than caches.
  @usableFromInline struct Entry {
    @usableFromInline var id: GUID
    /// Where its name stands among the names.
    @usableFromInline var name: UInt64
    @usableFromInline var nameLength: UInt32

    init(id: GUID, name: UInt64, nameLength: UInt32) { (self.id, self.name, self.nameLength) = (id, name, nameLength) }
  }

  /// All records with their names: one value, so that the table is asked once for both.
  @usableFromInline struct Entries {
    @usableFromInline private(set) var records: [Entry] = []
    @usableFromInline private(set) var names: [UInt8] = []

    init() {}

    subscript(entry: Int) -> Entry { records[entry] }

    mutating func append(_ id: GUID, _ name: Span<UInt8>) { records.append(make(id, name)) }

    /// Makes an entry another record.
    mutating func replace(_ entry: Int, by id: GUID, _ name: Span<UInt8>) { records[entry] = make(id, name) }

    /// Makes an entry a record that it was before.
    mutating func restore(_ entry: Int, _ record: Entry) { records[entry] = record }

    private mutating func make(_ id: GUID, _ name: Span<UInt8>) -> Entry {
      let place = names.count
      for index in 0..<name.count { names.append(name[index]) }
      return Entry(id: id, name: UInt64(place), nameLength: UInt32(name.count))
    }

    /// Appends the primary name of a record.
    @inlinable @inline(__always)
    @_lifetime(output: copy output)
    func appendName(_ entry: Int, in output: inout OutputCursor) {
      let record = records[entry]
      output.append(names.span, from: Int(record.name), to: Int(record.name) &+ Int(record.nameLength))
    }
  }

  /// Whether a key is looked up among records of the company at hand and of nobody known, not among those of others.
  public let isPartitioned: Bool
  /// The company at hand, one above its place among those of the run.
  var company = TargetKeyIndex.nobody
  /// The part of records that are known to be of no company of the run.
  public static let nobody = 0
  private static let several = UInt32.max

  // Not checked at every access: records are only added or taken back by calls that ask nothing meanwhile, and other threads ask
  // only while nobody does either.
  @exclusivity(unchecked) private var keyStorage = KeyIndex()
  @usableFromInline @exclusivity(unchecked) var entryStorage = Entries()
  private var keys: KeyIndex {
    @inline(__always) _read { yield unsafe keyStorage }
    @inline(__always) _modify { yield unsafe &keyStorage }
  }
  private var entries: Entries {
    @inline(__always) _read { yield unsafe entryStorage }
    @inline(__always) _modify { yield unsafe &entryStorage }
  }
  /// Which company has a key; several may, in references.
  private var owners = KeyIndex()
  private var partedKey = OutputBuffer(capacity: 128)
  /// Further ids of ambiguous keys.
  private var others: [Int: [GUID]] = [:]
  /// What references say of keys that this run has taken, until it is certain that it writes their records.
  private var replaced: [Int: Entry] = [:]
  /// The entries of records that are not written after all.
  private var withdrawn: Set<Int> = []

  /// Whether it is noted which records the run writes.
  public var notesWritten = false
  private var written: Set<Int> = []

  /// Whether files without ids name a record by its primary name; else by its key.
  let isNamed: Bool

  /// An empty table. `isNamed` says that files without ids name its records by the primary name, not by the key.
  public init(table: String, keyColumn: String, isNamed: Bool = false, isPartitioned: Bool = false) {
    self.isNamed = isNamed
    self.isPartitioned = isPartitioned
    self.table = table
    self.keyColumn = keyColumn
  }

  /// The number of keys.
  public var count: Int { keys.count }

  /// The bytes in front of keys where companies are kept apart.
  private var markSize: Int { isPartitioned ? 2 : 0 }

  /// Makes `partedKey` the key of a company's record.
  private func part(_ key: Span<UInt8>, _ company: Int) { TargetKeyIndex.part(key, company, &partedKey) }

  private static func part(_ key: Span<UInt8>, _ company: Int, _ whole: inout OutputBuffer) {
    whole.truncate(to: 0)
    whole.append(UInt8(truncatingIfNeeded: company))
    whole.append(UInt8(truncatingIfNeeded: company >> 8))
    whole.append(key)
  }

  private func insert(_ key: Span<UInt8>, _ company: Int) -> (entry: Int, isNew: Bool) {
    if !isPartitioned { return keys.insert(key, value: 0) }
    part(key, company)
    return keys.insert(partedKey, value: 0)
  }

  /// Adds a record of a reference, which is that of a company, one above its place among those of the run, or of nobody. A
  /// key that two records of different ids have is ambiguous.
  public func addReference(key: Span<UInt8>, id: GUID, name: Span<UInt8>, company: Int = TargetKeyIndex.nobody) {
    guard key.count > 0 else { return }
    if isPartitioned, company != TargetKeyIndex.nobody {
      let (owner, isNew) = owners.insert(key, value: UInt32(company))
      if !isNew, owners[owner] != UInt32(company) { owners[owner] = TargetKeyIndex.several }
    }
    let (entry, isNew) = insert(key, company)
    if isNew {
      if UTF8Text.fitsXML(name) {
        entries.append(id, name)
      } else {
        entries.append(id, TargetKeyIndex.cleaned(name).span)
      }
    } else if entries[entry].id != id {
      others[entry, default: []].append(id)
    }
  }

  /// Adds a record that this run writes; it wins over what references say of the key. Its entry, nil without a key.
  @discardableResult
  public func addWritten(key: Span<UInt8>, id: GUID, name: Span<UInt8>) -> Int? {
    guard key.count > 0 else { return nil }
    let (entry, isNew) = insert(key, company)
    if isNew {
      entries.append(id, name)
    } else {
      entries.replace(entry, by: id, name)
      others[entry] = nil
      if !withdrawn.isEmpty { withdrawn.remove(entry) }
    }
    if notesWritten { written.insert(entry) }
    return entry
  }

  /// Adds a record that this run writes, unless something is found wrong with it later: then it is withdrawn.
  public func addExpected(key: Span<UInt8>, id: GUID, name: Span<UInt8>) -> Int? {
    if isPartitioned { part(key, company) }
    let before = (isPartitioned ? keys.find(partedKey) : keys.find(key)).map { entries[$0] }
    let entry = addWritten(key: key, id: id, name: name)
    if let entry, let before, replaced[entry] == nil { replaced[entry] = before }
    return entry
  }

  /// Takes a record back that was expected: its key is again what references say of it.
  public func withdraw(_ entry: Int) {
    if notesWritten { written.remove(entry) }
    if let before = replaced[entry] { entries.restore(entry, before) } else { withdrawn.insert(entry) }
  }

  /// Hands out the records that the run has written since that is noted, each with its company, one above its place.
  public func forEachWritten(_ body: (_ key: [UInt8], _ id: GUID, _ name: [UInt8], _ company: Int) -> Void) {
    for entry in written.sorted() {
      var (key, name) = (OutputBuffer(capacity: 64), OutputBuffer(capacity: 64))
      keys.appendKey(entry, to: &key)
      appendName(entry, to: &name)
      let company = isPartitioned ? Int(key.span[0]) | Int(key.span[1]) << 8 : company
      body(Array(key.take().dropFirst(markSize)), entries[entry].id, name.take(), company)
    }
  }

  /// Adds a record that another share of the run has written for a company, one above its place.
  public func addWritten(key: Span<UInt8>, id: GUID, name: Span<UInt8>, company: Int) {
    let atHand = self.company
    self.company = company
    addWritten(key: key, id: id, name: name)
    self.company = atHand
  }

  /// Forgets what references say of the records that were expected and not withdrawn.
  public func settleExpected() { replaced = [:] }

  /// An entry that was found by its key, unless it was withdrawn.
  @inline(__always)
  private func known(_ entry: Int?) -> Int? {
    if withdrawn.isEmpty { return entry }
    return entry.flatMap { withdrawn.contains($0) ? nil : $0 }
  }

  /// A name without the characters that XML forbids: what has them in the target could not be named in a package.
  private static func cleaned(_ name: Span<UInt8>) -> [UInt8] {
    var bytes: [UInt8] = []
    for scalar in KeyText.string(name).unicodeScalars {
      let text = Array(String(scalar).utf8)
      if UTF8Text.fitsXML(text.span) { bytes += text }
    }
    return bytes
  }

  /// The entry of a key in its comparable form; nil if nobody has it.
  @inline(__always)
  public func find(_ key: Span<UInt8>) -> Int? {
    if key.count == 0 { return nil }
    if !isPartitioned { return known(keys.find(key)) }
    part(key, company)
    if let own = known(keys.find(partedKey)) { return own }
    part(key, TargetKeyIndex.nobody)
    return keys.find(partedKey)
  }

  /// The entry of a key, as the other `find` says, for threads that ask at the same time while nobody adds records: each
  /// lends a buffer of its own, which may hold anything.
  @inline(__always)
  func find(_ key: Span<UInt8>, _ buffer: inout OutputBuffer) -> Int? {
    if key.count == 0 { return nil }
    if !isPartitioned { return known(keys.find(key)) }
    TargetKeyIndex.part(key, company, &buffer)
    if let own = known(keys.find(buffer.span)) { return own }
    TargetKeyIndex.part(key, TargetKeyIndex.nobody, &buffer)
    return keys.find(buffer.span)
  }

  /// The entry of a buffer's key, for threads that ask at the same time, each with a further buffer of its own.
  public func find(_ key: borrowing OutputBuffer, _ buffer: inout OutputBuffer) -> Int? { find(key.span, &buffer) }

  /// The entry of a buffer's key, as the first `find` says.
  public func find(_ key: borrowing OutputBuffer) -> Int? { find(key.span) }

  /// Whether several records have any one key.
  public var hasAmbiguousKeys: Bool { !others.isEmpty }

  /// Whether several records have the key of the entry.
  public func isAmbiguous(_ entry: Int) -> Bool { !others.isEmpty && others[entry] != nil }

  /// Makes a key ambiguous that a company's record and one of nobody have, now that all references were added.
  public func settle() {
    guard isPartitioned else { return }
    var key = OutputBuffer(capacity: 128)
    for entry in entries.records.indices {
      key.truncate(to: 0)
      keys.appendKey(entry, to: &key)
      guard key.span[0] != 0 || key.span[1] != 0 else { continue }
      part(key.span.extracting(markSize..<key.count), TargetKeyIndex.nobody)
      guard let other = keys.find(partedKey), entries[other].id != entries[entry].id else { continue }
      others[entry, default: []].append(entries[other].id)
    }
  }

  /// The company that has a key among the records of references and those that were claimed, one above its place; nil if
  /// none is known to have it.
  public func owner(of key: borrowing OutputBuffer) -> Int? {
    key.count == 0 ? nil : owners.find(key).map { Int(owners[$0]) }
  }

  /// Notes that the company at hand writes a record of the key, unless another one has it.
  public func claim(_ key: borrowing OutputBuffer) {
    if key.count > 0 { _ = owners.insert(key, value: UInt32(company)) }
  }

  // These are inlined into other modules: a call would hold on to the table and to its arrays, and to hold on to what several
  // threads read costs each of them more than reading it.

  /// The id of an entry.
  @inlinable @inline(__always)
  public func id(_ entry: Int) -> GUID { unsafe entryStorage.records[entry].id }

  /// The bytes of an entry's primary name.
  @inlinable @inline(__always)
  public func nameLength(_ entry: Int) -> Int { Int(unsafe entryStorage.records[entry].nameLength) }

  /// Appends the primary name of an entry, for which there must be room.
  @inlinable @inline(__always)
  @_lifetime(output: copy output)
  public func appendName(_ entry: Int, in output: inout OutputCursor) {
    unsafe entryStorage.appendName(entry, in: &output)
  }

  /// Appends the primary name of an entry.
  @inlinable @inline(__always)
  public func appendName(_ entry: Int, to output: inout OutputBuffer) {
    var cursor = output.cursor(room: nameLength(entry))
    appendName(entry, in: &cursor)
    output.advance(to: cursor.count)
  }

  /// Appends the key of an entry in its comparable form.
  public func appendKey(_ entry: Int, to output: inout OutputBuffer) {
    guard isPartitioned else { return keys.appendKey(entry, to: &output) }
    partedKey.truncate(to: 0)
    keys.appendKey(entry, to: &partedKey)
    output.append(partedKey, markSize..<partedKey.count)
  }

  /// The natural keys of all entries, as the primary name writes them where that is the key; none if there are more than `most`.
  public func keyNames(most: Int) -> [String] {
    guard count <= most else { return [] }
    return entries.records.indices.map { entry in
      var (key, name, comparable) = (
        OutputBuffer(capacity: 64), OutputBuffer(capacity: 64), OutputBuffer(capacity: 64)
      )
      appendKey(entry, to: &key)
      appendName(entry, to: &name)
      KeyText.append(name, to: &comparable)
      return comparable.equals(key) ? KeyText.string(name.span) : KeyText.string(key.span)
    }
  }

  /// Hands out every id with its entry; those of ambiguous keys too.
  public func forEachID(_ body: (_ id: GUID, _ entry: Int) -> Void) {
    for (entry, record) in entries.records.enumerated() { body(record.id, entry) }
    for (entry, ids) in others { for id in ids { body(id, entry) } }
  }

  /// The ids of all records with the key; of an ambiguous one too.
  public func ids(of key: Span<UInt8>) -> [GUID] {
    guard let entry = find(key) else { return [] }
    return [entries[entry].id] + (others[entry] ?? [])
  }
}
