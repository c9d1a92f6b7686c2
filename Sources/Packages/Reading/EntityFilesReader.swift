import Archives
import Findings
import Records

/// Reads packages whose entities have files of their own, one file after another.
struct EntityFilesReader: PackageReader {
  private let package: Package
  private var waiting: [Int]
  private var current: (entity: Int, reader: any EntityFileReader)?
  /// What files turned out to have that have been read to their ends.
  private var columns: [Int: [SourceColumn]] = [:]
  private var remarks: [Int: [Finding]] = [:]
  /// How many records of each entity have been handed out.
  private var counts: [Int: Int] = [:]
  /// The entities of which all records have been handed out.
  private(set) var ended: [Int] = []

  init(_ package: Package, _ request: ScanRequest) {
    self.package = package
    waiting = request.wanted.sorted()
  }

  mutating func next() throws -> (entity: Int, batch: RecordBatch)? {
    while true {
      if let entity = current?.entity {
        if let batch = try current?.reader.next() {
          counts[entity, default: 0] += batch.count
          return (entity, batch)
        }
        columns[entity] = current?.reader.columns
        remarks[entity] = current?.reader.remarks
        end(entity)
        current = nil
      }
      guard !waiting.isEmpty else { return nil }
      let entity = waiting.removeFirst()
      if let reader = try open(package.entities[entity]) { current = (entity, reader) } else { end(entity) }
    }
  }

  private mutating func end(_ entity: Int) {
    counts[entity, default: 0] += 0
    ended.append(entity)
  }

  private func open(_ entity: PackageEntity) throws -> (any EntityFileReader)? {
    let container = package.container
    guard let entry = container.entry(named: entity.file) ?? container.entries.first else { return nil }
    return try entity.format.makeReader(entity, entry, package)
  }

  func columns(of entity: Int) -> [SourceColumn] {
    if let current, current.entity == entity { return current.reader.columns }
    return columns[entity] ?? package.entities[entity].columns
  }

  func remarks(of entity: Int) -> [Finding] { remarks[entity] ?? [] }

  func total(of entity: Int) -> Int? {
    guard entity != current?.entity, let count = counts[entity] else { return nil }
    return count
  }

  var hasRelations: Bool { false }
}
