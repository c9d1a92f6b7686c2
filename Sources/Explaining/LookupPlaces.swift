import Conversion
import Findings
package import Mapping
import Packages
import Records

/// Where the records stand that lookups have found.
package struct LookupPlaces {
  /// What was found.
  package struct Target: Sendable {
    /// Which packages have it.
    package enum Origin: String, Sendable {
      case record, inputs, references, run, none
    }
    package var origin: Origin
    package var package = ""
    package var file = ""
    package var record = 0
    package var line = 0
    /// How many records fit.
    package var candidates = 0
  }

  private struct Wanted: Hashable {
    var entity: String
    var id: GUID
  }

  private struct Named: Hashable {
    var entity: String
    var name: [UInt8]
  }

  private var places: [Wanted: Target] = [:]
  private var candidates: [Named: Int] = [:]

  /// Seeks the records that some explanations' lookups have found, in the inputs before the references. Throws what reading
  /// throws.
  init(_ explanations: [RecordExplanation], _ inputs: Inputs) throws {
    var wanted: Set<Wanted> = []
    var named: Set<Named> = []
    for trace in explanations.flatMap(\.fields).map(\.trace) {
      guard let lookup = trace.lookup, let id = lookup.id else { continue }
      wanted.insert(Wanted(entity: lookup.entity.lowercased(), id: id))
      if lookup.by == .name {
        named.insert(Named(entity: lookup.entity.lowercased(), name: KeyText.bytes(lookup.sought)))
      }
    }
    if wanted.isEmpty { return }
    let isToSales = inputs.destination == .sales
    let groups: [([Package], Target.Origin)] =
      isToSales
      ? [(inputs.destinations, .references)] : [(inputs.sources, .inputs), (inputs.sourceReferences, .references)]
    let entities = Set(wanted.map(\.entity))
    for (packages, origin) in groups {
      for package in packages {
        let places = package.entities.indices.filter {
          entities.contains(package.entities[$0].name.lowercased()) && !package.updates.contains($0)
        }
        if places.isEmpty { continue }
        var scan = try PackageScan(package, entities: Set(places))
        while let (entity, batch) = try scan.next() {
          note(batch, package, entity, scan.columns(of: entity), origin, wanted, named)
        }
      }
    }
  }

  private mutating func note(
    _ batch: RecordBatch, _ package: Package, _ entity: Int, _ columns: [SourceColumn], _ origin: Target.Origin,
    _ wanted: Set<Wanted>, _ named: Set<Named>
  ) {
    let about = package.entities[entity]
    let name = about.name.lowercased()
    func place(_ column: String) -> Int? {
      columns.firstIndex { $0.part == .value && $0.name.lowercased() == column.lowercased() }
    }
    guard let id = place(about.recordID) else { return }
    let label = place(about.recordName)
    for record in 0..<batch.count {
      if !named.isEmpty, let label {
        let key = Named(entity: name, name: KeyText.bytes(batch.text(record, label)))
        if named.contains(key) { candidates[key, default: 0] += 1 }
      }
      guard let guid = GUID(batch.bytes.span.extracting(batch.range(record, id).bounds)) else { continue }
      let key = Wanted(entity: name, id: guid)
      guard wanted.contains(key), places[key] == nil else { continue }
      places[key] = Target(
        origin: origin, package: package.path, file: about.file, record: batch.number(of: record).value,
        line: Int(batch.lines[record]), candidates: 1)
    }
  }

  /// What a lookup has found.
  package func target(of lookup: FieldTrace.Lookup) -> Target {
    if lookup.by == .column { return Target(origin: .record, candidates: 1) }
    guard let id = lookup.id else { return Target(origin: .none) }
    guard var target = places[Wanted(entity: lookup.entity.lowercased(), id: id)] else {
      // What no package has comes from this run.
      return Target(origin: lookup.by == .key ? .run : .none, candidates: 1)
    }
    if lookup.by == .name {
      let key = Named(entity: lookup.entity.lowercased(), name: KeyText.bytes(lookup.sought))
      target.candidates = candidates[key] ?? 1
    }
    return target
  }
}
