import Conversion
import Findings
import Mapping
import Packages
import Records

/// Finds records of entities that no template reads.
struct UnreadRecords {
  /// One of them.
  struct Found {
    var place: FindingPlace
    var entity: Int
    var name: String
    var key: String
    var id: GUID?
    var values: [(column: String, value: String)]
  }

  let query: ExplainQuery
  /// The entities, in lower case, that templates read.
  let read: Set<String>

  /// The records that are asked for; all others are shown to `passing`. Throws what reading throws.
  func find(in packages: [Package], passing: (Span<UInt8>, String) -> Void) throws -> [Found] {
    var found: [Found] = []
    for package in packages {
      let entities = package.entities.indices.filter { index in
        let entity = package.entities[index]
        return !read.contains(entity.name.lowercased()) && !package.updates.contains(index)
          && query.asks(for: entity.name, label: entity.schema?.label ?? entity.label)
      }
      if entities.isEmpty { continue }
      var scan = try PackageScan(package, entities: Set(entities))
      while let (entity, batch) = try scan.next() {
        try find(in: batch, package, entity, scan.columns(of: entity), &found, passing)
      }
    }
    return found
  }

  private func find(
    in batch: RecordBatch, _ package: Package, _ entity: Int, _ columns: [SourceColumn], _ found: inout [Found],
    _ passing: (Span<UInt8>, String) -> Void
  ) throws {
    let about = package.entities[entity]
    let names = Dictionary(
      columns.enumerated().filter { $0.element.part == .value }.map { ($0.element.name.lowercased(), $0.offset) },
      uniquingKeysWith: { first, _ in first })
    let keys = about.schema.map { $0.alternateKeys.first ?? ($0.side == .finops ? $0.keys : []) } ?? []
    var parts = keys.filter { $0.lowercased() != "dataareaid" }.compactMap { names[$0.lowercased()] }
    if parts.isEmpty, let name = names[about.recordName.lowercased()] { parts = [name] }
    let id = package.kind.side == .sales ? names[about.recordID.lowercased()] : nil
    var (key, text) = (OutputBuffer(capacity: 64), OutputBuffer(capacity: 64))
    for record in 0..<batch.count {
      key.truncate(to: 0)
      for (number, part) in parts.enumerated() {
        if number > 0 { key.append(UInt8(ascii: "|")) }
        let range = batch.range(record, part)
        let value = batch.bytes.span.extracting(range.bounds)
        key.append(value.extracting(KeyText.kept(value)))
      }
      let guid = id.flatMap { GUID(batch.text(record, $0)) }
      let number = batch.number(of: record)
      guard query.record == number.value || query.matches(shown: key.span, ids: (guid, nil), &text) else {
        passing(key.span, about.name)
        continue
      }
      var place = FindingPlace(package, about)
      (place.record, place.line) = (number, Int(batch.lines[record]))
      var values: [(column: String, value: String)] = []
      for (place, column) in columns.enumerated() where column.part == .value {
        let value = batch.text(record, place)
        if !value.isEmpty { values.append((column.name, value)) }
      }
      found.append(
        Found(place: place, entity: entity, name: about.name, key: KeyText.string(key.span), id: guid, values: values))
    }
  }
}
