import Mapping
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

  /// What stands before the key in each name.
  var prefixText: String { String(decoding: prefix, as: UTF8.self) }

  /// The id of a new record: a UUID of version 5.
  func id(_ key: borrowing OutputBuffer, _ ids: inout NameBasedID) -> GUID { id(key.span, &ids) }

  private func id(_ key: Span<UInt8>, _ ids: inout NameBasedID) -> GUID {
    ids.begin()
    ids.append(prefix.span)
    ids.append(key)
    return ids.finish()
  }

  /// Makes ids on a thread of its own.
  var namer: any RecordNamer { Namer(names: self) }

  private struct Namer: RecordNamer {
    let names: RecordNames
    private var ids = NameBasedID(namespace: RecordNames.namespace)

    init(names: RecordNames) { self.names = names }

    mutating func id(of key: Span<UInt8>) -> GUID { names.id(key, &ids) }
  }
}
