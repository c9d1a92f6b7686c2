import Findings
import Mapping
import Packages
import Records

/// Numbers that an input of Sales brings for records of earlier inputs, as the package of assigned numbers does: its records
/// have an id and a number and nothing else. They are no records of their own, their numbers are laid over the earlier ones.
struct NumberUpdates {
  /// One table of an input.
  struct Update {
    var package: Package
    var entity: Int
    /// What its numbers belong to.
    var sequence: NumberSequence
  }

  /// In the order of the inputs.
  private(set) var updates: [Update] = []

  /// None.
  init() {}

  /// Finds the updates among packages of Sales, and marks them there, so that nobody reads them as records. Throws what reading
  /// throws.
  init(in packages: inout [Package], schemas: SchemaCatalogue) throws {
    let sequences = try schemas.numberSequences()
    for place in packages.indices.dropFirst() where packages[place].kind.side == .sales {
      for sequence in sequences {
        let id = sequence.idColumn
        let earlier = packages[..<place].filter { $0.index(of: sequence.table) != nil }
        for entity in packages[place].indices(of: sequence.table) where !earlier.isEmpty {
          let ids = try NumberUpdates.ids(packages[place], entity, id: id, number: sequence.column)
          guard let ids, try NumberUpdates.hold(ids, sequence.table, id, earlier) else { continue }
          updates.append(Update(package: packages[place], entity: entity, sequence: sequence))
          packages[place].updates.insert(entity)
        }
      }
    }
  }

  /// The ids of a table's records if all of them have an id and a number only; nil otherwise, or if there are none.
  private static func ids(_ package: Package, _ entity: Int, id: String, number: String) throws -> GUIDIndex? {
    var ids = GUIDIndex()
    var scan = try PackageScan(package, entities: [entity])
    while let (_, batch) = try scan.next() {
      let columns = SourceColumns(scan.columns(of: entity))
      guard let idColumn = columns.values[id], let numberColumn = columns.values[number] else { return nil }
      for record in 0..<batch.count {
        for column in 0..<batch.width where column != idColumn && column != numberColumn {
          if !batch.range(record, column).isEmpty { return nil }
        }
        guard !batch.range(record, numberColumn).isEmpty,
          let guid = GUID(batch.bytes.span.extracting(batch.range(record, idColumn).bounds))
        else { return nil }
        _ = ids.insert(guid, value: 0)
      }
    }
    return ids.count > 0 ? ids : nil
  }

  /// Whether a record of the packages has one of the ids.
  private static func hold(_ ids: GUIDIndex, _ table: String, _ id: String, _ packages: [Package]) throws -> Bool {
    var isHeld = false
    try forEachID(id, of: table, in: packages) { guid in
      isHeld = ids.value(of: guid) != nil
      return !isHeld
    }
    return isHeld
  }

  /// Hands out the ids of a table's records, in the column `id`, until one is enough.
  private static func forEachID(
    _ id: String, of table: String, in packages: [Package], _ goesOn: (GUID) -> Bool
  ) throws {
    for package in packages {
      for entity in package.indices(of: table) {
        var scan = try PackageScan(package, entities: [entity])
        while let (_, batch) = try scan.next() {
          guard let column = SourceColumns(scan.columns(of: entity)).values[id] else { break }
          for record in 0..<batch.count {
            let text = batch.bytes.span.extracting(batch.range(record, column).bounds)
            if let guid = GUID(text), !goesOn(guid) { return }
          }
        }
      }
    }
  }

  /// The numbers that the updates bring for a table, into `numbers`. A number for a record that no input has is reported.
  func fill(
    _ numbers: inout AssignedNumbers, of sequence: NumberSequence, _ inputs: Inputs, to sink: FindingSink
  ) throws {
    let own = updates.filter { $0.sequence == sequence }
    if own.isEmpty { return }
    let id = sequence.idColumn
    let known = try NumberUpdates.known(inputs.sources, numbers.table, id)
    for update in own {
      var scan = try PackageScan(update.package, entities: [update.entity])
      while let (_, batch) = try scan.next() {
        let columns = SourceColumns(scan.columns(of: update.entity))
        guard let idColumn = columns.values[id], let column = columns.values[numbers.column] else { break }
        for record in 0..<batch.count {
          let text = batch.bytes.span.extracting(batch.range(record, idColumn).bounds)
          guard let guid = GUID(text) else { continue }
          guard known.value(of: guid) == nil else {
            numbers.update(batch.bytes.span.extracting(batch.range(record, column).bounds), of: guid)
            continue
          }
          var place = FindingPlace(update.package, update.package.entities[update.entity])
          place.entity = EntityName(numbers.table)
          (place.record, place.line) = (batch.number(of: record), Int(batch.lines[record]))
          var finding = Finding(.lookupNotResolved, .error, at: place, field: id)
          finding.value = Finding.value(text)
          try sink.add(finding)
        }
      }
    }
  }

  private static func known(_ packages: [Package], _ table: String, _ id: String) throws -> GUIDIndex {
    var known = GUIDIndex()
    try forEachID(id, of: table, in: packages) { guid in
      _ = known.insert(guid, value: 0)
      return true
    }
    return known
  }
}
