import Records

/// The names of a table's records, of which their ids are made: table, company and key, so that every run gives a record
/// the same id.
struct RecordNames {
  /// The namespace of ids of new records.
  static let namespace = GUID(high: 0x8c5e_2b1a_6d0f_5c53, low: 0x9a43_1f2d_7c9b_0e64)

  /// The table's logical name.
  let table: String
  private let prefix: [UInt8]

  init(table: String, company: String) {
    self.table = table
    prefix = Array("\(table)|\(company)|".utf8)
  }

  /// The id of a new record: a UUID of version 5.
  func id(_ key: borrowing OutputBuffer, _ ids: inout NameBasedID) -> GUID {
    ids.begin()
    ids.append(prefix.span)
    ids.append(key.span)
    return ids.finish()
  }
}
