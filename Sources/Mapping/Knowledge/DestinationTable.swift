public import Records

/// What Sales has, or gets in this run, of one table, by natural key: the id and the primary name of each record.
///
/// An object, so that nothing is copied when one of many is asked for a record.
public final class DestinationTable {
  /// The table's logical name.
  public let table: String
  /// The column that holds the natural key.
  public let keyColumn: String

  /// Whether records of this run point to it. What a run writes need not be known otherwise.
  public var isLookedUp = false

  /// What stands between id and name in a lookup that points here, in Configuration Migration packages.
  public let lookupMarkup: [UInt8]

  /// A record. What is asked of it stands side by side, since tables are larger than caches.
  private struct Entry {
    var id: GUID
    /// Where its name stands among the names.
    var name: UInt64
    var nameLength: UInt32
    /// Whether the name stands for itself in XML.
    var isPlain: Bool
  }

  private var keys = KeyIndex()
  private var entries: [Entry] = []
  private var names: [UInt8] = []
  /// Further ids of ambiguous keys.
  private var others: [Int: [GUID]] = [:]

  /// An empty table.
  public init(table: String, keyColumn: String) {
    self.table = table
    self.keyColumn = keyColumn
    lookupMarkup = Array("\" lookupentity=\"\(table)\" lookupentityname=\"".utf8)
  }

  /// The number of keys.
  public var count: Int { keys.count }

  /// Adds a record of a reference. A key that two records of different ids have is ambiguous.
  public func addReference(key: Span<UInt8>, id: GUID, name: Span<UInt8>) {
    guard key.count > 0 else { return }
    let (entry, isNew) = keys.insert(key, value: 0)
    if isNew {
      entries.append(make(id, name))
    } else if entries[entry].id != id {
      others[entry, default: []].append(id)
    }
  }

  /// Adds a record that this run writes; it wins over what references say of the key.
  public func addWritten(key: Span<UInt8>, id: GUID, name: Span<UInt8>) {
    guard key.count > 0 else { return }
    let (entry, isNew) = keys.insert(key, value: 0)
    if isNew {
      entries.append(make(id, name))
    } else {
      entries[entry] = make(id, name)
      others[entry] = nil
    }
  }

  private func make(_ id: GUID, _ name: Span<UInt8>) -> Entry {
    let place = names.count
    for index in 0..<name.count { names.append(name[index]) }
    return Entry(
      id: id, name: UInt64(place), nameLength: UInt32(name.count), isPlain: XMLEncoder.isPlain(name))
  }

  private func range(of record: Entry) -> Range<Int> {
    Int(record.name)..<Int(record.name) + Int(record.nameLength)
  }

  /// The entry of a key in its comparable form; nil if nobody has it.
  public func find(_ key: Span<UInt8>) -> Int? { key.count == 0 ? nil : keys.find(key) }

  /// Whether several records have the key of the entry.
  public func isAmbiguous(_ entry: Int) -> Bool { !others.isEmpty && others[entry] != nil }

  /// The id of an entry.
  public func id(_ entry: Int) -> GUID { entries[entry].id }

  /// Appends what a lookup of Configuration Migration packages says of an entry: its id, and as attributes behind it the
  /// table and the primary name, but for the last quote.
  public func appendLookup(_ entry: Int, to output: inout OutputBuffer) {
    var escaping = OutputBuffer.none
    var cursor = output.cursor(room: lookupRoom(entry))
    appendLookup(entry, escaping: &escaping, in: &cursor)
    output.advance(to: cursor.count)
  }

  /// The most bytes that a lookup takes, with the end of its element.
  func lookupRoom(_ entry: Int) -> Int {
    GUID.textSize + lookupMarkup.count + XMLEncoder.room(bytes: Int(entries[entry].nameLength))
  }

  /// Appends a lookup; `escaping` may hold anything.
  @_lifetime(output: copy output)
  func appendLookup(_ entry: Int, escaping: inout OutputBuffer, in output: inout OutputCursor) {
    let record = entries[entry]
    let names = names
    let markup = lookupMarkup
    let name = range(of: record)
    record.id.append(in: &output)
    output.append(markup.span)
    // Names of lookups are escaped for XML, not encoded twice.
    if record.isPlain {
      output.append(names.span.extracting(name))
    } else {
      escaping.truncate(to: 0)
      XMLEncoder.attribute(names.span.extracting(name), to: &escaping)
      output.append(escaping.span)
    }
  }

  /// Appends the primary name of an entry.
  public func appendName(_ entry: Int, to output: inout OutputBuffer) {
    let names = names
    output.append(names.span.extracting(range(of: entries[entry])))
  }

  /// Appends the key of an entry in its comparable form.
  public func appendKey(_ entry: Int, to output: inout OutputBuffer) { keys.appendKey(entry, to: &output) }

  /// Hands out every id with its entry; those of ambiguous keys too.
  public func forEachID(_ body: (_ id: GUID, _ entry: Int) -> Void) {
    for (entry, record) in entries.enumerated() { body(record.id, entry) }
    for (entry, ids) in others { for id in ids { body(id, entry) } }
  }

  /// The ids of all records with the key; of an ambiguous one too.
  public func ids(of key: Span<UInt8>) -> [GUID] {
    guard let entry = find(key) else { return [] }
    return [entries[entry].id] + (others[entry] ?? [])
  }
}
