public import Records

/// What Sales has, or gets in this run, of one table, by natural key: the id and the primary name of each record.
///
/// An object, so that nothing is copied when one of many is asked for a record.
public final class DestinationTable {
  /// The table's logical name.
  public let table: String
  /// The column that holds the natural key.
  public let keyColumn: String

  private var keys = KeyIndex()
  private var ids: [GUID] = []
  private var names = TextStore()
  private var nameOfEntry: [UInt32] = []
  /// Further ids of ambiguous keys.
  private var others: [Int: [GUID]] = [:]

  /// An empty table.
  public init(table: String, keyColumn: String) {
    self.table = table
    self.keyColumn = keyColumn
  }

  /// The number of keys.
  public var count: Int { keys.count }

  /// Adds a record of a reference. A key that two records of different ids have is ambiguous.
  public func addReference(key: Span<UInt8>, id: GUID, name: Span<UInt8>) {
    guard key.count > 0 else { return }
    let (entry, isNew) = keys.insert(key, value: 0)
    if isNew {
      append(id, name)
    } else if ids[entry] != id {
      others[entry, default: []].append(id)
    }
  }

  /// Adds a record that this run writes; it wins over what references say of the key.
  public func addWritten(key: Span<UInt8>, id: GUID, name: Span<UInt8>) {
    guard key.count > 0 else { return }
    let (entry, isNew) = keys.insert(key, value: 0)
    if isNew {
      append(id, name)
    } else {
      ids[entry] = id
      nameOfEntry[entry] = UInt32(names.count)
      names.append(name)
      others[entry] = nil
    }
  }

  private func append(_ id: GUID, _ name: Span<UInt8>) {
    ids.append(id)
    nameOfEntry.append(UInt32(names.count))
    names.append(name)
  }

  /// The entry of a key in its comparable form; nil if nobody has it.
  public func find(_ key: Span<UInt8>) -> Int? { key.count == 0 ? nil : keys.find(key) }

  /// Whether several records have the key of the entry.
  public func isAmbiguous(_ entry: Int) -> Bool { !others.isEmpty && others[entry] != nil }

  /// The id of an entry.
  public func id(_ entry: Int) -> GUID { ids[entry] }

  /// Appends the primary name of an entry, escaped for an XML attribute.
  public func appendName(_ entry: Int, escapedTo output: inout OutputBuffer) {
    let names = names
    XMLEncoder.attribute(names.text(Int(nameOfEntry[entry])), to: &output)
  }

  /// Appends the primary name of an entry.
  public func appendName(_ entry: Int, to output: inout OutputBuffer) {
    names.append(Int(nameOfEntry[entry]), to: &output)
  }

  /// Appends the key of an entry in its comparable form.
  public func appendKey(_ entry: Int, to output: inout OutputBuffer) { keys.appendKey(entry, to: &output) }

  /// The ids of all records with the key; of an ambiguous one too.
  public func ids(of key: Span<UInt8>) -> [GUID] {
    guard let entry = find(key) else { return [] }
    return [ids[entry]] + (others[entry] ?? [])
  }
}
