import Conversion
import Mapping
import Packages
import Records

/// The records of Sales that lookups may point to, by id and by primary name, as the conversion finds them.
package struct ReferenceTables: Sendable {
  /// The records of one table.
  struct Table: Sendable {
    let name: [UInt8]
    private(set) var count = 0
    private var ids = GUIDIndex()
    private var names = KeyIndex()
    private var ambiguous: Set<Int> = []
    private var buffer = OutputBuffer(capacity: 128)

    init(_ name: String) { self.name = Array(name.utf8) }

    /// Adds a record. One that comes again under its id is not added again.
    mutating func add(id: Span<UInt8>, name: Span<UInt8>) {
      count += 1
      if let guid = GUID(id), !ids.insert(guid, value: 0).isNew { return }
      buffer.truncate(to: 0)
      KeyText.append(name, to: &buffer)
      guard buffer.count > 0 else { return }
      let (entry, isNew) = names.insert(buffer, value: 0)
      if !isNew { ambiguous.insert(entry) }
    }

    /// Whether a record has the id.
    func holds(_ id: GUID) -> Bool { ids.value(of: id) != nil }

    /// Whether exactly one record has the primary name, whose comparable form is given.
    func holds(name: Span<UInt8>) -> Bool { names.find(name).map { !ambiguous.contains($0) } ?? false }
  }

  private(set) var tables: [String: Table] = [:]

  /// Reads the tables that lookups of the sources point to, from the sources, then from the references.
  init(_ sources: [Package], references: [Package]) throws {
    let wanted = Set(
      sources.filter { $0.kind.side == .sales }.flatMap(\.entities).flatMap { entity in
        entity.columns.flatMap { LookupColumn.targets(of: $0, in: entity) ?? [] }
      })
    for package in sources + references where package.kind.side == .sales {
      let entities = package.entities.indices.filter { wanted.contains(package.entities[$0].name.lowercased()) }
      if !entities.isEmpty { try read(package, Set(entities)) }
    }
  }

  private mutating func read(_ package: Package, _ entities: Set<Int>) throws {
    var scan = try PackageScan(package, entities: entities)
    while let (entity, batch) = try scan.next() {
      let about = package.entities[entity]
      let columns = SourceColumns(scan.columns(of: entity))
      let (id, name) = (columns.values[about.recordID] ?? -1, columns.values[about.recordName] ?? -1)
      let bytes = batch.bytes.span
      let key = about.name.lowercased()
      var table = tables.removeValue(forKey: key) ?? Table(key)
      for record in 0..<batch.count {
        let (left, right) = (
          id < 0 ? FieldRange.empty : batch.range(record, id), name < 0 ? .empty : batch.range(record, name)
        )
        table.add(id: bytes.extracting(left.bounds), name: bytes.extracting(right.bounds))
      }
      tables[key] = table
    }
  }
}

/// Which columns of Sales are lookups.
enum LookupColumn {
  /// The tables, in lower case, that a column's lookup may point to; nil if it is no lookup.
  static func targets(of column: SourceColumn, in entity: PackageEntity) -> [String]? {
    guard column.part == .value else { return nil }
    if let attribute = entity.schema?.attribute(named: column.name) {
      return attribute.type == .lookup ? attribute.targets.map { $0.lowercased() } : nil
    }
    return column.target.isEmpty ? nil : [column.target.lowercased()]
  }
}
