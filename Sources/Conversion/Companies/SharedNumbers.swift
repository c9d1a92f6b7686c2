import Mapping
import Records

/// Numbers in Sales that are one for all companies, as those of products, and which company has written the record.
final class SharedNumbers {
  /// Who has written the record of a number.
  struct Holder {
    /// The place of the company.
    var company: Int
    var id: GUID
    /// A number that equal contents have.
    var content: UInt64
  }

  /// A table with such numbers.
  private final class Table {
    var keys = KeyIndex()
    var holders: [Holder] = []
    /// The fields that all companies should agree about.
    var fields: [(place: Int, type: AttributeType)] = []
  }

  private var tables: [String: Table] = [:]
  private var items = KeyIndex()
  private var key = OutputBuffer(capacity: 128)

  /// Notes which fields a task writes of its table.
  func describe(_ task: TaskTemplate, _ destination: EntitySchema) {
    guard tables[destination.name] == nil, destination.side == .sales else { return }
    let table = Table()
    table.fields = task.fields.enumerated().compactMap { place, field in
      let isOfEach = destination.fieldsPerCompany.contains(field.column.lowercased())
      guard !isOfEach, !field.isCountedOnly, !field.isOwner else { return nil }
      return (place, destination.attribute(named: field.column)?.type ?? .string)
    }
    tables[destination.name] = table
  }

  /// Who has a number; nil if nobody has it yet.
  func holder(of key: borrowing OutputBuffer, in table: String) -> Holder? {
    guard let table = tables[table], let entry = table.keys.find(key) else { return nil }
    return table.holders[entry]
  }

  /// Takes a number for a company.
  func claim(_ key: borrowing OutputBuffer, in table: String, _ holder: Holder) {
    guard key.count > 0, let table = tables[table], table.keys.insert(key, value: 0).isNew else { return }
    table.holders.append(holder)
  }

  /// Takes a price list item of a product, by the ids; false if it is there already.
  func claimItem(list: GUID, product: GUID) -> Bool {
    LineKeys.append(list: list, product: product, to: &key)
    return items.insert(key, value: 0).isNew
  }

  /// A number that equal contents of a record share, but for what each company has of its own.
  func content(
    _ mapper: borrowing RecordMapper, _ batch: borrowing RecordBatch, _ lookups: borrowing LookupContext,
    _ table: String
  ) -> UInt64 {
    var hasher = Hasher()
    for (place, type) in tables[table]?.fields ?? [] {
      let slot = mapper.output(place)
      if slot.isEmpty { continue }
      hasher.combine(place)
      if slot.origin == .destination {
        hasher.combine(lookups.destinations[Int(slot.start)].id(Int(slot.end)))
      } else {
        var scratch = OutputBuffer(capacity: 64)
        mapper.append(slot, batch, to: &scratch)
        ContentHash.combine(scratch.span, type, into: &hasher)
      }
    }
    return UInt64(bitPattern: Int64(hasher.finalize()))
  }
}
