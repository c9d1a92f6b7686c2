// Hot path (`Lane.add`): no allocation per record.

import Mapping
import Packages
import Records
import Synchronization

/// Counts the values of an entity, whose records come batch by batch and file by file. Its columns are shared out among lanes,
/// each of which sees all batches in their order, so that the result is the same for any number of lanes.
final class EntityProfiler {
  /// A share of the columns. One thread at a time works on it.
  final class Lane: Sendable {
    private struct Content {
      var columns: [ColumnProfiler] = []
      var lookups: [LookupProfiler] = []
    }

    private let content = Mutex(Content())

    /// Counts the values of a batch.
    func add(_ piece: BatchPiece) {
      content.withLock { content in
        for (index, column) in piece.places.columns.enumerated() where column >= 0 {
          content.columns[index].add(
            piece.batch, column: column, unreadable: piece.unreadable, before: piece.before)
        }
        for (index, lookup) in piece.places.lookups.enumerated() {
          content.lookups[index].add(piece.batch, lookup, unreadable: piece.unreadable)
        }
      }
    }

    func add(_ column: ColumnProfiler) { content.withLock { $0.columns.append(column) } }
    func add(_ lookup: LookupProfiler) { content.withLock { $0.lookups.append(lookup) } }

    func column(_ index: Int, records: Int) -> ColumnProfile {
      content.withLock { $0.columns[index].result(records: records) }
    }

    func lookup(_ index: Int, of entity: String) -> ReferenceProfile {
      content.withLock { $0.lookups[index].result(entity: entity) }
    }
  }

  /// Where a file has the columns of a lane.
  struct Places: Sendable {
    var columns: [Int] = []
    var lookups: [LookupProfiler.Places] = []
  }

  /// A batch for one lane.
  struct BatchPiece: Sendable {
    let batch: RecordBatch
    let places: Places
    let unreadable: [Int]
    let before: Int
    let lane: Lane
  }

  private struct Column {
    var name: String
    var lane: Int
    var index: Int
    /// Its place among the lookups of its lane.
    var lookup: Int?
  }

  let name: String
  let side: Side
  private let bounds: ColumnProfiler.Bounds
  private let references: ReferenceTables
  private let lanes: [Lane]
  private var columns: [Column] = []
  private var numbers: [String: Int] = [:]
  private var sizes: [(columns: Int, lookups: Int)]
  /// The columns of the file at hand, and where they are, for each lane.
  private var known: [SourceColumn] = []
  private var places: [Places] = []
  /// How many records earlier files have.
  private var before = 0
  private var unreadable = 0
  private var sources: [EntityProfile.Source] = []
  /// For each file the number of its records so far.
  private var sizesOfFiles: [Int] = []
  /// The file at hand.
  private var file = 0

  init(
    _ entity: PackageEntity, _ side: Side, _ bounds: ColumnProfiler.Bounds, _ references: ReferenceTables, lanes: Int
  ) {
    name = entity.name
    self.side = side
    self.bounds = bounds
    self.references = references
    self.lanes = (0..<max(1, lanes)).map { _ in Lane() }
    sizes = self.lanes.map { _ in (0, 0) }
  }

  /// Adds a file that will come; its number. Files come in this order.
  func announce(_ package: Package, _ entity: PackageEntity) -> Int {
    sources.append(EntityProfile.Source(package: package.path, file: entity.file, records: 0))
    sizesOfFiles.append(0)
    add(entity.columns, entity)
    return sources.count - 1
  }

  /// Begins a file.
  func begin(_ file: Int, _ entity: PackageEntity) {
    before = sizesOfFiles[..<file].reduce(0, +)
    self.file = file
    take(entity.columns, entity)
  }

  /// The pieces of a batch, one for each lane.
  func pieces(_ batch: RecordBatch, _ columns: [SourceColumn], _ entity: PackageEntity) -> [BatchPiece] {
    if columns.count != known.count { take(columns, entity) }
    let unreadable = batch.issues.filter(\.issue.isUnreadable).map(\.index)
    self.unreadable += unreadable.count
    sources[file].records += batch.count - unreadable.count
    sizesOfFiles[file] += batch.count
    return lanes.indices.map {
      BatchPiece(
        batch: batch, places: places[$0], unreadable: unreadable, before: before, lane: lanes[$0])
    }
  }

  /// Finds the places of a file's columns, and adds those that no file before had.
  private func take(_ columns: [SourceColumn], _ entity: PackageEntity) {
    known = columns
    add(columns, entity)
    places = lanes.map { _ in Places() }
    for lane in lanes.indices {
      places[lane].columns = Array(repeating: -1, count: sizes[lane].columns)
      places[lane].lookups = Array(repeating: LookupProfiler.Places(), count: sizes[lane].lookups)
    }
    var seen: Set<Int> = []
    for (place, column) in columns.enumerated() {
      guard let number = numbers[column.name.lowercased()], case let known = self.columns[number] else { continue }
      switch column.part {
      case .value:
        guard !column.isImplicit || column.writtenPlace != nil, seen.insert(number).inserted else { continue }
        places[known.lane].columns[known.index] = place
        if let lookup = known.lookup { places[known.lane].lookups[lookup].id = place }
      case .lookupTable: if let lookup = known.lookup { places[known.lane].lookups[lookup].table = place }
      case .lookupName: if let lookup = known.lookup { places[known.lane].lookups[lookup].name = place }
      case .written: continue
      case .service: continue
      }
    }
  }

  private func add(_ columns: [SourceColumn], _ entity: PackageEntity) {
    for column in columns where column.part == .value && (!column.isImplicit || column.writtenPlace != nil) {
      if numbers[column.name.lowercased()] == nil { add(column, entity) }
    }
  }

  private func add(_ column: SourceColumn, _ entity: PackageEntity) {
    let lane = columns.count % lanes.count
    numbers[column.name.lowercased()] = columns.count
    var added = Column(name: column.name, lane: lane, index: sizes[lane].columns)
    let attribute = entity.schema?.attribute(named: column.name)
    lanes[lane].add(ColumnProfiler(column.heading, attribute, bounds))
    sizes[lane].columns += 1
    if side == .sales, let targets = LookupColumn.targets(of: column, in: entity) {
      added.lookup = sizes[lane].lookups
      lanes[lane].add(LookupProfiler(column.heading, targets, references, most: bounds.exact))
      sizes[lane].lookups += 1
    }
    columns.append(added)
  }

  /// How many records a file has, unreadable ones too.
  func size(of file: Int) -> Int { sizesOfFiles[file] }

  /// How many records could be read.
  var records: Int { sources.reduce(0) { $0 + $1.records } }

  /// What came of it.
  var result: EntityProfile {
    let records = records
    return EntityProfile(
      name: name, side: side, records: records, unreadable: unreadable, sources: sources,
      columns: columns.map { lanes[$0.lane].column($0.index, records: records) })
  }

  /// What came of its lookups.
  var lookups: [ReferenceProfile] {
    columns.compactMap { column in column.lookup.map { lanes[column.lane].lookup($0, of: name) } }
  }
}
