public import Records

/// What Sales has, or gets in this run, of one table, by natural key: the id and the primary name of each record.
public struct DestinationTable: Sendable {
  /// The table's logical name.
  public let table: String
  /// The column that holds the natural key.
  public let keyColumn: String

  private var keys = KeyIndex()
  private var ids: [GUID] = []
  private var names = TextStore()
  private var nameOfEntry: [UInt32] = []
  private var ambiguous: Set<Int> = []

  /// An empty table.
  public init(table: String, keyColumn: String) {
    self.table = table
    self.keyColumn = keyColumn
  }

  /// The number of keys.
  public var count: Int { keys.count }

  /// Adds a record of a reference. A key that two records of different ids have is ambiguous.
  public mutating func addReference(key: Span<UInt8>, id: GUID, name: Span<UInt8>) {
    guard key.count > 0 else { return }
    let (entry, isNew) = keys.insert(key, value: 0)
    if isNew {
      append(id, name)
    } else if ids[entry] != id {
      ambiguous.insert(entry)
    }
  }

  /// Adds a record that this run writes; it wins over what references say of the key.
  public mutating func addWritten(key: Span<UInt8>, id: GUID, name: Span<UInt8>) {
    guard key.count > 0 else { return }
    let (entry, isNew) = keys.insert(key, value: 0)
    if isNew {
      append(id, name)
    } else {
      ids[entry] = id
      nameOfEntry[entry] = UInt32(names.count)
      names.append(name)
      ambiguous.remove(entry)
    }
  }

  private mutating func append(_ id: GUID, _ name: Span<UInt8>) {
    ids.append(id)
    nameOfEntry.append(UInt32(names.count))
    names.append(name)
  }

  /// The entry of a key in its comparable form; nil if nobody has it.
  public func find(_ key: Span<UInt8>) -> Int? { key.count == 0 ? nil : keys.find(key) }

  /// Whether several records have the key of the entry.
  public func isAmbiguous(_ entry: Int) -> Bool { !ambiguous.isEmpty && ambiguous.contains(entry) }

  /// The id of an entry.
  public func id(_ entry: Int) -> GUID { ids[entry] }

  /// The primary name of an entry.
  @_lifetime(borrow self)
  public func name(_ entry: Int) -> Span<UInt8> { names.text(Int(nameOfEntry[entry])) }
}
