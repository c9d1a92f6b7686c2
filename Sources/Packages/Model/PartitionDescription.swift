package import Findings
import Mapping

/// What a description says of a file that holds part of an entity's records, for the format that reads it.
protocol PartitionDescription: AnyObject, Sendable {
  /// How many files the entity has.
  var count: Int { get }
  /// The versions of records of which the file holds some; nil if it holds records.
  var changes: (any ChangeCounts)? { get }
}

/// How many rows of a log of changes are no records.
protocol ChangeCounts: AnyObject, Sendable {
  /// The number of rows that a later version supersedes, and of records whose last version deletes them; nil as long as nobody has
  /// read the log.
  var counts: (superseded: Int, deleted: Int)? { get }
}

extension Package {
  /// The places of the entities as reports list them, each with those that count with it: files by themselves, but the partitions
  /// of a Common Data Model folder by their entity.
  package var described: [(place: Int, counted: [Int])] {
    guard kind.isCommonDataModel else { return entities.indices.map { ($0, [$0]) } }
    var items: [(place: Int, counted: [Int])] = []
    for place in entities.indices {
      if let last = items.last, entities[last.place].name == entities[place].name {
        items[items.count - 1].counted.append(place)
      } else {
        items.append((place, [place]))
      }
    }
    return items
  }

  /// What there is to say of logs of changes that have been read: how many of their rows are no records (`P2C1510`).
  package var logNotes: [Finding] {
    described.compactMap { place, _ in
      let entity = entities[place]
      guard let counts = entity.partition?.changes?.counts else { return nil }
      var finding = Finding(
        .readAsALog, .info, at: FindingPlace(self, entity),
        detail: .message("\(entity.name): \(counts.superseded) superseded, \(counts.deleted) deleted"))
      finding.value = String(counts.superseded + counts.deleted)
      return finding
    }
  }
}

extension PackageEntity {
  /// How many files a description lists for the entity; nil if none describes it.
  public var partitions: Int? { partition?.count }

  /// Whether the file holds versions of records, of which only the last ones are read.
  package var isLog: Bool { partition?.changes != nil }

  /// What the column is called in a file of CSV that is read again; nil for one that only the export has.
  package func plainHeading(of column: SourceColumn) -> String? {
    guard partition != nil else { return column.heading }
    switch column.part {
    case .value: return column.isKnown && schema?.side == .finops ? column.name.uppercased() : column.name
    case .lookupTable: return column.name + ".lookupentity"
    case .lookupName: return column.name + ".lookupentityname"
    case .written: return column.heading
    case .service: return nil
    }
  }
}
