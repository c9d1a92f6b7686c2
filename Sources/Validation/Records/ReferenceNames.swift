import Packages
import Records

/// The primary names that records of one table have in the references, each with whose it is.
struct ReferenceNames {
  private var names = KeyIndex()
  /// For each name the first record that has it; nil for one without an id.
  private var owners: [GUID?] = []
  /// The names that records of several ids have.
  private var shared: Set<UInt32> = []

  /// Adds the names of a batch's records. The columns are -1 if the table lacks them.
  mutating func add(_ batch: RecordBatch, id: Int, name: Int) {
    guard name >= 0 else { return }
    var key = OutputBuffer(capacity: 64)
    for record in 0..<batch.count {
      key.truncate(to: 0)
      KeyText.append(batch.bytes.span.extracting(batch.range(record, name).bounds), to: &key)
      guard key.count > 0 else { continue }
      let owner = id < 0 ? nil : GUID(batch.bytes.span.extracting(batch.range(record, id).bounds))
      let (entry, isNew) = names.insert(key, value: UInt32(owners.count))
      if isNew {
        owners.append(owner)
      } else if owners[Int(names[entry])] != owner || owner == nil {
        shared.insert(names[entry])
      }
    }
  }

  /// Whether a record of another id has the name, which is in comparable form.
  func has(_ name: Span<UInt8>, butOf id: GUID?) -> Bool {
    guard let entry = names.find(name) else { return false }
    let owner = owners[Int(names[entry])]
    return owner == nil || owner != id || shared.contains(names[entry])
  }
}
